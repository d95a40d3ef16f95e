// A customer's own accounts: each is checked when it is added or changed, kept once, and only ever shown masked.

import type {
  ChangedBankAccount,
  ChangedMicrofinanceAccount,
  ChangedMobileAccount,
  ChangedWallet,
  NewOwnBankAccount,
  NewOwnMicrofinanceAccount,
  NewOwnMobileAccount,
  NewOwnWallet,
} from '@jokko/contract/withdraw'
import type { ErrorCode } from '@jokko/core/errors'
import { parsePhone } from '@jokko/core/phone'
import type { Deps } from '../deps.ts'
import { Problem } from '../http/problem.ts'
import { type Caller, requireActive } from '../http/session.ts'
import { accountEnd } from '../payouts/own-account-name.ts'
import { accountOf } from '../payouts/payee-account.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import type { CountryRow } from '../reference/store.ts'
import {
  type AccountKind,
  changeOwnAccount,
  deleteOwnAccount,
  insertOwnAccount,
  type NewAccount,
  type OwnAccount,
  readOwnAccount,
} from './account-store.ts'

const DAY_MS = 86_400_000

/** Whoever got into an account could have added it; for a day, a code by e-mail is not enough for it. */
export const isNewAccount = ({ added_at }: Pick<OwnAccount, 'added_at'>, now: Date): boolean =>
  now.getTime() - added_at.getTime() < DAY_MS

const wrong = (field: string, code: ErrorCode) => new Problem(code, { fields: { [field]: [code] } })

/** Which account it is. */
type Place = Pick<NewAccount, 'country' | 'number' | 'details'>

export async function addBankAccount(
  deps: Deps,
  caller: Caller,
  body: NewOwnBankAccount,
): Promise<OwnAccount> {
  return add(deps, caller, 'bank_transfer', body, await bankPlace(deps, body))
}

export async function addMobileAccount(
  deps: Deps,
  caller: Caller,
  body: NewOwnMobileAccount,
): Promise<OwnAccount> {
  return add(deps, caller, 'mobile_money', body, await mobilePlace(deps, body))
}

export async function addMicrofinanceAccount(
  deps: Deps,
  caller: Caller,
  body: NewOwnMicrofinanceAccount,
): Promise<OwnAccount> {
  return add(deps, caller, 'mfi', body, await microfinancePlace(deps, body))
}

export async function addWallet(deps: Deps, caller: Caller, body: NewOwnWallet): Promise<OwnAccount> {
  return add(deps, caller, 'wallet', body, await walletPlace(deps, caller, body))
}

type Asked<Body> = { id: string; body: Body }

export async function changeBankAccount(
  deps: Deps,
  caller: Caller,
  { id, body }: Asked<ChangedBankAccount>,
): Promise<OwnAccount> {
  const before = await accountToChange(deps, caller, 'bank_transfer', id)
  const bank_name = body.bank_name ?? before.details.bank_name ?? ''
  const isMoved = hasAny(body.iban, body.rib) || isElsewhere(body, before)
  const place = isMoved
    ? await bankPlace(deps, { country: before.country, ...body, bank_name })
    : { ...placeOf(before), details: { ...before.details, bank_name } }
  return change(deps, caller, before, body, place)
}

export async function changeMobileAccount(
  deps: Deps,
  caller: Caller,
  { id, body }: Asked<ChangedMobileAccount>,
): Promise<OwnAccount> {
  const before = await accountToChange(deps, caller, 'mobile_money', id)
  if (!hasAny(body.phone_number, body.operator) && !isElsewhere(body, before))
    return change(deps, caller, before, body, placeOf(before))
  const place = await mobilePlace(deps, {
    country: before.country,
    operator: before.details.operator ?? '',
    ...body,
    ...(await numberOf(deps, before, body.country_code, body.phone_number)),
  })
  return change(deps, caller, before, body, place)
}

export async function changeMicrofinanceAccount(
  deps: Deps,
  caller: Caller,
  { id, body }: Asked<ChangedMicrofinanceAccount>,
): Promise<OwnAccount> {
  const before = await accountToChange(deps, caller, 'mfi', id)
  const { institution_id = '', owner_id = '' } = before.details
  const place = await microfinancePlace(deps, { country: before.country, institution_id, owner_id, ...body })
  return change(deps, caller, before, body, place)
}

export async function changeWallet(
  deps: Deps,
  caller: Caller,
  { id, body }: Asked<ChangedWallet>,
): Promise<OwnAccount> {
  const before = await accountToChange(deps, caller, 'wallet', id)
  if (!hasAny(body.wallet_account_number) && !isElsewhere(body, before))
    return change(deps, caller, before, body, placeOf(before))
  const { country_code, phone_number } = await numberOf(
    deps,
    before,
    body.country_code,
    body.wallet_account_number,
  )
  const place = await walletPlace(deps, caller, {
    country: body.country ?? before.country,
    country_code,
    wallet_account_number: phone_number,
  })
  return change(deps, caller, before, body, place)
}

/** Withdrawals to it go on: each keeps for itself where it pays. */
export async function removeAccount(
  deps: Deps,
  caller: Caller,
  kind: AccountKind,
  id: string,
): Promise<void> {
  requireOwner(caller)
  const removed = await deleteOwnAccount(deps, { customerId: caller.customerId, kind, id })
  if (!removed) throw new Problem('not_found')
}

function requireOwner(caller: Caller): void {
  requireActive(caller)
  if (!caller.isOwner) throw new Problem('owner_only')
}

