// The currency and the language of the screen.
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LanguageSelect } from '../common/language-select.tsx'
import { chooseCurrency, type ShownCurrency, useShownCurrency } from './currency.ts'

function CurrencySelect() {
  const { t } = useTranslation()
  const currency = useShownCurrency()
  return (
    <NativeSelect
      className="quiet-select"
      aria-label={t('currency')}
      size="sm"
      data={['EUR', 'CFA']}
      value={currency}
      onChange={event => chooseCurrency(event.currentTarget.value as ShownCurrency)}
    />
  )
}

export function DisplayChoices() {
  return (
    <>
      <CurrencySelect />
      <LanguageSelect />
    </>
  )
}
