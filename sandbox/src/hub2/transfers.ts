// The life of a payout at Hub2: recorded, pending, then paid or failed as its payee's script says, perhaps taken back.
import { hour, isoTime } from '../world/clock.ts'
import { hexId, vendorId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import { addMovement, availableBalance, reserve } from './account.ts'
import { Hub2Refusal } from './errors.ts'
import { type FailureCause, type PayeeScript, scriptFor } from './payees.ts'
import type { TransferRequest } from './transfer-request.ts'
import { announce } from './webhooks.ts'

export type TransferRow = {
  id: string
  reference: string
  amount: number
  currency: string
  status: 'created' | 'pending' | 'successful' | 'failed'
  failure_code: string | null
  failure_message: string | null
  fee: number
  provider_reference: string | null
  mode: string
  request: string
  script: string
  msisdn: string | null
  hidden: number
  times_asked: number
  times_refused: number
  created_at: number
  updated_at: number
}

const pendingAfterMs = 300
/** In hundredths of a percent, of the amount. */
const feeBasisPoints = 100

const feeFor = (amount: number) => Math.floor((amount * feeBasisPoints + 5_000) / 10_000)

export type Accepted = { readonly transfer: TransferRow; readonly answers: boolean }

export function acceptTransfer(world: World, request: TransferRequest, mode: string): Accepted {
  const { store, clock, agenda } = world
  const msisdn = request.destination.type === 'mobile_money' ? request.destination.msisdn : undefined
  const script = scriptFor(msisdn)
  refuseDuplicate(world, request.reference)
  refuseWhileOperatorIsDown(world, request, script)
  return store.transaction(() => {
    const id = insertTransfer(world, request, mode, script)
    agenda.plan('hub2.pending', id, clock.now() + pendingAfterMs)
    if (Number.isFinite(script.settlesAfterMs))
      agenda.plan('hub2.settle', id, clock.now() + script.settlesAfterMs)
    return { transfer: knownTransfer(world, id), answers: script.silentForQueries === undefined }
  })
}

function refuseDuplicate({ store }: World, reference: string) {
  const known = store.run(
    'update hub2_transfers set times_refused = times_refused + 1 where reference = ?',
    reference,
  )
  if (known > 0) throw new Hub2Refusal(409, 'duplicate_request', `reference ${reference} was used before`)
}

function refuseWhileOperatorIsDown({ store, clock }: World, request: TransferRequest, script: PayeeScript) {
  if (request.destination.type !== 'mobile_money') return
  const { country, provider, msisdn } = request.destination
  const operator = operatorKey(country, provider)
  if (script.operatorDownForMs !== undefined)
    store.run(
      'insert into hub2_outages (operator, msisdn, until) values (?, ?, ?) on conflict do nothing',
      operator,
      msisdn,
      clock.now() + script.operatorDownForMs,
    )
  const outage = store.get(
    `select 1 from hub2_outages where operator = ? and msisdn in ('', ?) and until > ?`,
    operator,
    msisdn,
    clock.now(),
  )
  if (outage) throw new Hub2Refusal(503, 'service_unavailable', `${operator} is not available`)
  // The next transfer to a scripted number finds the operator down again.
  store.run("delete from hub2_outages where operator = ? and msisdn in ('', ?)", operator, msisdn)
}

export const operatorKey = (country: string, provider: string) => `${country} ${provider.toLowerCase()}`

function insertTransfer(world: World, request: TransferRequest, mode: string, script: PayeeScript): string {
  const { store, clock } = world
  const { destination } = request
  const id = vendorId('tr')
  const mobile = destination.type === 'mobile_money' ? destination : undefined
  const fee = feeFor(request.amount)
  const covered = availableBalance(world, request.currency) >= request.amount + fee
  store.run(
    `insert into hub2_transfers (id, reference, amount, currency, country, provider, msisdn, status, failure_code,
       failure_message, fee, mode, request, script, hidden, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, 'created', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    request.reference,
    request.amount,
    request.currency,
    destination.country,
    mobile?.provider ?? null,
    mobile?.msisdn ?? null,
    covered ? null : 'insufficient_funds',
    covered ? null : 'The transfer account does not cover the amount and its fee',
    covered ? fee : 0,
    mode,
    JSON.stringify(request),
    script.name,
    script.silentForQueries === undefined ? 0 : 1,
    clock.now(),
    clock.now(),
  )
  if (covered) reserve(world, request.currency, request.amount + fee)
  return id
}

export function attendTransfers(world: World) {
  const { store, clock, agenda } = world
  agenda.on('hub2.pending', id => {
    store.run(
      `update hub2_transfers set status = 'pending', updated_at = ? where id = ? and status = 'created'`,
      clock.now(),
      id,
    )
  })
  agenda.on('hub2.settle', id => settle(world, id))
  agenda.on('hub2.return', id => takeBack(world, id))
}

function settle(world: World, id: string) {
  const transfer = knownTransfer(world, id)
  if (transfer.status !== 'created' && transfer.status !== 'pending') return
  const script = scriptFor(transfer.msisdn ?? undefined)
  const failure = recordedFailure(transfer) ?? script.failure
  if (failure) fail(world, transfer, failure)
  else pay(world, transfer)
  announceOutcome(world, id)
  if (!failure && script.returnsAfterMs !== undefined)
    world.agenda.plan('hub2.return', id, world.clock.now() + script.returnsAfterMs)
}

function recordedFailure(transfer: TransferRow): FailureCause | undefined {
  if (transfer.failure_code === null) return undefined
  return { code: transfer.failure_code, message: transfer.failure_message ?? '' }
}

function pay(world: World, transfer: TransferRow) {
  const { store, clock } = world
  giveReserveFree(world, transfer)
  store.run(
    `update hub2_transfers set status = 'successful', hidden = 0, provider_reference = ?, updated_at = ? where id = ?`,
    `MP${hexId(6).toUpperCase()}`,
    clock.now(),
    transfer.id,
  )
  addMovement(world, 'payout', transfer.currency, -transfer.amount, transfer.id)
  if (transfer.fee > 0) addMovement(world, 'fee', transfer.currency, -transfer.fee, transfer.id)
}

function fail(world: World, transfer: TransferRow, failure: FailureCause) {
  const { store, clock } = world
  giveReserveFree(world, transfer)
  store.run(
    `update hub2_transfers
     set status = 'failed', hidden = 0, failure_code = ?, failure_message = ?, updated_at = ? where id = ?`,
    failure.code,
    failure.message,
    clock.now(),
    transfer.id,
  )
}

/** Only a transfer under way that was covered holds a reserve. */
function giveReserveFree(world: World, transfer: TransferRow) {
  const underWay = transfer.status === 'created' || transfer.status === 'pending'
  const covered = transfer.failure_code === null
  if (underWay && covered) reserve(world, transfer.currency, -(transfer.amount + transfer.fee))
}

/** A payout that the operator gives back later: it turns from successful to failed, its fee stays paid. */
function takeBack(world: World, id: string) {
  const transfer = knownTransfer(world, id)
  if (transfer.status !== 'successful') return
  fail(world, transfer, { code: 'canceled', message: 'The operator returned the money after the payment' })
  addMovement(world, 'return', transfer.currency, transfer.amount, id)
  announceOutcome(world, id)
}

function announceOutcome(world: World, id: string) {
  const transfer = knownTransfer(world, id)
  const type = transfer.status === 'successful' ? 'transfer.succeeded' : 'transfer.failed'
  announce(world, type, transferObject(world, transfer))
}

/** A merchant's question about one transfer. Silent ones are not found, and give in after some questions. */
export function askFor(world: World, column: 'id' | 'reference', value: string): TransferRow | undefined {
  const { store } = world
  const transfer = store.get<TransferRow>(`select * from hub2_transfers where ${column} = ?`, value)
  if (!transfer?.hidden) return transfer
  return store.transaction(() => {
    store.run('update hub2_transfers set times_asked = times_asked + 1 where id = ?', transfer.id)
    const script = scriptFor(transfer.msisdn ?? undefined)
    if (transfer.times_asked + 1 < (script.silentForQueries ?? 0)) return undefined
    if (script.failure) fail(world, transfer, script.failure)
    return knownTransfer(world, transfer.id)
  })
}

export function listTransfers({ store }: World, page: number, limit: number): TransferRow[] {
  return store.all<TransferRow>(
    'select * from hub2_transfers where hidden = 0 order by number desc limit ? offset ?',
    limit,
    (page - 1) * limit,
  )
}

export function knownTransfer({ store }: World, id: string): TransferRow {
  const transfer = store.get<TransferRow>('select * from hub2_transfers where id = ?', id)
  if (!transfer) throw new Error(`there is no transfer ${id}`)
  return transfer
}

/** An operator that answers nobody, for as long as told; 0 seconds ends it. */
export function takeOperatorDown({ store, clock }: World, operator: string, seconds: number) {
  const until = clock.now() + Math.min(seconds, 24 * 365 * (hour / 1_000)) * 1_000
  store.run(
    `insert into hub2_outages (operator, msisdn, until) values (?, '', ?)
     on conflict (operator, msisdn) do update set until = excluded.until`,
    operator,
    until,
  )
}

/** The object as Hub2 shows it, in answers and in webhooks. */
export function transferObject({ settings }: World, row: TransferRow) {
  const request: TransferRequest = JSON.parse(row.request)
  const { destination } = request
  return {
    id: row.id,
    merchantId: settings.hub2MerchantId,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    reference: row.reference,
    description: request.description,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    mode: row.mode,
    destination:
      destination.type === 'mobile_money'
        ? {
            type: destination.type,
            country: destination.country,
            recipientName: destination.recipientName,
            number: destination.msisdn,
            provider: destination.provider,
          }
        : {
            type: destination.type,
            country: destination.country,
            recipientName: destination.recipientName,
            ...destination.account,
          },
    fees: row.fee > 0 && row.provider_reference !== null ? [feeObject(row)] : [],
    failureCause:
      row.status === 'failed' ? { code: row.failure_code, message: row.failure_message, params: {} } : null,
    origin: request.origin ?? null,
    isIrt: false,
    providerReference: row.provider_reference,
    gatewayId: `gw_${row.id.slice(3)}`,
  }
}

function feeObject(row: TransferRow) {
  return {
    id: `fee_${row.id.slice(3)}`,
    rate: feeBasisPoints / 100,
    type: 'percent',
    amount: row.fee,
    currency: row.currency,
    label: 'transfer fee',
    taxes: [],
  }
}
