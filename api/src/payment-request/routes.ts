// Payment requests over HTTP: the owner's, the payer's, and those that apps make.
import { Id } from '@jokko/contract/common'
import {
  AppPaymentRequest,
  AppPaymentRequests,
  AppReference,
  CreatedAppRequest,
  NamedPayment,
  NewAnonymousPayment,
  NewAppPaymentRequest,
  NewPaymentRequest,
  PaymentRequest,
  PaymentRequests,
  PaymentRequestsQuery,
  PaymentUpdate,
  RequestedPayment,
} from '@jokko/contract/payment-request'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { callingApp } from '../http/api-key.ts'
import type { Routes } from '../http/app-types.ts'
import { commandKey, commandKeyOf } from '../http/idempotency.ts'
import { Problem } from '../http/problem.ts'
import { type Limit, takeFromLimit } from '../http/rate-limit.ts'
import { callerOf, readerOf, requireSession } from '../http/session.ts'
import type { PayIns } from '../ledger/paying.ts'
import { createAppRequest, createRequest } from './create-service.ts'
import { followRequest } from './follow.ts'
import { type Paying, payRequest } from './pay-service.ts'
import { agreeToPay, declineToPay, idBehind, idOfLink } from './payer-service.ts'
import { apprefOf, urlOf } from './references.ts'
import {
  appRequest,
  appRequests,
  cancelRequest,
  ownRequest,
  ownRequests,
  requestedPayment,
  type ShowPayment,
} from './service.ts'

const ById = z.object({ id: Id })
const tags = ['payment-request']

/** So that nobody can try names until one fits. */
const lookUps: Limit = { most: 60, seconds: 3_600 }
const creations: Limit = { most: 600, seconds: 60 }
const readings: Limit = { most: 1_200, seconds: 60 }

export type PaymentHooks = Paying & { payIns: PayIns; show: ShowPayment }

export function paymentRequestRoutes(deps: Deps, hooks: PaymentHooks): Routes {
  const session = { onRequest: requireSession(deps) }
  return app => {
    app.post(
      '/payment-requests',
      { ...session, schema: { tags, body: NewPaymentRequest, response: { 201: PaymentRequest } } },
      async (request, reply) => {
        const caller = callerOf(request)
        const id = await createRequest(deps, caller, commandKey(request), request.body)
        return reply.code(201).send(await ownRequest(deps, caller, id))
      },
    )
    app.get(
      '/payment-requests',
      { ...session, schema: { tags, querystring: PaymentRequestsQuery, response: { 200: PaymentRequests } } },
      request => ownRequests(deps, callerOf(request), request.query),
    )
    app.get(
      '/payment-requests/:id',
      { ...session, schema: { tags, params: ById, response: { 200: PaymentRequest } } },
      request => ownRequest(deps, callerOf(request), request.params.id),
    )
    app.delete(
      '/payment-requests/:id',
      { ...session, schema: { tags, params: ById, response: { 200: PaymentRequest } } },
      request => cancelRequest(deps, callerOf(request), commandKey(request), request.params.id),
    )
    payerRoutes(deps, hooks)(app)
  }
}

function payerRoutes(deps: Deps, hooks: PaymentHooks): Routes {
  const session = { onRequest: requireSession(deps) }
  /** As the payer sees it after what they did. */
  const shown = async (request: FastifyRequest, id: string) => {
    const payment = await requestedPayment(deps, hooks.show, readerOf(request), id)
    if (!payment) throw new Problem('not_your_payment')
    return payment
  }
  const named = async (request: FastifyRequest, appref: string, find: typeof idBehind) => {
    const caller = callerOf(request)
    await takeFromLimit(deps, `apprefs:${caller.userId}`, lookUps)
    return { details: { id: await find(deps, caller, appref) } }
  }
  return app => {
    app.post(
      '/payments/onDemand/:id/accept',
      { ...session, schema: { tags, params: ById, response: { 200: RequestedPayment } } },
      async request => {
        const { id } = request.params
        await agreeToPay(deps, callerOf(request), commandKey(request), id)
        return shown(request, id)
      },
    )
    app.post(
      '/payments/onDemand/:id/decline',
      { ...session, schema: { tags, params: ById, response: { 200: RequestedPayment } } },
      async request => {
        const { id } = request.params
        await declineToPay(deps, callerOf(request), commandKey(request), id)
        return shown(request, id)
      },
    )
    app.put(
      '/payments/:id',
      {
        ...session,
        schema: { tags, params: ById, body: PaymentUpdate, response: { 200: RequestedPayment } },
      },
      async request => {
        const { id } = request.params
        const asked = { caller: callerOf(request), command: commandKey(request), id, update: request.body }
        const payment = await payRequest(deps, hooks, asked)
        await hooks.payIns.start(payment)
        await followRequest(deps, { request_id: id })
        return shown(request, id)
      },
    )
    app.post(
      '/payments/anonymous',
      { ...session, schema: { tags, body: NewAnonymousPayment, response: { 200: NamedPayment } } },
      request => named(request, request.body.appref, idOfLink),
    )
    app.get(
      '/app-references/:appref',
      {
        ...session,
        schema: { tags, params: z.object({ appref: AppReference }), response: { 200: NamedPayment } },
      },
      request => named(request, request.params.appref, idBehind),
    )
  }
}

/** For programs: an API key stands for a session, and no browser is involved. */
export function appRequestRoutes(deps: Deps): Routes {
  const reading = async (request: FastifyRequest) => {
    const calling = await callingApp(deps, request)
    await takeFromLimit(deps, `app-reads:${calling.id}`, readings)
    return calling
  }
  return app => {
    app.post(
      '/developer/v1/payment-requests',
      {
        schema: {
          tags,
          security: [{ apiKey: [] }],
          body: NewAppPaymentRequest,
          response: { 201: CreatedAppRequest },
        },
      },
      async (request, reply) => {
        const calling = await callingApp(deps, request)
        await takeFromLimit(deps, `app:${calling.id}`, creations)
        const command = commandKeyOf(request, `app:${calling.id}`)
        const id = await createAppRequest(deps, calling, command, request.body)
        return reply.code(201).send({ id, appref: apprefOf(id), url: urlOf(deps.config, id, true) })
      },
    )
    app.get(
      '/developer/v1/payment-requests',
      {
        schema: {
          tags,
          security: [{ apiKey: [] }],
          querystring: PaymentRequestsQuery,
          response: { 200: AppPaymentRequests },
        },
      },
      async request => appRequests(deps, await reading(request), request.query),
    )
    app.get(
      '/developer/v1/payment-requests/:id',
      { schema: { tags, security: [{ apiKey: [] }], params: ById, response: { 200: AppPaymentRequest } } },
      async request => appRequest(deps, await reading(request), request.params.id),
    )
  }
}
