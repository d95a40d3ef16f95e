// A customer's own accounts: each is checked when it is added, kept once, and only ever shown masked.

import type { Language } from '@jokko/contract/common'
import type {
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
import { translate } from '../http/texts.ts'
import { accountOf } from '../payouts/payee-account.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import type { CountryRow } from '../reference/store.ts'
import {
  type AccountKind,
  insertOwnAccount,
  type NewAccount,
  type OwnAccount,
  renameHolder,
} from './account-store.ts'

const DAY_MS = 86_400_000

/** Whoever got into an account could have added it; for a day, a code by e-mail is not enough for it. */
export const isNewAccount = ({ added_at }: Pick<OwnAccount, 'added_at'>, now: Date): boolean =>
  now.getTime() - added_at.getTime() < DAY_MS

const wrong = (field: string, code: ErrorCode) => new Problem(code, { fields: { [field]: [code] } })

export async function addBankAccount(
  deps: Deps,
  caller: Caller,
  body: NewOwnBankAccount,
  language: Language,
): Promise<OwnAccount> {
  const country = await countryOf(deps, body.country)
  const account = accountOf(country.iso, body)
  const number = account.iban ?? `${account.bank_code} ${account.account}`
  return add(deps, caller, 'iban_already_used', {
    kind: 'bank_transfer',
    ...commonOf(language, 'bank_transfer', number, body),
    number,
    details: {
      bank_name: body.bank_name,
      ...(account.bank_code !== undefined && { bank_code: account.bank_code }),
      ...(account.account !== undefined && { account: account.account }),
    },
  })
}

export async function addMobileAccount(
  deps: Deps,
  caller: Caller,
  body: NewOwnMobileAccount,
  language: Language,
): Promise<OwnAccount> {
  const reference = await referenceData(deps)
  const country = await countryOf(deps, body.country)
  const number = phoneOf(country, body.country_code, body.phone_number, 'phone_number')
  const known = reference.operator(body.operator)
  if (known && known.country !== country.iso) throw wrong('operator', 'Select_Operator_Error')
  return add(deps, caller, 'account_already_saved', {
    kind: 'mobile_money',
    ...commonOf(language, 'mobile_money', number, body),
    number,
    details: { operator: body.operator, operator_name: known?.name ?? body.operator },
  })
}

export async function addMicrofinanceAccount(
  deps: Deps,
  caller: Caller,
  body: NewOwnMicrofinanceAccount,
  language: Language,
): Promise<OwnAccount> {
  const country = await countryOf(deps, body.country)
  const institution = institutionOf(await referenceData(deps), country, body.institution_id)
  const ownerId = body.owner_id.trim()
  if (!/^[A-Za-z0-9][A-Za-z0-9\-./ ]{2,39}$/.test(ownerId)) throw wrong('owner_id', 'MFIAccountNumberError')
  return add(deps, caller, 'account_already_saved', {
    kind: 'mfi',
    ...commonOf(language, 'mfi', ownerId, body),
    number: `${institution.id} ${ownerId}`,
    details: { institution_id: institution.id, bank_name: institution.name, owner_id: ownerId },
  })
}

/** Wallets exist in one country, for those who live there. */
export async function addWallet(
  deps: Deps,
  caller: Caller,
  body: NewOwnWallet,
  language: Language,
): Promise<OwnAccount> {
  const country = await countryOf(deps, body.country)
  if (country.iso !== caller.country) throw new Problem('payout_method_not_configured')
  const number = phoneOf(country, body.country_code, body.wallet_account_number, 'wallet_account_number')
  return add(deps, caller, 'account_already_saved', {
    kind: 'wallet',
    ...commonOf(language, 'wallet', number, body),
    number,
    details: {},
  })
}

/** The name that the bank knows takes the place of the one that was typed. */
export async function nameHolder(
  deps: Deps,
  caller: Caller,
  id: string,
  ownerName: string,
): Promise<OwnAccount> {
  requireOwner(caller)
  const named = await renameHolder(deps, { customerId: caller.customerId, id, ownerName })
  if (!named) throw new Problem('not_found')
  return named
}

function requireOwner(caller: Caller): void {
  requireActive(caller)
  if (!caller.isOwner) throw new Problem('owner_only')
}

async function add(deps: Deps, caller: Caller, taken: ErrorCode, account: NewAccount): Promise<OwnAccount> {
  requireOwner(caller)
  const added = await insertOwnAccount(deps, caller, account)
  if (!added) throw new Problem(taken)
  return added
}

type Described = { title?: string; country: string; owner_name: string }

function commonOf(
  language: Language,
  kind: AccountKind,
  number: string,
  { title, country, owner_name }: Described,
) {
  const given = title?.trim()
  const own = translate(language, `statuses:own_account.${kind}`, { digits: number.slice(-4) })
  return { title: given || own, country, owner_name }
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
