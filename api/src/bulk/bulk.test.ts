// A bulk payment from its file to the phones: checked row by row, paid once, each row to its own end.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bulk, BulkRow, BulkRowInput, StartedBulk } from '@jokko/contract/bulk'
import { Id } from '@jokko/contract/common'
import type { OperationDetail } from '@jokko/contract/history'
import { eur } from '@jokko/core/money'
import { reserve } from '@jokko/core/recipes-transfer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transferHooks } from '../jobs/tasks.ts'
import { readOperation } from '../ledger/operations.ts'
import { walk } from '../ledger/walk.ts'
import { refuseHeld, releaseHeld } from '../operations/commands.ts'
import { change, giveBack, givenBackLimits } from '../payouts/change.ts'
import { forgetRules } from '../payouts/rules.ts'
import { resumeWaiting } from '../payouts/worker.ts'
import { BULKS, bulkCaller, stateOfBulk, statesOfRows } from '../testing/bulk-caller.ts'
import { deposit } from '../testing/changes.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { startWorld, type World } from '../testing/world.ts'
import { pass } from '../transfer/decisions.ts'
import { handOutBulk } from './worker.ts'

let world: World
let payer: Payer

beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  payer = await createPayer(world)
  await world.deps.ledger.commit(deposit(payer.customerId, 5_000_00n, payer.customerId))
})
afterEach(() => world.verify())
afterAll(() => world.close())

const BALANCE = 2
const BANK = 1
const moves = { change, giveBack, givenBackLimits, pass }

const row = (line: number, more: Partial<BulkRowInput> = {}): BulkRowInput => ({
  line,
  identification_number: `ID-${line}`,
  first_name: 'Awa',
  last_name: `Testonde ${line}`,
  phone_number: `07010${String(20_000 + line).padStart(5, '0')}`,
  amount_without_fees: '25.00',
  ...more,
})
const file = (count: number): BulkRowInput[] => Array.from({ length: count }, (_, i) => row(i + 1))

/** A number whose operator is down for an hour from when it is first asked. */
const downNumber = (): string => `07${++numbersDown}000009`
let numbersDown = 10

const { call, draft, rewrite, rowsOf, start } = bulkCaller(() => ({ app: world.app, payer }))
const stateOf = (id: string) => stateOfBulk(world.database.owner, id)
const statesOf = (id: string) => statesOfRows(world.database.owner, id)

