// A payment that waits for its payer at a company: the way there, and the way to another method.
import type { RequestedPayment } from '@jokko/contract/payment-request'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { OutcomeCard } from '../common/outcome-card.tsx'
import { wayToPay } from '../common/way-to-pay.ts'
import { PayOtherwise } from './pay-otherwise.tsx'
import { RequestFrame } from './request-frame.tsx'
import { useTakeWayOnce } from './use-take-way-once.ts'

export function GoingToPay({ requested }: { requested: RequestedPayment }) {
  const { t } = useTranslation('payment-request')
  const format = useAmountFormat()
  const takeWay = useTakeWayOnce()
  const { payment } = requested
  if (payment === null) return null
  return (
    <RequestFrame stage="payment">
      <OutcomeCard
        tone="waiting"
        heading={t('going.heading')}
        buttons={
          <>
            {wayToPay(payment) !== undefined && (
              <Button onClick={() => takeWay(payment)}>{t('going.go')}</Button>
            )}
            <PayOtherwise requested={requested} />
          </>
        }
      >
        <p className="outcome__text">{t('going.text', { amount: format(payment.total_to_pay, 'EUR') })}</p>
      </OutcomeCard>
    </RequestFrame>
  )
}
