// Quotes, fees, payments and the choices about them, over HTTP.

import { Id } from '@jokko/contract/common'
import { RequestedPayment } from '@jokko/contract/payment-request'
import {
  CancelTransfer,
  FeeRequest,
  FeeResponse,
  NewDirectPayment,
  NewPayment,
  Payment,
  PaymentEvents,
  Quote,
  QuoteRequest,
  Recipient,
  SendAtTodaysRate,
  SettleShort,
} from '@jokko/contract/transfer'
import * as z from 'zod/mini'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { Routes } from '../http/app-types.ts'
import { type CommandKey, commandKey } from '../http/idempotency.ts'
import { Problem } from '../http/problem.ts'
import { type Caller, callerOf, readerOf, requireSession } from '../http/session.ts'
import { readBalanceFor, readEvents } from '../ledger/operations.ts'
import type { OpenPayIn, PayIns } from '../ledger/paying.ts'
import { feePreview } from '../quotes/fee-preview.ts'
import { createQuote, getQuote } from '../quotes/quote-service.ts'
import { referenceData } from '../reference/data.ts'
import { paymentAccepter } from './accept-service.ts'
import {
  cancelTransfer,
  ownPayment,
  ownTransfer,
  quoteSendLess,
  quoteTodaysRate,
  sendAtTodaysRate,
  settleShort,
} from './service.ts'
import { eventView, paymentView, recipientView } from './views.ts'

const ById = z.object({ id: Id })
const FeeParams = z.object({ kind: z.enum(['transfer', 'bulkTransfer', 'withdraw', 'deposit']), id: Id })
const tags = ['transfer']

/** A payment that was asked for, where the address names one that this caller may see. */
export type RequestedPayments = (caller: Caller, id: string) => Promise<RequestedPayment | undefined>

export function transferRoutes(
  deps: Deps,
  payIns: PayIns,
  openPayIn: OpenPayIn,
  requested: RequestedPayments,
): Routes {
  const accept = paymentAccepter(deps, openPayIn)
  const acceptPayment: typeof accept = async (...command) => {
    const accepted = await accept(...command)
    await payIns.start(accepted.op)
    return accepted
  }
  const session = { onRequest: requireSession(deps) }
  return app => {
    app.post(
      '/quotes',
      { ...session, schema: { tags, body: QuoteRequest, response: { 201: Quote } } },
      async (request, reply) =>
        reply.code(201).send(await createQuote(deps, callerOf(request), request.body)),
    )
    app.get(
      '/quotes/:id',
      { ...session, schema: { tags, params: ById, response: { 200: Quote } } },
      request => getQuote(deps, callerOf(request), request.params.id),
    )
    app.post(
      '/payments/getEuroAppliedFees/:kind/:id',
      { ...session, schema: { tags, params: FeeParams, body: FeeRequest, response: { 200: FeeResponse } } },
      async request => {
        if (request.params.id !== callerOf(request).userId) throw new Problem('not_found')
        return feePreview(deps, request.params.kind, request.body)
      },
    )
    app.post(
      '/payments',
      { ...session, schema: { tags, body: NewPayment, response: { 201: Payment } } },
      async (request, reply) => {
        const { op } = await acceptPayment(callerOf(request), commandKey(request), request.body)
        return reply.code(201).send(await showPayment(deps, payIns, callerOf(request), op))
      },
    )
    app.post(
      '/payments/direct',
      { ...session, schema: { tags, body: NewDirectPayment, response: { 201: Payment } } },
      async (request, reply) => {
        const { op } = await acceptPayment(callerOf(request), commandKey(request), request.body)
        return reply.code(201).send(await showPayment(deps, payIns, callerOf(request), op))
      },
    )
    paymentRoutes(deps, payIns, requested)(app)
  }
}

