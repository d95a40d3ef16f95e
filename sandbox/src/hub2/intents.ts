// The life of money collected by Hub2: an intent, its payments one after the other, and how each ends.
import { createHmac } from 'node:crypto'
import { minute, second } from '../world/clock.ts'
import { vendorId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import { Hub2Refusal } from './errors.ts'
import { intentObject, paymentObject } from './intent-objects.ts'
import type { IntentRequest, PaymentRequest, Redirections } from './intent-request.ts'
import {
  feeFor,
  type IntentRow,
  isOpen,
  knownIntent,
  knownPayment,
  type PaymentRow,
  paymentsOf,
  type Step,
} from './intent-store.ts'
import type { FailureCause } from './payees.ts'
import { declinedByPayer, payerScript } from './payers.ts'
import { codeVerdict, sendCode } from './phone-codes.ts'
import { operatorKey } from './transfers.ts'
import { announce } from './webhooks.ts'

const tokenSecret = 'signs tokens of the simulated Hub2'
const urlAfterMs = second
const pageLivesMs = 30 * minute
const codeLivesMs = 10 * minute
export function createIntent(world: World, request: IntentRequest, mode: string): IntentRow {
  const { store, clock } = world
  const used = store.run(
    'update hub2_intents set times_refused = times_refused + 1 where purchase_reference = ?',
    request.purchaseReference,
  )
  if (used > 0)
    throw new Hub2Refusal(409, 'duplicate_request', `${request.purchaseReference} was used before`)
  return store.transaction(() => {
    const id = vendorId('pi')
    store.run(
      `insert into hub2_intents (id, purchase_reference, customer_reference, amount, currency, business_name,
         token, status, mode, created_at, updated_at)
       values (?, ?, ?, ?, ?, ?, ?, 'payment_required', ?, ?, ?)`,
      id,
      request.purchaseReference,
      request.customerReference,
      request.amount,
      request.currency,
      request.overrideBusinessName,
      payerToken(world, id, mode),
      mode,
      clock.now(),
      clock.now(),
    )
    announceIntent(world, 'payment_intent.created', id)
    return knownIntent(world, id)
  })
}

/** A JWT (HS256) that lets a payer act on this one intent. */
function payerToken({ settings, clock }: World, intentId: string, mode: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    intentId,
    merchantId: settings.hub2MerchantId,
    mode,
    iat: Math.floor(clock.now() / second),
  }
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', tokenSecret).update(signed).digest('base64url')}`
}

export function intentOfPayer(world: World, id: string, token: string): IntentRow {
  const intent = knownIntent(world, id)
  if (token !== intent.token)
    throw new Hub2Refusal(401, 'unauthorized', 'the token is not that of this payment intent')
  return intent
}

/** `page` is where the operator's own page is; `atOnce` whether its address comes in the answer. */
export type Charge = { readonly page: (paymentId: string) => string; readonly atOnce: boolean }

export function charge(world: World, intent: IntentRow, request: PaymentRequest, { page, atOnce }: Charge) {
  if (intent.status !== 'payment_required')
    throw new Hub2Refusal(409, 'duplicate_request', `payment intent ${intent.id} is ${intent.status}`)
  refuseWhileOperatorIsDown(world, request)
  const script = payerScript(request.msisdn)
  const asksForCode = request.way === 'code_sent' || (request.way === 'prompt' && script.asksForCode === true)
  if (request.way === 'code_first' && request.otp === undefined)
    throw new Hub2Refusal(400, 'bad_parameters', 'mobileMoney.otp is missing')
  return world.store.transaction(() => {
    const id = insertPayment(world, intent, request, page)
    if (request.way === 'page') openPage(world, id, atOnce)
    else if (request.otp !== undefined && request.way !== 'prompt') takeCode(world, id, request.otp)
    else if (asksForCode) askForCode(world, id)
    else askPhone(world, id)
    return knownIntent(world, intent.id)
  })
}

function refuseWhileOperatorIsDown({ store, clock }: World, { country, provider }: PaymentRequest) {
  const operator = operatorKey(country, provider)
  const outage = store.get(
    `select 1 from hub2_outages where operator = ? and msisdn = '' and until > ?`,
    operator,
    clock.now(),
  )
  if (outage) throw new Hub2Refusal(503, 'service_unavailable', `${operator} is not available`)
}

function insertPayment(
  world: World,
  intent: IntentRow,
  request: PaymentRequest,
  page: Charge['page'],
): string {
  const { store, clock } = world
  const id = vendorId('pay')
  store.run(
    `insert into hub2_payments (id, intent_id, amount, currency, country, provider, msisdn, status, redirections,
       page_url, fee, script, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, 'processing', ?, ?, ?, ?, ?, ?)`,
    id,
    intent.id,
    intent.amount,
    intent.currency,
    request.country,
    request.provider,
    request.msisdn,
    request.redirections ? JSON.stringify(request.redirections) : null,
    request.way === 'page' ? page(id) : null,
    feeFor(intent.amount),
    payerScript(request.msisdn).name,
    clock.now(),
    clock.now(),
  )
  moveIntent(world, intent.id, 'processing')
  return id
}

function openPage(world: World, id: string, atOnce: boolean) {
  world.agenda.plan('hub2.expire', id, world.clock.now() + pageLivesMs)
  if (atOnce) waitForPayer(world, id, 'redirection')
  else world.agenda.plan('hub2.page', id, world.clock.now() + urlAfterMs)
}

function askForCode(world: World, id: string) {
  sendCode(world, knownPayment(world, id).msisdn)
  world.agenda.plan('hub2.expire', id, world.clock.now() + codeLivesMs)
  waitForPayer(world, id, 'otp')
}

