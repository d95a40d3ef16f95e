// The list of countries of a phone field: searched by name or dial code. Loaded with the first press on its button.
import { Flag } from '@jokko/ui/flag'
import { Combobox, useCombobox } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountryButton, type PhoneCountry } from './country-button.tsx'
import { useCountryName } from './country-name.ts'

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

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
  return { search, setSearch, found }
}

type CountryPickerProps = {
  readonly countries: readonly PhoneCountry[]
  readonly dialCode: number
  readonly disabled: boolean
  readonly onChoose: (dialCode: number) => void
}

/** Open as soon as it is there: the press that loaded it asked for that. */
export function CountryPicker({ countries, dialCode, disabled, onChoose }: CountryPickerProps) {
  const { t } = useTranslation()
  const { search, setSearch, found } = useCountrySearch(countries)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const open = useRef(combobox.openDropdown)
  useEffect(() => open.current(), [])
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
        <CountryButton
          countries={countries}
          dialCode={dialCode}
          disabled={disabled}
          onClick={() => combobox.toggleDropdown()}
        />
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
