// What is opened is paid elsewhere: takes the payer there, once, and gives way when they come back.
import type { Payment } from '@jokko/contract/transfer'
import { Button, Loader } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from './amount.tsx'
import { StepHeading } from './flow-step.tsx'
import { useTakeWay } from './use-take-way.ts'
import { isByCompany, wayToPay } from './way-to-pay.ts'
import './leaving-to-pay.css'

type LeavingProps = {
  readonly payment: Parameters<typeof wayToPay>[0] & Pick<Payment, 'type' | 'total_to_pay'>
  /** What happens on the other page, and what follows. */
  readonly text: string
  readonly onBack: () => void
}

export function LeavingToPay({ payment, text, onBack }: LeavingProps) {
  const { t } = useTranslation('flow')
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
    <section className="card leaving">
      {isByCompany(type) && <StepHeading>{t(`leaving.${type}_title`)}</StepHeading>}
      <p className="leaving__amount tabular">{format(payment.total_to_pay, 'EUR')}</p>
      <p className="leaving__text">{text}</p>
      <div className="leaving__foot">
        <Loader size={24} aria-hidden />
        <Button variant="default" onClick={go}>
          {t('leaving.go')}
        </Button>
      </div>
    </section>
  )
}
