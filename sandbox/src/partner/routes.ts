// The partner network's HTTP service under /partner: institutions, payouts and the balance of each account.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { choiceField, fieldsOf, numberField } from '../http/read-body.ts'
import { isoTime } from '../world/clock.ts'
import { failOnPurpose, neverAnswer } from '../world/request-faults.ts'
import type { World } from '../world/world.ts'
import {
  type AccountName,
  accountNames,
  accountOfKey,
  availableBalance,
  payoutCurrencies,
  prefund,
  reservedBalance,
  setAvailableBalance,
} from './accounts.ts'
import { PartnerRefusal, sendRefusal } from './errors.ts'
import { institutionsOf } from './institutions.ts'
import { readPayoutRequest } from './payout-request.ts'
import { askFor, attendPayouts, createPayout, type PayoutRow, payoutObject } from './payouts.ts'
import { signAsPartner } from './webhook.ts'

type WithId = { Params: { id: string } }

export function openPartner(world: World) {
  attendPayouts(world)
  world.deliveries.signWith('partner', (message, spoiled) => signAsPartner(world, message, spoiled))
  world.beginnings.push(() => prefund(world))
}

export function partnerRoutes(app: FastifyInstance, world: World) {
  failOnPurpose(app, world, 'partner', reply =>
    sendRefusal(reply, new PartnerRefusal(503, 'service_unavailable', 'the network is not available')),
  )
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error instanceof PartnerRefusal) return sendRefusal(reply, error)
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    const code = status < 500 ? 'bad_request' : 'internal_error'
    return sendRefusal(reply, new PartnerRefusal(status, code, error.message))
  })
  app.get<{ Querystring: { country_code?: string } }>('/institutions', async request => {
    accountOf(world, request)
    return { institutions: institutionsOf(request.query.country_code) }
  })
  payoutRoutes(app, world)
  app.get('/balance', async request => {
    const account = accountOf(world, request)
    return {
      balances: payoutCurrencies.map(currency => ({
        currency,
        available: availableBalance(world, account, currency),
        reserved: reservedBalance(world, account, currency),
      })),
    }
  })
}

function accountOf(world: World, { headers }: FastifyRequest): AccountName {
  const account = accountOfKey(world, headers['apikey'])
  if (!account) throw new PartnerRefusal(401, 'unauthorized', 'the ApiKey is not valid')
  return account
}

function payoutRoutes(app: FastifyInstance, world: World) {
  app.post('/payouts', async (request, reply) => {
    const account = accountOf(world, request)
    const { payout, isNew, answers } = createPayout(world, account, readPayoutRequest(request.body))
    if (!answers) return neverAnswer(reply, world.settings.silenceMs)
    return reply.code(isNew ? 201 : 200).send(payoutObject(payout))
  })
  app.get<{ Querystring: { reference?: string } }>('/payouts', async request => {
    const { reference } = request.query
    if (!reference) throw new PartnerRefusal(400, 'bad_request', 'reference is missing')
    const found = askFor(world, accountOf(world, request), 'reference', reference)
    return { payouts: found ? [payoutObject(found)] : [] }
  })
  app.get<WithId>('/payouts/:id', async request => {
    const found = askFor(world, accountOf(world, request), 'id', request.params.id)
    if (!found) throw new PartnerRefusal(404, 'payout_not_found', `there is no payout ${request.params.id}`)
    return payoutObject(found)
  })
}

/** What tests ask and set: the network's own books, payouts that it hides included. */
export function partnerControlRoutes(app: FastifyInstance, world: World) {
  app.get('/control/partner/ledger', async () => ({
    payouts: world.store
      .all<PayoutRow>('select * from partner_payouts order by number')
      .map(({ created_at, updated_at, ...row }) => ({
        ...row,
        created_at: isoTime(created_at),
        updated_at: isoTime(updated_at),
      })),
  }))
  app.post('/control/partner/balance', async request => {
    const fields = fieldsOf(request.body)
    const account = choiceField(fields, 'account', accountNames)
    const currency = choiceField(fields, 'currency', payoutCurrencies)
    setAvailableBalance(world, account, currency, numberField(fields, 'available', { min: 0, max: 1e15 }))
    return { account, currency, available: availableBalance(world, account, currency) }
  })
}