describe('a draft', () => {
  it('201: says what each row costs and what all of them cost', async () => {
    const { status, body } = await draft([row(1), row(2, { amount_without_fees: '40,50' })])
    expect(status).toBe(201)
    expect(body).toMatchObject({
      state: 'checked',
      rows: 2,
      rows_checked: 2,
      rows_with_problems: 0,
      total_without_fees: '65.50',
      local_currency: 'XOF',
      duplicates: [],
      progress: null,
    })
    const rows = await rowsOf(body.id)
    expect(rows[0]).toMatchObject({
      full_phone_number: '+2250701020001',
      operator: 'orange_ci',
      amount_in_euros: '25.00',
      local_amount: '16400',
      operation_id: null,
      problems: [],
    })
  })

  it('201: a row that cannot be paid says why, and the others are priced', async () => {
    const { body } = await draft([row(1), row(2, { phone_number: '12345', amount_without_fees: '' })])
    expect(body).toMatchObject({ state: 'draft', rows_with_problems: 1, total_without_fees: '25.00' })
    const [, wrong] = await rowsOf(body.id)
    expect(wrong?.problems.map(({ field, code }) => [field, code])).toEqual([
      ['phone_number', 'phone_number_below_min_length'],
      ['amount_without_fees', 'Please_enter_amount'],
    ])
    expect(wrong?.total).toBeNull()
  })

  it('201: an amount above every limit is told the nearest one at once', async () => {
    const { body } = await draft([row(1, { amount_without_fees: '60000' })])
    const [problem] = (await rowsOf(body.id))[0]?.problems ?? []
    expect(problem).toMatchObject({ field: 'amount_without_fees', code: 'route_ceiling' })
    expect(problem?.message).toContain('1,500,000')
  })

  it('200: is rewritten as a whole, and offered again until it is paid', async () => {
    const { body } = await draft([row(1, { first_name: '' })])
    const rewritten = await call<Bulk>('PUT', `/${body.id}`, {
      country_code: 225,
      cashin_method_id: BALANCE,
      beneficiaries: [row(1)],
    })
    expect(rewritten.body).toMatchObject({ id: body.id, state: 'checked' })
    const offered = await call<{ draft: Bulk }>('GET', '/draft')
    expect(offered.body.draft.id).toBe(body.id)
    expect((await call('DELETE', `/${body.id}`)).status).toBe(204)
    expect((await call<{ draft: null }>('GET', '/draft')).body.draft).toBeNull()
  })

  it('409 stale_version: what was written meanwhile is not written over by who has not seen it', async () => {
    const { body: seen } = await draft([row(1)])
    const newer = await rewrite(seen.id, [row(1, { amount_without_fees: '99.00' })], { edit: seen.edit })
    expect(newer.status).toBe(200)
    const older = await rewrite(seen.id, [row(1, { first_name: 'Aminata' })], { edit: seen.edit })
    expect([older.status, older.body.code]).toEqual([409, 'stale_version'])
    expect(await rowsOf(seen.id)).toMatchObject([{ first_name: 'Awa', amount_in_euros: '99.00' }])
    const meant = await rewrite(seen.id, [row(1, { first_name: 'Aminata' })], { edit: newer.body.edit })
    expect(meant.status).toBe(200)
  })

  it('200: more than a screen holds is checked by a job, part by part', async () => {
    const { body } = await draft(file(1_200))
    expect(body).toMatchObject({ state: 'checking', rows: 1_200 })
    await world.advance(1)
    const checked = await call<Bulk>('GET', `/${body.id}`)
    expect(checked.body).toMatchObject({
      state: 'checked',
      rows_checked: 1_200,
      total_without_fees: '30000.00',
    })
  })

  it.each([
    { rows: 600, how: 'while it is received' },
    { rows: 1_100, how: 'by a job' },
  ])('201: rows far apart that fill one wallet together are found, checked $how', async ({ rows }) => {
    const filling = (from: number) =>
      Array.from({ length: 6 }, (_, i) =>
        row(from + i, { phone_number: '0701099999', amount_without_fees: `${from + i}.00` }),
      )
    const { body } = await draft([...filling(1_300), ...file(rows), ...filling(1_306)])
    await world.advance(1)
    expect((await call<Bulk>('GET', `/${body.id}`)).body).toMatchObject({
      rows_with_problems: 1,
      state: 'draft',
    })
    const { body: last } = await call<{ rows: BulkRow[] }>('GET', `/${body.id}/rows?after=1309`)
    expect(last.rows.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      [],
      ['limit_exceeded'],
    ])
  })

  it('201: the same number and amount are named, however they are written, also beside rows that cannot be paid', async () => {
    const { body } = await draft([
      row(7, { phone_number: '07 01 02 00 01', amount_without_fees: '25' }),
      row(3),
      row(1, { last_name: '' }),
      row(2, { phone_number: '+2250701020001', amount_without_fees: '25,00' }),
      row(4, { phone_number: '0701020003', amount_without_fees: '26.00' }),
      row(5, { phone_number: '' }),
      row(6, { phone_number: '' }),
    ])
    expect(body.duplicates).toEqual([[1, 2, 7]])
    expect(body).toMatchObject({ rows_with_problems: 3, total_without_fees: '101.00' })
  })

  it('422 bulk_too_many_rows: more than ten thousand', async () => {
    expect(await draft(file(10_001))).toMatchObject({ status: 422, body: { code: 'validation' } })
  })

  it('404: of somebody else, as of nobody', async () => {
    const { body } = await draft([row(1)])
    payer = await createPayer(world)
    for (const path of [`/${body.id}`, `/${body.id}/rows`])
      expect((await call('GET', path)).body).toMatchObject({ code: 'not_found' })
    expect((await call('DELETE', `/${body.id}`)).status).toBe(404)
  })
})

