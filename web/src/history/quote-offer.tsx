// A new quote for money that is here already, shown whole before it is accepted; one that is too old is asked for again.
import type { Quote } from '@jokko/contract/transfer'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { notify } from '../app/notify.ts'
import { formatClock } from '../common/date.ts'
import { MoneyButton } from '../common/money-button.tsx'
import { useMoneyCommand } from '../common/money-command.ts'
import { problemText } from '../common/problem-text.ts'

type Offered = {
  readonly accept: (quote: Quote, key: string) => Promise<unknown>
  readonly figures: (quote: Quote) => ReactNode
  readonly label: (quote: Quote) => string
  /** What is said once it is accepted. */
  readonly done: string
  readonly onDone: () => void
}

const isTooOld = (error: Error): boolean => error instanceof ApiError && error.code === 'quote_expired'

type AcceptProps = Offered & { readonly quote: Quote; readonly onTooOld: () => void }

function AcceptQuote({ quote, accept, figures, label, done, onDone, onTooOld }: AcceptProps) {
  const { t, i18n } = useTranslation('history')
  const command = useMoneyCommand({
    send: key => accept(quote, key),
    onDone: () => {
      void notify(done, 'success')
      onDone()
    },
    onRefused: error => {
      if (isTooOld(error)) onTooOld()
    },
  })
  return (
    <>
      {figures(quote)}
      <MoneyButton command={command} label={label(quote)} />
      <p className="short__until">
        {t('short.less_until', { time: formatClock(quote.accept_by, i18n.language) })}
      </p>
    </>
  )
}

type QuoteOfferProps = Offered & {
  readonly query: UseQueryOptions<Quote, Error, Quote, string[]>
}

export function QuoteOffer({ query, ...offered }: QuoteOfferProps) {
  const { t } = useTranslation('history')
  const { data, error, isFetching, refetch } = useQuery(query)
  /** What was refused is not offered again. */
  const [tooOld, setTooOld] = useState<string>()
  const quote = data?.id === tooOld ? undefined : data
  if (quote === undefined && (isFetching || error === null))
    return <FormSkeleton label={t('loading', { ns: 'common' })} fields={4} />
  if (quote === undefined) {
    return (
      <Alert color="clay" role="alert">
        <p className="operation__sentence">{problemText(error)}</p>
        <Button size="compact-md" variant="default" onClick={() => void refetch()}>
          {t('retry', { ns: 'common' })}
        </Button>
      </Alert>
    )
  }
  return (
    <>
      {tooOld !== undefined && (
        <Alert color="amber" role="status" className="short__changed">
          {t('short.less_changed')}
        </Alert>
      )}
      <AcceptQuote
        key={quote.id}
        {...offered}
        quote={quote}
        onTooOld={() => {
          setTooOld(quote.id)
          void refetch()
        }}
      />
    </>
  )
}
