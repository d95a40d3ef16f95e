// What a payer does on the pages of a pay-in, and where browsers come back to. A payment is named by its id, for who
// is signed in, or by the signed reference that its pages carry: those work in another browser, too.
import { languages } from '@jokko/contract/common'
import {
  ConfirmMobileMoney,
  ConnectUrl,
  ExecuteMobileMoney,
  InitiateInstantPayment,
  MobileMoney,
  PaymentName,
  ReturnedPayment,
} from '@jokko/contract/pay-in'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { Routes } from '../http/app-types.ts'
import { languageOf } from '../http/problem.ts'
import { takeFromLimit } from '../http/rate-limit.ts'
import { callerReader, tokenOf } from '../http/session.ts'
import type { PaidHooks } from '../ledger/paying.ts'
import {
  comeBack,
  confirmMobileMoney,
  executeMobileMoney,
  giveUp,
  initiateInstantPayment,
  mobileMoney,
  returnedPayment,
  type Whose,
} from './payer-service.ts'

const tags = ['pay-in']
const ByName = z.object({ name: PaymentName })

export function payInRoutes(deps: Deps, hooks: PaidHooks): Routes {
  const read = callerReader(deps)
  /** Who asks, when signed in: a reference needs nobody. */
  const whose = async (request: FastifyRequest, name: string): Promise<Whose> => {
    await takeFromLimit(deps, `pay-in:${request.ip}`, { most: 240, seconds: 60 })
    const token = tokenOf(request)
    const caller = token ? await read(token) : undefined
    return { name, caller, language: languageOf(request) }
  }
  return app => {
    app.get(
      '/payments/hub2/:name',
      { schema: { tags, params: ByName, response: { 200: MobileMoney } } },
      async request => mobileMoney(deps, hooks, await whose(request, request.params.name)),
    )
    app.post(
      '/payments/hub2/execute',
      { schema: { tags, body: ExecuteMobileMoney, response: { 200: MobileMoney } } },
      async request =>
        executeMobileMoney(deps, hooks, await whose(request, request.body.payment_id), request.body),
    )
    app.post(
      '/payments/hub2/confirm',
      { schema: { tags, body: ConfirmMobileMoney, response: { 200: MobileMoney } } },
      async request =>
        confirmMobileMoney(deps, hooks, await whose(request, request.body.payment_id), request.body.otp),
    )
    app.post(
      '/payments/truelayer/initiatePayment',
      { schema: { tags, body: InitiateInstantPayment, response: { 200: ConnectUrl } } },
      async request =>
        initiateInstantPayment(deps, hooks, await whose(request, request.body.payment_id), request.body.code),
    )
    app.get(
      '/payments/returned/:name',
      { schema: { tags, params: ByName, response: { 200: ReturnedPayment } } },
      async request => returnedPayment(deps, hooks, await whose(request, request.params.name)),
    )
    app.delete(
      '/payments/returned/:name',
      { schema: { tags, params: ByName, response: { 200: ReturnedPayment } } },
      async request => giveUp(deps, hooks, await whose(request, request.params.name)),
    )
  }
}

const Returning = z.object({
  status: z.exactOptional(z.string().check(z.maxLength(40))),
  lang: z.exactOptional(z.enum(languages)),
})

/** A browser that comes back from a company's page: no header of ours, no session. It is sent on to the screen. */
export function returnRoutes(deps: Deps, hooks: PaidHooks): Routes {
  return app => {
    app.get(
      '/returns/:name',
      { schema: { tags, params: ByName, querystring: z.looseObject(Returning.shape), hide: true } },
      async (request, reply) => {
        await takeFromLimit(deps, `pay-in:${request.ip}`, { most: 240, seconds: 60 })
        return reply.redirect(await comeBack(deps, hooks, request.params.name, request.query.status), 303)
      },
    )
  }
}
