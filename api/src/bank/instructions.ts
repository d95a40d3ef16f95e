// What a payer types into their bank, and the same as a code to scan.
import type { BankDetails } from '@jokko/contract/transfer'
import { eur, subtract, toDecimal } from '@jokko/core/money'
import { creditorReference } from '@jokko/core/references'
import type { Operation } from '../db/schema.ts'
import { Problem } from '../http/problem.ts'
import type { BankAccountRow } from '../reference/store.ts'

/** What the payer types into their bank: our account, the reference, and what is still missing. */
export function bankDetailsView(op: Operation, account: BankAccountRow): BankDetails['user_payment_details'] {
  if (op.payin_method !== 'bank_transfer' || op.reference === null) throw new Problem('not_found')
  const missing = toDecimal(subtract(eur(op.total), eur(op.held)))
  const reference = creditorReference(op.reference)
  return {
    reference_number: op.reference,
    creditor_reference: reference,
    bank_name: account.bank_name,
    owner_name: account.owner_name,
    address: account.address,
    country: account.country,
    iban: account.iban,
    bic: account.bic,
    amount: missing,
    currency: 'EUR',
    fund_by: op.fund_by?.toISOString() ?? null,
    epc_qr: epcQr(account, missing, reference),
  }
}

/** EPC069-12, version 002, UTF-8, SEPA credit transfer with a structured reference. */
function epcQr({ bic, owner_name, iban }: BankAccountRow, amount: string, reference: string): string {
  return ['BCD', '002', '1', 'SCT', bic, owner_name.slice(0, 70), iban, `EUR${amount}`, '', reference].join(
    '\n',
  )
}
