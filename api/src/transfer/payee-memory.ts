// Accounts that were paid: remembered once the money has arrived, offered again, and known when a payment is screened.
import type { Operation, PayeeDetails } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { type KeptAccount, keepAccount } from '../people/beneficiaries.ts'

type Paid = Pick<Operation, 'payout_kind' | 'details'>

/** The number or account that is paid; none for a balance, or for cash that is handed out. */
function accountOf({ payout_kind, details }: Paid): Pick<KeptAccount, 'kind' | 'number'> | undefined {
  const kind = keptKinds.find(known => known === payout_kind)
  if (kind === undefined) return undefined
  const { payee } = details
  const number =
    kind === 'bank_transfer' ? bankNumberOf(payee) : kind === 'mfi' ? memberNumberOf(payee) : payee?.phone
  return number === undefined ? undefined : { kind, number }
}

const keptKinds: readonly KeptAccount['kind'][] = ['mobile_money', 'bank_transfer', 'mfi', 'wallet']

/** The same member number may exist at two institutions. */
const memberNumberOf = (payee: PayeeDetails | undefined): string | undefined =>
  payee?.account && `${payee.institution_id} ${payee.account}`

function bankNumberOf(payee: PayeeDetails | undefined): string | undefined {
  if (payee?.iban !== undefined || payee?.account === undefined) return payee?.iban
  return `${payee.bank_code ?? ''} ${payee.account}`
}

export async function rememberPayee(deps: Deps, op: Operation): Promise<void> {
  const { payee } = op.details
  const account = accountOf(op)
  if (!payee || !account || op.beneficiary_id === null) return
  await keepAccount(
    deps,
    { customerId: op.customer_id, beneficiaryId: op.beneficiary_id },
    {
      ...account,
      details: {
        ...(payee.operator && { operator: payee.operator }),
        ...(payee.bank_name && { bank_name: payee.bank_name }),
        ...(payee.institution_id && { institution_id: payee.institution_id, owner_id: payee.account ?? '' }),
        owner_name: payee.name,
        country: op.receiving_country ?? '',
      },
    },
    deps.clock.now(),
  )
}

/** What this sender has paid to a beneficiary before: anything at all, and which numbers and accounts. */
export type PaidBefore = { paid_before: boolean; paid_accounts: readonly string[] }

/** Whoever takes over a beneficiary's place changes the account: an account that was never paid is new. */
export function isKnownPayee({ paid_before, paid_accounts }: PaidBefore, op: Paid): boolean {
  const account = accountOf(op)
  return account ? paid_accounts.includes(account.number) : paid_before
}
