// The payer approves somewhere else: on the phone, on the operator's page; or the operator is at work.
import type { MobileMoney } from '@jokko/contract/pay-in'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { OutcomeCard } from '../common/outcome-card.tsx'
import { StillWaiting } from '../common/still-waiting.tsx'
import { leaveFor } from '../common/way-to-pay.ts'
import { CancelHere } from './cancel-here.tsx'

type WaitingProps = {
  readonly name: string
  readonly payment: MobileMoney
  readonly screen: 'phone' | 'redirect' | 'processing'
  readonly isOver: boolean
  readonly onAsk: () => void
}

const headings = {
  phone: 'mobile.wait_for_prompt_on_your_phone',
  redirect: 'mobile.redirect_title',
  processing: 'mobile.processing_title',
} as const

export function Waiting({ name, payment, screen, isOver, onAsk }: WaitingProps) {
  const { t } = useTranslation('payin')
  const format = useAmountFormat()
  const { nextAction } = payment
  const url = screen === 'redirect' ? nextAction?.url : undefined
  return (
    <OutcomeCard
      tone={isOver ? 'waiting' : 'progress'}
      heading={t(headings[screen])}
      buttons={
        <>
          {url && <Button onClick={() => leaveFor(url)}>{t('mobile.redirect_go')}</Button>}
          {screen !== 'processing' && <CancelHere name={name} payment={payment} />}
        </>
      }
    >
      <p className="outcome__amount tabular">
        {t('amount', { amount: format(payment.amount, payment.currency) })}
      </p>
      {nextAction !== null && nextAction.message !== '' && (
        <p className="outcome__text">
          <strong>{t('mobile.operator_says', { message: nextAction.message })}</strong>
        </p>
      )}
      <p className="outcome__text">{t(`mobile.${screen}_text`)}</p>
      <StillWaiting isOver={isOver} onAsk={onAsk} />
    </OutcomeCard>
  )
}
