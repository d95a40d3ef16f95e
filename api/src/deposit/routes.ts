// Deposits over HTTP.
import { Id } from '@jokko/contract/common'
import { Deposit, NewDeposit } from '@jokko/contract/deposit'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { Routes } from '../http/app-types.ts'
import { commandKey } from '../http/idempotency.ts'
import { callerOf, requireSession } from '../http/session.ts'
import { readOwnOperation } from '../ledger/operations.ts'
import type { OpenPayIn, PayIns } from '../ledger/paying.ts'
import { openDeposit } from './open-service.ts'
import { cancelDeposit, ownDeposit, showDeposit } from './service.ts'

const ById = z.object({ id: Id })
const tags = ['deposit']

export function depositRoutes(deps: Deps, payIns: PayIns, openPayIn: OpenPayIn): Routes {
  const session = { onRequest: requireSession(deps) }
  return app => {
    app.post(
      '/payin',
      { ...session, schema: { tags, body: NewDeposit, response: { 201: Deposit } } },
      async (request, reply) => {
        const caller = callerOf(request)
        const op = await openDeposit(deps, openPayIn, {
          caller,
          command: commandKey(request),
          request: request.body,
        })
        await payIns.start(op)
        const now = (await readOwnOperation(deps, caller.customerId, op.id)) ?? op
        return reply.code(201).send(await showDeposit(payIns, now))
      },
    )
    app.get(
      '/payin/:id',
      { ...session, schema: { tags, params: ById, response: { 200: Deposit } } },
      async request => showDeposit(payIns, await ownDeposit(deps, callerOf(request), request.params.id)),
    )
    app.delete(
      '/payin/:id',
      { ...session, schema: { tags, params: ById, response: { 200: Deposit } } },
      async request => {
        const caller = callerOf(request)
        const op = await cancelDeposit(deps, payIns, caller, commandKey(request), request.params.id)
        return showDeposit(payIns, op)
      },
    )
  }
}
