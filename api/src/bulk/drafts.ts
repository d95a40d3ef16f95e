// Drafts of bulk payments: kept on the server from the first file on, checked whenever their rows change.

import { setImmediate } from 'node:timers/promises'
import {
  BULK_SCREEN_MAX,
  type Bulk,
  type BulkDraftInput,
  type BulkRewrite,
  type BulkRowInput,
  type BulkRows,
} from '@jokko/contract/bulk'
import type { Language } from '@jokko/contract/common'
import type { PoolClient } from 'pg'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { isOpenPart } from '../http/features.ts'
import { newId } from '../http/ids.ts'
import { Problem } from '../http/problem.ts'
import { type Caller, requireActive } from '../http/session.ts'
import { type Corridor, corridorOf, rowChecker } from './check.ts'
import type { CheckedRow } from './checked-row.ts'
import {
  type BulkRecord,
  beginCheck,
  deleteDraft,
  finishCheck,
  finishChecked,
  insertBulk,
  isRetried,
  lockDraft,
  type NewBulk,
  queueCheck,
  type RetryRows,
  type RowWithState,
  readDraft,
  readOwnBulk,
  readRows,
  rewriteBulk,
  rowWriter,
  writeChecked,
} from './store.ts'
import { bulkView, rowView } from './views.ts'

/** Rows that are checked at a time, so that progress is seen and nothing else waits long. */
const CHECK_AT_ONCE = 500
/** Rows that are kept at a time, while the next are checked. */
const KEEP_AT_ONCE = 333
/** Parts that may wait to be kept, so that many rows need little memory. */
const PARTS_AT_ONCE = 4

/** Who may pay many at once; by a program, too. */
export function requireBulk(caller: Caller): void {
  requireActive(caller)
  if (!isOpenPart(caller, 'bulk')) throw new Problem('bulk_not_available')
  if (!caller.isOwner || caller.country === 'MG') throw new Problem('bulk_not_available')
}

export async function createDraft(
  deps: Deps,
  caller: Caller,
  input: BulkDraftInput,
  {
    id = newId('opn'),
    retry_of = null,
    retry_rows = null,
  }: Partial<Pick<NewBulk, 'id' | 'retry_of' | 'retry_rows'>> = {},
): Promise<Bulk> {
  requireBulk(caller)
  const { bulk, corridor } = await drafted(deps, caller, id, input)
  return write(deps, corridor, bulk, input.beneficiaries, client =>
    insertBulk(client, { ...bulk, retry_of, retry_rows }, input.beneficiaries.length, deps.clock.now()),
  )
}

export async function rewriteDraft(
  deps: Deps,
  caller: Caller,
  id: string,
  { edit, ...input }: BulkRewrite,
): Promise<Bulk> {
  requireBulk(caller)
  const { bulk, corridor } = await drafted(deps, caller, id, input)
  return write(deps, corridor, bulk, input.beneficiaries, async client => {
    requireSeen(requireDraft(await lockDraft(client, caller.customerId, id)), edit)
    await rewriteBulk(client, bulk, input.beneficiaries.length, deps.clock.now())
  })
}

/** Another tab, or somebody else, may have written its rows anew meanwhile. */
export function requireSeen(bulk: BulkRecord, edit: number | undefined): void {
  if (edit !== undefined && bulk.edit !== edit) throw new Problem('stale_version')
}

function requireDraft(bulk: BulkRecord | undefined): BulkRecord {
  if (!bulk) throw new Problem('not_found')
  if (bulk.state === 'started') throw new Problem('bulk_has_started')
  return bulk
}

async function drafted(
  deps: Deps,
  caller: Caller,
  id: string,
  input: BulkDraftInput,
): Promise<{ bulk: NewBulk; corridor: Corridor }> {
  requireOwnLines(input.beneficiaries)
  const corridor = await corridorOf(deps, caller.country, input.country_code, input.cashin_method_id)
  return {
    corridor,
    bulk: {
      id,
      customer_id: caller.customerId,
      user_id: caller.userId,
      country: corridor.receiving.iso,
      file_name: input.file_name ?? '',
      reason: input.reason ?? '',
      cashin_method_id: input.cashin_method_id ?? null,
      retry_of: null,
      retry_rows: null,
    },
  }
}

function requireOwnLines(rows: readonly BulkRowInput[]): void {
  if (new Set(rows.map(row => row.line)).size !== rows.length)
    throw new Problem('bulk_duplicate_row', { fields: { beneficiaries: ['bulk_duplicate_row'] } })
}

/** What fits a screen is checked at once; more is checked by a job, part by part. */
async function write(
  deps: Deps,
  corridor: Corridor,
  bulk: NewBulk,
  rows: readonly BulkRowInput[],
  open: (client: PoolClient) => Promise<void>,
): Promise<Bulk> {
  const isSmall = rows.length <= BULK_SCREEN_MAX
  const check = isSmall
    ? await rowChecker(deps, corridor)
    : async (part: BulkRowInput[]) => part.map(unchecked)
  const written = await inTransaction(deps.pool, async client => {
    const opened = open(client)
    const keep = rowWriter(client, bulk.id)
    const steps: Promise<unknown>[] = [opened]
    try {
      for (let from = 0; from < rows.length; from += KEEP_AT_ONCE) {
        const checked = Promise.all([check(rows.slice(from, from + KEEP_AT_ONCE), client), opened])
        steps.push(checked.then(([part]) => keep(part)))
        // The next are checked while these are kept; what fails ends it.
        await Promise.race([Promise.all(steps), steps.at(-PARTS_AT_ONCE) ?? setImmediate()])
      }
      await Promise.all(steps)
    } finally {
      // Nothing of it may be sent once the transaction is over.
      await Promise.allSettled(steps)
    }
    return isSmall ? finishCheck(client, bulk.id) : queueCheck(client, bulk.id)
  })
  if (!written) throw new Error(`The draft ${bulk.id} is gone while it is written`)
  return bulkView(deps, written.bulk, { same: written.same })
}