describe('paid from the balance', () => {
  it('201: each row arrives, and the bulk is done', async () => {
    const { body: bulk } = await draft(file(3))
    const begun = await start(bulk)
    expect([begun.status, begun.body.code]).toEqual([201, undefined])
    expect(begun.body).toMatchObject({
      id: bulk.id,
      total_to_pay: bulk.total_to_pay,
      bulk: { state: 'started' },
    })
    await world.advance(60)
    const now = await call<Bulk>('GET', `/${bulk.id}`)
    expect(now.body.progress).toEqual({ waiting: 0, under_way: 0, held: 0, paid: 3, failed: 0, cancelled: 0 })
    expect(await stateOf(bulk.id)).toEqual(['done', '0'])
  })

  it('201: a declined row gives its money back, and the others arrive', async () => {
    const { body: bulk } = await draft([row(1), row(2, { phone_number: '0700000002' }), row(3)])
    const before = await balance()
    await start(bulk)
    await world.advance(600)
    const rows = await rowsOf(bulk.id)
    expect(rows.map(({ status }) => status)).toEqual([
      'transfer_completed',
      'transfer_failed',
      'transfer_completed',
    ])
    expect(rows[1]?.failure).not.toBeNull()
    const spent = rows
      .filter((_, i) => i !== 1)
      .reduce((sum, { total }) => sum + Number(total?.replace('.', '')), 0)
    expect(before - (await balance())).toBe(BigInt(spent))
    expect(await stateOf(bulk.id)).toEqual(['done', '0'])
    const { rows: paid } = await world.database.owner.query(
      `select distinct provider, details -> 'payee' ->> 'operator_name' as operator from app.operations where parent_id = $1`,
      [bulk.id],
    )
    expect(paid).toEqual([{ provider: 'hub2', operator: 'Orange Money' }])
    // One mail for all of them.
    expect(await mailsAbout(bulk.id)).toEqual(['bulk_done'])
    const again = await call<Bulk>('POST', `/${bulk.id}/retry`)
    expect(again).toMatchObject({ status: 201, body: { rows: 1, state: 'checked' } })
    // Asked for twice, paid once: also when both drafts were made before either was paid.
    const twice = await call<Bulk>('POST', `/${bulk.id}/retry`)
    const started = await Promise.all([again, twice].map(({ body }) => start(body)))
    expect(started.map(({ status, body }) => `${status} ${body.code}`).sort()).toEqual([
      '201 undefined',
      '409 bulk_was_retried',
    ])
    const late = started[0]?.status === 201 ? twice.body : again.body
    expect(await start(late, { repeat_is_meant: true })).toMatchObject({ body: { code: 'bulk_was_retried' } })
    expect(await call('POST', `/${bulk.id}/retry`)).toMatchObject({ body: { code: 'bulk_was_retried' } })
    await world.advance(600)
  })

  it('201: the same request again is the same payment; at the same time, too', async () => {
    const { body: bulk } = await draft(file(2))
    const key = randomUUID()
    const ask = () =>
      world.app.inject({
        method: 'POST',
        url: `${BULKS}/initiate-high-volume-payment`,
        headers: { ...payer.headers, 'idempotency-key': key },
        payload: {
          bulk_id: bulk.id,
          cashin_method_id: BALANCE,
          reason: 'Salaires',
          total_to_pay: bulk.total_to_pay,
        },
      })
    const answers = await Promise.all(Array.from({ length: 8 }, ask))
    expect(answers.map(answer => answer.statusCode)).toEqual(Array(8).fill(201))
    await world.advance(60)
    expect(await sentTo(bulk.id)).toBe(2)
  })

  it('409 bulk_has_started: two keys pay it once, and nobody rewrites it', async () => {
    const { body: bulk } = await draft(file(2))
    const answers = await Promise.all(Array.from({ length: 5 }, () => start(bulk)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const rewritten = await call('PUT', `/${bulk.id}`, { country_code: 'CI', beneficiaries: [] })
    expect(rewritten).toMatchObject({ status: 409, body: { code: 'bulk_has_started' } })
    expect((await call('DELETE', `/${bulk.id}`)).body).toMatchObject({ code: 'bulk_has_started' })
    await world.advance(60)
    expect(await sentTo(bulk.id)).toBe(2)
  })

  it('201: limits are counted by the rows that are paid, when they are rewritten in the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { body: bulk } = await draft([row(1), row(2)])
      const others = [row(1, { phone_number: '0701030001' }), row(2, { phone_number: '0701030002' })]
      const [begun, rewritten] = await Promise.all([
        start(bulk, { repeat_is_meant: true }),
        call('PUT', `/${bulk.id}`, { country_code: 'CI', cashin_method_id: BALANCE, beneficiaries: others }),
      ])
      expect([200, 409]).toContain(rewritten.status)
      if (begun.status !== 201) expect(begun.body.code).toMatch(/quote_expired|bulk_still_checking/)
      // Before any row has an operation of its own, the bulk's rows are what limits are compared with.
      await world.verify()
    }
    await world.advance(60)
  })

  it('201: rows come with the payment, for programs', async () => {
    const verified = await call<{ total_to_pay: string }>('POST', '/verify-beneficiaries', {
      country_code: 'CI',
      cashin_method_id: BALANCE,
      beneficiaries: file(2),
    })
    const { status, body } = await call<StartedBulk>('POST', '/initiate-high-volume-payment', {
      beneficiaries: file(2),
      country_code: 'CI',
      cashin_method_id: BALANCE,
      reason: 'Salaires',
      total_to_pay: verified.body.total_to_pay,
    })
    expect(status).toBe(201)
    await world.advance(60)
    expect(await stateOf(body.id)).toEqual(['done', '0'])
  })

  it('200: the file that tells what became of each row evaluates nothing', async () => {
    const { body: bulk } = await draft([row(1, { first_name: '=1+1', last_name: '@SUM(A1:A2)' })])
    await start(bulk)
    await world.advance(60)
    const answer = await world.app.inject({
      url: `${BULKS}/${bulk.id}/result.csv`,
      headers: { ...payer.headers, 'accept-language': 'fr' },
    })
    expect(answer.headers['content-type']).toContain('text/csv')
    const [head, line] = answer.body.split('\r\n')
    expect(head).toContain('"Ligne";"Identifiant";"Prénom"')
    expect(line).toContain(`"'=1+1";"'@SUM(A1:A2)";"'+2250701020001";"25,00"`)
  })
})

