// Step "summary": the promise, the price, the route, and the one button that sends.
import type { CashInMethod } from '@jokko/contract/reference'
import type { Quote } from '@jokko/contract/transfer'
import { compare, fromDecimal, subtract, toDecimal } from '@jokko/core/money'
import { FigureSkeleton, FormSkeleton } from '@jokko/ui/skeletons'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { newIdempotencyKey } from '../app/client.ts'
import { useUser } from '../app/session.tsx'
import { useAmountFormat } from '../common/amount.tsx'
import { StepHeading } from '../common/flow-step.tsx'
import { TimeLeft } from '../common/time-left.tsx'
import { isByCompany } from '../common/way-to-pay.ts'
import { Checking } from './checking.tsx'
import { FeeLines } from './fee-lines.tsx'
import { PlannedRoute } from './planned-route.tsx'
import { PriceChange } from './price-change.tsx'
import { PromisedAmount } from './promised-amount.tsx'
import { RateOfArrival } from './rate-of-arrival.tsx'
import { StepFrame } from './step-frame.tsx'
import { useTransfer } from './transfer-context.ts'
import type { ReadyPayout } from './transfer-state.ts'
import { useQuote } from './use-quote.ts'
import { isRouteRefusal, WaysOut } from './ways-out.tsx'
import './summary-step.css'

/** What the balance misses for this price, in the reader's words. */
function useShortage(quote: Quote | undefined, method: CashInMethod): string | undefined {
  const { t } = useTranslation('transfer')
  const user = useUser()
  const format = useAmountFormat()
  const balance = fromDecimal(user.client.euro_balance, 'EUR')
  const total = quote && fromDecimal(quote.total_to_pay.amount, 'EUR')
  if (method.name !== 'balance' || total === undefined || balance === undefined) return undefined
  if (compare(total, balance) <= 0) return undefined
  return t('summary.insufficient', {
    balance: format(user.client.euro_balance, 'EUR'),
    missing: format(toDecimal(subtract(total, balance)), 'EUR'),
  })
}

type ReadyProps = {
  readonly quote: Quote
  readonly payout: ReadyPayout
  readonly method: CashInMethod
  readonly timeLeft: number
  readonly isAsking: boolean
}

function Obstacles({ quote, method }: Pick<ReadyProps, 'quote' | 'method'>) {
  const { state } = useTransfer()
  const shortage = useShortage(quote, method)
  const { refusal, earlierQuote } = state
  if (shortage !== undefined) {
    return <WaysOut refusal={{ code: 'insufficient', say: () => shortage, proposals: [] }} />
  }
  return (
    <>
      {earlierQuote !== undefined && <PriceChange before={earlierQuote} now={quote} />}
      {refusal !== undefined && (earlierQuote === undefined || refusal.code !== 'quote_expired') && (
        <WaysOut refusal={refusal} />
      )}
    </>
  )
}

/** Where the payer goes from here, unless the balance pays at once. */
function WhatIsNext({ method: { name } }: Pick<ReadyProps, 'method'>) {
  const { t } = useTranslation('transfer')
  if (name === 'balance') return null
  return (
    <p className="flow-note">
      {name === 'bank_transfer' ? t('summary.bank_next') : t(`summary.next.${name}`)}
    </p>
  )
}

/** A button that opens a page to pay on does not say that it sends. */
function sendLabel({ name }: CashInMethod) {
  if (name === 'bank_transfer') return 'summary.order'
  return isByCompany(name) ? 'summary.pay' : 'summary.send'
}

function Ready({ quote, payout, method, timeLeft, isAsking }: ReadyProps) {
  const { t } = useTranslation('transfer')
  const { state, dispatch, sender, goBack } = useTransfer()
  const format = useAmountFormat()
  const isShort = useShortage(quote, method) !== undefined
  const { submission } = state
  const amount = format(quote.total_to_pay.amount, quote.total_to_pay.currency)
  return (
    <div className="summary">
      <div className="summary__main">
        <section className="card summary__card">
          <PromisedAmount quote={quote} payout={payout} />
          <FeeLines figures={quote} reason={state.reason} />
        </section>
        {quote.on_arrival && <RateOfArrival choices={quote.on_arrival} />}
        <Obstacles quote={quote} method={method} />
      </div>
      <section className="card summary__route" aria-labelledby="summary-route">
        <h3 className="section-title" id="summary-route">
          {t('summary.route')}
        </h3>
        <PlannedRoute quote={quote} payout={payout} payBy={method.name} />
      </section>
      <div className="summary__buttons">
        <WhatIsNext method={method} />
        <Button
          className="summary__confirm"
          size="lg"
          fullWidth
          loading={submission !== undefined}
          disabled={isShort || timeLeft === 0}
          onClick={() => dispatch({ type: 'confirmed', key: newIdempotencyKey(), sender })}
        >
          {t(sendLabel(method), { amount })}
        </Button>
        <div className="summary__foot">
          <Button variant="default" onClick={goBack} disabled={submission !== undefined}>
            {t('back', { ns: 'flow' })}
          </Button>
          <TimeLeft
            milliseconds={timeLeft}
            isAsking={isAsking}
            says={quote.on_arrival ? 'figures_valid' : 'valid'}
          />
        </div>
      </div>
    </div>
  )
}

function NoQuote({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['transfer', 'common'])
  const { state, goBack } = useTransfer()
  const { refusal } = state
  if (refusal === undefined) {
    return (
      <div className="card summary__card">
        <FigureSkeleton label={t('summary.quoting')} />
        <FormSkeleton label={t('summary.quoting')} fields={2} />
      </div>
    )
  }
  return (
    <>
      <WaysOut refusal={refusal} />
      <div className="flow-buttons">
        <Button variant="default" onClick={goBack}>
          {t('back', { ns: 'flow' })}
        </Button>
        {!isRouteRefusal(refusal) && <Button onClick={onRetry}>{t('retry', { ns: 'common' })}</Button>}
      </div>
    </>
  )
}

export function SummaryStep({ onAskNow }: { onAskNow: () => void }) {
  const { t } = useTranslation('transfer')
  const { state, home } = useTransfer()
  const { quote, timeLeft, isAsking, askAgain } = useQuote()
  const { readyPayout: payout, methodId, submission } = state
  const method = home.cash_in_methods.find(({ cash_in_method }) => cash_in_method.id === methodId)
  if (submission !== undefined && (submission.state === 'unknown' || submission.tries > 1)) {
    return (
      <StepFrame stage="payment">
        <Checking submission={submission} onAskNow={onAskNow} />
      </StepFrame>
    )
  }
  const isReady = quote !== undefined && payout !== undefined && method !== undefined
  return (
    <StepFrame stage="payment">
      <div className="summary-frame" data-ready={isReady || undefined}>
        <StepHeading>{t('summary.heading')}</StepHeading>
        {isReady ? (
          <Ready
            quote={quote}
            payout={payout}
            method={method.cash_in_method}
            timeLeft={timeLeft}
            isAsking={isAsking}
          />
        ) : (
          <NoQuote onRetry={askAgain} />
        )}
      </div>
    </StepFrame>
  )
}
