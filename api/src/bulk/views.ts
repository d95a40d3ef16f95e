// A bulk and its rows as the screens see them.
import type { Bulk, BulkProblem, BulkRow, StartedBulk } from '@jokko/contract/bulk'
import type { Language } from '@jokko/contract/common'
import type { PayinMethod } from '@jokko/contract/reference'
import type { StateOf } from '@jokko/core/lifecycles'
import { type Currency, eur, fromDecimal, money, toDecimal } from '@jokko/core/money'
import { allowedActions, customerStatus } from '@jokko/core/status'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { textOf } from '../http/problem.ts'
import { translate } from '../http/texts.ts'
import { waitingFacts } from '../payouts/change.ts'
import { referenceData } from '../reference/data.ts'
import type { CheckedProblem, CheckedRow } from './checked-row.ts'
import {
  type BulkRecord,
  type RowWithState,
  readProgress,
  readSameContent,
  type SameContent,
} from './store.ts'

const cents = (amount: bigint): string => toDecimal(eur(amount))

/** What is known of a bulk already, and need not be asked. */
type Known = { same?: SameContent | null; progress?: ReadonlyMap<string, number> }

export async function bulkView(deps: Deps, bulk: BulkRecord, known: Known = {}): Promise<Bulk> {
  const [reference, same, progress] = await Promise.all([
    referenceData(deps),
    known.same === undefined ? readSameContent(deps, bulk) : known.same,
    bulk.state === 'started' ? (known.progress ?? readProgress(deps, bulk.id)) : null,
  ])
  const currency = reference.countryByIso(bulk.country)?.currency
  return {
    id: bulk.id,
    state: bulk.state,
    edit: bulk.edit,
    country_code: bulk.country,
    file_name: bulk.file_name,
    reason: bulk.reason,
    cashin_method_id: bulk.cashin_method_id,
    rows: bulk.rows,
    rows_checked: bulk.rows_checked,
    rows_with_problems: bulk.rows_wrong,
    duplicates: bulk.duplicates,
    same_as: same ? { id: same.id, started_at: same.started_at.toISOString() } : null,
    total_without_fees: cents(bulk.principal),
    total_fees: cents(bulk.fees),
    total_to_pay: cents(bulk.total),
    local_total: toDecimal(money(bulk.target, currency ?? 'EUR')),
    local_currency: currency ?? null,
    updated_at: bulk.updated_at.toISOString(),
    progress: progress && progressOf(bulk.rows, progress),
  }
}

const under = {
  held: ['held', 'frozen'],
  paid: ['paid'],
  failed: ['refunded', 'failed', 'returned', 'refunding'],
  cancelled: ['cancelled'],
}

/** Rows that were not handed out wait. */
function progressOf(rows: number, states: ReadonlyMap<string, number>): NonNullable<Bulk['progress']> {
  const count = (wanted: readonly string[]) =>
    wanted.reduce((sum, state) => sum + (states.get(state) ?? 0), 0)
  const known = {
    waiting: [...states.values()].reduce((left, handed) => left - handed, rows),
    held: count(under.held),
    paid: count(under.paid),
    failed: count(under.failed),
    cancelled: count(under.cancelled),
  }
  return { ...known, under_way: Object.values(known).reduce((left, one) => left - one, rows) }
}

/** A row that is kept has an operation that will pay it. */
type ShownRow = Omit<RowWithState, 'operation_id'> & Partial<Pick<RowWithState, 'operation_id'>>

/** Shows a row of this bulk in the reader's language. */
export async function rowView(
  deps: Deps,
  bulk: Pick<BulkRecord, 'country'>,
  language: Language,
): Promise<(row: ShownRow) => BulkRow> {
  const reference = await referenceData(deps)
  const currency: Currency = reference.countryByIso(bulk.country)?.currency ?? 'EUR'
  return row => ({
    line: row.line,
    identification_number: row.cells.identification_number ?? '',
    first_name: row.cells.first_name,
    last_name: row.cells.last_name,
    email: row.cells.email ?? '',
    phone_number: row.cells.phone_number,
    amount_without_fees: String(row.cells.amount_without_fees),
    operator: row.operator,
    operator_name: (row.operator && reference.operator(row.operator)?.name) ?? null,
    full_phone_number: row.phone,
    amount_in_euros: row.principal === null ? null : cents(row.principal),
    fee: row.fee === null ? null : cents(row.fee + (row.margin ?? 0n)),
    total: row.total === null ? null : cents(row.total),
    local_amount: row.target === null ? null : toDecimal(money(row.target, currency)),
    local_currency: row.target === null ? null : currency,
    problems: row.problems.map(problem => problemView(problem, language)),
    operation_id: row.state === null ? null : (row.operation_id ?? null),
    status: row.customer_status,
    failure: failureOf(row, language),
    cancelled: row.cancelled,
  })
}

/** Why it was not paid, in one sentence. */
function failureOf(
  { state, failure }: Pick<RowWithState, 'state' | 'failure'>,
  language: Language,
): string | null {
  const code = state === 'cancelled' ? 'cancelled' : failure?.code
  return code === undefined ? null : translate(language, `statuses:payout_failure.${code}`)
}

function problemView({ field, code, params = {} }: CheckedProblem, language: Language): BulkProblem {
  const amounts = Object.entries(params).flatMap(([name, { amount, currency }]) => {
    const value = fromDecimal(amount, currency)
    return value ? [[name, value] as const] : []
  })
  return { field, code, message: textOf(code, language, Object.fromEntries(amounts)) }
}

/** A row that was only checked, and is kept nowhere. */
export const asRecord = ({ payable, ...row }: CheckedRow): ShownRow => ({
  ...row,
  route_id: payable?.routeId ?? null,
  principal: payable?.principal ?? null,
  fee: payable?.fee ?? null,
  margin: payable?.margin ?? null,
  total: payable?.total ?? null,
  target: payable?.target ?? null,
  state: null,
  customer_status: null,
  failure: null,
  cancelled: false,
})

export function startedView(op: Operation, bulk: Bulk, hasUnsentRows: boolean): StartedBulk {
  const state = op.state as StateOf<'bulk'>
  const facts = waitingFacts(op.payin_method)
  const { status, aborted } = customerStatus('bulk', state, facts)
  return {
    id: op.id,
    details: { id: op.id },
    type: (op.payin_method ?? 'balance') as PayinMethod,
    status,
    aborted,
    connect_url: null,
    fee: cents(op.fee),
    total_to_pay: cents(op.total),
    payment_reference: op.reference ?? '',
    bank_account_id: op.details.bank_account_id ?? null,
    fund_by: op.fund_by?.toISOString() ?? null,
    allowed_actions: [
      ...allowedActions('bulk', state, { ...facts, viewer: 'sender', type: 'bulk_transfer', hasUnsentRows }),
    ],
    bulk,
  }
}