describe('the rows of a paid bulk', () => {
  it('are handed out once, whoever works on them at the same time', async () => {
    const { body: bulk } = await draft(file(220))
    const funding = deposit(payer.customerId, 20_000_00n, `${payer.customerId}:more`)
    await world.deps.ledger.commit(funding)
    await start(bulk)
    const hooks = transferHooks(world.deps)
    await Promise.all([1, 2, 3].map(() => handOutBulk(world.deps, hooks, { bulk_id: bulk.id })))
    await world.advance(120)
    expect(await sentTo(bulk.id)).toBe(220)
    expect(await stateOf(bulk.id)).toEqual(['done', '0'])
  })

  const cancelled = 'The payout was cancelled before it arrived. You can send again.'

  it('200: what nobody was handed yet comes back when it is cancelled, once', async () => {
    const { body: bulk } = await draft(file(3), { cashin_method_id: BANK })
    const before = await balance()
    await start(bulk, { cashin_method_id: BANK })
    await fundWithoutHandingOut(bulk.id)
    const key = randomUUID()
    const cancel = () =>
      world.app.inject({
        method: 'POST',
        url: `${BULKS}/${bulk.id}/cancel`,
        headers: { ...payer.headers, 'idempotency-key': key },
      })
    const answers = await Promise.all([cancel(), cancel()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers[0]?.json()).toMatchObject({ status: 'transfer_in_progress', allowed_actions: ['repeat'] })
    await world.advance(60)
    await expect.poll(() => stateOf(bulk.id)).toEqual(['done', '0'])
    expect(await balance()).toBe(before)
    expect(await sentTo(bulk.id)).toBe(0)
    const rows = await rowsOf(bulk.id)
    expect(rows.map(({ status, failure }) => [status, failure])).toEqual(
      Array(3).fill(['payment_failed', cancelled]),
    )
    const told = await world.app.inject({ url: `${BULKS}/${bulk.id}/result.csv`, headers: payer.headers })
    expect(told.body.match(/"Annulé"/g)).toHaveLength(3)
    // The rows are what they were, and so is their sum.
    expect((await call<Bulk>('GET', `/${bulk.id}`)).body.total_to_pay).toBe(bulk.total_to_pay)
    expect((await call('POST', `/${bulk.id}/cancel`)).body).toMatchObject({ code: 'cancel_not_possible' })
  })

  it('200: a row whose operator is down comes back when it is cancelled; its neighbours have arrived', async () => {
    const { body: bulk } = await draft([row(1), row(2, { phone_number: '0700000009' })])
    const before = await balance()
    await start(bulk)
    await world.advance(30)
    expect((await rowsOf(bulk.id)).map(({ status }) => status)).toEqual(['transfer_completed', 'pending'])
    const { body } = await call<StartedBulk>('POST', `/${bulk.id}/cancel`)
    expect(body.status).toBe('transfer_in_progress')
    await world.advance(3 * 3_600)
    const rows = await rowsOf(bulk.id)
    expect(rows.map(row => [row.status, row.failure, row.cancelled])).toEqual([
      ['transfer_completed', null, false],
      ['transfer_failed', cancelled, true],
    ])
    expect(before - (await balance())).toBe(BigInt(rows[0]?.total?.replace('.', '') ?? 0))
    expect(await stateOf(bulk.id)).toEqual(['done', '0'])
    const { body: after } = await call<Bulk>('GET', `/${bulk.id}`)
    expect(after.progress).toMatchObject({ paid: 1, failed: 0, cancelled: 1 })
  })

  it('422 bulk_is_empty: what was cancelled on purpose is not retried with what failed; asked for, it is, once', async () => {
    const failing = row(2, { phone_number: '0700000002' })
    const { body: bulk } = await draft([row(1), failing, row(3, { phone_number: downNumber() })])
    await start(bulk)
    await world.advance(30)
    await call('POST', `/${bulk.id}/cancel`)
    await world.advance(30)
    const { body: after } = await call<Bulk>('GET', `/${bulk.id}`)
    expect(after.progress).toMatchObject({ paid: 1, failed: 1, cancelled: 1 })
    const lines = async (which?: object) => {
      const { body } = await call<Bulk>('POST', `/${bulk.id}/retry`, which)
      return (await rowsOf(body.id)).map(({ line }) => line)
    }
    expect(await lines()).toEqual([2])
    expect(await lines({ rows: 'failed' })).toEqual([2])
    const cancelledRows = () => call<Bulk>('POST', `/${bulk.id}/retry`, { rows: 'cancelled' })
    const drafts = [(await cancelledRows()).body, (await cancelledRows()).body]
    expect((await rowsOf(drafts[0]?.id ?? '')).map(({ line }) => line)).toEqual([3])
    const started = await Promise.all(drafts.map(one => start(one)))
    expect(started.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await cancelledRows()).body.code).toBe('bulk_was_retried')
    // The failed ones are another matter.
    expect(await lines()).toEqual([2])
    await world.advance(3 * 3_600)
  })

  it('one press is enough: a row that its operator turns away after the cancel comes back, too', async () => {
    const late = downNumber()
    const { body: bulk } = await draft([
      row(1, { phone_number: downNumber() }),
      row(2, { phone_number: late }),
    ])
    const before = await balance()
    const goOn = holdOrderTo(`+225${late}`)
    await start(bulk)
    await expect.poll(() => statesOf(bulk.id)).toEqual(['waiting', 'sending'])
    const pressed = await call<StartedBulk>('POST', `/${bulk.id}/cancel`)
    expect(pressed.body.allowed_actions).not.toContain('cancel')
    goOn()
    await world.advance(60)
    await expect.poll(() => stateOf(bulk.id)).toEqual(['done', '0'])
    expect(await statesOf(bulk.id)).toEqual(['refunded', 'refunded'])
    expect(await balance()).toBe(before)
    expect((await call<Bulk>('GET', `/${bulk.id}`)).body.progress).toMatchObject({ failed: 0, cancelled: 2 })
  })

  it('a row that waits is not handed over again once its bulk is cancelled', async () => {
    const { body: bulk } = await draft([row(1, { phone_number: downNumber() })])
    await start(bulk)
    await expect.poll(() => statesOf(bulk.id)).toEqual(['waiting'])
    const [operation_id = ''] = (await rowsOf(bulk.id)).map(one => one.operation_id ?? '')
    await call('POST', `/${bulk.id}/cancel`)
    await Promise.all([1, 2, 3].map(() => resumeWaiting(world.deps, { operation_id })))
    await expect.poll(() => statesOf(bulk.id)).toEqual(['refunded'])
  })

  it('a row that is held when its bulk is cancelled is not released any more: it is refused', async () => {
    await holdFrom(30_00)
    const { body: bulk } = await draft([
      row(1, { amount_without_fees: '40.00' }),
      row(2, { phone_number: downNumber() }),
    ])
    const before = await balance()
    await start(bulk)
    await expect.poll(() => statesOf(bulk.id)).toEqual(['held', 'waiting'])
    expect((await heldUp(bulk.id)).rows_held).toBe(1)
    await holdFrom(1_500_000)
    await call('POST', `/${bulk.id}/cancel`)
    const [first = ''] = (await rowsOf(bulk.id)).map(one => one.operation_id ?? '')
    const decision = { operator: 'ada', operationId: first, reason: 'looked at' }
    await expect(releaseHeld(world.deps, moves, decision)).rejects.toThrow('was cancelled by its owner')
    await refuseHeld(world.deps, moves, decision)
    await world.advance(30)
    expect(await balance()).toBe(before)
  })

  it('from a draft with a mistake, over a checked one and back, to one that is paid: its life says each', async () => {
    const wrong = row(1, { phone_number: '12' })
    const { body: first } = await draft([wrong])
    const put = async (beneficiaries: BulkRowInput[]) => {
      const way = { country_code: 225, cashin_method_id: BALANCE }
      return (await call<Bulk>('PUT', `/${first.id}`, { ...way, beneficiaries })).body
    }
    expect(first.state).toBe('draft')
    expect((await put([row(1)])).state).toBe('checked')
    expect((await put([wrong])).state).toBe('draft')
    const checked = await put([row(1)])
    expect(checked.state).toBe('checked')
    await start(checked)
    const { rows: events } = await world.database.owner.query<{ event: string }>(
      'select event from app.operation_events where operation_id = $1 order by version',
      [first.id],
    )
    expect(events.map(({ event }) => event).join(' ')).toContain('checked pay_started funds_complete')
  })

  it('a bulk whose last row is held runs on, says so, and its result file tells which', async () => {
    await holdFrom(30_00)
    const { body: bulk } = await draft([row(1, { amount_without_fees: '40.00' }), row(2)])
    await start(bulk)
    await expect.poll(() => statesOf(bulk.id)).toEqual(['held', 'paid'])
    const { body: now } = await call<Bulk>('GET', `/${bulk.id}`)
    expect(now.progress).toEqual({ waiting: 0, under_way: 0, held: 1, paid: 1, failed: 0, cancelled: 0 })
    expect(await heldUp(bulk.id)).toMatchObject({
      rows_held: 1,
      done_at: null,
      status: 'transfer_in_progress',
    })
    const file = await world.app.inject({
      url: `${BULKS}/${bulk.id}/result.csv`,
      headers: { ...payer.headers, 'accept-language': 'fr' },
    })
    const [, held = '', paid = ''] = file.body.split('\r\n')
    expect(held).toContain('"Action requise"')
    expect(paid).toContain('"Terminé"')
    const [first = ''] = (await rowsOf(bulk.id)).map(one => one.operation_id ?? '')
    await holdFrom(1_500_000)
    await refuseHeld(world.deps, moves, { operator: 'ada', operationId: first, reason: 'looked at' })
    await world.advance(30)
    expect(await heldUp(bulk.id)).toMatchObject({ rows_held: 0, status: 'transfer_completed' })
  })

  it('a row is sent or comes back, never both, when it is cancelled while rows are handed out', async () => {
    const { body: bulk } = await draft(file(220))
    await world.deps.ledger.commit(deposit(payer.customerId, 20_000_00n, `${payer.customerId}:more`))
    const before = await balance()
    await start(bulk)
    const hooks = transferHooks(world.deps)
    await Promise.all([
      handOutBulk(world.deps, hooks, { bulk_id: bulk.id }),
      call('POST', `/${bulk.id}/cancel`),
      handOutBulk(world.deps, hooks, { bulk_id: bulk.id }),
    ])
    await world.advance(120)
    await expect.poll(() => stateOf(bulk.id)).toEqual(['done', '0'])
    const rows = await rowsOf(bulk.id)
    const paid = rows.filter(({ status }) => status === 'transfer_completed')
    expect(paid.length).toBe(await sentTo(bulk.id))
    const spent = paid.reduce((sum, { total }) => sum + BigInt(total?.replace('.', '') ?? 0), 0n)
    expect(before - (await balance())).toBe(spent)
    expect(rows.filter(({ status }) => status === 'payment_failed').length + paid.length).toBe(220)
  })

  it('each have an operation of their own, which the bulk and the line tell, up to the highest line', async () => {
    const highest = 1_000_000
    const { body: bulk } = await draft([row(1), row(highest)])
    const { rows } = await world.database.owner.query<{ operation_id: string }>(
      'select operation_id from app.bulk_rows where bulk_id = $1 order by line',
      [bulk.id],
    )
    const ids = rows.map(({ operation_id }) => operation_id)
    const withLine = (digits: string) => `${bulk.id.slice(0, 18)}${digits}${bulk.id.slice(27)}`
    expect(ids).toEqual([withLine('0000-0001'), withLine('000f-4240')])
    for (const id of ids) expect(Id.safeParse(id).success).toBe(true)
  })

  it('23503: no row and no price is without its bulk, and no bulk goes before them', async () => {
    const { body: bulk } = await draft(file(2))
    const { owner } = world.database
    const rows = [
      "insert into app.bulk_rows (bulk_id, line, cells, problems) values ($1, 9, '{}', '[]')",
      "insert into app.bulk_prices (bulk_id, route_id, amount, price) values ($1, 1, 1, '{}')",
    ]
    for (const row of rows)
      await expect(owner.query(row, ['opn_none'])).rejects.toMatchObject({ code: '23503' })
    const drop = owner.query('delete from app.bulks where id = $1', [bulk.id])
    await expect(drop).rejects.toMatchObject({ code: '23503' })
    for (const sql of [
      "update app.bulk_rows set bulk_id = 'opn_none' where bulk_id = $1",
      "update app.bulk_prices set bulk_id = 'opn_none' where bulk_id = $1",
      "update app.bulks set id = 'opn_none' where id = $1",
    ])
      await expect(world.database.owner.query(sql, [bulk.id])).rejects.toMatchObject({ code: 'JK003' })
  })

  it('nobody is paid twice, whatever is pressed at the same moment and tried again afterwards', async () => {
    const scripts = ['012345', '000002', '000009']
    const numbers = scripts.flatMap(script => Array.from({ length: 4 }, () => `07${++numbersDown}${script}`))
    const { body: bulk } = await draft(numbers.map((phone_number, i) => row(i + 1, { phone_number })))
    const before = await balance()
    await start(bulk)
    const hooks = transferHooks(world.deps)
    const cancel = () => call('POST', `/${bulk.id}/cancel`)
    const handOn = () => handOutBulk(world.deps, hooks, { bulk_id: bulk.id })
    const retry = async (rows: 'failed' | 'cancelled') => {
      const { status, body } = await call<Bulk>('POST', `/${bulk.id}/retry`, { rows })
      return status === 201 ? start(body) : { status }
    }
    await Promise.all([handOn(), handOn()])
    await world.advance(3)
    const pressed = await Promise.all([cancel(), handOn(), retry('failed'), cancel(), handOn(), cancel()])
    expect(pressed.filter(answer => (answer?.status ?? 0) >= 500)).toEqual([])
    await world.advance(60)
    await expect.poll(() => stateOf(bulk.id)).toEqual(['done', '0'])
    const again = await Promise.all([
      retry('failed'),
      retry('cancelled'),
      retry('failed'),
      retry('cancelled'),
    ])
    expect(again.filter(({ status }) => status >= 500)).toEqual([])
    await world.advance(3 * 3_600)
    const { rows: paid } = await world.database.owner.query<{ phone: string; times: number; spent: bigint }>(
      `select details #>> '{payee,phone}' as phone, count(*)::int as times, sum(total)::bigint as spent from app.operations
       where customer_id = $1 and kind = 'transfer' and state = 'paid' group by 1`,
      [payer.customerId],
    )
    expect(paid.filter(({ times }) => times > 1)).toEqual([])
    expect(paid.length).toBeGreaterThanOrEqual(4)
    expect(before - (await balance())).toBe(paid.reduce((sum, { spent }) => sum + spent, 0n))
  })

  it('JK008: nobody changes or removes what was paid', async () => {
    const { body: bulk } = await draft(file(1))
    await start(bulk)
    for (const sql of [
      'update app.bulk_rows set total = 1 where bulk_id = $1',
      'delete from app.bulk_rows where bulk_id = $1',
      "update app.bulk_prices set price = '{}' where bulk_id = $1",
      'delete from app.bulk_prices where bulk_id = $1',
      "insert into app.bulk_prices (bulk_id, route_id, amount, price) values ($1, 1, 1, '{}')",
      'delete from app.bulks where id = $1',
    ])
      await expect(world.database.owner.query(sql, [bulk.id])).rejects.toMatchObject({ code: 'JK008' })
    await world.advance(60)
  })
})

