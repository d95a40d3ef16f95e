// Paying a bulk: the draft as it stands, at the total that was shown, once.
import { randomBytes } from 'node:crypto'
import type { Bulk, StartBulk } from '@jokko/contract/bulk'
import type { ErrorCode } from '@jokko/contract/errors'
import { type Currency, compare, eur, toDecimal } from '@jokko/core/money'
import { paymentReference } from '@jokko/core/references'
import { searchText } from '@jokko/core/search'
import { DatabaseError } from 'pg'
import { doneBefore, orRefuse } from '../commands/decide.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { CommandKey } from '../http/idempotency.ts'
import { idOf } from '../http/ids.ts'
import { Problem } from '../http/problem.ts'
import type { Caller } from '../http/session.ts'
import { operationFrom, readDebt, readOwnOperation } from '../ledger/operations.ts'
import { countersOfBulk } from '../payouts/limits.ts'
import { readRules } from '../payouts/rules.ts'
import { acceptMinutes, endOfFundDay } from '../quotes/quote-service.ts'
import { readAmount, requireRateOfToday } from '../quotes/quoting.ts'
import { type Corridor, corridorOf } from './check.ts'
import { start } from './decisions.ts'
import { createDraft, forgetDraft, ownBulk, requireBulk, requireSeen } from './drafts.ts'
import {
  type BulkRecord,
  hasOtherRoutes,
  isRetried,
  readBulk,
  readOwnBulk,
  readSameContent,
  type SameContent,
} from './store.ts'
import { bulkView } from './views.ts'

/** The database compares once more, under a lock: rows that changed or went meanwhile are not paid. */
const ROWS_CHANGED = 'JK009'
const changes: ReadonlyMap<unknown, ErrorCode> = new Map([
  ['bulk_was_retried', 'bulk_was_retried'],
  ['bulk_is_gone', 'not_found'],
])
/** … and whether the same rows were started at the same moment. */
const PAID_BEFORE = 'JK011'
const UNIQUE_VIOLATION = '23505'
const TRIES = 3
const FIRST_EDIT = 1

type Asked = { caller: Caller; command: CommandKey; request: StartBulk }

/** A payment that has begun, and the rows that it pays. */
export type Started = { op: Operation; bulk: Bulk }

export async function startBulk(deps: Deps, asked: Asked): Promise<Started> {
  try {
    return await pay(deps, asked)
  } catch (error) {
    const id = await doneBefore(deps, asked.command, error)
    return earlier(deps, asked.caller, id)
  }
}

async function earlier(deps: Deps, caller: Caller, id: string | null): Promise<Started> {
  const op = id === null ? undefined : await readOwnOperation(deps, caller.customerId, id)
  if (!op) throw new Problem('not_found')
  return { op, bulk: await startedBulk(deps, op.id) }
}

async function pay(deps: Deps, asked: Asked): Promise<Started> {
  const { caller, request } = asked
  requireBulk(caller)
  if (request.source_user_id !== undefined && request.source_user_id !== caller.userId)
    throw new Problem('not_found')
  if (request.bulk_id !== undefined) return payDraft(deps, asked, ownBulk(deps, caller, request.bulk_id))
  return payRows(deps, asked)
}

/**
 * Many rows are checked by and by: the same call again finds them. Whatever else is refused leaves nothing behind, but
 * what somebody else has made of the draft meanwhile.
 */
async function payRows(deps: Deps, asked: Asked, tries = TRIES): Promise<Started> {
  const own = await draftOfCall(deps, asked)
  try {
    return await payDraft(deps, asked, own)
  } catch (error) {
    if (isProblem(error, 'bulk_still_checking')) throw error
    await forgetDraft(deps, asked.caller, own)
    // The same call in the same moment was refused, and took its draft away.
    if (isProblem(error, 'not_found') && tries > 1) return payRows(deps, asked, tries - 1)
    throw error
  }
}

const isProblem = (error: unknown, code: ErrorCode): boolean =>
  error instanceof Problem && error.code === code

async function payDraft(
  deps: Deps,
  { caller, command, request }: Asked,
  draft: BulkRecord | Promise<BulkRecord>,
): Promise<Started> {
  const [bulk, debt] = await Promise.all([draft, readDebt(deps, caller.customerId)])
  requirePayable(bulk)
  requireSeen(bulk, request.edit)
  if (debt > 0n) throw new Problem('receivable_open')
  const corridor = await corridorOf(deps, caller.country, bulk.country, request.cashin_method_id)
  if (caller.activationLevel === 'YELLOW' && corridor.method.name !== 'bank_transfer')
    throw new Problem('temp_restriction')
  requireShown(bulk, request)
  requireFresh(deps, bulk, corridor)
  if (request.duplicates_are_meant !== true && bulk.duplicates.length > 0)
    throw new Problem('bulk_duplicate_row')
  await Promise.all([requireFirstRetry(deps, bulk), requireOpenRoutes(deps, bulk, corridor)])
  const now = deps.clock.nowText()
  const row = rowOf(deps, { caller, bulk, corridor, request })
  const { ceilings } = await readRules(deps)
  const limits = countersOfBulk({ ...row, started_at: now }, ceilings)
  const change = start({ id: bulk.id, command, now, row, limits })
  const before = readSameContent(deps, bulk)
  if (request.repeat_is_meant !== true) requireNotPaid(await before)
  const [same, said] = await Promise.all([before, deps.ledger.commit(change).catch(asRefusal)])
  const verdict = orRefuse(said)
  if (verdict.verdict === 'replayed') return earlier(deps, caller, verdict.operation_id)
  const progress = new Map<string, number>()
  return {
    op: operationFrom(change),
    bulk: await bulkView(deps, { ...bulk, state: 'started' }, { same, progress }),
  }
}

