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
        <path className="logo__line" d="M9 22.5C15.5 22.5 16.5 9.5 23 9.5" />
        <circle className="logo__stop" cx="7" cy="22.5" r="4.6" />
        <circle className="logo__stop" cx="25" cy="9.5" r="4.6" />
      </svg>
      {!markOnly && <span className="logo__word">{name}</span>}
    </span>
  )
}
