// One's own request, opened by its link: while it can be paid, the link to pass on; then what became of it.
import type { PaymentRequest, RequestedPayment } from '@jokko/contract/payment-request'
import { AmountText } from '@jokko/ui/amount-text'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUser } from '../app/session.tsx'
import { useAmountFormat } from '../common/amount.tsx'
import { OutcomeCard, type OutcomeTone } from '../common/outcome-card.tsx'
import { problemText } from '../common/problem-text.ts'
import { LinkToShare } from './link-to-share.tsx'
import { ownRequestQuery } from './payment-request-api.ts'
import { RequestFrame } from './request-frame.tsx'

const tones: Record<PaymentRequest['state'], OutcomeTone> = {
  open: 'question',
  accepted: 'progress',
  paid: 'done',
  declined: 'closed',
  expired: 'closed',
  cancelled: 'closed',
}

function LinkOf({ id }: { id: string }) {
  const { t } = useTranslation(['payment-request', 'common'])
  const { data, error, refetch } = useQuery(ownRequestQuery(id))
  if (data !== undefined)
    return (
      <div className="request-made">
        {data.is_being_paid && <p className="flow-note">{t('list.being_paid')}</p>}
        <LinkToShare url={data.url} />
      </div>
    )
  if (error === null) return <FormSkeleton label={t('loading', { ns: 'common' })} fields={1} />
  return (
    <Alert color="clay" role="alert">
      <p className="dialog-text">{problemText(error)}</p>
      <Button onClick={() => void refetch()}>{t('retry', { ns: 'common' })}</Button>
    </Alert>
  )
}

export function OwnRequest({ requested }: { requested: RequestedPayment }) {
  const { t } = useTranslation('payment-request')
  const format = useAmountFormat()
  const { id, transfer, request } = requested
  const { state } = request
  // Its requests are its owner's: a colleague is told that it is one of theirs.
  const { can } = useUser()
  const isOpen = state === 'open' || state === 'accepted'
  const ownText = can.payment_request ? 'end.own_text' : 'end.own_of_company'
  return (
    <RequestFrame stage={undefined}>
      <OutcomeCard
        tone={tones[state]}
        heading={t(isOpen ? 'end.own' : `end.${state}`)}
        buttons={
          <>
            <Button component={Link} to="/dashboard/home">
              {t('end.home')}
            </Button>
            {can.payment_request && (
              <Button
                variant="default"
                renderRoot={props => (
                  <Link {...props} to="/dashboard/home" search={{ flow: 'payment_request' }} />
                )}
              >
                {t('end.requests')}
              </Button>
            )}
          </>
        }
      >
        <AmountText main={format(transfer.amount_without_fee, 'EUR')} second={transfer.reason} size="title" />
        <p className="outcome__text">{t(state === 'open' ? ownText : `end.own_${state}`)}</p>
        {state === 'open' && can.payment_request && <LinkOf id={id} />}
      </OutcomeCard>
    </RequestFrame>
  )
}
