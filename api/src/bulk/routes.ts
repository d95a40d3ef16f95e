// Bulk payments over HTTP: drafts, their rows, starting, and what became of them.
import { Readable } from 'node:stream'
import {
  Bulk,
  BulkDraftAnswer,
  BulkDraftInput,
  BulkRewrite,
  BulkRows,
  BulkRowsQuery,
  RetryBulk,
  StartBulk,
  StartedBulk,
  VerifiedBeneficiaries,
  VerifyBeneficiaries,
} from '@jokko/contract/bulk'
import { Id, type Language } from '@jokko/contract/common'
import { eur, sum, toDecimal } from '@jokko/core/money'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { Routes } from '../http/app-types.ts'
import { commandKey } from '../http/idempotency.ts'
import { languageOf } from '../http/problem.ts'
import { callerOf, requireSession } from '../http/session.ts'
import { hasUnsentRows } from '../ledger/operations.ts'
import { cancelBulk } from './cancel.ts'
import { duplicatesOf } from './check.ts'
import type { CheckedRow } from './checked-row.ts'
import {
  createDraft,
  dropDraft,
  ownBulk,
  retryRows,
  rewriteDraft,
  showBulk,
  showDraft,
  showRows,
  verifyRows,
} from './drafts.ts'
import { resultFile } from './result.ts'
import { type Started, startBulk, startedBulk } from './start.ts'
import { asRecord, rowView, startedView } from './views.ts'

const ById = z.object({ id: Id })
const tags = ['bulk']
const BASE = '/transactions/bulkTransfers'
/** Ten thousand rows, as text. */
const BODY_MAX = 6_000_000

export function bulkRoutes(deps: Deps): Routes {
  const session = { onRequest: requireSession(deps), bodyLimit: BODY_MAX }
  return app => {
    app.post(
      BASE,
      { ...session, schema: { tags, body: BulkDraftInput, response: { 201: Bulk } } },
      async (request, reply) =>
        reply.code(201).send(await createDraft(deps, callerOf(request), request.body)),
    )
    app.get(
      `${BASE}/draft`,
      { ...session, schema: { tags, response: { 200: BulkDraftAnswer } } },
      async request => ({ draft: await showDraft(deps, callerOf(request)) }),
    )
    app.put(
      `${BASE}/:id`,
      { ...session, schema: { tags, params: ById, body: BulkRewrite, response: { 200: Bulk } } },
      request => rewriteDraft(deps, callerOf(request), request.params.id, request.body),
    )
    app.get(`${BASE}/:id`, { ...session, schema: { tags, params: ById, response: { 200: Bulk } } }, request =>
      showBulk(deps, callerOf(request), request.params.id),
    )
    app.get(
      `${BASE}/:id/rows`,
      { ...session, schema: { tags, params: ById, querystring: BulkRowsQuery, response: { 200: BulkRows } } },
      request => showRows(deps, callerOf(request), request.params.id, request.query, languageOf(request)),
    )
    app.delete(`${BASE}/:id`, { ...session, schema: { tags, params: ById } }, async (request, reply) => {
      await dropDraft(deps, callerOf(request), request.params.id)
      return reply.code(204).send()
    })
    app.post(
      `${BASE}/:id/retry`,
      { ...session, schema: { tags, params: ById, body: z.nullish(RetryBulk), response: { 201: Bulk } } },
      async (request, reply) => {
        const { rows = 'failed' } = request.body ?? {}
        return reply.code(201).send(await retryRows(deps, callerOf(request), request.params.id, rows))
      },
    )
    app.post(
      `${BASE}/:id/cancel`,
      { ...session, schema: { tags, params: ById, response: { 200: StartedBulk } } },
      async request => {
        const op = await cancelBulk(deps, callerOf(request), commandKey(request), request.params.id)
        return shown(deps, { op, bulk: await startedBulk(deps, op.id) })
      },
    )
    app.get(
      `${BASE}/:id/result.csv`,
      { ...session, schema: { tags, params: ById } },
      async (request, reply) => {
        const caller = callerOf(request)
        const bulk = await ownBulk(deps, caller, request.params.id)
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="jokko-${bulk.id}.csv"`)
          .send(Readable.from(resultFile(deps, bulk, languageOf(request))))
      },
    )
    app.post(
      `${BASE}/verify-beneficiaries`,
      { ...session, schema: { tags, body: VerifyBeneficiaries, response: { 200: VerifiedBeneficiaries } } },
      async request => {
        const caller = callerOf(request)
        return verifiedView(deps, languageOf(request), await verifyRows(deps, caller, request.body))
      },
    )
    app.post(
      `${BASE}/initiate-high-volume-payment`,
      { ...session, schema: { tags, body: StartBulk, response: { 201: StartedBulk } } },
      async (request, reply) => {
        const caller = callerOf(request)
        const begun = await startBulk(deps, { caller, command: commandKey(request), request: request.body })
        return reply.code(201).send(await shown(deps, begun))
      },
    )
  }
}

async function shown(deps: Deps, { op, bulk }: Started): Promise<StartedBulk> {
  return startedView(op, bulk, await hasUnsentRows(deps, op))
}

async function verifiedView(
  deps: Deps,
  language: Language,
  { country, checked }: { country: string; checked: readonly CheckedRow[] },
): Promise<VerifiedBeneficiaries> {
  const rows = checked.map(asRecord)
  const view = await rowView(deps, { country }, language)
  const total = (column: 'principal' | 'fee' | 'margin' | 'total') =>
    sum(
      rows.map(row => eur(row[column] ?? 0n)),
      'EUR',
    )
  return {
    rows: rows.map(view),
    duplicates: duplicatesOf(checked),
    total_without_fees: toDecimal(total('principal')),
    total_fees: toDecimal(eur(total('fee').minor + total('margin').minor)),
    total_to_pay: toDecimal(total('total')),
  }
}
