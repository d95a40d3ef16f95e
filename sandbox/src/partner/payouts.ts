// The life of a payout at the partner network: pending, processing, then successful or failed as the script of its
// account number says, perhaps taken back. The same reference again is the same payout.
import type { FailureCause, PayeeScript } from '../hub2/payees.ts'
import { scriptFor } from '../hub2/payees.ts'
import { isoTime } from '../world/clock.ts'
import { vendorId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import { type AccountName, addMovement, availableBalance } from './accounts.ts'
import { PartnerRefusal } from './errors.ts'
import type { PayoutRequest } from './payout-request.ts'
import { announce } from './webhook.ts'

export type PayoutRow = {
  id: string
  account: AccountName
  reference: string
  type: PayoutRequest['type']
  country: string
  amount: number
  currency: string
  owner_name: string
  account_number: string
  institution_id: string | null
  detail: string | null
  status: 'pending' | 'processing' | 'successful' | 'failed'
  failure_code: string | null
  failure_message: string | null
  fee: number
  script: string
  hidden: number
  times_asked: number
  times_repeated: number
  created_at: number
  updated_at: number
}

const processingAfterMs = 300
/** In hundredths of a percent, of the amount. */
const feeBasisPoints = 100
const feeFor = (amount: number) => Math.floor((amount * feeBasisPoints + 5_000) / 10_000)

/** What the scripts mean here, by their two digits. */
const failures: Readonly<Record<string, FailureCause>> = {
  '02': { code: 'account_closed', message: 'The account of the owner is closed' },
  '03': { code: 'account_limit', message: 'The account has reached what it may hold' },
  '05': { code: 'timed_out', message: 'The institution did not execute the payout in time' },
  '07': { code: 'owner_mismatch', message: 'The account belongs to somebody else' },
}
const failureOf = ({ name }: PayeeScript): FailureCause | undefined => failures[name.slice(0, 2)]
const takenBack: FailureCause = { code: 'returned', message: 'The money came back after the payment' }

export type Created = { readonly payout: PayoutRow; readonly isNew: boolean; readonly answers: boolean }

export function createPayout(world: World, account: AccountName, request: PayoutRequest): Created {
  const { store, clock, agenda } = world
  const script = scriptFor(request.account_number)
  const answers = script.silentForQueries === undefined
  const known = repeated(world, account, request)
  if (known) return { payout: known, isNew: false, answers: known.hidden === 0 }
  refuseWhileClosed(world, request, script)
  return store.transaction(() => {
    const id = insertPayout(world, account, request, script)
    agenda.plan('partner.process', id, clock.now() + processingAfterMs)
    if (Number.isFinite(script.settlesAfterMs))
      agenda.plan('partner.settle', id, clock.now() + script.settlesAfterMs)
    return { payout: knownPayout(world, id), isNew: true, answers }
  })
}

/** The payout that has this reference already; the same reference for anything else is refused. */
function repeated({ store }: World, account: AccountName, request: PayoutRequest): PayoutRow | undefined {
  const known = store.get<PayoutRow>(
    'select * from partner_payouts where account = ? and reference = ?',
    account,
    request.reference,
  )
  if (!known) return undefined
  store.run('update partner_payouts set times_repeated = times_repeated + 1 where id = ?', known.id)
  const isSame =
    known.amount === request.amount &&
    known.currency === request.currency &&
    known.account_number === request.account_number
  if (!isSame)
    throw new PartnerRefusal(409, 'reference_used', `${request.reference} was used for another payout`)
  return known
}

function refuseWhileClosed({ store, clock }: World, request: PayoutRequest, script: PayeeScript) {
  if (script.operatorDownForMs === undefined) return
  const number = request.account_number
  store.run(
    'insert into partner_closures (number, until) values (?, ?) on conflict do nothing',
    number,
    clock.now() + script.operatorDownForMs,
  )
  if (store.get('select 1 from partner_closures where number = ? and until > ?', number, clock.now()))
    throw new PartnerRefusal(503, 'service_unavailable', 'the institution does not answer at the moment')
  // The next payout to a scripted number finds the institution closed again.
  store.run('delete from partner_closures where number = ?', number)
}

function insertPayout(
  world: World,
  account: AccountName,
  request: PayoutRequest,
  script: PayeeScript,
): string {
  const { store, clock } = world
  const id = vendorId('po')
  const fee = feeFor(request.amount)
  const covered = availableBalance(world, account, request.currency) >= request.amount + fee
  store.run(
    `insert into partner_payouts (id, account, reference, type, country, amount, currency, owner_name, account_number,
       institution_id, detail, status, failure_code, failure_message, fee, script, hidden, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?)`,
    id,
    account,
    request.reference,
    request.type,
    request.country,
    request.amount,
    request.currency,
    request.owner_name,
    request.account_number,
    request.institution_id,
    request.detail,
    covered ? null : 'balance_too_low',
    covered ? null : 'The balance does not cover the amount and its fee',
    covered ? fee : 0,
    script.name,
    script.silentForQueries === undefined ? 0 : 1,
    clock.now(),
    clock.now(),
  )
  return id
}

export function attendPayouts(world: World) {
  const { store, clock, agenda } = world
  agenda.on('partner.process', id => {
    store.run(
      `update partner_payouts set status = 'processing', updated_at = ? where id = ? and status = 'pending'`,
      clock.now(),
      id,
    )
  })
  agenda.on('partner.settle', id => settle(world, id))
  agenda.on('partner.return', id => takeBack(world, id))
}

function settle(world: World, id: string) {
  const payout = knownPayout(world, id)
  if (payout.status !== 'pending' && payout.status !== 'processing') return
  const script = scriptFor(payout.account_number)
  const failure = recordedFailure(payout) ?? failureOf(script)
  if (failure) fail(world, payout, failure)
  else pay(world, payout)
  tell(world, id)
  if (!failure && script.returnsAfterMs !== undefined)
    world.agenda.plan('partner.return', id, world.clock.now() + script.returnsAfterMs)
}

const recordedFailure = ({ failure_code, failure_message }: PayoutRow): FailureCause | undefined =>
  failure_code === null ? undefined : { code: failure_code, message: failure_message ?? '' }

function pay(world: World, payout: PayoutRow) {
  const { id, account, currency, amount, fee } = payout
  world.store.run(
    `update partner_payouts set status = 'successful', hidden = 0, updated_at = ? where id = ?`,
    world.clock.now(),
    id,
  )
  addMovement(world, { account, kind: 'payout', currency, amount: -amount, payoutId: id })
  if (fee > 0) addMovement(world, { account, kind: 'fee', currency, amount: -fee, payoutId: id })
}

function fail({ store, clock }: World, { id }: PayoutRow, { code, message }: FailureCause) {
  store.run(
    `update partner_payouts
     set status = 'failed', hidden = 0, failure_code = ?, failure_message = ?, updated_at = ? where id = ?`,
    code,
    message,
    clock.now(),
    id,
  )
}

/** It turns from successful to failed; its fee stays paid. */
function takeBack(world: World, id: string) {
  const payout = knownPayout(world, id)
  if (payout.status !== 'successful') return
  fail(world, payout, takenBack)
  const { account, currency, amount } = payout
  addMovement(world, { account, kind: 'return', currency, amount, payoutId: id })
  tell(world, id)
}

function tell(world: World, id: string) {
  const payout = knownPayout(world, id)
  const type = payout.status === 'successful' ? 'payout.succeeded' : 'payout.failed'
  announce(world, payout.account, type, payoutObject(payout))
}

/** A question about one payout. Silent ones are not found, and give in after some questions. */
export function askFor(
  world: World,
  account: AccountName,
  column: 'id' | 'reference',
  value: string,
): PayoutRow | undefined {
  const { store } = world
  const payout = store.get<PayoutRow>(
    `select * from partner_payouts where account = ? and ${column} = ?`,
    account,
    value,
  )
  if (!payout?.hidden) return payout
  return store.transaction(() => {
    store.run('update partner_payouts set times_asked = times_asked + 1 where id = ?', payout.id)
    const script = scriptFor(payout.account_number)
    if (payout.times_asked + 1 < (script.silentForQueries ?? 0)) return undefined
    const failure = failureOf(script)
    if (failure) fail(world, payout, failure)
    return knownPayout(world, payout.id)
  })
}

function knownPayout({ store }: World, id: string): PayoutRow {
  const payout = store.get<PayoutRow>('select * from partner_payouts where id = ?', id)
  if (!payout) throw new Error(`there is no payout ${id}`)
  return payout
}

/** The object as the network shows it, in answers and in webhooks. */
export function payoutObject(row: PayoutRow) {
  const failed = row.status === 'failed'
  const wasPaid = row.status === 'successful' || row.failure_code === takenBack.code
  return {
    id: row.id,
    reference: row.reference,
    type: row.type,
    country_code: row.country,
    institution_id: row.institution_id,
    account_number: row.account_number,
    owner_name: row.owner_name,
    detail: row.detail,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    fee: wasPaid && row.fee > 0 ? { amount: row.fee, currency: row.currency } : null,
    failure: failed ? { code: row.failure_code, message: row.failure_message } : null,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  }
}
