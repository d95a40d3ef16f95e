// What must hold after the storm, read from the database, from the simulated companies' own books, and over the API.
import type { OperationsPage } from '@jokko/contract/history'
import type { Customer } from '../stage.ts'
import type { Town } from './town.ts'
import type { Acknowledged } from './wishes.ts'

export type Findings = {
  /** Acknowledged and not there. */
  lost: string[]
  /** One wish, two operations; one operation, two payouts. */
  doubled: string[]
  /** Neither ended nor visibly waiting for somebody. */
  stuck: string[]
  violations: string[]
}

/** Asked for again and again: one that failed for good was followed by others. */
const routines = [
  'import_statements',
  'fetch_rates',
  'read_floats',
  'tell_treasury',
  'revalue_positions',
  'recover_debts',
  'watch_bulks',
]

/** In these a person or the payer has the next word, and the customer is told so. */
const visiblyWaiting = ['held', 'frozen']

export async function audit(
  town: Town,
  customers: readonly Customer[],
  acknowledged: readonly Acknowledged[],
): Promise<Findings> {
  const findings: Findings = { lost: [], doubled: [], stuck: [], violations: [] }
  await auditOperations(town, acknowledged, findings)
  await auditStates(town, findings)
  await auditPayouts(town, findings)
  const collected = await auditCollected(town, findings)
  await auditBooks(town, findings)
  await auditCustomers(town, customers, acknowledged, collected, findings)
  return findings
}

/** Each acknowledged wish is one operation, under its key and in its sender's list; and there are no others. */
async function auditOperations(
  { stage }: Town,
  acknowledged: readonly Acknowledged[],
  { lost, doubled }: Findings,
): Promise<void> {
  const wished = new Map(acknowledged.map(({ id, wish }) => [id, wish.key]))
  for (const { request } of acknowledged) if (request) wished.set(request.id, request.key)
  const { rows } = await stage.owner.query<{ id: string; kind: string; keys: string[] }>(
    `select o.id, o.kind, array(select k.key from app.command_keys k
       where k.operation_id = o.id and k.scope = 'user:' || o.user_id) as keys
     from app.operations o
     where o.kind in ('transfer', 'withdrawal', 'request') or (o.kind = 'deposit' and o.parent_id is null)`,
  )
  const found = new Map(rows.map(row => [row.id, row]))
  for (const [id, key] of wished)
    if (!found.get(id)?.keys.includes(key)) lost.push(`${id} was acknowledged under ${key}, and is not there`)
  for (const { id, kind, keys } of rows)
    if (!wished.has(id)) doubled.push(`${kind} ${id} (${keys.join(', ')}) was never acknowledged`)
}

export async function auditStates({ stage }: Town, { stuck }: Findings): Promise<void> {
  const operations = await stage.owner.query<{ id: string; kind: string; state: string; updated_at: Date }>(
    // A dispute waits for whoever contests it.
    `select id, kind, state, updated_at from app.operations
     where ended_at is null and state <> all ($1) and (kind, state) <> ('dispute', 'opened')`,
    [visiblyWaiting],
  )
  for (const { id, kind, state, updated_at } of operations.rows)
    stuck.push(`${kind} ${id} is ${state} since ${updated_at.toISOString()}`)
  const jobs = await stage.owner.query<{ task: string; attempts: number; error: string | null }>(
    `select t.identifier as task, j.attempts, j.last_error as error from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier <> all ($1)`,
    [routines],
  )
  for (const { task, attempts, error } of jobs.rows)
    stuck.push(`job ${task} after ${attempts} tries: ${error?.slice(0, 200) ?? 'no error'}`)
  const lines = await stage.owner.query<{ id: string; outcome: string }>(
    `select id::text, outcome from app.bank_lines where outcome in ('new', 'suspense')`,
  )
  for (const { id, outcome } of lines.rows) stuck.push(`bank line ${id} is ${outcome}`)
}

type Hub2Ledger = {
  currencies: Record<string, { paid: number; returned: number; fees: number; reserved: number }>
  transfers: { reference: string; amount: number; status: string; failure_code: string | null }[]
}

