// The payment is accepted and is paid elsewhere: takes the payer there, once, and gives way when they come back.
import type { Payment } from '@jokko/contract/transfer'
import { Button, Loader } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { useTakeWay } from '../common/use-take-way.ts'
import { isByCompany, wayToPay } from '../common/way-to-pay.ts'
import './checking.css'
import { StepHeading } from '../common/flow-step.tsx'
import { StepFrame } from './step-frame.tsx'

type LeavingProps = { readonly payment: Payment; readonly onBack: () => void }

export function Leaving({ payment, onBack }: LeavingProps) {
  const { t } = useTranslation(['transfer', 'flow'])
  const format = useAmountFormat()
  const takeWay = useTakeWay()
  const go = useCallback(() => {
    const way = wayToPay(payment)
    if (way !== undefined) takeWay(way)
  }, [payment, takeWay])
  useEffect(go, [go])
  useEffect(() => {
    // The browser may keep this page as it was and show it again at Back.
    const seeAgain = ({ persisted }: PageTransitionEvent) => persisted && onBack()
    addEventListener('pageshow', seeAgain)
    return () => removeEventListener('pageshow', seeAgain)
  }, [onBack])
  const { type } = payment
  return (
    <StepFrame stage="payment">
      <section className="card checking">
        {isByCompany(type) && <StepHeading>{t(`leaving.${type}_title`, { ns: 'flow' })}</StepHeading>}
        <p className="checking__what">{format(payment.total_to_pay, 'EUR')}</p>
        <p className="checking__text">{t('leaving.text')}</p>
        <div className="checking__foot">
          <Loader size={24} aria-hidden />
          <Button variant="default" onClick={go}>
            {t('leaving.go', { ns: 'flow' })}
          </Button>
        </div>
      </section>
    </StepFrame>
  )
}