describe('paid by bank transfer', () => {
  it('200: waits for its money, and is given up without a trace in the balance', async () => {
    const { body: bulk } = await draft(file(2), { cashin_method_id: BANK })
    const before = await balance()
    const begun = await start(bulk, { cashin_method_id: BANK })
    expect(begun.body).toMatchObject({
      status: 'payment_requested',
      allowed_actions: expect.arrayContaining(['cancel']),
    })
    await world.verify()
    const cancelled = await call<StartedBulk>('POST', `/${bulk.id}/cancel`)
    expect(cancelled).toMatchObject({ status: 200, body: { aborted: true } })
    expect(await balance()).toBe(before)
  })

  const byBank = async (count: number): Promise<{ bulk: Bulk; reference: string }> => {
    const { body: bulk } = await draft(file(count), { cashin_method_id: BANK })
    const { body } = await start(bulk, { cashin_method_id: BANK })
    return { bulk, reference: body.payment_reference }
  }
  const pay = async (reference: string, cents: number) => {
    await world.outside('/bank/credits', { amount: (cents / 100).toFixed(2), reference })
    await world.advance(3_600)
  }
  const totalOf = ({ total_to_pay }: Bulk) => Number(total_to_pay.replace('.', ''))

  it('each row arrives once the money is there', async () => {
    const { bulk, reference } = await byBank(3)
    await pay(reference, totalOf(bulk))
    expect(await stateOf(bulk.id)).toEqual(['done', '0'])
    expect(await sentTo(bulk.id)).toBe(3)
  })

  it('a part of the money is held, and no row is paid before the rest', async () => {
    const { bulk, reference } = await byBank(2)
    await pay(reference, 1_000)
    expect(await stateOf(bulk.id)).toEqual(['paying', '1000'])
    expect(await mailsAbout(bulk.id)).toEqual(['bulk_short'])
    expect(await sentTo(bulk.id)).toBe(0)
    await pay(reference, totalOf(bulk) - 1_000)
    expect(await stateOf(bulk.id)).toEqual(['done', '0'])
  })

  it('a part of the money goes to the balance when nobody pays the rest', async () => {
    const { bulk, reference } = await byBank(2)
    const before = await balance()
    await pay(reference, 1_000)
    await world.advance(9 * 86_400)
    expect(await stateOf(bulk.id)).toEqual(['expired', '0'])
    expect(await balance()).toBe(before + 10_00n)
  })

  it('a part of its money is taken back by the bank: it is over, and nobody is paid with what is not there', async () => {
    const { bulk, reference } = await byBank(2)
    const before = await balance()
    const part = (await world.outside('/bank/credits', { amount: '10.00', reference })) as {
      entry_reference: string
    }
    await world.advance(60)
    await world.outside('/bank/credits', { amount: '5.00', reference })
    await world.advance(60)
    await world.outside(`/bank/credits/${part.entry_reference}/reverse`, {})
    await world.outside('/bank/end-of-day', {})
    await world.advance(60)
    expect(await stateOf(bulk.id)).toEqual(['expired', '0'])
    expect(await balance()).toBe(before + 5_00n)
    await pay(reference, totalOf(bulk) - 1_500)
    expect(await sentTo(bulk.id)).toBe(0)
    expect(await balance()).toBe(before + BigInt(totalOf(bulk) - 1_000))
    const owed = `select balance from ledger.accounts where name = 'receivable:' || $1 || ':EUR' and balance <> 0`
    expect((await world.database.owner.query(owed, [payer.customerId])).rows).toEqual([])
  })

  it('what is too much, paid twice or late is on the balance', async () => {
    const before = await balance()
    const { bulk, reference } = await byBank(1)
    await pay(reference, totalOf(bulk) + 500)
    expect(await stateOf(bulk.id)).toEqual(['done', '0'])
    await pay(reference, totalOf(bulk))
    expect(await balance()).toBe(before + 500n + BigInt(totalOf(bulk)))
  })

  it('its money comes while it is given up: it pays the rows or is on the balance, never both', async () => {
    for (const [n, later] of [0, 30, 80, 150, 300].entries()) {
      const { bulk, reference } = await byBank(n + 2)
      const before = await balance()
      const cents = later === 80 ? 1_000 : totalOf(bulk)
      await world.outside('/bank/credits', { amount: (cents / 100).toFixed(2), reference })
      const pressed = async () => {
        await pause(later)
        return (await call('POST', `/${bulk.id}/cancel`)).status
      }
      const [status] = await Promise.all([pressed(), world.advance(60)])
      expect([200, 409]).toContain(status)
      await world.advance(3_600)
      if (cents !== totalOf(bulk)) await call('POST', `/${bulk.id}/cancel`)
      const sent = await sentTo(bulk.id)
      const kept = Number((await balance()) - before)
      const paid = (await rowsOf(bulk.id)).filter(one => one.status === 'transfer_completed')
      const spent = paid.reduce((sum, { total }) => sum + Number(total?.replace('.', '')), 0)
      expect([later, sent, kept + spent]).toEqual([later, paid.length, cents])
    }
  })

  it('expires when nothing comes in time', async () => {
    const { body: bulk } = await draft(file(1), { cashin_method_id: BANK })
    await start(bulk, { cashin_method_id: BANK })
    await world.advance(9 * 86_400)
    expect(await stateOf(bulk.id)).toEqual(['expired', '0'])
  })
})

