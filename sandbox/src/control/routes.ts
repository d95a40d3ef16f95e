// The hand of tests and developers over the simulated world: its clock, its faults, its memory, its mailbox.
import type { FastifyInstance } from 'fastify'
import { answerOrGoBack } from '../http/answer.ts'
import {
  ControlRefusal,
  choiceField,
  type Fields,
  fieldsOf,
  numberField,
  textField,
} from '../http/read-body.ts'
import { accountStatement, addMovement, setAvailableBalance, transferCurrencies } from '../hub2/account.ts'
import { collectedBalance, type IntentRow } from '../hub2/intent-store.ts'
import { operatorKey, type TransferRow, takeOperatorDown } from '../hub2/transfers.ts'
import { type Channel, listMessages, messageObject } from '../messages/inbox.ts'
import { isoTime, second } from '../world/clock.ts'
import { companies, faultKinds } from '../world/faults.ts'
import { resetWorld } from '../world/reset.ts'
import type { World } from '../world/world.ts'
import { ClockBridgeFailure, openClockBridge } from './clock-bridge.ts'

const yearInSeconds = 366 * 24 * 3_600
const channels: readonly Channel[] = ['sms', 'whatsapp', 'mail']

export function controlRoutes(app: FastifyInstance, world: World) {
  app.get('/health', async () => ({ status: 'ok', now: isoTime(world.clock.now()) }))
  clockRoutes(app, world)
  faultRoutes(app, world)
  inboxRoutes(app, world)
  hub2ControlRoutes(app, world)
  app.post('/control/reset', async (request, reply) => {
    resetWorld(world)
    return answerOrGoBack(request, reply, '/', { now: isoTime(world.clock.now()) })
  })
}

function clockRoutes(app: FastifyInstance, world: World) {
  const bridge = openClockBridge(world)
  app.get('/control/clock', async () => {
    const due = [world.agenda.nextDue(), world.deliveries.nextDue()].filter(moment => moment !== undefined)
    return {
      now: isoTime(world.clock.now()),
      next_due: due.length === 0 ? null : isoTime(Math.min(...due)),
      idle: world.deliveries.isIdle(),
    }
  })
  app.post('/control/clock', async (request, reply) => {
    const seconds = numberField(fieldsOf(request.body), 'advance_seconds', { min: 0, max: yearInSeconds })
    try {
      return answerOrGoBack(request, reply, '/', await bridge.advance(seconds))
    } catch (error) {
      if (error instanceof ClockBridgeFailure || error instanceof TypeError)
        throw new ControlRefusal(502, error.message)
      throw error
    }
  })
}

function faultRoutes(app: FastifyInstance, world: World) {
  app.get('/control/faults', async () => describeFaults(world))
  app.post('/control/faults', async (request, reply) => {
    setFault(world, fieldsOf(request.body))
    return answerOrGoBack(request, reply, '/', describeFaults(world))
  })
}

function describeFaults({ faults }: World) {
  return faults.list().map(({ until, delaySeconds, ...fault }) => ({
    ...fault,
    delay_seconds: delaySeconds,
    until: until === undefined ? null : isoTime(until),
  }))
}

/** Faults of one company add up; "none" heals it, or all of them with provider "all". */
function setFault(world: World, fields: Fields) {
  const { faults, deliveries, clock } = world
  const provider = choiceField(fields, 'provider', [...companies, 'all'])
  const fault = choiceField(fields, 'fault', [...faultKinds, 'none'])
  for (const company of provider === 'all' ? companies : [provider]) {
    if (fault === 'none') {
      faults.clear(company)
      deliveries.release(company)
      continue
    }
    const seconds = numberField(fields, 'seconds', { min: 0, max: yearInSeconds }, 0)
    faults.set({
      provider: company,
      fault,
      until: seconds === 0 ? undefined : clock.now() + seconds * second,
      rate: numberField(fields, 'rate', { min: 0, max: 1 }, 1),
      seed: numberField(fields, 'seed', { min: 0, max: 4_294_967_295 }, 1),
      delaySeconds: numberField(
        fields,
        'delay_seconds',
        { min: 0, max: yearInSeconds },
        usualDelay[fault] ?? 0,
      ),
    })
  }
}

