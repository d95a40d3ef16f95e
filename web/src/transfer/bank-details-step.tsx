// Step "details": what the sender types into their bank, and what follows for this way of receiving.
import type { Payment } from '@jokko/contract/transfer'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { BankInstructions } from '../common/bank-instructions.tsx'
import { StepHeading } from '../common/flow-step.tsx'
import { bankDetailsQuery } from '../common/our-banks.ts'
import { problemText } from '../common/problem-text.ts'
import { StepFrame } from './step-frame.tsx'
import './bank-details-step.css'

const helpOf = {
  mobile_money: 'bank.help_mobile_money',
  wallet: 'bank.help_mobile_money',
  bank_transfer: 'bank.help_bank',
  manual_bank_transfer: 'bank.help_bank',
  mfi: 'bank.help_mfi',
  delivery: 'bank.help_bank',
  balance: 'bank.help_balance',
} as const

function Help({ payment }: { payment: Payment }) {
  const { t } = useTranslation('transfer')
  const format = useAmountFormat()
  const { destination_user: who, payout_kind } = payment.transfer
  const { payable, receives_at_least: least } = payment
  const shown = least ?? payable
  const amount = format(shown.amount, shown.currency)
  const help = least === null ? helpOf[payout_kind] : 'bank.help_on_arrival'
  return (
    <section className="instructions__help" aria-labelledby="help-title">
      <h3 className="section-title" id="help-title">
        {t('bank.help_title')}
      </h3>
      <p>{t(help, { amount, name: who.company?.name ?? who.full_name })}</p>
      <p className="flow-note">{t('bank.short')}</p>
    </section>
  )
}

type BankDetailsProps = {
  readonly payment: Payment
  readonly bankId: number
  readonly onOther: () => void
  readonly onHome: () => void
}

export function BankDetailsStep({ payment, bankId, onOther, onHome }: BankDetailsProps) {
  const { t } = useTranslation(['transfer', 'common', 'bank'])
  const format = useAmountFormat()
  const { data: details, error, refetch } = useQuery(bankDetailsQuery(payment.id, bankId))
  return (
    <StepFrame stage="confirmation">
      <StepHeading>{t('bank.details_heading')}</StepHeading>
      {details === undefined && error === null && (
        <FormSkeleton label={t('loading', { ns: 'common' })} fields={4} />
      )}
      {details === undefined && error !== null && (
        <Alert color="clay" role="alert">
          <p className="dialog-text">{problemText(error)}</p>
          <Button onClick={() => void refetch()}>{t('retry', { ns: 'common' })}</Button>
        </Alert>
      )}
      {details !== undefined && (
        <div className="instructions">
          <p className="instructions__lead">
            {t('bank.details_text', { amount: format(details.amount, details.currency) })}
          </p>
          <section className="card" aria-label={t('bank.details_heading')}>
            <BankInstructions details={details} paymentId={payment.id} />
          </section>
          <Help payment={payment} />
          <div className="confirmation__buttons">
            <Button onClick={onHome}>{t('home', { ns: 'flow' })}</Button>
            <Button variant="default" onClick={onOther}>
              {t('bank.other_account')}
            </Button>
          </div>
        </div>
      )}
    </StepFrame>
  )
}
