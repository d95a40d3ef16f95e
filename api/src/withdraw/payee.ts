// Who is paid by a withdrawal: one of the customer's own accounts that fits the method, or the person who gets cash.
import type { NewCashout } from '@jokko/contract/withdraw'
import type { ErrorCode } from '@jokko/core/errors'
import type { PayeeDetails } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { Problem } from '../http/problem.ts'
import type { Caller } from '../http/session.ts'
import { readPayer } from '../people/payers.ts'
import type { RouteRow } from '../reference/store.ts'
import { type AccountKind, type OwnAccount, readOwnAccount } from './account-store.ts'

const fields = {
  mobile_money: 'mobile_money_account_id',
  bank_transfer: 'bank_account_id',
  mfi: 'mfi_account_id',
  wallet: 'wallet_account_id',
} as const satisfies Record<AccountKind, keyof NewCashout>

/** What is missing, said the way in which the method's own form says it. */
const missing: Record<AccountKind, ErrorCode> = {
  mobile_money: 'invalid_phone_number',
  bank_transfer: 'Invalid IBAN',
  mfi: 'MFIAccountNumberError',
  wallet: 'PhoneNumberError',
}

const wrong = (field: string, code: ErrorCode) => new Problem(code, { fields: { [field]: [code] } })

export async function payeeOf(
  deps: Deps,
  caller: Caller,
  route: RouteRow,
  request: NewCashout,
): Promise<PayeeDetails> {
  requireOnlyOne(request)
  if (route.kind === 'delivery') return receiverOf(deps, caller, request)
  const kind = kindFor(route, request)
  const field = fields[kind]
  const id = request[field]
  const account = id === undefined ? undefined : await readOwnAccount(deps, caller.customerId, id)
  if (account?.kind !== kind) throw wrong(field, missing[kind])
  if (!fits(account, route)) throw wrong(field, 'payout_method_not_configured')
  return payeeFrom(account)
}

function requireOnlyOne(request: NewCashout): void {
  const given = [...Object.values(fields), 'delivery_receiver_id' as const].filter(
    field => request[field] !== undefined,
  )
  if (given.length > 1) throw wrong(given[1] ?? '', 'is_invalid')
}

/** A person of ours pays banks and operators that no company reaches. */
function kindFor(route: RouteRow, request: NewCashout): AccountKind {
  switch (route.kind) {
    case 'mobile_money':
    case 'bank_transfer':
    case 'mfi':
    case 'wallet':
      return route.kind
    default:
      return request.mobile_money_account_id === undefined ? 'bank_transfer' : 'mobile_money'
  }
}

function fits({ country, kind, details }: OwnAccount, route: RouteRow): boolean {
  if (country !== route.country) return false
  return route.kind !== 'mobile_money' || kind !== 'mobile_money' || details.operator === route.operator_code
}

function payeeFrom({ id, kind, title, owner_name, number, details }: OwnAccount): PayeeDetails {
  const named = { name: owner_name, account_id: id, ...(title && { title }) }
  const { operator = '', operator_name = '', bank_name = '' } = details
  switch (kind) {
    case 'mobile_money':
      return { ...named, phone: number, operator, operator_name }
    case 'wallet':
      return { ...named, phone: number }
    case 'mfi':
      return {
        ...named,
        institution_id: details.institution_id ?? '',
        bank_name,
        account: details.owner_id ?? '',
      }
    case 'bank_transfer':
      return details.account === undefined
        ? { ...named, bank_name, iban: number }
        : { ...named, bank_name, bank_code: details.bank_code ?? '', account: details.account }
  }
}

const place = ({ phone, operator, iban, bank_code, account, institution_id }: PayeeDetails): string =>
  JSON.stringify([phone, operator, iban, bank_code, account, institution_id])

/** The account that a withdrawal pays; none once it was removed, or has another number since. */
export async function accountPaidBy(
  deps: Pick<Deps, 'db'>,
  customerId: string,
  payee: PayeeDetails | undefined,
): Promise<OwnAccount | undefined> {
  if (payee?.account_id === undefined) return undefined
  const account = await readOwnAccount(deps, customerId, payee.account_id)
  return account && place(payeeFrom(account)) === place(payee) ? account : undefined
}

/** Cash goes to the caller and to nobody else. */
async function receiverOf(
  deps: Deps,
  caller: Caller,
  { delivery_receiver_id }: NewCashout,
): Promise<PayeeDetails> {
  if (delivery_receiver_id !== caller.userId) throw wrong('delivery_receiver_id', 'not_found')
  const phone = (await readPayer(deps, caller.userId))?.phone
  if (!phone) throw wrong('delivery_receiver_id', 'PhoneNumberError')
  return {
    name: `${caller.firstName} ${caller.lastName}`.trim(),
    phone,
  }
}