function paymentRoutes(deps: Deps, payIns: PayIns, requested: RequestedPayments): Routes {
  const session = { onRequest: requireSession(deps) }
  return app => {
    app.get(
      '/payments/:id',
      {
        ...session,
        schema: { tags, params: ById, response: { 200: z.union([RequestedPayment, Payment]) } },
      },
      async request => {
        const caller = readerOf(request)
        const { id } = request.params
        const op = await ownPayment(deps, caller, id)
        const shown = op ? await showPayment(deps, payIns, caller, op) : await requested(caller, id)
        // Of somebody else's it says the same as of one that does not exist.
        if (!shown) throw new Problem('not_your_payment')
        return shown
      },
    )
    app.get(
      '/payments/:id/events',
      { ...session, schema: { tags, params: ById, response: { 200: PaymentEvents } } },
      async request => {
        const op = await ownTransfer(deps, callerOf(request), request.params.id)
        return {
          events: (await readEvents(deps, op.id)).map(event => eventView(event, callerOf(request).language)),
        }
      },
    )
    app.get(
      '/payments/:id/recipient',
      { ...session, schema: { tags, params: ById, response: { 200: Recipient } } },
      async request => {
        const op = await ownTransfer(deps, callerOf(request), request.params.id)
        return recipientView(op, await referenceData(deps))
      },
    )
    app.post(
      '/transfers/:id/cancel',
      {
        ...session,
        schema: { tags, params: ById, body: z.optional(CancelTransfer), response: { 200: Payment } },
      },
      async request => {
        const caller = callerOf(request)
        return showPayment(
          deps,
          payIns,
          caller,
          await cancelTransfer(
            deps,
            payIns,
            caller,
            commandKey(request),
            request.params.id,
            request.body?.reason,
          ),
        )
      },
    )
    app.delete(
      '/payments/:id',
      { ...session, schema: { tags, params: ById, response: { 200: Payment } } },
      request => givenUp(deps, payIns, callerOf(request), commandKey(request), request.params.id),
    )
    // The same of what a company collects, in the words of who comes back from its page.
    app.post(
      '/payments/:id/cancel-online',
      { ...session, schema: { tags, params: ById, response: { 200: Payment } } },
      async request => {
        const caller = callerOf(request)
        const { id } = request.params
        if (!(await payIns.of(await ownTransfer(deps, caller, id)))) throw new Problem('cancel_not_possible')
        return givenUp(deps, payIns, caller, commandKey(request), id)
      },
    )
    shortRoutes(deps, payIns)(app)
    onBalanceRoutes(deps, payIns)(app)
  }
}

async function givenUp(deps: Deps, payIns: PayIns, caller: Caller, command: CommandKey, id: string) {
  return showPayment(deps, payIns, caller, await cancelTransfer(deps, payIns, caller, command, id))
}

/** The choices when a bank transfer came short. */
function shortRoutes(deps: Deps, payIns: PayIns): Routes {
  const session = { onRequest: requireSession(deps) }
  return app => {
    app.get(
      '/payments/:id/send-less',
      { ...session, schema: { tags, params: ById, response: { 200: Quote } } },
      request => quoteSendLess(deps, callerOf(request), request.params.id),
    )
    app.post(
      '/payments/:id/short',
      { ...session, schema: { tags, params: ById, body: SettleShort, response: { 200: Payment } } },
      async request => {
        const caller = callerOf(request)
        return showPayment(
          deps,
          payIns,
          caller,
          await settleShort(deps, caller, commandKey(request), request.params.id, request.body),
        )
      },
    )
  }
}

/** The choice when the rate of the arrival brings less than the sender accepts. */
function onBalanceRoutes(deps: Deps, payIns: PayIns): Routes {
  const session = { onRequest: requireSession(deps) }
  return app => {
    app.get(
      '/payments/:id/todays-rate',
      { ...session, schema: { tags, params: ById, response: { 200: Quote } } },
      request => quoteTodaysRate(deps, callerOf(request), request.params.id),
    )
    app.post(
      '/payments/:id/todays-rate',
      { ...session, schema: { tags, params: ById, body: SendAtTodaysRate, response: { 200: Payment } } },
      async request => {
        const caller = callerOf(request)
        const { quote_id } = request.body
        const op = await sendAtTodaysRate(deps, caller, commandKey(request), request.params.id, quote_id)
        return showPayment(deps, payIns, caller, op)
      },
    )
  }
}

export async function showPayment(
  deps: Deps,
  payIns: PayIns,
  caller: Caller,
  op: Operation,
): Promise<Payment> {
  const balance = await readBalanceFor(deps, caller, op)
  return paymentView(op, await referenceData(deps), balance, await payIns.of(op))
}
