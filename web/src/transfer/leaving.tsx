// The payment is accepted and is paid elsewhere.
import type { Payment } from '@jokko/contract/transfer'
import { useTranslation } from 'react-i18next'
import { LeavingToPay } from '../common/leaving-to-pay.tsx'
import { StepFrame } from './step-frame.tsx'

export function Leaving({ payment, onBack }: { payment: Payment; onBack: () => void }) {
  const { t } = useTranslation('transfer')
  return (
    <StepFrame stage="payment">
      <LeavingToPay payment={payment} text={t('leaving.text')} onBack={onBack} />
    </StepFrame>
  )
}