function askPhone(world: World, id: string) {
  settleLater(world, id)
  waitForPayer(world, id, 'ussd')
}

/** As the payer's script says; one whose phone stays silent leaves it open. */
function settleLater(world: World, id: string) {
  const { settlesAfterMs } = payerScript(knownPayment(world, id).msisdn)
  if (Number.isFinite(settlesAfterMs))
    world.agenda.plan('hub2.collect', id, world.clock.now() + settlesAfterMs)
}

function takeCode(world: World, id: string, code: string) {
  const verdict = codeVerdict(world, knownPayment(world, id).msisdn, code)
  if (verdict !== 'right') return fail(world, id, verdict)
  movePayment(world, id, 'processing', null)
  return settleLater(world, id)
}

export function confirmWithCode(world: World, intent: IntentRow, code: string): IntentRow {
  const payment = paymentsOf(world, intent.id).at(-1)
  if (intent.status !== 'action_required' || payment?.step !== 'otp')
    throw new Hub2Refusal(400, 'bad_request', 'no code is waited for')
  return world.store.transaction(() => {
    takeCode(world, payment.id, code)
    return knownIntent(world, intent.id)
  })
}

function waitForPayer(world: World, id: string, step: Step) {
  movePayment(world, id, 'pending', step)
  announcePayment(world, 'payment.action_required', id)
}

function movePayment(world: World, id: string, status: PaymentRow['status'], step: Step | null) {
  world.store.run(
    'update hub2_payments set status = ?, step = ?, updated_at = ? where id = ?',
    status,
    step,
    world.clock.now(),
    id,
  )
  const intentStatus = { pending: 'action_required', failed: 'payment_required' } as const
  const next = status === 'pending' || status === 'failed' ? intentStatus[status] : status
  moveIntent(world, knownPayment(world, id).intent_id, next)
}

function moveIntent({ store, clock }: World, id: string, status: IntentRow['status']) {
  store.run('update hub2_intents set status = ?, updated_at = ? where id = ?', status, clock.now(), id)
}

function succeed(world: World, id: string) {
  if (!isOpen(knownPayment(world, id))) return
  forgetAppointments(world, id)
  movePayment(world, id, 'successful', null)
  announcePayment(world, 'payment.succeeded', id)
  announceIntent(world, 'payment_intent.succeeded', knownPayment(world, id).intent_id)
}

function fail(world: World, id: string, cause: FailureCause) {
  if (!isOpen(knownPayment(world, id))) return
  forgetAppointments(world, id)
  world.store.run(
    'update hub2_payments set failure_code = ?, failure_message = ? where id = ?',
    cause.code,
    cause.message,
    id,
  )
  movePayment(world, id, 'failed', null)
  announcePayment(world, 'payment.failed', id)
  announceIntent(world, 'payment_intent.payment_failed', knownPayment(world, id).intent_id)
}

function forgetAppointments({ agenda }: World, id: string) {
  for (const kind of ['hub2.collect', 'hub2.page', 'hub2.expire']) agenda.cancel(kind, id)
}

function announcePayment(world: World, type: string, id: string) {
  announce(world, type, paymentObject(knownPayment(world, id)))
}

function announceIntent(world: World, type: string, id: string) {
  announce(world, type, intentObject(world, knownIntent(world, id), paymentsOf(world, id)))
}

export function attendIntents(world: World) {
  world.agenda.on('hub2.page', id => {
    if (isOpen(knownPayment(world, id))) waitForPayer(world, id, 'redirection')
  })
  world.agenda.on('hub2.collect', id => {
    const { failure } = payerScript(knownPayment(world, id).msisdn)
    if (failure) fail(world, id, failure)
    else succeed(world, id)
  })
  world.agenda.on('hub2.expire', id => {
    const { step } = knownPayment(world, id)
    if (step === 'otp')
      fail(world, id, { code: 'authentication_timeout', message: 'The code was not given in time' })
    else fail(world, id, { code: 'wave_payment_expired', message: 'The payment page has expired' })
  })
}

export type Answer = 'approve' | 'decline'

/**
 * What a person does with the phone goes before the script; an approval without the money still fails. Operators
 * where the payer types the amount may take another than was asked.
 */
export function answerPrompt(
  world: World,
  payment: PaymentRow,
  answer: Answer,
  amount = payment.amount,
): PaymentRow {
  const { failure } = payerScript(payment.msisdn)
  return world.store.transaction(() => {
    world.store.run(
      'update hub2_payments set amount = ?, fee = ? where id = ?',
      amount,
      feeFor(amount),
      payment.id,
    )
    if (answer === 'decline') fail(world, payment.id, declinedByPayer)
    else if (failure && failure !== declinedByPayer) fail(world, payment.id, failure)
    else succeed(world, payment.id)
    return knownPayment(world, payment.id)
  })
}

/** What the payer did on the operator's page, and where the browser goes from there. */
export function answerPage(world: World, payment: PaymentRow, answer: Answer | 'cancel'): string {
  const { success, failed, cancel }: Redirections = JSON.parse(payment.redirections ?? '{}')
  if (payment.step === 'redirection') {
    const { settlesAfterMs } = payerScript(payment.msisdn)
    if (answer === 'approve' && settlesAfterMs > 2 * second) payLater(world, payment.id)
    else answerPrompt(world, payment, answer === 'approve' ? 'approve' : 'decline')
  }
  if (answer === 'cancel') return cancel
  return knownPayment(world, payment.id).status === 'failed' ? failed : success
}

/** The operator takes its time after the payer's approval, or never says. */
function payLater(world: World, id: string) {
  forgetAppointments(world, id)
  movePayment(world, id, 'processing', null)
  settleLater(world, id)
}
