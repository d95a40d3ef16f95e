// Accounts that were paid are offered again: remembered once the money has arrived.
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { rememberAccount } from './store.ts'

export async function rememberPayee(deps: Deps, op: Operation): Promise<void> {
  const payee = op.details.payee
  const number = op.payout_kind === 'mobile_money' ? payee?.phone : payee?.iban
  if (!payee || number === undefined || op.beneficiary_id === null) return
  if (op.payout_kind !== 'mobile_money' && op.payout_kind !== 'bank_transfer') return
  await rememberAccount(deps, {
    id: newId('bac'),
    customer_id: op.customer_id,
    beneficiary_id: op.beneficiary_id,
    kind: op.payout_kind,
    number,
    details: JSON.stringify({
      operator: payee.operator,
      bank_name: payee.bank_name,
      owner_name: payee.name,
      country: op.receiving_country,
    }),
  })
}