/** What was closed since the rows were checked is found by checking them anew. */
async function requireOpenRoutes(deps: Deps, bulk: BulkRecord, { routes }: Corridor): Promise<void> {
  const open = Array.from(routes.values(), ({ id }) => id)
  if (await hasOtherRoutes(deps, bulk, open)) throw new Problem('quote_expired')
}

/** The rows of another retry are paid already, and cannot be meant to be paid once more. */
async function requireFirstRetry(deps: Deps, { retry_of, retry_rows }: BulkRecord): Promise<void> {
  if (retry_of !== null && retry_rows !== null && (await isRetried(deps, retry_of, retry_rows)))
    throw new Problem('bulk_was_retried')
}

function asRefusal(error: unknown): never {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === ROWS_CHANGED) throw new Problem(changes.get(message) ?? 'quote_expired')
  throw code === PAID_BEFORE ? new Problem('bulk_paid_before') : error
}

function requireNotPaid(before: SameContent | null): void {
  if (before === null) return
  const same_as = { id: before.id, started_at: before.started_at.toISOString() }
  throw new Problem('bulk_paid_before', { extra: { same_as } })
}

/** Rows that come with their payment are a draft for as long as the call lasts: one, however often it is sent at once. */
async function draftOfCall(deps: Deps, { caller, command, request }: Asked): Promise<BulkRecord> {
  const { beneficiaries = [], country_code: country = '', reason, cashin_method_id } = request
  const id = idOf('opn', [command.scope, command.key, command.body_hash])
  const there = () => readOwnBulk(deps, caller.customerId, id)
  const draft = { country_code: country, reason, cashin_method_id, beneficiaries }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const bulk = await there()
    // Rows that were written anew are no longer those of the call, whatever they come to.
    if (bulk && bulk.edit !== FIRST_EDIT) throw new Problem('stale_version')
    if (bulk) return bulk
    await createDraft(deps, caller, draft, { id }).catch(unlessThere)
  }
  // Others with this key were refused in these moments, and took it away each time.
  throw new Problem('service_unavailable')
}

/** Whoever was called with the same key and the same rows in the same moment has written them. */
function unlessThere(error: unknown): void {
  if (!(error instanceof DatabaseError && error.code === UNIQUE_VIOLATION)) throw error
}

function requirePayable(bulk: BulkRecord): void {
  if (bulk.state === 'started') throw new Problem('bulk_has_started')
  if (bulk.state === 'checking') throw new Problem('bulk_still_checking')
  if (bulk.rows === 0) throw new Problem('bulk_is_empty')
  if (bulk.state !== 'checked') throw new Problem('bulk_has_problems')
}

/** Another way to pay has other fees: its rows are checked anew first. */
function requireShown(bulk: BulkRecord, request: StartBulk): void {
  const shown = readAmount(request.total_to_pay, 'EUR', 'total_to_pay')
  if (bulk.cashin_method_id !== request.cashin_method_id || compare(shown, eur(bulk.total)) !== 0)
    throw new Problem('quote_expired', { extra: { total_to_pay: toDecimal(eur(bulk.total)) } })
}

/** Rows are promised at the price of their check, which holds as long as a quote does. */
function requireFresh({ clock }: Deps, bulk: BulkRecord, { reference, receiving, routes }: Corridor): void {
  for (const route of routes.values()) requireRateOfToday(reference, { route }, clock.now())
  const minutes = acceptMinutes(reference.rate(receiving.currency)?.fixed === true)
  if (clock.now().getTime() - bulk.updated_at.getTime() > minutes * 60_000) throw new Problem('quote_expired')
}

type Parts = {
  caller: Caller
  bulk: BulkRecord
  corridor: Corridor
  request: StartBulk
}

function rowOf(deps: Deps, { caller, bulk, corridor, request }: Parts) {
  const { sending, receiving, method, routes } = corridor
  const [route] = routes.values()
  const reference = paymentReference(randomBytes(5))
  if (method.name === 'bank_transfer' && receiving.currency === 'GNF')
    throw new Problem('cashin_method_not_supported')
  return {
    book: deps.config.book,
    customer_id: caller.customerId,
    user_id: caller.userId,
    reference,
    sending_country: sending.iso,
    receiving_country: receiving.iso,
    payin_method: method.name,
    payout_kind: 'mobile_money',
    route_id: null,
    provider: route?.provider ?? null,
    reason: request.reason,
    principal: bulk.principal,
    fee: bulk.fees,
    total: bulk.total,
    target: bulk.target,
    target_currency: receiving.currency as Currency,
    rate: null,
    details: {
      beneficiaries: bulk.rows,
      bulk_edit: bulk.edit,
      ...(request.repeat_is_meant === true && { repeat_is_meant: true as const }),
      sender_name: caller.companyName ?? `${caller.firstName} ${caller.lastName}`,
      ...(request.bank_account_id !== undefined && { bank_account_id: request.bank_account_id }),
    },
    search: searchText([reference, request.reason, bulk.file_name]),
    fund_by: method.name === 'bank_transfer' ? endOfFundDay(deps.clock.now()).toISOString() : null,
  }
}

export async function startedBulk(deps: Deps, id: string): Promise<Bulk> {
  const bulk = await readBulk(deps, id)
  if (!bulk) throw new Problem('not_found')
  return bulkView(deps, bulk)
}
