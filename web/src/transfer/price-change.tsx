// What is different in the new price: shown before anyone confirms it.
import type { Quote } from '@jokko/contract/transfer'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatRate, useAmountFormat } from '../common/amount.tsx'

type Money = Quote['total_to_pay']

export function PriceChange({ before, now }: { before: Quote; now: Quote }) {
  const { t, i18n } = useTranslation('transfer')
  const format = useAmountFormat()
  const inWords = ({ amount, currency }: Money) => format(amount, currency)
  const pair = (a: Money, b: Money) => ({ before: inWords(a), now: inWords(b) })
  const changes = [
    before.total_to_pay.amount !== now.total_to_pay.amount &&
      t('summary.changed_total', pair(before.total_to_pay, now.total_to_pay)),
    before.payable_target.amount !== now.payable_target.amount &&
      t('summary.changed_received', pair(before.payable_target, now.payable_target)),
    before.rate !== now.rate &&
      t('summary.changed_rate', {
        before: formatRate(before.rate, i18n.language),
        now: formatRate(now.rate, i18n.language),
      }),
  ]
  return (
    <Alert color="amber" role="alert" title={t('summary.changed_title')}>
      <p className="price-change">
        {changes.filter(change => change !== false).join(' ')} {t('summary.changed_check')}
      </p>
    </Alert>
  )
}
