// Sending less: what the received money pays for, shown whole before it is accepted.
import type { Quote } from '@jokko/contract/transfer'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { FigureList } from './figure-list.tsx'
import { sendLessQuery, settleShort } from './history-api.ts'
import { QuoteOffer } from './quote-offer.tsx'
import { useArrivingText } from './short-commands.tsx'
import { leftAfter, type ShortOperation } from './short-figures.ts'

type SendLessProps = { readonly operation: ShortOperation; readonly onDone: () => void }

function QuoteFigures({ operation, quote }: { operation: ShortOperation; quote: Quote }) {
  const { t } = useTranslation('history')
  const format = useAmountFormat()
  const before = useArrivingText(operation)
  const left = leftAfter(quote, operation.received_so_far)
  const { payable_target, source, total_to_pay } = quote
  return (
    <FigureList
      figures={[
        {
          label: t('short.less_receives', { name: operation.fullname }),
          value: format(payable_target.amount, payable_target.currency),
          note: t('short.less_instead', { amount: before }),
          isStrong: true,
        },
        { label: t('short.less_sent'), value: format(source.amount, source.currency) },
        { label: t('short.less_fees'), value: format(quote.fee, 'EUR') },
        {
          label: t('short.less_used'),
          value: format(total_to_pay.amount, total_to_pay.currency),
          isStrong: true,
        },
        ...(left === undefined ? [] : [{ label: t('short.less_back'), value: format(left, 'EUR') }]),
      ]}
    />
  )
}

export function SendLess({ operation, onDone }: SendLessProps) {
  const { t } = useTranslation('history')
  const format = useAmountFormat()
  return (
    <QuoteOffer
      query={sendLessQuery(operation.id)}
      accept={({ id }, key) => settleShort(operation.id, { choice: 'send_less', quote_id: id }, key)}
      figures={quote => <QuoteFigures operation={operation} quote={quote} />}
      label={({ source }) => t('short.less_confirm', { amount: format(source.amount, source.currency) })}
      done={t('short.less_done')}
      onDone={onDone}
    />
  )
}
