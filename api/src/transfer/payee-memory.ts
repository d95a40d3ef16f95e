// Accounts that were paid are offered again: remembered once the money has arrived.
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { keepAccount } from '../people/beneficiaries.ts'

export async function rememberPayee(deps: Deps, op: Operation): Promise<void> {
  const payee = op.details.payee
  const number = op.payout_kind === 'mobile_money' ? payee?.phone : payee?.iban
  if (!payee || number === undefined || op.beneficiary_id === null) return
  if (op.payout_kind !== 'mobile_money' && op.payout_kind !== 'bank_transfer') return
  await keepAccount(
    deps,
    { customerId: op.customer_id, beneficiaryId: op.beneficiary_id },
    {
      kind: op.payout_kind,
      number,
      details: {
        ...(payee.operator && { operator: payee.operator }),
        ...(payee.bank_name && { bank_name: payee.bank_name }),
        owner_name: payee.name,
        country: op.receiving_country ?? '',
      },
    },
  )
}
