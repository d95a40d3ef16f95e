// Second step: the price as it will be charged, and the one button that opens the deposit.
import type { Deposit } from '@jokko/contract/deposit'
import type { Quote } from '@jokko/contract/transfer'
import { AmountText } from '@jokko/ui/amount-text'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { eurosInCfa, useAmountFormat } from '../common/amount.tsx'
import { StepHeading } from '../common/flow-step.tsx'
import { MoneyButton } from '../common/money-button.tsx'
import { useMoneyCommand } from '../common/money-command.ts'
import { problemText } from '../common/problem-text.ts'
import { useTimeLeft } from '../common/quote-time.ts'
import { TimeLeft } from '../common/time-left.tsx'
import { type HeldQuote, openDeposit, quoteQuery } from './deposit-api.ts'
import { useDeposit } from './deposit-context.ts'
import { depositMethods, needsWallet, quoteRequest } from './deposit-flow.ts'
import { DepositFrame } from './deposit-frame.tsx'
import { DepositFigures } from './deposit-panel.tsx'

/** A price that became another one while it was looked at is seen before it is paid. */
function Changed({ quote }: { quote: Quote }) {
  const { t } = useTranslation('deposit')
  const format = useAmountFormat()
  const first = useRef(quote.total_to_pay.amount)
  if (first.current === quote.total_to_pay.amount) return null
  return (
    <Alert color="amber" role="alert">
      {t('payment.changed', {
        before: format(first.current, 'EUR'),
        now: format(quote.total_to_pay.amount, 'EUR'),
      })}
    </Alert>
  )
}

function useOpening({ quote }: HeldQuote, onOpened: (deposit: Deposit) => void, onEnded: () => void) {
  const { state, home } = useDeposit()
  const method = depositMethods(home).find(({ id }) => id === state.methodId)
  const { walletCountryId } = state
  return useMoneyCommand({
    send: key =>
      openDeposit(
        {
          quote_id: quote.id,
          cashin_method_id: method?.id ?? 0,
          amount_without_fees_in_euro: quote.source.amount,
          country_id: home.id,
          ...(needsWallet(method, home) &&
            walletCountryId !== undefined && { wallet_country_id: walletCountryId }),
        },
        key,
      ),
    onDone: onOpened,
    onRefused: error => {
      if (error instanceof ApiError && error.code.startsWith('quote_')) onEnded()
    },
  })
}

type ReadyProps = {
  readonly held: HeldQuote
  readonly timeLeft: number
  readonly isAsking: boolean
  /** Why the last asking brought no price. */
  readonly problem: Error | null
  readonly askAgain: () => void
  readonly onEnded: () => void
  readonly onOpened: (deposit: Deposit) => void
}

/** Instead of the button, where a price has ended and no new one came. */
function NoPrice({ problem, askAgain }: Pick<ReadyProps, 'problem' | 'askAgain'>) {
  const { t } = useTranslation('common')
  return (
    <>
      <Alert color="clay" role="alert">
        {problemText(problem)}
      </Alert>
      <Button fullWidth onClick={askAgain}>
        {t('retry')}
      </Button>
    </>
  )
}

const nextOf = { bank_transfer: 'payment.by_bank', mobile_money: 'payment.by_phone' } as const

function Ready({ held, timeLeft, isAsking, problem, askAgain, onEnded, onOpened }: ReadyProps) {
  const { t } = useTranslation(['deposit', 'flow'])
  const { state, home, goBack } = useDeposit()
  const format = useAmountFormat()
  const command = useOpening(held, onOpened, onEnded)
  const { source, fee, total_to_pay: total } = held.quote
  const method = depositMethods(home).find(({ id }) => id === state.methodId)?.name
  const isByBank = method === 'bank_transfer'
  const isPressed = command.isBusy || command.isUnknown
  const isOver = timeLeft === 0 && !isAsking && problem !== null && !isPressed
  return (
    <>
      <div className="deposit-card">
        <section className="card deposit-promise">
          <div>
            <p>{t('payment.promise')}</p>
            <AmountText
              main={format(source.amount, 'EUR')}
              second={`≈\u00a0${format(eurosInCfa(source.amount) ?? '0', 'XOF')}`}
              size="display"
            />
          </div>
        </section>
        <DepositFigures amount={source.amount} fee={fee} total={total.amount} method={method} />
      </div>
      <div className="deposit-confirm">
        <Changed quote={held.quote} />
        <p className="flow-note">
          {t(method === 'bank_transfer' || method === 'mobile_money' ? nextOf[method] : 'payment.by_company')}
        </p>
        {isOver ? (
          <NoPrice problem={problem} askAgain={askAgain} />
        ) : (
          <MoneyButton
            command={command}
            label={isByBank ? t('payment.order') : t('payment.pay', { amount: format(total.amount, 'EUR') })}
            disabled={timeLeft === 0}
          />
        )}
      </div>
      <div className="deposit-foot">
        <Button variant="default" onClick={goBack} disabled={command.isBusy}>
          {t('back', { ns: 'flow' })}
        </Button>
        {!isOver && <TimeLeft milliseconds={timeLeft} isAsking={isAsking} />}
      </div>
    </>
  )
}

export function PaymentStep({ onOpened }: { onOpened: (deposit: Deposit) => void }) {
  const { t } = useTranslation(['deposit', 'flow', 'common'])
  const { state, home, goBack } = useDeposit()
  const queries = useQueryClient()
  const query = quoteQuery(quoteRequest(state, home))
  const { data, error, isFetching, refetch } = useQuery(query)
  const timeLeft = useTimeLeft(data?.endsAt)
  /** Before its time, where the server says so. */
  const endPrice = () => {
    queries.setQueryData(query.queryKey, held => held && { ...held, endsAt: 0 })
    void refetch()
  }
  const method = depositMethods(home).find(({ id }) => id === state.methodId)
  return (
    <DepositFrame stage="complete_payment" isByBank={method?.name === 'bank_transfer'}>
      <StepHeading>{t('payment.heading')}</StepHeading>
      {data !== undefined && (
        <Ready
          held={data}
          timeLeft={timeLeft}
          isAsking={isFetching}
          problem={error}
          askAgain={() => void refetch()}
          onEnded={endPrice}
          onOpened={onOpened}
        />
      )}
      {data === undefined && error === null && <FormSkeleton label={t('payment.quoting')} fields={3} />}
      {data === undefined && error !== null && (
        <>
          <Alert color="clay" role="alert">
            {problemText(error)}
          </Alert>
          <div className="flow-buttons">
            <Button variant="default" onClick={goBack}>
              {t('back', { ns: 'flow' })}
            </Button>
            <Button onClick={() => void refetch()}>{t('retry', { ns: 'common' })}</Button>
          </div>
        </>
      )}
    </DepositFrame>
  )
}
