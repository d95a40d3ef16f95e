// A phone number: the country by flag, name or dial code, then the national number as text.
// The country list stands beside the field, not inside it: inside, its search box would take the field's id.
// A pasted `+225…` or `00225…` chooses the country; hidden characters are cleaned away.
import { Input } from '@mantine/core'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { CountryButton, type PhoneCountry } from './country-button.tsx'
import './phone-field.css'

export type PhoneValue = {
  readonly dialCode: number
  /** The national number as it was typed, with its leading zero. */
  readonly national: string
}

type PhoneFieldProps = {
  readonly label: string
  readonly countries: readonly PhoneCountry[]
  readonly value: PhoneValue
  readonly onChange: (value: PhoneValue) => void
  readonly onBlur?: () => void
  readonly error?: string | undefined
  readonly description?: string | undefined
  readonly disabled?: boolean
  readonly autoFocus?: boolean
}

/** The phone rules and their tables are loaded with the first international number. */
const phoneRules = () => import('@jokko/core/phone')

const countryList = () => import('./country-picker.tsx')
const CountryPicker = lazy(() => countryList().then(file => ({ default: file.CountryPicker })))

type CountryProps = {
  readonly countries: readonly PhoneCountry[]
  readonly dialCode: number
  readonly disabled: boolean
  readonly onChoose: (dialCode: number) => void
}

/** A button until it is pressed; the list comes then, open. */
function Country({ onChoose, ...chosen }: CountryProps) {
  const [isAsked, setAsked] = useState(false)
  const button = (
    <CountryButton
      {...chosen}
      aria-haspopup="listbox"
      aria-expanded={false}
      onPointerEnter={() => void countryList()}
      onClick={() => setAsked(true)}
    />
  )
  if (!isAsked) return button
  return (
    <Suspense fallback={button}>
      <CountryPicker {...chosen} onChoose={onChoose} />
    </Suspense>
  )
}

export function PhoneField(props: PhoneFieldProps) {
  const { label, countries, value, onChange, onBlur, error, description, disabled = false } = props
  const id = useId()
  const hintId = `${id}-hint`
  const hint = error ?? description
  const latest = useRef(value)
  latest.current = value

  const readTyped = async (typed: string) => {
    onChange({ dialCode: value.dialCode, national: typed })
    if (!/^\s*(\+|00)|\p{Cf}/u.test(typed)) return
    const { cleanPhone, detectDialCode } = await phoneRules()
    if (latest.current.national !== typed) return
    const cleaned = cleanPhone(typed)
    const found = detectDialCode(typed)
    if (found === undefined) {
      if (!cleaned.startsWith('+')) changeTo({ dialCode: value.dialCode, national: cleaned })
      return
    }
    const national = cleaned.slice(1 + String(found).length)
    const isKnown = countries.some(country => country.country_code === found)
    changeTo(isKnown ? { dialCode: found, national } : { dialCode: value.dialCode, national: cleaned })
  }

  /** What was read as it was typed is no change: what was said of it since then stays. */
  const changeTo = (read: PhoneValue) => {
    const { dialCode, national } = latest.current
    if (read.dialCode !== dialCode || read.national !== national) onChange(read)
  }

  return (
    <div className="phone-field">
      <Input.Label className="phone-field__label" htmlFor={id} size="md">
        {label}
      </Input.Label>
      <div className="phone-field__row" data-error={error !== undefined || undefined}>
        <Country
          countries={countries}
          dialCode={value.dialCode}
          disabled={disabled}
          onChoose={dialCode => onChange({ dialCode, national: value.national })}
        />
        <Input
          id={id}
          className="phone-field__number"
          classNames={{ input: 'tabular' }}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={40}
          value={value.national}
          onChange={event => void readTyped(event.currentTarget.value)}
          {...(onBlur === undefined ? {} : { onBlur })}
          error={error !== undefined}
          disabled={disabled}
          data-autofocus={props.autoFocus}
          // As a plain property it would be dropped: Mantine knows of no description outside its own wrapper.
          attributes={hint === undefined ? {} : { input: { 'aria-describedby': hintId } }}
        />
      </div>
      {error !== undefined && (
        <Input.Error id={hintId} size="md">
          {error}
        </Input.Error>
      )}
      {error === undefined && description !== undefined && (
        <Input.Description id={hintId} size="md">
          {description}
        </Input.Description>
      )}
    </div>
  )
}
