// The requests of a company so far, each with where it stands and what can still be done about it.
import type { PaymentRequest } from '@jokko/contract/payment-request'
import { EmptyState } from '@jokko/ui/empty-state'
import { RowsSkeleton } from '@jokko/ui/skeletons'
import { StatusBadge } from '@jokko/ui/status-badge'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { formatDay } from '../common/date.ts'
import { MoneyButton } from '../common/money-button.tsx'
import { useMoneyCommand } from '../common/money-command.ts'
import { problemText } from '../common/problem-text.ts'
import { QuestionDialog } from '../common/question-dialog.tsx'
import { cancelRequest, isOpenRequest, perPage, requestsQuery } from './payment-request-api.ts'

const tones = {
  open: 'started',
  accepted: 'progress',
  paid: 'done',
  declined: 'failed',
  expired: 'failed',
  cancelled: 'failed',
} as const satisfies Record<PaymentRequest['state'], string>

function Cancel({ request }: { request: PaymentRequest }) {
  const { t } = useTranslation('payment-request')
  const [isAsking, setAsking] = useState(false)
  const command = useMoneyCommand({ send: key => cancelRequest(request.id, key), onDone: () => undefined })
  if (command.isBusy || command.isUnknown || command.refusal !== null)
    return <MoneyButton command={command} label={t('list.cancel_yes')} color="clay" />
  return (
    <>
      <Button variant="subtle" size="sm" onClick={() => setAsking(true)}>
        {t('list.cancel')}
        <span className="visually-hidden"> {request.reason}</span>
      </Button>
      {isAsking && (
        <QuestionDialog
          title={t('list.cancel_title')}
          text={t('list.cancel_text')}
          safe={{ label: t('list.cancel_no'), onGive: () => setAsking(false) }}
          other={{
            label: t('list.cancel_yes'),
            isGrave: true,
            onGive: () => {
              setAsking(false)
              command.run()
            },
          }}
        />
      )}
    </>
  )
}

function Row({ request, onShow }: { request: PaymentRequest; onShow: () => void }) {
  const { t, i18n } = useTranslation('payment-request')
  const format = useAmountFormat()
  const { payer, paid_by: paidBy, state } = request
  const isOpen = isOpenRequest(request)
  const who = payer === null ? t('list.anyone') : (payer.email ?? payer.phone_number)
  const until = t('list.until', { date: formatDay(request.expires_at, i18n.language) })
  return (
    <li className="card request-row" data-testid="request-row" data-state={state}>
      <div className="request-row__head">
        <span className="request-row__reason">{request.reason}</span>
        <span className="tabular unbroken">{format(request.amount, 'EUR')}</span>
      </div>
      <div className="request-row__head">
        <span className="flow-note">
          {paidBy === null ? who : t('list.paid_by', { name: paidBy })}
          {isOpen && ` · ${until}`}
        </span>
        <StatusBadge tone={tones[state]} label={t(`state.${state}`)} />
      </div>
      {request.is_being_paid && <p className="flow-note">{t('list.being_paid')}</p>}
      {isOpen && (
        <div className="request-row__actions">
          <Button variant="default" size="sm" onClick={onShow}>
            {t('list.show')}
            <span className="visually-hidden"> {request.reason}</span>
          </Button>
          {request.can_cancel && <Cancel request={request} />}
        </div>
      )}
    </li>
  )
}

export function RequestList({ onShow }: { onShow: (request: PaymentRequest) => void }) {
  const { t } = useTranslation(['payment-request', 'common'])
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(requestsQuery(page))
  const pages = Math.ceil((data?.total_count ?? 0) / perPage)
  return (
    <section className="request-card" aria-labelledby="requests-so-far">
      <h2 className="section-title" id="requests-so-far">
        {t('list.heading')}
      </h2>
      {data === undefined && error === null && (
        <RowsSkeleton label={t('loading', { ns: 'common' })} rows={2} />
      )}
      {error !== null && (
        <Alert color="clay" role="alert">
          <p className="dialog-text">{problemText(error)}</p>
          <Button onClick={() => void refetch()}>{t('retry', { ns: 'common' })}</Button>
        </Alert>
      )}
      {data?.total_count === 0 && (
        <EmptyState title={t('list.none')} text={t('list.none_text')} headingLevel={3} />
      )}
      <ul className="request-list">
        {data?.payment_requests.map(request => (
          <Row key={request.id} request={request} onShow={() => onShow(request)} />
        ))}
      </ul>
      {pages > 1 && (
        <div className="request-buttons">
          <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('list.newer')}
          </Button>
          <Button variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('list.older')}
          </Button>
        </div>
      )}
    </section>
  )
}