/** The provider took at most one payout, and one refund to a phone, per transfer; what it paid is what the ledger says. */
export async function auditPayouts(town: Town, { doubled, violations }: Findings): Promise<void> {
  const hub2 = await town.outside<Hub2Ledger>('/control/hub2/ledger')
  const { rows } = await town.stage.owner.query<{
    id: string
    operation_id: string
    attempt_state: string
    state: string
    amount: string
    is_right: boolean
  }>(
    `select a.id, a.state as attempt_state, o.id || case when b.is_refund then ' back' else '' end as operation_id,
       case when b.is_refund then '' else o.state end as state, a.amount::text,
       b.is_refund or a.amount = o.target as is_right
     from app.payout_attempts a
     cross join lateral (select coalesce(a.destination ->> 'kind', '') = 'refund' as is_refund) b
     join app.operations o on o.id = a.operation_id where a.provider = 'hub2'`,
  )
  const attempts = new Map(rows.map(row => [row.id, row]))
  const taken = new Map<string, number>()
  for (const { reference, amount, status, failure_code } of hub2.transfers) {
    const attempt = attempts.get(reference)
    if (!attempt) {
      violations.push(`hub2 has ${reference}, which is no attempt of ours`)
      continue
    }
    const { operation_id, attempt_state, amount: ordered, is_right } = attempt
    // An order that certainly failed makes room for the next one.
    const isOver = status === 'failed' && failure_code !== 'canceled'
    if (!isOver) taken.set(operation_id, (taken.get(operation_id) ?? 0) + 1)
    const wasPaid = status === 'successful' || failure_code === 'canceled'
    if (wasPaid !== (attempt_state === 'paid'))
      violations.push(`${reference} is ${attempt_state}, hub2 says ${status}`)
    if (String(amount) !== ordered || !is_right)
      violations.push(`${operation_id} ordered ${ordered}, hub2 was told ${amount}`)
  }
  for (const [id, times] of taken) if (times > 1) doubled.push(`hub2 took ${times} payouts for ${id}`)
  for (const { operation_id, state } of rows)
    if (state === 'paid' && !taken.has(operation_id))
      violations.push(`${operation_id} is paid, hub2 never heard of it`)
  for (const [currency, account] of Object.entries(hub2.currencies)) {
    const moved = account.paid + account.fees - account.returned
    await expectBalance(town, `float:hub2:${currency}`, BigInt(moved), violations)
    await expectBalance(town, `payable:hub2:${currency}`, BigInt(account.reserved), violations)
  }
}

type MonextLedger = {
  sessions: {
    reference: string
    amount: number
    title: string
    settlement: string | null
    follow_ups: { type: string; amount: number; status: string; settlement: string | null }[]
  }[]
}
type TrueLayerLedger = {
  payments: {
    metadata: { attempt_id?: string }
    amount: number
    status: string
    sweep: string | null
    refunds: { amount: number; status: string; sweep: string | null }[]
  }[]
}
type Hub2Intents = { intents: { reference: string; collected: number; fees: number }[] }

/**
 * What companies collected for each operation and did not lose to its payer's bank, in cents; never twice, and what they
 * still hold is what our books say.
 */
async function auditCollected(town: Town, { doubled, violations }: Findings): Promise<Map<string, bigint>> {
  const { rows } = await town.stage.owner.query<{
    id: string
    operation_id: string
    total: string
    amount: string
  }>(
    'select p.id, p.operation_id, o.total::text, p.amount::text from app.pay_ins p join app.operations o on o.id = p.operation_id',
  )
  const payIns = new Map(rows.map(row => [row.id, row]))
  const collected = new Map<string, bigint>()
  const take = (reference: string, isWhole: (amount: string) => boolean) => {
    const payIn = payIns.get(reference)
    if (!payIn) return violations.push(`${reference} was collected, and is no pay-in of ours`)
    if (collected.has(payIn.operation_id)) doubled.push(`${payIn.operation_id} was collected twice`)
    if (!isWhole(payIn.amount)) violations.push(`${reference} was collected with another amount`)
    return collected.set(payIn.operation_id, (collected.get(payIn.operation_id) ?? 0n) + BigInt(payIn.total))
  }
  const monext = await town.outside<MonextLedger>('/control/monext/ledger')
  let atMonext = 0n
  for (const { reference, amount, title, settlement, follow_ups } of monext.sessions) {
    if (title !== 'ACCEPTED') continue
    take(reference, asked => asked === String(amount))
    if (settlement === null) atMonext += BigInt(amount)
    for (const { type, amount: moved, ...one } of follow_ups) {
      const taken = type === 'REPRESENTMENT' ? -BigInt(moved) : BigInt(moved)
      if (one.status === 'OK' && one.settlement === null) atMonext -= taken
      const { operation_id } = payIns.get(reference) ?? {}
      if (type !== 'REFUND' && operation_id !== undefined)
        collected.set(operation_id, (collected.get(operation_id) ?? 0n) - taken)
    }
  }
  await expectBalance(town, 'payin:monext:EUR', -atMonext, violations)
  const truelayer = await town.outside<TrueLayerLedger>('/control/truelayer/ledger')
  let atTrueLayer = 0n
  for (const { metadata, amount, status, sweep, refunds } of truelayer.payments) {
    if (status !== 'settled') continue
    take(metadata.attempt_id ?? '', asked => asked === String(amount))
    if (sweep === null) atTrueLayer += BigInt(amount)
    for (const refund of refunds)
      if (refund.status === 'executed' && refund.sweep === null) atTrueLayer -= BigInt(refund.amount)
  }
  await expectBalance(town, 'payin:truelayer:EUR', -atTrueLayer, violations)
  const { intents } = await town.outside<Hub2Intents>('/control/hub2/ledger')
  let atHub2 = 0
  for (const { reference, collected: amount, fees } of intents) {
    atHub2 += amount - fees
    if (amount > 0) take(reference, asked => asked === String(amount))
  }
  await expectBalance(town, 'payin:hub2:XOF', BigInt(-atHub2), violations)
  return collected
}

type BankLedger = { entries: { iban: string; amount: string; status: string }[] }

