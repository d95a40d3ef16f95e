// A payment that its payer came back from, as the server knows it: still open, made, failed, cancelled or too late.
import type { ReturnedPayment } from '@jokko/contract/pay-in'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { proposeLanguage } from '../app/i18n.ts'
import { useAmountFormat } from '../common/amount.tsx'
import { CancelPayment } from '../common/cancel-payment.tsx'
import { useFreshOperations } from '../common/fresh-operations.ts'
import { giveUpPayment } from '../common/give-up-payment.ts'
import { OutcomeCard } from '../common/outcome-card.tsx'
import { useAsking } from '../common/pace.ts'
import { PaymentNotShown } from '../common/payment-not-shown.tsx'
import { StillWaiting } from '../common/still-waiting.tsx'
import { leaveFor } from '../common/way-to-pay.ts'
import { CloseButton, SeeOperation, UseAnotherMethod } from '../common/ways-on.tsx'
import { HelpForBeneficiary } from './help-for-beneficiary.tsx'
import { InstantSteps } from './instant-steps.tsx'
import { returnedQuery } from './returned-api.ts'
import { instantStops, isToBank, nextKeys, returnedPace, toneOf } from './returned-payment.ts'

type Ask = () => Promise<unknown>
type PendingProps = {
  readonly payment: ReturnedPayment
  readonly ask: Ask
  readonly notice: string | undefined
}

function Pending({ payment, ask, notice }: PendingProps) {
  const { t } = useTranslation('payin')
  const format = useAmountFormat()
  const { isOver, askNow } = useAsking({
    isWaiting: true,
    pace: returnedPace,
    about: payment.reference,
    ask,
  })
  const { connect_url: url, reference } = payment
  const stops = instantStops(payment)
  const cancel = async () => {
    await giveUpPayment(reference)
    await ask()
  }
  return (
    <OutcomeCard
      tone={isOver ? 'waiting' : 'progress'}
      heading={t('pending.title')}
      buttons={
        <>
          {url !== null && <Button onClick={() => leaveFor(url)}>{t('way.continue')}</Button>}
          {url !== null && <CancelPayment of={payment} cancel={cancel} />}
          <SeeOperation payment={payment} />
          <CloseButton />
        </>
      }
    >
      <p className="outcome__amount tabular">
        {t('amount', { amount: format(payment.amount, payment.currency) })}
      </p>
      {notice !== undefined && (
        <Alert color="amber" role="alert">
          {notice}
        </Alert>
      )}
      <p className="outcome__text">
        {t('pending.text')} {url !== null && t('pending.unfinished')}
      </p>
      {stops !== undefined && <InstantSteps stops={stops} />}
      <StillWaiting isOver={isOver} onAsk={askNow} />
    </OutcomeCard>
  )
}

function Succeeded({ payment }: { payment: ReturnedPayment }) {
  const { t } = useTranslation('payin')
  const format = useAmountFormat()
  useFreshOperations()
  const amount = format(payment.amount, payment.currency)
  const stops = instantStops(payment)
  // A debit that the bank has taken is a success for the payer, though its money is still on the way.
  const isOrdered = payment.method === 'direct_debit'
  return (
    <OutcomeCard
      tone="done"
      heading={t(isOrdered ? 'ended.ordered' : 'ended.succeeded')}
      buttons={
        <>
          <SeeOperation payment={payment} isFirst />
          <CloseButton />
        </>
      }
    >
      <p className="outcome__amount tabular">{isOrdered ? amount : t('ended.paid', { amount })}</p>
      {nextKeys(payment).map(key => (
        <p key={key} className="outcome__text">
          {t(`next.${key}`, { recipient: payment.recipient })}
        </p>
      ))}
      {stops !== undefined && <InstantSteps stops={stops} />}
      {isToBank(payment) && <HelpForBeneficiary />}
    </OutcomeCard>
  )
}

type UnpaidProps = {
  readonly payment: ReturnedPayment
  readonly status: 'failed' | 'cancelled' | 'expired'
  readonly notice: string | undefined
}

/** Where money went that came after the end; that the time is over, the heading says. */
const lateMoney = ({ failure }: ReturnedPayment): string | undefined =>
  failure === null || failure.code === 'expired' ? undefined : failure.message

function Unpaid({ payment, status, notice }: UnpaidProps) {
  const { t } = useTranslation('payin')
  useFreshOperations()
  // What the page itself was told is nearer to what the payer just did than the payment's record.
  const reason = status === 'failed' ? (notice ?? payment.failure?.message) : lateMoney(payment)
  return (
    <OutcomeCard
      tone={toneOf[status]}
      heading={t(`ended.${status}`)}
      buttons={
        <>
          <UseAnotherMethod payment={payment} />
          <SeeOperation payment={payment} />
          <CloseButton />
        </>
      }
    >
      {reason !== undefined && <p className="outcome__text">{reason}</p>}
      <p className="outcome__text">
        {t(payment.operation_type === 'deposit' ? 'ended.nothing_deposited' : `ended.${status}_text`)}
      </p>
    </OutcomeCard>
  )
}

type ReturnedViewProps = {
  readonly name: string
  /** A refusal that the page met on the way here, in the reader's words. */
  readonly notice?: string | undefined
}

export function ReturnedView({ name, notice }: ReturnedViewProps) {
  const { t, i18n } = useTranslation('common')
  const { data: payment, error, refetch } = useQuery(returnedQuery(name, i18n.language))
  const language = payment?.language
  useEffect(() => {
    if (language !== undefined) void proposeLanguage(language)
  }, [language])
  if (payment === undefined) {
    if (error !== null) return <PaymentNotShown error={error} onRetry={() => void refetch()} />
    return <FormSkeleton label={t('loading')} fields={2} />
  }
  const { status } = payment
  if (status === 'pending') return <Pending payment={payment} ask={refetch} notice={notice} />
  if (status === 'succeeded') return <Succeeded payment={payment} />
  return <Unpaid payment={payment} status={status} notice={notice} />
}
