// The end of a mobile-money payment: made, failed, cancelled or too late, and the ways on.
import type { MobileMoney } from '@jokko/contract/pay-in'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { useFreshOperations } from '../common/fresh-operations.ts'
import { OutcomeCard } from '../common/outcome-card.tsx'
import { CloseButton, SeeOperation, UseAnotherMethod } from '../common/ways-on.tsx'

type EndedProps = {
  readonly payment: MobileMoney
  readonly end: 'succeeded' | 'failed' | 'cancelled' | 'expired'
  readonly onClose: (() => void) | undefined
}

export function Ended({ payment, end, onClose }: EndedProps) {
  const { t } = useTranslation('payin')
  const format = useAmountFormat()
  useFreshOperations()
  const { lastPaymentFailure } = payment
  const isDeposit = payment.operation_type === 'deposit'
  if (end === 'succeeded') {
    return (
      <OutcomeCard
        tone="done"
        heading={t('ended.succeeded')}
        buttons={
          <>
            <SeeOperation payment={payment} isFirst />
            <CloseButton onClose={onClose} />
          </>
        }
      >
        <p className="outcome__amount tabular">
          {t('ended.paid', { amount: format(payment.amount, payment.currency) })}
        </p>
        <p className="outcome__text">{t(isDeposit ? 'next.deposit' : 'next.any')}</p>
      </OutcomeCard>
    )
  }
  return (
    <OutcomeCard
      tone={end === 'failed' ? 'failed' : 'closed'}
      heading={t(`ended.${end}`)}
      buttons={
        <>
          <UseAnotherMethod payment={payment} />
          <SeeOperation payment={payment} />
          <CloseButton onClose={onClose} />
        </>
      }
    >
      {lastPaymentFailure !== null && end !== 'expired' && (
        <p className="outcome__text">{lastPaymentFailure.message}</p>
      )}
      <p className="outcome__text">{t(isDeposit ? 'ended.nothing_deposited' : `ended.${end}_text`)}</p>
    </OutcomeCard>
  )
}
