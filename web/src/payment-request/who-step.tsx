// First step: who asks for how much and why, and the answer of whom they named.
import type { RequestedPayment } from '@jokko/contract/payment-request'
import { AmountText } from '@jokko/ui/amount-text'
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { formatMinute } from '../common/date.ts'
import { StepHeading } from '../common/flow-step.tsx'
import { MoneyButton } from '../common/money-button.tsx'
import { useMoneyCommand } from '../common/money-command.ts'
import { QuestionDialog } from '../common/question-dialog.tsx'
import { decline } from './payment-request-api.ts'
import { Figure, RequestFrame } from './request-frame.tsx'

const route = getRouteApi('/payment/$id')

function Decline({ requested }: { requested: RequestedPayment }) {
  const { t } = useTranslation('payment-request')
  const [isAsking, setAsking] = useState(false)
  const command = useMoneyCommand({ send: key => decline(requested.id, key), onDone: () => undefined })
  if (command.isBusy || command.isUnknown || command.refusal !== null)
    return <MoneyButton command={command} label={t('who.decline_yes')} color="clay" />
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('who.decline')}
      </Button>
      {isAsking && (
        <QuestionDialog
          title={t('who.decline_title')}
          text={t('who.decline_text', { name: requested.transfer.destination_user.full_name })}
          safe={{ label: t('who.decline_no'), onGive: () => setAsking(false) }}
          other={{
            label: t('who.decline_yes'),
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

export function WhoStep({ requested }: { requested: RequestedPayment }) {
  const { t, i18n } = useTranslation(['payment-request', 'flow'])
  const format = useAmountFormat()
  const navigate = route.useNavigate()
  const { transfer, request } = requested
  const { full_name: name } = transfer.destination_user
  const goOn = () => void navigate({ search: previous => ({ ...previous, step: 'amount' }) })
  return (
    <RequestFrame stage="beneficiary">
      <StepHeading>{t('who.heading', { name })}</StepHeading>
      <section className="card request-card" data-testid="request">
        <div>
          <p className="dialog-text">{t('who.amount')}</p>
          <AmountText
            main={format(transfer.amount_without_fee, 'EUR')}
            second={`≈\u00a0${format(transfer.local_amount_without_fee, 'XOF')}`}
            size="display"
          />
        </div>
        <dl className="fee-lines">
          <Figure label={t('who.requester')} isText>
            {name}
          </Figure>
          <Figure label={t('who.reason')} isText>
            {transfer.reason}
          </Figure>
          <Figure label={t('who.until')}>{formatMinute(request.expires_at, i18n.language)}</Figure>
        </dl>
        <p className="flow-note">{t('who.note')}</p>
      </section>
      <div className="request-buttons">
        {request.is_designated && <Decline requested={requested} />}
        <Button onClick={goOn}>{t('continue', { ns: 'flow' })}</Button>
      </div>
    </RequestFrame>
  )
}
