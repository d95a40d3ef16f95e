// Who is paid, in the words of the providers' port: what an attempt keeps and a provider is given.
import type { Payee } from '@jokko/providers/port'
import type { Operation, PayeeDetails } from '../db/schema.ts'

type Paid = Pick<Operation, 'payout_kind' | 'receiving_country' | 'details'>

export function orderedPayee({ payout_kind, receiving_country, details }: Paid): Payee {
  const payee: PayeeDetails = details.payee ?? { name: '' }
  const named = { name: payee.name, country: receiving_country ?? '' }
  const phone = payee.phone ?? ''
  switch (payout_kind) {
    case 'mfi':
      return {
        kind: 'microfinance',
        ...named,
        institutionId: payee.institution_id ?? '',
        institutionName: payee.bank_name ?? '',
        accountNumber: payee.account ?? '',
      }
    case 'wallet':
      return { kind: 'wallet', ...named, phone }
    case 'delivery':
      return {
        kind: 'delivery',
        ...named,
        phone,
        ...(payee.address !== undefined && { address: payee.address }),
      }
    default:
      return payee.operator === undefined
        ? { kind: 'bank_account', ...named, bankName: payee.bank_name ?? '', account: accountOf(payee) }
        : { kind: 'mobile_money', ...named, phone, operator: payee.operator }
  }
}

const accountOf = ({ iban, bank_code, account }: PayeeDetails) =>
  iban === undefined
    ? ({ kind: 'local', bankCode: bank_code ?? '', account: account ?? '' } as const)
    : ({ kind: 'iban', iban } as const)
