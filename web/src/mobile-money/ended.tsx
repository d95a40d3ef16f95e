// The end of a mobile-money payment: made, failed, cancelled or too late, and the ways on.
import type { MobileMoney } from '@jokko/contract/pay-in'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { useFreshOperations } from '../common/fresh-operations.ts'
import { OutcomeCard } from '../common/outcome-card.tsx'
import { CloseButton, SeeTransfer, UseAnotherMethod } from '../common/ways-on.tsx'

type EndedProps = {
  readonly payment: MobileMoney
  readonly end: 'succeeded' | 'failed' | 'cancelled' | 'expired'
}

export function Ended({ payment, end }: EndedProps) {
  const { t } = useTranslation('payin')
  const format = useAmountFormat()
  useFreshOperations()
  const { payment_id, lastPaymentFailure } = payment
  if (end === 'succeeded') {
    return (
      <OutcomeCard
        tone="done"
        heading={t('ended.succeeded')}
        buttons={
          <>
            <SeeTransfer paymentId={payment_id} isFirst />
            <CloseButton />
          </>
        }
      >
        <p className="outcome__amount tabular">
          {t('ended.paid', { amount: format(payment.amount, payment.currency) })}
        </p>
        <p className="outcome__text">{t('next.any')}</p>
      </OutcomeCard>
    )
  }
  return (
    <OutcomeCard
      tone={end === 'failed' ? 'failed' : 'closed'}
      heading={t(`ended.${end}`)}
      buttons={
        <>
          <UseAnotherMethod paymentId={payment_id} />
          <SeeTransfer paymentId={payment_id} />
          <CloseButton />
        </>
      }
    >
      {lastPaymentFailure !== null && <p className="outcome__text">{lastPaymentFailure.message}</p>}
      <p className="outcome__text">{t(`ended.${end}_text`)}</p>
    </OutcomeCard>
  )
}
