// Finding whom to pay: look-ups by number, new beneficiaries, and the contacts that a customer keeps.
import type {
  Beneficiary,
  ContactsQuery,
  CustomerExists,
  Favorite,
  NewContact,
  SavedBankAccount,
  SavedMobileAccount,
} from '@jokko/contract/contacts'
import { maskName } from '@jokko/core/names'
import { maskPhone, type Phone, parsePhone } from '@jokko/core/phone'
import type * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { Problem } from '../http/problem.ts'
import { type Limit, takeFromLimit } from '../http/rate-limit.ts'
import type { Caller } from '../http/session.ts'
import { beneficiaryOf, keptAccounts } from '../people/beneficiaries.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import { beneficiaryOnWire, favoriteOnWire } from './on-wire.ts'
import {
  addContact,
  type BeneficiaryView,
  findByPhone,
  findRegistered,
  listContacts,
  phoneOfUser,
  removeContact,
  saveBeneficiary,
} from './store.ts'

/** So that nobody can read our customers' names off a list of numbers. */
const lookUps: Limit = { most: 30, seconds: 3_600 }
const FAVORITES_MAX = 100

export async function lookUp(
  deps: Deps,
  caller: Caller,
  typed: { phone_number: string; country_code: number },
): Promise<CustomerExists> {
  const phone = readPhone(typed)
  await refuseSelf(deps, caller, phone)
  const data = await referenceData(deps)
  const receives = phone.country !== undefined && data.corridorExists(caller.country, phone.country)
  const view = await findOrRemember(deps, caller, phone)
  return {
    exists: view !== undefined,
    customer: view ? beneficiaryOnWire(view, data) : null,
    is_receiver: receives,
    transfer_country: receives ? (phone.country ?? null) : null,
  }
}

/**
 * Whom this customer knows is found freely. A stranger who is a Jokko customer is remembered under an id of this
 * customer's own, so that no foreign id leaves the house and the answer can be paid by its id.
 */
async function findOrRemember(
  deps: Deps,
  caller: Caller,
  phone: Phone,
): Promise<BeneficiaryView | undefined> {
  const known = await findByPhone(deps.pool, caller.customerId, phone.e164)
  if (known && isKnown(known)) return known
  await takeFromLimit(deps, `look-ups:${caller.userId}`, lookUps)
  if (known) return known.is_registered ? known : undefined
  const registered = await findRegistered(deps.pool, phone.e164)
  if (!registered || phone.country === undefined) return undefined
  await saveBeneficiary(deps.pool, {
    id: newId('ben'),
    customerId: caller.customerId,
    phone: phone.e164,
    dialCode: phone.dialCode,
    country: phone.country,
    firstName: registered.first_name,
    lastName: registered.last_name,
    email: null,
    isIndividual: registered.company_name === null,
    companyName: registered.company_name,
    userId: registered.id,
  })
  return findByPhone(deps.pool, caller.customerId, phone.e164)
}

function isKnown(view: BeneficiaryView): boolean {
  return view.contact_id !== null || (view.is_registered ? view.has_met : view.has_history)
}

/** The beneficiary with this number, made and kept as a contact where there is none. */
export async function createBeneficiary(
  deps: Deps,
  caller: Caller,
  body: NewContact,
): Promise<{ isNew: boolean; beneficiary: Beneficiary; transferCountry: string }> {
  const data = await referenceData(deps)
  const to = data.countryByDialCode(body.country_code)
  if (to && !data.corridorExists(caller.country, to.iso)) {
    throw new Problem('NotReceiver', { fields: { country_code: ['NotReceiver'] } })
  }
  const { phone, country } = await readContact(deps, caller, data, body)
  const before = await findByPhone(deps.pool, caller.customerId, phone.e164)
  if (before?.contact_id) {
    return { isNew: false, beneficiary: beneficiaryOnWire(before, data), transferCountry: country }
  }
  await keepContact(deps, caller, { phone, country, body })
  const view = await findByPhone(deps.pool, caller.customerId, phone.e164)
  if (!view) throw new Problem('not_found')
  return { isNew: true, beneficiary: beneficiaryOnWire(view, data), transferCountry: country }
}

export async function createContact(deps: Deps, caller: Caller, body: NewContact): Promise<Favorite> {
  const data = await referenceData(deps)
  const { phone, country } = await readContact(deps, caller, data, body)
  const before = await findByPhone(deps.pool, caller.customerId, phone.e164)
  if (before?.contact_id) throw contactExists()
  const added = await keepContact(deps, caller, { phone, country, body })
  const view = await findByPhone(deps.pool, caller.customerId, phone.e164)
  if (!added || !view?.contact_id) throw contactExists()
  return favoriteOnWire({ ...view, contact_id: view.contact_id })
}

function contactExists(): Problem {
  return new Problem('contact_exists', { fields: { phone_number: ['contact_exists'] } })
}

type Typed = { phone: Phone; country: string; body: NewContact }