async function accountToChange(
  deps: Deps,
  caller: Caller,
  kind: AccountKind,
  id: string,
): Promise<OwnAccount> {
  requireOwner(caller)
  const account = await readOwnAccount(deps, caller.customerId, id)
  if (account?.kind !== kind) throw new Problem('not_found')
  return account
}

const hasAny = (...given: readonly unknown[]): boolean => given.some(value => value !== undefined)

const isElsewhere = (body: { country?: string }, before: OwnAccount): boolean =>
  body.country !== undefined && body.country !== before.country

/** The number that was typed, or the one that is kept. */
async function numberOf(deps: Deps, before: OwnAccount, dialCode?: number, typed?: string) {
  const kept = (await countryOf(deps, before.country)).dial_code
  return { country_code: dialCode ?? kept, phone_number: typed ?? before.number }
}

const placeOf = ({ country, number, details }: OwnAccount): Place => ({ country, number, details })

type Described = { title?: string; owner_name: string }

async function add(
  deps: Deps,
  caller: Caller,
  kind: AccountKind,
  { title = '', owner_name }: Described,
  place: Place,
): Promise<OwnAccount> {
  requireOwner(caller)
  const added = await insertOwnAccount(deps, caller, { kind, ...place, title, owner_name })
  if (!added) throw new Problem(taken(kind))
  return added
}

async function change(
  deps: Deps,
  { userId }: Caller,
  before: OwnAccount,
  { title, owner_name = before.owner_name }: Partial<Described>,
  { country, number, details }: Place,
): Promise<OwnAccount> {
  // A title that tells the end of the old number would be wrong under the new one.
  const [old, now] = [accountEnd(before), accountEnd({ number, details })]
  const kept = old !== now && before.title.endsWith(old) ? '' : before.title
  const changed = await changeOwnAccount(deps, before, {
    userId,
    country,
    number,
    details,
    owner_name,
    title: title ?? kept,
  })
  if (changed === 'taken') throw new Problem(taken(before.kind))
  if (changed === 'stale') throw new Problem('stale_version')
  return changed
}

const taken = (kind: AccountKind): ErrorCode =>
  kind === 'bank_transfer' ? 'iban_already_used' : 'account_already_saved'

type BankAsked = Pick<NewOwnBankAccount, 'country' | 'iban' | 'rib' | 'bank_name'>

async function bankPlace(deps: Deps, body: BankAsked): Promise<Place> {
  const country = await countryOf(deps, body.country)
  const { iban, bank_code, account } = accountOf(country.iso, body)
  const number = iban ?? `${bank_code} ${account}`
  return {
    country: country.iso,
    number,
    details: {
      bank_name: body.bank_name,
      ...(bank_code !== undefined && { bank_code }),
      ...(account !== undefined && { account }),
    },
  }
}

type MobileAsked = Pick<NewOwnMobileAccount, 'country' | 'country_code' | 'phone_number' | 'operator'>

async function mobilePlace(deps: Deps, body: MobileAsked): Promise<Place> {
  const country = await countryOf(deps, body.country)
  const number = phoneOf(country, body.country_code, body.phone_number, 'phone_number')
  const known = (await referenceData(deps)).operator(body.operator)
  if (known && known.country !== country.iso) throw wrong('operator', 'Select_Operator_Error')
  return {
    country: country.iso,
    number,
    details: { operator: body.operator, operator_name: known?.name ?? body.operator },
  }
}

type MicrofinanceAsked = Pick<NewOwnMicrofinanceAccount, 'country' | 'institution_id' | 'owner_id'>

async function microfinancePlace(deps: Deps, body: MicrofinanceAsked): Promise<Place> {
  const country = await countryOf(deps, body.country)
  const institution = institutionOf(await referenceData(deps), country, body.institution_id)
  const ownerId = body.owner_id.trim()
  if (!/^[A-Za-z0-9][A-Za-z0-9\-./ ]{2,39}$/.test(ownerId)) throw wrong('owner_id', 'MFIAccountNumberError')
  return {
    country: country.iso,
    number: `${institution.id} ${ownerId}`,
    details: { institution_id: institution.id, bank_name: institution.name, owner_id: ownerId },
  }
}

type WalletAsked = Pick<NewOwnWallet, 'country' | 'country_code' | 'wallet_account_number'>

/** Wallets exist in one country, for those who live there. */
async function walletPlace(deps: Deps, caller: Caller, body: WalletAsked): Promise<Place> {
  const country = await countryOf(deps, body.country)
  if (country.iso !== caller.country) throw new Problem('payout_method_not_configured')
  const number = phoneOf(country, body.country_code, body.wallet_account_number, 'wallet_account_number')
  return { country: country.iso, number, details: {} }
}

async function countryOf(deps: Deps, iso: string): Promise<CountryRow> {
  const country = (await referenceData(deps)).countryByIso(iso)
  if (!country) throw wrong('country', 'CE')
  return country
}

function phoneOf(country: CountryRow, dialCode: number, typed: string, field: string): string {
  const parsed = parsePhone(typed, dialCode)
  if (!parsed.ok) throw wrong(field, parsed.code)
  if (dialCode !== country.dial_code) throw wrong(field, 'invalid_phone_number')
  return parsed.e164
}

function institutionOf(reference: ReferenceData, country: CountryRow, id: string) {
  const institution = reference.institutionsOf(country.iso).find(one => one.type === 'mfi' && one.id === id)
  if (!institution) throw wrong('institution_id', 'Select_Mfi_Error')
  return institution
}