/** As it stands between the money's arrival and the job that hands out its rows. */
async function fundWithoutHandingOut(id: string): Promise<void> {
  const op = await readOperation(world.deps, id)
  if (!op) throw new Error(`${id} is not there`)
  const now = world.deps.clock.nowText()
  const reserved = reserve({ customer: op.customer_id, amount: eur(op.total) })
  const steps = [{ event: 'funds_complete' as const, actor: 'bank', entries: [reserved] }]
  const walked = walk({ kind: 'bulk', operationId: id, book: op.book, from: 'paying', steps, now })
  const verdict = await world.deps.ledger.commit({
    scope: 'test',
    key: id,
    body_hash: '',
    received_at: now,
    operation_id: id,
    expect: op.version,
    patch: { ...walked.shown, received: op.total },
    events: walked.events,
    entries: walked.entries,
  })
  expect(verdict.verdict).toBe('committed')
}

/** The bulk as the history tells it. */
async function heldUp(bulkId: string): Promise<OperationDetail> {
  const answer = await world.app.inject({ url: `/api/v1/operations/${bulkId}`, headers: payer.headers })
  return answer.json<OperationDetail>()
}

/** The order that pays this number is under way until the answer says that it may go on. */
function holdOrderTo(phone: string): () => void {
  const { providers } = world.deps
  const { hub2 } = providers.payouts
  if (!hub2) throw new Error('Hub2 pays nothing out')
  const gate = Promise.withResolvers<void>()
  const send: typeof hub2.send = async order => {
    if ('phone' in order.payee && order.payee.phone === phone) await gate.promise
    return hub2.send(order)
  }
  world.deps.providers = { ...providers, payouts: { ...providers.payouts, hub2: { ...hub2, send } } }
  return () => {
    world.deps.providers = providers
    gate.resolve()
  }
}

