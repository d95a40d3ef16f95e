// Gives the demo owner a past: sixty operations of all kinds and states, written through the ledger's one door like
// everything else. Each has a key, so that a second seeding changes nothing and a broken one is completed. What they
// move adds up to nothing: the balance ends where the first deposit left it.
import { type Money, negate, sum } from '@jokko/core/money'
import { parsePhone } from '@jokko/core/phone'
import { saveBeneficiary } from '../contacts/store.ts'
import { newId } from '../http/ids.ts'
import type { Change } from '../ledger/change.ts'
import { keepAccount } from '../people/beneficiaries.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import { bulkDraft } from './history-bulk.ts'
import { depositDraft, requestDrafts, rewardDraft, withdrawalDraft } from './history-others.ts'
import {
  bulkPlans,
  depositPlans,
  type PayeeKey,
  type PayeePlan,
  payees,
  RETURNED_TRANSFER,
  REWARD,
  requestPlans,
  transferPlans,
  withdrawalPlans,
} from './history-plan.ts'
import { returnDraft } from './history-return.ts'
import { type Customer, type Draft, effectOn, euros, type Payee, type Scene } from './history-scene.ts'
import { transferDraft } from './history-transfers.ts'
import type { SeedDeps } from './money.ts'
import { OWNER_EMAIL } from './people.ts'

export async function seedHistory(deps: SeedDeps): Promise<void> {
  const scene = await sceneOf(deps)
  if (!scene) return
  const drafts = draftsOf(scene).toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const operationIds = new Map<string, string>()
  // One after the other: a payment must find the money that came before it.
  for (const draft of drafts) operationIds.set(draft.key, await write(deps, draft, operationIds))
}

async function write(
  { ledger, clock }: SeedDeps,
  { key, change, parent, of }: Draft,
  operationIds: ReadonlyMap<string, string>,
): Promise<string> {
  const create =
    change.create && parent
      ? { ...change.create, parent_id: operationIds.get(parent) ?? null }
      : change.create
  const keyed: Change = {
    ...change,
    ...(create && { create }),
    ...(of !== undefined && { operation_id: operationIds.get(of) ?? '' }),
    scope: 'seed',
    key: `history ${key}`,
    body_hash: '',
    received_at: clock.nowText(),
  }
  const verdict = await ledger.commit(keyed)
  if (verdict.verdict === 'refused') throw new Error(`the history's ${key} was refused: ${verdict.code}`)
  return verdict.operation_id ?? ''
}

function draftsOf(scene: Scene): Draft[] {
  const transfers = transferPlans.map(plan => transferDraft(scene, plan))
  const returned = transfers.filter(({ key }) => key === RETURNED_TRANSFER)
  const others = [
    ...transfers,
    ...returned.map(paid => returnDraft(scene, paid)),
    ...withdrawalPlans.map(plan => withdrawalDraft(scene, plan)),
    ...bulkPlans.map(plan => bulkDraft(scene, plan)),
    ...requestPlans.flatMap(plan => requestDrafts(scene, plan)),
    rewardDraft(scene, REWARD, scene.owner),
  ]
  const known = depositPlans
    .filter(({ amount }) => amount !== 'rest')
    .map(plan => depositDraft(scene, plan, euros(plan.amount)))
  const rest = negate(totalEffect(scene.owner, [...others, ...known]))
  const completing = depositPlans
    .filter(({ amount }) => amount === 'rest')
    .map(plan => depositDraft(scene, plan, rest))
  return [...others, ...known, ...completing]
}

const totalEffect = (customer: Customer, drafts: readonly Draft[]): Money =>
  sum(
    drafts.map(draft => effectOn(customer, draft)),
    'EUR',
  )

async function sceneOf(deps: SeedDeps): Promise<Scene | undefined> {
  const owner = await findCustomer(deps, OWNER_EMAIL)
  const colleague = await findCustomer(deps, 'member@jokko.example')
  const person = await findCustomer(deps, 'person@jokko.example')
  const reference = await referenceData(deps)
  const iban = reference.ourBankAccounts[0]?.iban
  if (!owner || !colleague || !person || iban === undefined) return undefined
  const known = await Promise.all(
    Object.entries<PayeePlan>(payees).map(
      async ([key, plan]) => [key, await keepPayee(deps, reference, owner, plan)] as const,
    ),
  )
  return {
    book: deps.config.book,
    now: deps.clock.now(),
    reference,
    iban,
    owner,
    colleague,
    person,
    payees: Object.fromEntries(known) as Record<PayeeKey, Payee>,
  }
}

const CUSTOMERS = `select u.id as "userId", app.customer_of(u) as "customerId", u.country,
    coalesce(c.name, u.first_name || ' ' || u.last_name) as name
  from app.users u left join app.companies c on c.id = u.company_id`

async function findCustomer({ pool }: SeedDeps, email: string): Promise<Customer | undefined> {
  const { rows } = await pool.query<Customer>(`${CUSTOMERS} where u.email = $1`, [email])
  return rows[0]
}

async function findRegisteredCustomer({ pool }: SeedDeps, phone: string): Promise<Customer | undefined> {
  const { rows } = await pool.query<Customer>(`${CUSTOMERS} where u.phone_e164 = $1`, [phone])
  return rows[0]
}

/** Whom the owner has paid is known by number, with the account that was used. */
async function keepPayee(
  deps: SeedDeps,
  reference: ReferenceData,
  owner: Customer,
  plan: PayeePlan,
): Promise<Payee> {
  const phone = parsePhone(plan.phone, plan.dialCode)
  if (!phone.ok || phone.country === undefined) throw new Error(`${plan.phone} is no real number`)
  const { e164, country, dialCode } = phone
  const registered = await findRegisteredCustomer(deps, e164)
  const name = plan.company ?? `${plan.first} ${plan.last}`
  const beneficiaryId =
    (await findBeneficiary(deps, owner, e164)) ??
    (await saveBeneficiary(deps.pool, {
      id: newId('ben'),
      customerId: owner.customerId,
      phone: e164,
      dialCode,
      country,
      firstName: plan.first,
      lastName: plan.last,
      email: null,
      isIndividual: plan.company === undefined,
      companyName: plan.company ?? null,
      userId: registered?.userId ?? null,
    }))
  const place = { customerId: owner.customerId, beneficiaryId }
  const paidAt = deps.clock.now()
  const operator = plan.route === undefined ? null : reference.routeById(plan.route)?.operator_code
  if (plan.account) {
    const details = { bank_name: plan.account.bank, owner_name: name, country }
    await keepAccount(deps, place, { kind: 'bank_transfer', number: plan.account.iban, details }, paidAt)
  } else if (operator) {
    const details = { operator, country }
    await keepAccount(deps, place, { kind: 'mobile_money', number: e164, details }, paidAt)
  }
  return { ...plan, beneficiaryId, name, e164, country, customerId: registered?.customerId ?? null }
}

async function findBeneficiary(
  { db }: SeedDeps,
  { customerId }: Customer,
  phone: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('app.beneficiaries')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('phone_e164', '=', phone)
    .executeTakeFirst()
  return row?.id
}
