// What a payer types into their bank: amount, reference and our account, each with a copy button, and the SEPA QR code.
import type { BankDetails } from '@jokko/contract/transfer'
import { formatIban } from '@jokko/core/account-text'
import { CopyField } from '@jokko/ui/copy-field'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from './amount.tsx'
import { amountToPaste } from './amount-to-paste.ts'
import { formatMinute } from './date.ts'
import { PaymentCode } from './payment-code.tsx'
import './bank-instructions.css'

type Details = BankDetails['user_payment_details']

function useFields(details: Details) {
  const { t, i18n } = useTranslation('bank')
  const format = useAmountFormat()
  return {
    essential: [
      {
        label: t('amount'),
        value: amountToPaste(details.amount, i18n.language),
        display: format(details.amount, details.currency),
      },
      { label: t('reference'), value: details.reference_number },
      { label: t('owner'), value: details.owner_name },
      { label: t('iban'), value: details.iban, display: formatIban(details.iban) },
      { label: t('bic'), value: details.bic },
      { label: t('bank'), value: details.bank_name },
    ],
    structured: {
      label: t('structured_reference'),
      value: details.creditor_reference,
      display: formatIban(details.creditor_reference),
    },
  }
}

export function BankInstructions({ details }: { readonly details: Details }) {
  const { t, i18n } = useTranslation('bank')
  const { essential, structured } = useFields(details)
  const copyWords = {
    copyLabel: t('copy', { ns: 'common' }),
    copiedLabel: t('copied', { ns: 'common' }),
  }
  return (
    <div className="bank-instructions">
      <div className="bank-instructions__fields">
        {essential.map(field => (
          <CopyField key={field.label} {...field} {...copyWords} />
        ))}
        <details className="bank-instructions__more">
          <summary>{t('structured_question')}</summary>
          <CopyField {...structured} {...copyWords} />
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
