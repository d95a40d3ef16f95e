// What a payer types into their bank: amount, reference and our account, each with a copy button, and the SEPA QR code.
import type { BankDetails } from '@jokko/contract/transfer'
import { formatIban } from '@jokko/core/account-text'
import type texts from '@jokko/locales/fr/bank.json'
import { CopyField } from '@jokko/ui/copy-field'
import { useTranslation } from 'react-i18next'
import { notify } from '../app/notify.ts'
import { useAmountFormat } from './amount.tsx'
import { amountToPaste } from './amount-to-paste.ts'
import { formatMinute } from './date.ts'
import { PaymentCode } from './payment-code.tsx'
import './bank-instructions.css'

type Details = BankDetails['user_payment_details']

type Shown = { value: string; display?: string }

type FieldName = keyof (typeof texts)['copied']

function useEssential(
  details: Details,
  paymentId: string | undefined,
): readonly (readonly [FieldName, Shown])[] {
  const { i18n } = useTranslation('bank')
  const format = useAmountFormat()
  const amount = {
    value: amountToPaste(details.amount, i18n.language),
    display: format(details.amount, details.currency),
  }
  return [
    ['amount', amount],
    ['reference', { value: details.reference_number }],
    ['owner', { value: details.owner_name }],
    ['iban', { value: details.iban, display: formatIban(details.iban) }],
    ['bic', { value: details.bic }],
    ['bank', { value: details.bank_name }],
    ['address', { value: details.address }],
    ...(paymentId === undefined ? [] : ([['payment_id', { value: paymentId }]] as const)),
  ]
}

function Field({ name, shown }: { name: FieldName; shown: Shown }) {
  const { t } = useTranslation(['bank', 'common'])
  return (
    <CopyField
      label={t(name)}
      {...shown}
      copyLabel={t('copy', { ns: 'common' })}
      copiedLabel={t('copied', { ns: 'common' })}
      onCopied={() => void notify(t(`copied.${name}`), 'success')}
    />
  )
}

type BankInstructionsProps = {
  readonly details: Details
  /** Where a person may be asked for it. */
  readonly paymentId?: string
}

export function BankInstructions({ details, paymentId }: BankInstructionsProps) {
  const { t, i18n } = useTranslation('bank')
  const essential = useEssential(details, paymentId)
  const { creditor_reference: structured } = details
  return (
    <div className="bank-instructions">
      <div className="bank-instructions__fields">
        {essential.map(([name, shown]) => (
          <Field key={name} name={name} shown={shown} />
        ))}
        <details className="bank-instructions__more">
          <summary>{t('structured_question')}</summary>
          <Field name="structured_reference" shown={{ value: structured, display: formatIban(structured) }} />
        </details>
      </div>
      <div className="bank-instructions__aside">
        <figure className="bank-instructions__code">
          <PaymentCode text={details.epc_qr} label={t('qr_label')} />
          <figcaption>{t('qr_hint')}</figcaption>
        </figure>
        <ul className="bank-instructions__rules">
          <li>{t('rule_reference')}</li>
          <li>{t('rule_amount')}</li>
          {details.fund_by !== null && (
            <li>{t('rule_deadline', { date: formatMinute(details.fund_by, i18n.language) })}</li>
          )}
        </ul>
      </div>
    </div>
  )
}
