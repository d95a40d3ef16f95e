// The deposit is opened and is paid elsewhere.
import type { Deposit } from '@jokko/contract/deposit'
import { useTranslation } from 'react-i18next'
import { LeavingToPay } from '../common/leaving-to-pay.tsx'
import { DepositFrame } from './deposit-frame.tsx'

export function GoingToPay({ deposit, onBack }: { deposit: Deposit; onBack: () => void }) {
  const { t } = useTranslation('deposit')
  return (
    <DepositFrame stage="complete_payment" isByBank={false}>
      <LeavingToPay payment={deposit} text={t('leaving.text')} onBack={onBack} />
    </DepositFrame>
  )
}
