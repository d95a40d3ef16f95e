// The deposit is opened and is paid elsewhere: takes the payer there, once, and gives way when they come back.
import type { Deposit } from '@jokko/contract/deposit'
import { Button, Loader } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { StepHeading } from '../common/flow-step.tsx'
import { useTakeWay } from '../common/use-take-way.ts'
import { isByCompany, wayToPay } from '../common/way-to-pay.ts'
import { DepositFrame } from './deposit-frame.tsx'
import './deposit-panel.css'

export function GoingToPay({ deposit, onBack }: { deposit: Deposit; onBack: () => void }) {
  const { t } = useTranslation(['deposit', 'flow'])
  const format = useAmountFormat()
  const takeWay = useTakeWay()
  const go = useCallback(() => {
    const way = wayToPay(deposit)
    if (way !== undefined) takeWay(way)
  }, [deposit, takeWay])
  useEffect(go, [go])
  useEffect(() => {
    // The browser may keep this page as it was and show it again at Back.
    const seeAgain = ({ persisted }: PageTransitionEvent) => persisted && onBack()
    addEventListener('pageshow', seeAgain)
    return () => removeEventListener('pageshow', seeAgain)
  }, [onBack])
  const { type } = deposit
  return (
    <DepositFrame stage="complete_payment" isByBank={false}>
      <section className="card deposit-card">
        {isByCompany(type) && <StepHeading>{t(`leaving.${type}_title`, { ns: 'flow' })}</StepHeading>}
        <p className="deposit-panel__title tabular">{format(deposit.total_to_pay, 'EUR')}</p>
        <p className="dialog-text">{t('leaving.text')}</p>
        <div className="deposit-foot">
          <Loader size={24} aria-hidden />
          <Button variant="default" onClick={go}>
            {t('leaving.go', { ns: 'flow' })}
          </Button>
        </div>
      </section>
    </DepositFrame>
  )
}
