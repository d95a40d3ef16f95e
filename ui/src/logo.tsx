// The mark (two stops joined by one line) and the word beside it.
import './logo.css'

type LogoProps = {
  readonly name: string
  readonly tone?: 'ink' | 'light'
  readonly size?: number
  readonly markOnly?: boolean
}

export function Logo({ name, tone = 'ink', size = 32, markOnly = false }: LogoProps) {
  return (
    <span className="logo" data-tone={tone}>
      <svg
        className="logo__mark"
        width={size}
        height={size}
        viewBox="0 0 32 32"
        role={markOnly ? 'img' : undefined}
        aria-label={markOnly ? name : undefined}
        aria-hidden={markOnly ? undefined : true}
      >
        <path className="logo__line" d="M10.5 24C21 24 11 8 21.5 8" />
        <circle className="logo__stop" cx="6.5" cy="24" r="4.2" />
        <circle className="logo__stop" cx="25.5" cy="8" r="4.2" />
      </svg>
      {!markOnly && <span className="logo__word">{name}</span>}
    </span>
  )
}
