// Gives up a payment that waits for its payer, after a question.
import type { ReturnedPayment } from '@jokko/contract/pay-in'
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'
import { problemText } from './problem-text.ts'

/** `cancel` resolves once the page knows what became of the payment. */
type CancelPaymentProps = {
  /** What is paid: a deposit has no beneficiary. */
  readonly of: Pick<ReturnedPayment, 'operation_type'>
  readonly cancel: () => Promise<unknown>
}

export function CancelPayment({ of: { operation_type }, cancel }: CancelPaymentProps) {
  const { t } = useTranslation('payin')
  const [isAsking, setAsking] = useState(false)
  const cancelling = useMutation({ mutationFn: cancel, onSuccess: () => setAsking(false) })
  return (
    <>
      <Button variant="subtle" onClick={() => setAsking(true)}>
        {t('way.cancel')}
      </Button>
      {isAsking && (
        <Dialog
          title={t('cancel.question')}
          {...(cancelling.isPending ? {} : { onClose: () => setAsking(false) })}
        >
          <p className="dialog-text">
            {t(operation_type === 'deposit' ? 'cancel.deposit_text' : 'cancel.text')}
          </p>
          {cancelling.error !== null && (
            <Alert color="clay" role="alert" mb="md">
              {problemText(cancelling.error)}
            </Alert>
          )}
          <div className="dialog-buttons">
            <Button
              variant="default"
              onClick={() => setAsking(false)}
              disabled={cancelling.isPending}
              data-autofocus
            >
              {t('cancel.keep')}
            </Button>
            <Button color="clay" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
              {t('cancel.confirm')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
