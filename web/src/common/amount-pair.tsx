// The amount in euros and in the local currency: one is typed and stays as it is, the other follows by the rate.
import { toDecimal } from '@jokko/core/money'
import { useTranslation } from 'react-i18next'
import { currencyLabel, formatRate } from './amount.tsx'
import { AmountField } from './amount-field.tsx'
import { type KnownRate, linkedAmounts, type Side, type TypedAmount } from './linked-amounts.ts'
import './amount-pair.css'

type AmountPairProps = {
  readonly legend: string
  readonly labels: { readonly [S in Side]: string }
  readonly localCurrency: KnownRate['currency']
  readonly amount: TypedAmount
  readonly rate: KnownRate | undefined
  /** Why there is no rate. */
  readonly noRate?: string | undefined
  readonly errors: { readonly [S in Side]?: string | undefined }
  readonly onChange: (side: Side, text: string) => void
}

/** `1 € = 655,957 CFA`. */
function RateLine({ rate, noRate }: Pick<AmountPairProps, 'rate' | 'noRate'>) {
  const { t, i18n } = useTranslation('flow')
  if (rate === undefined) return <p className="flow-note amount-pair__rate">{noRate ?? '\u00a0'}</p>
  return (
    <p className="flow-note amount-pair__rate tabular">
      {t(rate.isFixed ? 'amount.rate_fixed' : 'amount.rate_floating', {
        euro: '1\u00a0€',
        local: `${formatRate(rate.rate, i18n.language)}\u00a0${currencyLabel(rate.currency)}`,
      })}
    </p>
  )
}

export function AmountPair(props: AmountPairProps) {
  const { i18n } = useTranslation()
  const { legend, labels, localCurrency, amount, rate, errors, onChange } = props
  const linked = linkedAmounts(amount, localCurrency, rate)
  const textOf = (side: Side): string => {
    if (amount.side === side) return amount.text
    const other = linked[side]
    return other === undefined ? '' : formatRate(toDecimal(other), i18n.language)
  }
  return (
    <fieldset className="amount-pair__fields">
      <legend className="visually-hidden">{legend}</legend>
      <AmountField
        label={labels.source}
        currency="EUR"
        name="euro_amount"
        value={textOf('source')}
        onChange={text => onChange('source', text)}
        error={errors.source}
      />
      <span className="amount-pair__equals" aria-hidden="true">
        =
      </span>
      <AmountField
        label={labels.target}
        currency={localCurrency}
        name="local_amount"
        value={textOf('target')}
        onChange={text => onChange('target', text)}
        error={errors.target}
        disabled={rate === undefined && amount.side === 'source'}
      />
      <RateLine {...props} />
    </fieldset>
  )
}
