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

function promiseOf(badge: OperationDetail['badge']) {
  if (badge === 'done') return 'sent.received'
  return badge === 'failed' ? 'sent.was_to_receive' : 'summary.promise'
}

/** Money that came short waits for the sender, who decides where all the details stand. */
const isDecisionNeeded = (operation: OperationDetail | undefined): boolean =>
  operation?.allowed_actions.includes('send_less') ?? false

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
  const { destination_user: who, local_amount_without_fee, local_currency } = payment.transfer
  const badge = operation?.badge ?? 'progress'
  const needsDecision = isDecisionNeeded(operation)
  const isUnpaid = operation !== undefined && waitsForPayer(operation)
  const received = format(local_amount_without_fee, local_currency)
  return (
    <StepFrame stage="confirmation">
      <div aria-live="polite">
        <StepHeading>{t(headingOf(operation))}</StepHeading>
      </div>
      <section className="card confirmation" data-testid="confirmation" data-badge={badge}>
        <div className="confirmation__promise">
          <p>
            {t(promiseOf(badge), {
              name: who.company?.name ?? who.full_name,
            })}
          </p>
          <AmountText main={received} size="display" />
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