const usualDelay: Record<string, number> = { slow: 2, late_webhooks: 60, out_of_order: 10 }

function inboxRoutes(app: FastifyInstance, world: World) {
  type InboxQuery = { Querystring: { to?: string; channel?: string; limit?: string } }
  app.get<InboxQuery>('/inbox', async request => {
    const { to, channel } = request.query
    const limit = numberField(request.query, 'limit', { min: 1, max: 500 }, 50)
    const wanted = channel === undefined ? undefined : choiceField(request.query, 'channel', channels)
    return listMessages(world, { to, channel: wanted }, limit).map(messageObject)
  })
}

function hub2ControlRoutes(app: FastifyInstance, world: World) {
  app.get('/control/hub2/ledger', async () => hub2Ledger(world))
  app.post('/control/hub2/balance', async request => {
    const fields = fieldsOf(request.body)
    const currency = choiceField(fields, 'currency', transferCurrencies)
    setAvailableBalance(world, currency, numberField(fields, 'available', { min: 0, max: 1e15 }))
    return accountStatement(world, currency)
  })
  app.post('/control/hub2/move', async request => {
    const fields = fieldsOf(request.body)
    const currency = choiceField(fields, 'currency', transferCurrencies)
    const most = collectedBalance(world, currency)
    addMovement(world, 'collected', currency, numberField(fields, 'amount', { min: 1, max: most }))
    return accountStatement(world, currency)
  })
  app.post('/control/hub2/operators', async request => {
    const fields = fieldsOf(request.body)
    const operator = operatorKey(
      textField(fields, 'country', /^[A-Z]{2}$/),
      textField(fields, 'provider', /^[\w-]+$/),
    )
    takeOperatorDown(world, operator, numberField(fields, 'down_seconds', { min: 0, max: yearInSeconds }))
    return { operator, down_seconds: fields['down_seconds'] }
  })
}

/** Hub2's own statement: what it received and what it did with it, hidden transfers included. */
function hub2Ledger(world: World) {
  const rows = world.store.all<TransferRow>('select * from hub2_transfers order by number')
  return {
    currencies: Object.fromEntries(
      transferCurrencies.map(currency => [currency, accountStatement(world, currency)]),
    ),
    transfers: rows.map(row => ({
      id: row.id,
      reference: row.reference,
      amount: row.amount,
      currency: row.currency,
      number: row.msisdn,
      status: row.status,
      failure_code: row.failure_code,
      fee: row.status === 'successful' || row.provider_reference !== null ? row.fee : 0,
      script: row.script,
      times_asked: row.times_asked,
      repeated: row.times_refused,
      created_at: isoTime(row.created_at),
      updated_at: isoTime(row.updated_at),
    })),
    intents: intentsLedger(world),
  }
}

function intentsLedger(world: World) {
  type Sums = { payments: number; collected: number; fees: number }
  return world.store
    .all<IntentRow & Sums>(
      `select hub2_intents.*, count(hub2_payments.id) as payments,
         total(hub2_payments.amount) filter (where hub2_payments.status = 'successful') as collected,
         total(hub2_payments.fee) filter (where hub2_payments.status = 'successful') as fees
       from hub2_intents left join hub2_payments on intent_id = hub2_intents.id
       group by hub2_intents.id order by hub2_intents.number`,
    )
    .map(row => ({
      id: row.id,
      reference: row.purchase_reference,
      amount: row.amount,
      currency: row.currency,
      status: row.status,
      payments: row.payments,
      collected: row.collected,
      fees: row.fees,
      repeated: row.times_refused,
    }))
}