const unchecked = (cells: BulkRowInput): CheckedRow => ({
  line: cells.line,
  cells,
  problems: [],
  phone: null,
  operator: null,
  amount: null,
  payable: null,
})

/** Checks the rows of a large draft, in parts; a rewriting in between ends it. */
export async function checkBulk(
  deps: Deps,
  { bulk_id, edit }: { bulk_id: string; edit: number },
): Promise<void> {
  const bulk = await beginCheck(deps, { id: bulk_id, edit })
  if (!bulk) return
  const payer = await deps.db
    .selectFrom('app.users')
    .select('country')
    .where('id', '=', bulk.user_id)
    .executeTakeFirstOrThrow()
  const corridor = await corridorOf(deps, payer.country, bulk.country, bulk.cashin_method_id)
  const check = await rowChecker(deps, corridor)
  let after = 0
  let soFar = 0
  for (;;) {
    const rows = await readRows(deps, bulk_id, { after, limit: CHECK_AT_ONCE })
    const last = rows.at(-1)
    if (!last) break
    const checked = await check(
      rows.map(row => row.cells),
      deps.pool,
    )
    soFar += rows.length
    if (!(await inTransaction(deps.pool, client => writeChecked(client, bulk, checked, soFar)))) return
    after = last.line
  }
  await inTransaction(deps.pool, client => finishChecked(client, bulk))
}

/** Says what is wrong, and keeps nothing. */
export async function verifyRows(
  deps: Deps,
  caller: Caller,
  input: Pick<BulkDraftInput, 'country_code' | 'cashin_method_id' | 'beneficiaries'>,
): Promise<{ country: string; checked: CheckedRow[] }> {
  requireBulk(caller)
  requireOwnLines(input.beneficiaries)
  const corridor = await corridorOf(deps, caller.country, input.country_code, input.cashin_method_id)
  const check = await rowChecker(deps, corridor)
  return { country: corridor.receiving.iso, checked: await check(input.beneficiaries, deps.pool) }
}

export async function ownBulk(deps: Deps, caller: Caller, id: string): Promise<BulkRecord> {
  const bulk = await readOwnBulk(deps, caller.customerId, id)
  if (!bulk) throw new Problem('not_found')
  return bulk
}

export async function showBulk(deps: Deps, caller: Caller, id: string): Promise<Bulk> {
  return bulkView(deps, await ownBulk(deps, caller, id))
}

export async function showDraft(deps: Deps, caller: Caller): Promise<Bulk | null> {
  const bulk = await readDraft(deps, caller.customerId)
  return bulk ? bulkView(deps, bulk) : null
}

export async function showRows(
  deps: Deps,
  caller: Caller,
  id: string,
  page: { after: number; limit: number },
  language: Language,
): Promise<BulkRows> {
  const bulk = await ownBulk(deps, caller, id)
  const rows = await readRows(deps, id, { after: page.after, limit: page.limit + 1 })
  const shown = rows.slice(0, page.limit)
  const view = await rowView(deps, bulk, language)
  return { rows: shown.map(view), next_after: rows.length > page.limit ? (shown.at(-1)?.line ?? null) : null }
}

export async function dropDraft(deps: Deps, caller: Caller, id: string): Promise<void> {
  await inTransaction(deps.pool, async client => {
    requireDraft(await lockDraft(client, caller.customerId, id))
    await deleteDraft(client, id)
  })
}

/** Unless it is being paid, was written anew, or is gone already. */
export async function forgetDraft(
  deps: Deps,
  caller: Caller,
  { id, edit }: Pick<BulkRecord, 'id' | 'edit'>,
): Promise<void> {
  await inTransaction(deps.pool, async client => {
    const bulk = await lockDraft(client, caller.customerId, id)
    if (bulk?.edit === edit && bulk.state !== 'started') await deleteDraft(client, id)
  })
}

/**
 * A new draft of the rows that failed, in the words of the old one; or of those that its owner had cancelled, which were
 * given up on purpose and are paid again only when they are asked for.
 */
export async function retryRows(deps: Deps, caller: Caller, id: string, which: RetryRows): Promise<Bulk> {
  const bulk = await ownBulk(deps, caller, id)
  const wanted: BulkRowInput[] = []
  for (let after = 0; ; ) {
    const rows = await readRows(deps, id, { after, limit: CHECK_AT_ONCE })
    wanted.push(
      ...rows.filter(row => isOver(row) && row.cancelled === (which === 'cancelled')).map(row => row.cells),
    )
    const last = rows.at(-1)
    if (!last) break
    after = last.line
  }
  if (wanted.length === 0) throw new Problem('bulk_is_empty')
  if (await isRetried(deps, id, which)) throw new Problem('bulk_was_retried')
  const input = {
    country_code: bulk.country,
    file_name: bulk.file_name,
    reason: bulk.reason,
    ...(bulk.cashin_method_id !== null && { cashin_method_id: bulk.cashin_method_id }),
    beneficiaries: wanted,
  }
  return createDraft(deps, caller, input, { retry_of: id, retry_rows: which })
}

/** Its money came back. */
const isOver = ({ state }: RowWithState): boolean =>
  state === 'refunded' || state === 'failed' || state === 'cancelled'
