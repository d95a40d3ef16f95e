// After the payment was accepted: rebuilt from the server by its id, so that any tab and any refresh shows the same.
import { RouteSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { problemText } from '../common/problem-text.ts'
import { BankChoice } from './bank-choice.tsx'
import { BankDetailsStep } from './bank-details-step.tsx'
import { LiveConfirmation } from './live-confirmation.tsx'
import { StepFrame } from './step-frame.tsx'
import type { SentStep, useTransferAddress } from './transfer-address.ts'
import { paymentQuery } from './transfer-api.ts'

type SentTransferProps = {
  readonly paymentId: string
  readonly route: ReturnType<typeof useTransferAddress>
  readonly onAgain: () => void
}

export function SentTransfer({ paymentId, route, onAgain }: SentTransferProps) {
  const { t } = useTranslation('common')
  const { data: payment, error, refetch } = useQuery(paymentQuery(paymentId))
  const { address, goTo, goBack, close, showOperation } = route
  if (payment === undefined) {
    return (
      <StepFrame stage="confirmation">
        {error === null ? (
          <RouteSkeleton label={t('loading')} />
        ) : (
          <Alert color="clay" role="alert">
            <p className="dialog-text">{problemText(error)}</p>
            <Button onClick={() => void refetch()}>{t('retry')}</Button>
          </Alert>
        )}
      </StepFrame>
    )
  }
  const isUnpaid = payment.allowed_actions.includes('see_bank_details')
  const step: SentStep = address.step === 'details' || address.step === 'bank' ? address.step : 'done'
  if (isUnpaid && step === 'details' && address.account !== undefined) {
    return (
      <BankDetailsStep
        payment={payment}
        bankId={address.account}
        onOther={() => goBack('bank')}
        onHome={() => void close()}
      />
    )
  }
  if (isUnpaid && step !== 'done') {
    return <BankChoice onChosen={account => void goTo('details', { account })} />
  }
  return (
    <LiveConfirmation
      payment={payment}
      onHome={() => void close()}
      onAgain={onAgain}
      onDetails={() => void showOperation(payment.id)}
    />
  )
}
