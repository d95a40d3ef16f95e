// A phone number: the country by flag, name or dial code, then the national number as text.
// The country list stands beside the field, not inside it: inside, its search box would take the field's id.
// A pasted `+225…` or `00225…` chooses the country; hidden characters are cleaned away.
import { Flag } from '@jokko/ui/flag'
import { Combobox, Input, UnstyledButton, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCountryName } from './country-name.ts'
import './phone-field.css'

export type PhoneCountry = { readonly code: string; readonly country_code: number }

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

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** The phone rules and their tables are loaded with the first international number. */
const phoneRules = () => import('@jokko/core/phone')

type CountryPickerProps = {
  readonly countries: readonly PhoneCountry[]
  readonly dialCode: number
  readonly disabled: boolean
  readonly onChoose: (dialCode: number) => void
}

function useCountrySearch(countries: readonly PhoneCountry[]) {
  const nameOf = useCountryName()
  const [search, setSearch] = useState('')
  const named = useMemo(
    () =>
      countries
        .map(country => ({ ...country, name: nameOf(country.code) }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    [countries, nameOf],
  )
  const wanted = folded(search).replace(/^\+|^00/, '')
  const found = named.filter(
    country => folded(country.name).includes(wanted) || String(country.country_code).startsWith(wanted),
  )
  return { search, setSearch, found, named }
}

function CountryPicker({ countries, dialCode, disabled, onChoose }: CountryPickerProps) {
  const { t } = useTranslation()
  const { search, setSearch, found, named } = useCountrySearch(countries)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const chosen = named.find(country => country.country_code === dialCode)
  return (
    <Combobox
      store={combobox}
      width={320}
      withinPortal={false}
      position="bottom-start"
      onOptionSubmit={code => {
        onChoose(Number(code))
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target targetType="button">
        <UnstyledButton
          className="phone-field__country"
          disabled={disabled}
          onClick={() => combobox.toggleDropdown()}
          aria-label={t('phone.country', { country: chosen?.name ?? '', code: dialCode })}
        >
          {chosen !== undefined && <Flag country={chosen.code} size={24} />}
          <span className="tabular">+{dialCode}</span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown className="phone-field__dropdown">
        <Combobox.Search
          className="phone-field__search"
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
          placeholder={t('phone.search')}
          aria-label={t('phone.search')}
        />
        <Combobox.Options aria-label={t('phone.countries')}>
          {found.map(country => (
            <Combobox.Option
              value={String(country.country_code)}
              key={country.code}
              active={country.country_code === dialCode}
            >
              <span className="phone-field__option">
                <Flag country={country.code} size={24} />
                <span>{country.name}</span>
                <span className="phone-field__code tabular">+{country.country_code}</span>
              </span>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t('phone.no_country')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
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
      if (!cleaned.startsWith('+')) onChange({ dialCode: value.dialCode, national: cleaned })
      return
    }
    const national = cleaned.slice(1 + String(found).length)
    const isKnown = countries.some(country => country.country_code === found)
    onChange(isKnown ? { dialCode: found, national } : { dialCode: value.dialCode, national: cleaned })
  }

  return (
    <div className="phone-field">
      <Input.Label className="phone-field__label" htmlFor={id} size="md">
        {label}
      </Input.Label>
      <div className="phone-field__row" data-error={error !== undefined || undefined}>
        <CountryPicker
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