async function holdFrom(cents: number): Promise<void> {
  await world.database.owner.query(
    `update app.settings set value = to_jsonb($1::int) where key = 'new_payee_hold_cents'`,
    [cents],
  )
  forgetRules(world.deps)
}

async function sentTo(bulkId: string): Promise<number> {
  const { rows } = await world.database.owner.query(
    `select count(*)::int as sent from app.payout_attempts a join app.operations o on o.id = a.operation_id
     where o.parent_id = $1`,
    [bulkId],
  )
  return rows[0]?.sent
}

/** Mails to the owner about a bulk or one of its rows. */
async function mailsAbout(bulkId: string): Promise<string[]> {
  const { rows } = await world.database.owner.query<{ key: string }>(
    `select m.key from app.messages_sent m join app.operations o on m.key like o.id || ':%'
     where m.channel = 'email' and (o.id = $1 or o.parent_id = $1) order by m.at`,
    [bulkId],
  )
  return rows.map(({ key }) => key.split(':').at(-1) ?? '')
}

async function balance(): Promise<bigint> {
  const { rows } = await world.database.owner.query(
    'select balance::text from ledger.accounts where name = $1',
    [`customer:${payer.customerId}:EUR`],
  )
  return BigInt(rows[0]?.balance ?? 0)
}
