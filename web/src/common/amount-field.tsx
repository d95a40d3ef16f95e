// A field for an amount: the decimal keypad on phones, no exponent or sign, nothing changes under wheel or arrows.
// It keeps what was typed; reading it as money is `parseAmountInput` of core.
import type { Currency } from '@jokko/contract/common'
import { TextInput } from '@mantine/core'
import { currencyLabel } from './amount.tsx'
import './amount-field.css'

type AmountFieldProps = {
  readonly label: string
  readonly currency: Currency
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly onBlur?: () => void
  readonly error?: string | undefined
  readonly description?: string | undefined
  readonly disabled?: boolean
  readonly name?: string
  readonly autoFocus?: boolean
}

/** Exponents, signs and letters are never part of an amount; a pasted one is refused as a whole. */
const isTypable = (text: string): boolean => /^[\d\s.,'’\u00a0\u202f]*$/u.test(text)

export function AmountField(props: AmountFieldProps) {
  const { label, currency, value, onChange, onBlur, error, description, disabled = false, name } = props
  return (
    <TextInput
      classNames={{
        input: 'amount-field tabular',
        error: 'amount-field__hint',
        description: 'amount-field__hint',
      }}
      label={label}
      {...(name === undefined ? {} : { name })}
      value={value}
      onChange={event => {
        const typed = event.currentTarget.value
        if (isTypable(typed)) onChange(typed)
      }}
      {...(onBlur === undefined ? {} : { onBlur })}
      error={error}
      description={description}
      disabled={disabled}
      data-autofocus={props.autoFocus}
      type="text"
      inputMode={currency === 'EUR' ? 'decimal' : 'numeric'}
      autoComplete="off"
      enterKeyHint="next"
      maxLength={24}
      rightSection={<span className="amount-field__currency">{currencyLabel(currency)}</span>}
      rightSectionWidth={56}
      rightSectionPointerEvents="none"
      size="lg"
    />
  )
}
