// Withdrawals over HTTP: the ways, the withdrawal, its code, and giving it up.
import { Id } from '@jokko/contract/common'
import {
  type Cashout,
  CashoutAnswer,
  NewCashout,
  ResendCode,
  VerifyPayout,
  WithdrawMethods,
  WithdrawMethodsQuery,
} from '@jokko/contract/withdraw'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { Routes } from '../http/app-types.ts'
import { commandKey } from '../http/idempotency.ts'
import { languageOf } from '../http/problem.ts'
import { callerOf, readerOf, requireSession } from '../http/session.ts'
import { accountRoutes } from './account-routes.ts'
import { cancelCashout, confirmCashout, ownWithdrawal, resendCode, sendFirstCode } from './confirm-service.ts'
import { withdrawMethods } from './methods.ts'
import { openCashout } from './open-service.ts'
import { cashoutView } from './views.ts'

const ById = z.object({ id: Id })
const tags = ['withdraw']

export function withdrawRoutes(deps: Deps): Routes {
  const onRequest = requireSession(deps)
  const answer = async (request: FastifyRequest, op: Operation): Promise<{ cashout: Cashout }> => ({
    cashout: await cashoutView(deps, op, languageOf(request)),
  })
  return app => {
    app.get(
      '/cashout/methods',
      {
        onRequest,
        schema: {
          tags,
          summary: 'Ways to withdraw in a country, with their price for an amount',
          querystring: WithdrawMethodsQuery,
          response: { 200: WithdrawMethods },
        },
      },
      request => withdrawMethods(deps, readerOf(request), request.query),
    )
    app.post(
      '/cashout',
      {
        onRequest,
        schema: {
          tags,
          summary: 'Sets the money aside and sends a code that confirms the withdrawal',
          body: NewCashout,
          response: { 201: CashoutAnswer },
        },
      },
      async (request, reply) => {
        const { op, channel } = await openCashout(deps, callerOf(request), commandKey(request), request.body)
        if (channel) await sendFirstCode(deps, op, channel)
        return reply.code(201).send(await answer(request, op))
      },
    )
    app.get(
      '/cashout/:id',
      { onRequest, schema: { tags, params: ById, response: { 200: CashoutAnswer } } },
      async request => answer(request, await ownWithdrawal(deps, callerOf(request), request.params.id)),
    )
    codeRoutes(deps, answer)(app)
    accountRoutes(deps)(app)
  }
}

type Answer = (request: FastifyRequest, op: Operation) => Promise<{ cashout: Cashout }>

function codeRoutes(deps: Deps, answer: Answer): Routes {
  const onRequest = requireSession(deps)
  return app => {
    app.post(
      '/cashout/:id/resendCode',
      {
        onRequest,
        schema: {
          tags,
          summary: 'Sends another code, which takes the place of the one before',
          params: ById,
          body: ResendCode,
          response: { 200: CashoutAnswer },
        },
      },
      async request =>
        answer(request, await resendCode(deps, callerOf(request), request.params.id, request.body)),
    )
    app.post(
      '/verifyPayout',
      {
        onRequest,
        schema: {
          tags,
          summary: 'Confirms a withdrawal with its code',
          body: VerifyPayout,
          response: { 200: CashoutAnswer },
        },
      },
      async request =>
        answer(request, await confirmCashout(deps, callerOf(request), commandKey(request), request.body)),
    )
    app.post(
      '/cashout/:id/cancel',
      {
        onRequest,
        schema: {
          tags,
          summary: 'Gives up a withdrawal that was not confirmed',
          params: ById,
          response: { 200: CashoutAnswer },
        },
      },
      async request =>
        answer(request, await cancelCashout(deps, callerOf(request), commandKey(request), request.params.id)),
    )
  }
}
