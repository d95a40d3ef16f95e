// The rate of the arrival brought less than the sender accepts: what it brings today, and the one button that sends it.
import type { OperationDetail } from '@jokko/contract/history'
import type { Quote } from '@jokko/contract/transfer'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../app/session.tsx'
import { useAmountFormat } from '../common/amount.tsx'
import { FigureList } from './figure-list.tsx'
import { sendAtTodaysRate, todaysRateQuery } from './history-api.ts'
import { QuoteOffer } from './quote-offer.tsx'
import { balanceAfter } from './short-figures.ts'
import './short-choices.css'

type TodaysRateProps = { readonly operation: OperationDetail; readonly onDone: () => void }

function QuoteFigures({ operation, quote }: { operation: OperationDetail; quote: Quote }) {
  const { t } = useTranslation('history')
  const format = useAmountFormat()
  const balance = useUser().client.euro_balance
  const { payable_target, source, total_to_pay } = quote
  const { amount_in_receiver_currency: ordered, receiver_currency: currency } = operation
  return (
    <FigureList
      figures={[
        {
          label: t('short.less_receives', { name: operation.fullname }),
          value: format(payable_target.amount, payable_target.currency),
          ...(ordered !== null &&
            currency !== null && { note: t('todays_rate.instead', { amount: format(ordered, currency) }) }),
          isStrong: true,
        },
        { label: t('short.less_sent'), value: format(source.amount, source.currency) },
        { label: t('short.less_fees'), value: format(quote.fee, 'EUR') },
        { label: t('short.balance_debit'), value: format(total_to_pay.amount, 'EUR'), isStrong: true },
        {
          label: t('short.balance_then'),
          value: format(balanceAfter(balance, total_to_pay.amount), 'EUR'),
        },
      ]}
    />
  )
}

export function TodaysRate({ operation, onDone }: TodaysRateProps) {
  const { t } = useTranslation(['history', 'statuses'])
  const format = useAmountFormat()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button fullWidth leftSection={<IconSend size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('action.send_at_todays_rate', { ns: 'statuses' })}
      </Button>
    )
  }
  return (
    <section aria-labelledby="todays-rate">
      <h4 className="operation__subtitle" id="todays-rate">
        {t('todays_rate.title')}
      </h4>
      <QuoteOffer
        query={todaysRateQuery(operation.id)}
        accept={({ id }, key) => sendAtTodaysRate(operation.id, id, key)}
        figures={quote => <QuoteFigures operation={operation} quote={quote} />}
        label={({ total_to_pay }) =>
          t('todays_rate.confirm', { amount: format(total_to_pay.amount, total_to_pay.currency) })
        }
        done={t('todays_rate.done')}
        onDone={onDone}
      />
    </section>
  )
}