export async function auditBooks(town: Town, { violations }: Findings): Promise<void> {
  const broken = await town.stage.owner.query<{ invariant: string; detail: string }>(
    'select invariant, detail from ledger.verify() where not ok',
  )
  for (const { invariant, detail } of broken.rows) violations.push(`${invariant}: ${detail}`)
  const { entries } = await town.outside<BankLedger>('/control/bank/ledger')
  const booked = new Map<string, bigint>()
  for (const { iban, amount, status } of entries)
    if (status === 'BOOK') booked.set(iban, (booked.get(iban) ?? 0n) + centsOf(amount))
  for (const [iban, cents] of booked) await expectBalance(town, `bank:${iban}:EUR`, -cents, violations)
  await expectBalance(town, 'suspense:unmatched:EUR', 0n, violations)
}

export async function expectBalance(
  { stage }: Town,
  name: string,
  expected: bigint,
  violations: string[],
): Promise<void> {
  const { rows } = await stage.owner.query<{ balance: string }>(
    'select balance::text from ledger.accounts where name = $1',
    [name],
  )
  const balance = BigInt(rows[0]?.balance ?? '0')
  if (balance !== expected) violations.push(`${name} is ${balance}, the outside says ${expected}`)
}

/** Each customer has what they had, plus what came in, less what arrived, less what went back to their bank. */
async function auditCustomers(
  town: Town,
  customers: readonly Customer[],
  acknowledged: readonly Acknowledged[],
  collected: ReadonlyMap<string, bigint>,
  { lost, violations }: Findings,
): Promise<void> {
  const ends = await readEnds(town)
  for (const customer of customers) {
    const own = acknowledged.filter(({ wish }) => wish.customer === customer)
    const paid = own.reduce(
      (sum, one) => sum + effectOn(one, ends.get(one.id)) + (collected.get(one.id) ?? 0n),
      FUNDED,
    )
    const asked = acknowledged
      .filter(({ id, request }) => request?.requester === customer && ends.get(id)?.state === 'paid')
      .reduce((sum, { wish }) => sum + wish.cents, 0n)
    await expectBalance(town, `customer:${customer.customerId}:EUR`, paid + asked, violations)
    await expectBalance(town, `customer:${customer.customerId}:reserved:EUR`, 0n, violations)
    await expectBalance(town, `receivable:${customer.customerId}:EUR`, 0n, violations)
    const listed = await listedAt(town, customer)
    for (const { id } of own) if (!listed.has(id)) lost.push(`${id} is not in its sender's list`)
  }
}

type Ends = {
  id: string
  state: string
  refunded: string
  refund_to: string | null
  /** The payout came back after it had arrived. */
  came_back: boolean
  /** What refunds of their own gave back to the source. */
  given_back: string
  /** What the source gave back to us of that. */
  refunds_returned: string
}

async function readEnds({ stage }: Town): Promise<Map<string, Ends>> {
  const { rows } = await stage.owner.query<Ends>(
    `with beside as (
       select r.*, coalesce(p.parent_id, r.parent_id) as of_id, r.parent_id as near_id
       from app.operations r left join app.operations p on p.id = r.parent_id and p.kind in ('return', 'refund', 'dispute')
     )
     select o.id, o.state, o.refunded::text, o.details ->> 'refund_to' as refund_to,
       exists (select from beside b where b.near_id = o.id and b.kind = 'return' and b.operation_type <> 'deposit') as came_back,
       (select coalesce(sum(b.total), 0)::text from beside b
        where b.of_id = o.id and b.kind = 'refund' and b.state = 'done') as given_back,
       (select coalesce(sum(b.total), 0)::text from beside b
        where b.of_id = o.id and b.kind = 'return' and b.operation_type = 'deposit') as refunds_returned
     from app.operations o where o.kind in ('transfer', 'withdrawal', 'deposit')`,
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** What each customer of the stage begins with, in cents. */
export const FUNDED = 100_000_000n

/** What an operation and all that stands beside it make of its owner's balance, apart from what companies collected. */
function effectOn({ wish, paidIn, total }: Acknowledged, end: Ends | undefined): bigint {
  if (!end) return 0n
  const returned = BigInt(end.refunds_returned) - BigInt(end.given_back)
  // What a deposit brought is there, whether it completed or came too late; the fee is only taken where it completed.
  if (wish.flow === 'deposit')
    return paidIn + returned - (end.state === 'completed' ? total - wish.cents : 0n)
  const isThere = end.state === 'paid' || end.state === 'booked'
  const arrived = isThere && !end.came_back ? total : 0n
  const toSource = end.refund_to === 'source' ? BigInt(end.refunded) : 0n
  return paidIn + returned - arrived - toSource
}

async function listedAt({ apiUrls }: Town, customer: Customer): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const url = `${apiUrls[1]}/api/v1/operations?per_page=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${customer.token}` } })
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
    const page = (await answer.json()) as OperationsPage
    for (const { id } of page.results) ids.add(id)
    cursor = page.next_cursor
  }
  return ids
}

function centsOf(text: string): bigint {
  return BigInt(text.replace('.', ''))
}
