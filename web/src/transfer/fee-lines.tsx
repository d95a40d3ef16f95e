// The figures of a price, line by line: amount, fees, rate, total.
import type { QuoteFigures } from '@jokko/contract/transfer'
import { useTranslation } from 'react-i18next'
import { formatRate, useAmountFormat } from '../common/amount.tsx'
import '../common/fee-lines.css'

export function FeeLines({ figures, reason }: { figures: QuoteFigures; reason?: string }) {
  const { t, i18n } = useTranslation('transfer')
  const format = useAmountFormat()
  const { source, lines, total_to_pay: total, rate, rate_is_fixed, payable_target } = figures
  return (
    <dl className="fee-lines">
      <div>
        <dt>{t('lines.amount')}</dt>
        <dd>{format(source.amount, source.currency)}</dd>
      </div>
      {lines.map(line => (
        <div key={line.kind}>
          <dt>{t(`lines.${line.kind}`)}</dt>
          <dd>{format(line.amount, line.currency)}</dd>
        </div>
      ))}
      {payable_target.currency !== 'EUR' && (
        <div>
          <dt>{t(rate_is_fixed ? 'lines.rate_fixed' : 'lines.rate_floating')}</dt>
          <dd>{formatRate(rate, i18n.language)}</dd>
        </div>
      )}
      {reason !== undefined && (
        <div>
          <dt>{t('lines.reason')}</dt>
          <dd className="fee-lines__text">{reason}</dd>
        </div>
      )}
      <div className="fee-lines__total">
        <dt>{t('lines.total')}</dt>
        <dd>{format(total.amount, total.currency)}</dd>
      </div>
    </dl>
  )
}
