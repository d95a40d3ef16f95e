// The end of a transfer from the balance, and of a bank transfer that has arrived: the route, live until it ends.
import type { OperationDetail } from '@jokko/contract/history'
import type { Payment } from '@jokko/contract/transfer'
import { AmountText } from '@jokko/ui/amount-text'
import { RouteSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { ContinueToPay } from '../common/continue-to-pay.tsx'
import { StepHeading } from '../common/flow-step.tsx'
import { OperationRoute } from '../common/operation-route.tsx'
import { problemText } from '../common/problem-text.ts'
import { waitsForPayer } from '../common/way-to-pay.ts'
import { StepFrame } from './step-frame.tsx'
import { operationQuery } from './transfer-api.ts'
import './live-confirmation.css'

/** The live connection tells at once; this asks where it cannot be had. */
const askAgainMs = 5000

const isMoving = (operation: OperationDetail | undefined): boolean =>
  operation === undefined || operation.badge === 'progress' || operation.badge === 'started'

type Heading =
  | 'sent.heading'
  | 'sent.heading_paid'
  | 'sent.heading_failed'
  | 'sent.heading_waiting'
  | 'sent.heading_closed'

function headingOf(operation: OperationDetail | undefined): Heading {
  if (operation === undefined) return 'sent.heading'
  const { badge, status, aborted } = operation
  if (aborted) return 'sent.heading_closed'
  if (status === 'pending' || status === 'suspicious' || badge === 'started') return 'sent.heading_waiting'
  if (badge === 'done') return 'sent.heading_paid'
  return badge === 'failed' ? 'sent.heading_failed' : 'sent.heading'
}

function promiseOf(badge: OperationDetail['badge'], isAtLeast: boolean, isOnBalance: boolean) {
  if (isOnBalance) return 'sent.was_to_receive'
  if (isAtLeast) return 'sent.at_least'
  if (badge === 'done') return 'sent.received'
  return badge === 'failed' ? 'sent.was_to_receive' : 'summary.promise'
}

/** Money that came short or is on the balance waits for the sender, who decides where all the details stand. */
const isDecisionNeeded = ({ allowed_actions, waits_on_balance }: OperationDetail): boolean =>
  allowed_actions.includes('send_less') || waits_on_balance !== null

/** What arrives: as it was promised, or as the rate of its day made it, or at least so much until that is known. */
function amountOf(payment: Payment, operation: OperationDetail | undefined) {
  const least = operation === undefined ? payment.receives_at_least : operation.receives_at_least
  if (least !== null) return least
  const { amount_in_receiver_currency: amount, receiver_currency: currency } = operation ?? {}
  return amount && currency ? { amount, currency } : payment.payable
}

function useLiveOperation(id: string) {
  return useQuery({
    ...operationQuery(id),
    refetchInterval: ({ state }) => (isMoving(state.data) ? askAgainMs : false),
  })
}

type LiveConfirmationProps = {
  readonly payment: Payment
  readonly onHome: () => void
  readonly onAgain: () => void
  readonly onDetails: () => void
}

export function LiveConfirmation({ payment, onHome, onAgain, onDetails }: LiveConfirmationProps) {
  const { t } = useTranslation(['transfer', 'common'])
  const format = useAmountFormat()
  const { data: operation, error } = useLiveOperation(payment.id)
  const { destination_user: who } = payment.transfer
  const badge = operation?.badge ?? 'progress'
  const needsDecision = operation !== undefined && isDecisionNeeded(operation)
  const isUnpaid = operation !== undefined && waitsForPayer(operation)
  const { amount, currency } = amountOf(payment, operation)
  const isAtLeast = (operation ?? payment).receives_at_least !== null
  const isOnBalance = (operation?.waits_on_balance ?? null) !== null
  return (
    <StepFrame stage="confirmation">
      <div aria-live="polite">
        <StepHeading>{t(headingOf(operation))}</StepHeading>
      </div>
      <section className="card confirmation" data-testid="confirmation" data-badge={badge}>
        <div className="confirmation__promise">
          <p>
            {t(promiseOf(badge, isAtLeast, isOnBalance), {
              name: who.company?.name ?? who.full_name,
            })}
          </p>
          <AmountText main={format(amount, currency)} size="display" />
        </div>
        {operation !== undefined && (
          <OperationRoute stops={operation.route} live={isMoving(operation)} orientation="vertical" />
        )}
        {operation === undefined && error === null && (
          <RouteSkeleton label={t('loading', { ns: 'common' })} />
        )}
        {operation === undefined && error !== null && (
          <Alert color="amber" role="status">
            {problemText(error)}
          </Alert>
        )}
        {operation !== undefined && (
          <p className="flow-note">
            {t('sent.reference')} <span className="tabular">{operation.reference_number}</span>
          </p>
        )}
      </section>
      {operation !== undefined && isUnpaid && (
        <Suspense>
          <ContinueToPay operation={operation} />
        </Suspense>
      )}
      {isMoving(operation) && !needsDecision && !isUnpaid && (
        <p className="flow-note confirmation__follow">{t('sent.follow')}</p>
      )}
      <div className="confirmation__buttons">
        {needsDecision && <Button onClick={onDetails}>{t('sent.decide')}</Button>}
        <Button {...(needsDecision || isUnpaid ? { variant: 'default' } : {})} onClick={onHome}>
          {t('home', { ns: 'flow' })}
        </Button>
        {!needsDecision && (
          <Button variant="default" onClick={onDetails}>
            {t('sent.details')}
          </Button>
        )}
        <Button variant="subtle" onClick={onAgain}>
          {t('sent.again')}
        </Button>
      </div>
    </StepFrame>
  )
}
