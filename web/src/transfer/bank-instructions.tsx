// What the sender types into their bank, or scans: account, reference, amount, and until when.
import type { BankDetails, Payment } from '@jokko/contract/transfer'
import { formatIban } from '@jokko/core/account-text'
import { CopyField } from '@jokko/ui/copy-field'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '../app/notify.ts'
import { useAmountFormat } from '../common/amount.tsx'
import { formatDay } from '../common/date.ts'
import { StepHeading } from '../common/flow-step.tsx'
import { bankDetailsQuery } from '../common/our-banks.ts'
import { PaymentCode } from '../common/payment-code.tsx'
import { problemText } from '../common/problem-text.ts'
import { StepFrame } from './step-frame.tsx'
import './bank-instructions.css'

type Details = BankDetails['user_payment_details']

const copied = ['amount', 'reference', 'iban', 'bic', 'owner', 'bank_name', 'address', 'payment_id'] as const

function CopyFields({ details, paymentId }: { details: Details; paymentId: string }) {
  const { t } = useTranslation(['transfer', 'common'])
  const format = useAmountFormat()
  const values: Record<(typeof copied)[number], { value: string; display?: string }> = {
    amount: { value: details.amount, display: format(details.amount, details.currency) },
    reference: { value: details.reference_number },
    iban: { value: details.iban, display: formatIban(details.iban) },
    bic: { value: details.bic },
    owner: { value: details.owner_name },
    bank_name: { value: details.bank_name },
    address: { value: details.address },
    payment_id: { value: paymentId },
  }
  return (
    <section className="card instructions__fields" aria-label={t('bank.details_heading')}>
      {copied.map(name => (
        <CopyField
          key={name}
          label={t(`bank.${name}`)}
          copyLabel={t('copy', { ns: 'common' })}
          copiedLabel={t('copied', { ns: 'common' })}
          onCopied={() => void notify(t(`bank.copied_${name}`), 'success')}
          {...values[name]}
        />
      ))}
    </section>
  )
}

function Scan({ details }: { details: Details }) {
  const { t } = useTranslation('transfer')
  const format = useAmountFormat()
  const amount = format(details.amount, details.currency)
  return (
    <section className="card instructions__scan" aria-labelledby="scan-title">
      <h3 className="panel__title" id="scan-title">
        {t('bank.qr_title')}
      </h3>
      <PaymentCode text={details.epc_qr} label={t('bank.qr_label', { amount, owner: details.owner_name })} />
      <p className="flow-note">{t('bank.qr_text')}</p>
    </section>
  )
}

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
  const amount = format(payment.payable.amount, payment.payable.currency)
  return (
    <section className="instructions__help" aria-labelledby="help-title">
      <h3 className="panel__title" id="help-title">
        {t('bank.help_title')}
      </h3>
      <p>{t(helpOf[payout_kind], { amount, name: who.company?.name ?? who.full_name })}</p>
      <p className="flow-note">{t('bank.short')}</p>
    </section>
  )
}

type BankInstructionsProps = {
  readonly payment: Payment
  readonly bankId: number
  readonly onOther: () => void
  readonly onHome: () => void
}

export function BankInstructions({ payment, bankId, onOther, onHome }: BankInstructionsProps) {
  const { t, i18n } = useTranslation(['transfer', 'common'])
  const format = useAmountFormat()
  const { data: details, error, refetch } = useQuery(bankDetailsQuery(payment.id, bankId))
  return (
    <StepFrame stage="confirmation" aside={details === undefined ? undefined : <Scan details={details} />}>
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
            {details.fund_by !== null && (
              <strong className="instructions__deadline">
                {t('bank.deadline', { date: formatDay(details.fund_by, i18n.language) })}
              </strong>
            )}
          </p>
          <CopyFields details={details} paymentId={payment.id} />
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
