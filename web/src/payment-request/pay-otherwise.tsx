// Giving up the payment under way, to choose another way to pay.
import type { RequestedPayment } from '@jokko/contract/payment-request'
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoneyButton } from '../common/money-button.tsx'
import { useMoneyCommand } from '../common/money-command.ts'
import { QuestionDialog } from '../common/question-dialog.tsx'
import { giveUp } from './payment-request-api.ts'

const route = getRouteApi('/payment/$id')

export function PayOtherwise({ requested }: { requested: RequestedPayment }) {
  const { t } = useTranslation('payment-request')
  const navigate = route.useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { payment } = requested
  const command = useMoneyCommand({
    send: key => giveUp(payment?.id ?? '', key),
    onDone: () => void navigate({ search: ({ status }) => ({ ...(status && { status }), step: 'amount' }) }),
  })
  if (!payment?.allowed_actions.includes('cancel')) return null
  if (command.isBusy || command.isUnknown || command.refusal !== null)
    return <MoneyButton command={command} label={t('going.other_yes')} color="clay" />
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('going.other')}
      </Button>
      {isAsking && (
        <QuestionDialog
          title={t('going.other_title')}
          text={t('going.other_text')}
          safe={{ label: t('going.other_no'), onGive: () => setAsking(false) }}
          other={{
            label: t('going.other_yes'),
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
