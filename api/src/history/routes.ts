// A customer's operations and their receipts, over HTTP.
import { Id } from '@jokko/contract/common'
import { OperationDetail, OperationsPage, OperationsQuery } from '@jokko/contract/history'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { Routes } from '../http/app-types.ts'
import { languageOf } from '../http/problem.ts'
import { callerOf, requireSession } from '../http/session.ts'
import { receiptOf } from './receipt-service.ts'
import { listOperations, operationDetail } from './service.ts'

const ById = z.object({ id: Id })
const ReceiptQuery = z.object({ language: z.exactOptional(z.enum(['fr', 'en', 'es'])) })
const tags = ['history']

export function historyRoutes(deps: Deps): Routes {
  const session = { onRequest: requireSession(deps) }
  return app => {
    app.get(
      '/operations',
      { ...session, schema: { tags, querystring: OperationsQuery, response: { 200: OperationsPage } } },
      request => listOperations(deps, callerOf(request), request.query),
    )
    app.get(
      '/operations/:id',
      { ...session, schema: { tags, params: ById, response: { 200: OperationDetail } } },
      request => operationDetail(deps, callerOf(request), request.params.id, languageOf(request)),
    )
    app.get(
      '/payments/invoices/:id',
      { ...session, schema: { tags, params: ById, querystring: ReceiptQuery } },
      async (request, reply) => {
        const { name, pdf } = await receiptOf(
          deps,
          callerOf(request),
          request.params.id,
          request.query.language ?? languageOf(request),
        )
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${name}"`)
          .header('cache-control', 'private, no-store')
          .send(pdf)
      },
    )
  }
}
