// A one-time code: one box per digit for the eye, one single field for the screen reader, paste and autofill.
import { useId } from 'react'
import './code-input.css'

type CodeInputProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (digits: string) => void
  readonly onComplete?: (digits: string) => void
  readonly length?: number
  readonly error?: string | undefined
  readonly description?: string | undefined
  readonly disabled?: boolean
  readonly autoFocus?: boolean
}

/** A box's place is its identity: boxes never move. */
const boxesOf = (length: number): readonly string[] => Array.from({ length }, (_, place) => `box-${place}`)

export function CodeInput(props: CodeInputProps) {
  const { label, value, onChange, onComplete, length = 6, error, description, disabled = false } = props
  const id = useId()
  const hintId = `${id}-hint`
  const hint = error ?? description

  const change = (typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, length)
    onChange(digits)
    if (digits.length === length && digits !== value) onComplete?.(digits)
  }

  return (
    <div className="code-input" data-error={error !== undefined || undefined}>
      <label className="code-input__label" htmlFor={id}>
        {label}
      </label>
      <div className="code-input__boxes">
        {boxesOf(length).map((box, place) => (
          <span
            key={box}
            className="code-input__box tabular"
            data-next={place === Math.min(value.length, length - 1) || undefined}
            aria-hidden="true"
          >
            {value[place] ?? ''}
          </span>
        ))}
        <input
          className="code-input__field"
          id={id}
          value={value}
          onChange={event => change(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          disabled={disabled}
          data-autofocus={props.autoFocus}
          aria-invalid={error !== undefined}
          aria-describedby={hint === undefined ? undefined : hintId}
        />
      </div>
      {hint !== undefined && (
        <p className="code-input__hint" id={hintId} role={error === undefined ? undefined : 'alert'}>
          {hint}
        </p>
      )}
    </div>
  )
}
