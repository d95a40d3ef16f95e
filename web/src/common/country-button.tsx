// The country of a phone field as a button: flag and dial code.
import { Flag } from '@jokko/ui/flag'
import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCountryName } from './country-name.ts'

export type PhoneCountry = { readonly code: string; readonly country_code: number }

type CountryButtonProps = UnstyledButtonProps &
  Omit<ComponentPropsWithRef<'button'>, 'style'> & {
    readonly countries: readonly PhoneCountry[]
    readonly dialCode: number
  }

/** What a list adds to its button is passed on. */
export function CountryButton({ countries, dialCode, ...button }: CountryButtonProps) {
  const { t } = useTranslation()
  const nameOf = useCountryName()
  const chosen = countries.find(({ country_code }) => country_code === dialCode)
  return (
    <UnstyledButton
      {...button}
      className="phone-field__country"
      aria-label={t('phone.country', {
        country: chosen === undefined ? '' : nameOf(chosen.code),
        code: dialCode,
      })}
    >
      {chosen !== undefined && <Flag country={chosen.code} size={24} />}
      <span className="tabular">+{dialCode}</span>
      <IconChevronDown size={16} aria-hidden />
    </UnstyledButton>
  )
}