async function keepContact(deps: Deps, caller: Caller, { phone, country, body }: Typed): Promise<boolean> {
  const registered = await findRegistered(deps.pool, phone.e164)
  // Becoming a contact shows the real name, so it counts like a look-up.
  if (registered) await takeFromLimit(deps, `look-ups:${caller.userId}`, lookUps)
  const beneficiaryId = await saveBeneficiary(deps.pool, {
    id: newId('ben'),
    customerId: caller.customerId,
    phone: phone.e164,
    dialCode: phone.dialCode,
    country,
    firstName: body.first_name,
    lastName: body.last_name,
    email: body.email ?? null,
    isIndividual: body.is_individual,
    companyName: body.is_individual ? null : body.company_name,
    userId: registered?.id ?? null,
  })
  return addContact(deps.pool, { id: newId('ctc'), customerId: caller.customerId, beneficiaryId })
}

async function readContact(
  deps: Deps,
  caller: Caller,
  data: ReferenceData,
  body: NewContact,
): Promise<{ phone: Phone; country: string }> {
  const country = data.countryByDialCode(body.country_code)
  if (!country) throw new Problem('CE', { fields: { country_code: ['CE'] } })
  const phone = readPhone(body)
  await refuseSelf(deps, caller, phone)
  if (country.notification_channel === 'mail' && !body.email) {
    throw new Problem('ERQ', { fields: { email: ['ERQ'] } })
  }
  return { phone, country: country.iso }
}

function readPhone(typed: { phone_number: string; country_code: number }): Phone {
  const phone = parsePhone(typed.phone_number, typed.country_code)
  if (!phone.ok) throw new Problem(phone.code, { fields: { phone_number: [phone.code] } })
  return phone
}

async function refuseSelf(deps: Deps, caller: Caller, phone: Phone): Promise<void> {
  if ((await phoneOfUser(deps.pool, caller.userId)) !== phone.e164) return
  throw new Problem('cantSendToSelf', { fields: { phone_number: ['cantSendToSelf'] } })
}

type MobileAccount = z.infer<typeof SavedMobileAccount>
type BankAccount = z.infer<typeof SavedBankAccount>
type Listed = { favorites: Favorite[]; total_count: number }

export async function listFavorites(deps: Deps, caller: Caller): Promise<Listed> {
  const page = { order: 'newest', limit: FAVORITES_MAX, offset: 0 } as const
  const everyone = { isIndividual: null, search: null }
  const { rows, total } = await listContacts(deps.pool, caller.customerId, everyone, page)
  return { favorites: rows.map(favoriteOnWire), total_count: total }
}

export async function searchContacts(
  deps: Deps,
  caller: Caller,
  query: z.infer<typeof ContactsQuery>,
): Promise<Listed> {
  const search = query.search?.trim() ?? ''
  const { rows, total } = await listContacts(
    deps.pool,
    caller.customerId,
    {
      isIndividual: query.is_individual === undefined ? null : query.is_individual === 'true',
      search: search === '' ? null : search,
    },
    { order: 'name', limit: query.per_page, offset: (query.page - 1) * query.per_page },
  )
  return { favorites: rows.map(favoriteOnWire), total_count: total }
}

/** The beneficiary stays, because payments name it; only the favourite goes. */
export async function forgetContact(deps: Deps, caller: Caller, id: string): Promise<void> {
  const removed = await removeContact(deps.pool, caller.customerId, id)
  // The published code of this refusal, whatever its name says.
  if (!removed) throw new Problem('verification_email_error')
}

export async function mobileAccounts(deps: Deps, caller: Caller, id: string): Promise<MobileAccount[]> {
  const { dialCode } = await beneficiaryOf(deps, caller, id)
  const data = await referenceData(deps)
  const place = { customerId: caller.customerId, beneficiaryId: id }
  return (await keptAccounts(deps, place, 'mobile_money')).map(account => {
    const code = account.details.operator ?? ''
    return {
      id: account.id,
      title: `${data.operator(code)?.name ?? code} …${account.number.slice(-4)}`.trim(),
      operator: code,
      country: account.details.country,
      country_code: data.countryByIso(account.details.country)?.dial_code ?? dialCode,
      phone_number: maskPhone(account.number),
    }
  })
}

export async function bankAccounts(deps: Deps, caller: Caller, id: string): Promise<BankAccount[]> {
  await beneficiaryOf(deps, caller, id)
  const place = { customerId: caller.customerId, beneficiaryId: id }
  return (await keptAccounts(deps, place, 'bank_transfer')).map(({ id: accountId, number, details }) => ({
    id: accountId,
    title: `${details.bank_name ?? ''} …${number.slice(-4)}`.trim(),
    bank_name: details.bank_name ?? '',
    owner_name: details.owner_name ? maskName(details.owner_name) : '',
    country: details.country,
    iban: `${number.slice(0, 4)} … ${number.slice(-4)}`,
  }))
}
