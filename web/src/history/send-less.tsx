// Sending less: a new quote of what the received money pays for, shown whole before it is accepted.
import type { Quote } from '@jokko/contract/transfer'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { notify } from '../app/notify.ts'
import { useAmountFormat } from '../common/amount.tsx'
import { formatClock } from '../common/date.ts'
import { MoneyButton } from '../common/money-button.tsx'
import { useMoneyCommand } from '../common/money-command.ts'
import { problemText } from '../common/problem-text.ts'
import { FigureList } from './figure-list.tsx'
import { sendLessQuery, settleShort } from './history-api.ts'
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

const isTooOld = (error: Error): boolean => error instanceof ApiError && error.code === 'quote_expired'

type AcceptProps = SendLessProps & { readonly quote: Quote; readonly onTooOld: () => void }

function AcceptQuote({ operation, quote, onDone, onTooOld }: AcceptProps) {
  const { t, i18n } = useTranslation('history')
  const format = useAmountFormat()
  const command = useMoneyCommand({
    send: key => settleShort(operation.id, { choice: 'send_less', quote_id: quote.id }, key),
    onDone: () => {
      void notify(t('short.less_done'), 'success')
      onDone()
    },
    onRefused: error => {
      if (isTooOld(error)) onTooOld()
    },
  })
  return (
    <>
      <QuoteFigures operation={operation} quote={quote} />
      <MoneyButton
        command={command}
        label={t('short.less_confirm', { amount: format(quote.source.amount, quote.source.currency) })}
      />
      <p className="short__until">
        {t('short.less_until', { time: formatClock(quote.accept_by, i18n.language) })}
      </p>
    </>
  )
}

export function SendLess({ operation, onDone }: SendLessProps) {
  const { t } = useTranslation('history')
  const { data, error, refetch } = useQuery(sendLessQuery(operation.id))
  const [hasChanged, setChanged] = useState(false)
  if (data === undefined && error === null)
    return <FormSkeleton label={t('loading', { ns: 'common' })} fields={4} />
  if (data === undefined) {
    return (
      <Alert color="clay" role="alert">
        <p className="operation__sentence">{problemText(error)}</p>
        <Button size="compact-md" variant="default" onClick={() => void refetch()}>
          {t('retry', { ns: 'common' })}
        </Button>
      </Alert>
    )
  }
  const askAgain = () => {
    setChanged(true)
    void refetch()
  }
  return (
    <>
      {hasChanged && (
        <Alert color="amber" role="status" className="short__changed">
          {t('short.less_changed')}
        </Alert>
      )}
      <AcceptQuote key={data.id} operation={operation} quote={data} onDone={onDone} onTooOld={askAgain} />
    </>
  )
}
