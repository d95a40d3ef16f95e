// Why a bulk is not paid, by status and code: rows that are wrong, prices that are old, the same rows paid before, and who
// may pay many at once.
import type { Bulk, BulkRowInput } from '@jokko/contract/bulk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetReference } from '../reference/data.ts'
import { bulkCaller, stateOfBulk, statesOfRows } from '../testing/bulk-caller.ts'
import { deposit } from '../testing/changes.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { startWorld, type World } from '../testing/world.ts'

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

const BANK = 1

const row = (line: number, more: Partial<BulkRowInput> = {}): BulkRowInput => ({
  line,
  first_name: 'Awa',
  last_name: `Testonde ${line}`,
  phone_number: `07010${String(20_000 + line).padStart(5, '0')}`,
  amount_without_fees: '25.00',
  ...more,
})
const file = (count: number): BulkRowInput[] => Array.from({ length: count }, (_, i) => row(i + 1))

/** Each time another number whose operator is down for an hour from when it is first asked. */
let numbersDown = 50
const down = (): string => `07${numbersDown++}000009`

const { call, draft, rewrite, read, rowsOf, start } = bulkCaller(() => ({ app: world.app, payer }))
const stateOf = (id: string) => stateOfBulk(world.database.owner, id)

describe('is refused before any money moves', () => {
  const refusal = async (bulk: Bulk, more: object = {}) => {
    const { status, body } = await start(bulk, more)
    return `${status} ${body.code}`
  }

  it('422 bulk_has_problems: a row is wrong', async () => {
    const { body } = await draft([row(1), row(2, { last_name: '' })])
    expect(await refusal(body)).toBe('422 bulk_has_problems')
  })
  it('422 bulk_is_empty: no rows', async () => {
    expect(await refusal((await draft([])).body)).toBe('422 bulk_is_empty')
  })
  it('409 bulk_still_checking: a large one is not checked yet', async () => {
    const { body } = await draft(file(1_000))
    expect(['409 bulk_still_checking', '409 quote_expired']).toContain(await refusal(body))
    await world.advance(1)
  })
  it('422 bulk_duplicate_row: the same number and amount twice, unless it is meant', async () => {
    const { body } = await draft([row(1), row(2, { phone_number: row(1).phone_number })])
    expect(body.duplicates).toEqual([[1, 2]])
    expect(await refusal(body)).toBe('422 bulk_duplicate_row')
    expect(await refusal(body, { duplicates_are_meant: true })).toBe('201 undefined')
    await world.advance(60)
  })
  it('409 bulk_paid_before: the same rows again, unless that is meant', async () => {
    const { body: first } = await draft(file(2))
    await start(first)
    const { body: second } = await draft(file(2).reverse())
    expect(second.same_as?.id).toBe(first.id)
    const refused = await start(second)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'bulk_paid_before', same_as: { id: first.id } },
    })
    expect(await refusal(second, { repeat_is_meant: true })).toBe('201 undefined')
    await world.advance(60)
  })
  it('409 bulk_paid_before: the same rows, written in another way', async () => {
    await start((await draft(file(2))).body)
    const { body: second } = await draft(
      file(2).map(one => ({ ...one, phone_number: `+225 ${one.phone_number}`, amount_without_fees: '25' })),
    )
    expect(await refusal(second)).toBe('409 bulk_paid_before')
    await world.advance(60)
  })
  it('201: the same rows again, of which nobody has got anything', async () => {
    const rows = [row(1, { phone_number: down() })]
    const { body: first } = await draft(rows)
    await start(first)
    await expect.poll(() => statesOfRows(world.database.owner, first.id)).toEqual(['waiting'])
    const { body: early } = await draft(rows)
    expect(await refusal(early)).toBe('409 bulk_paid_before')
    await call('POST', `/${first.id}/cancel`)
    await expect.poll(() => stateOf(first.id)).toEqual(['done', '0'])
    const { body: again } = await draft(rows)
    expect(again.same_as).toBeNull()
    expect(await refusal(again)).toBe('201 undefined')
    await world.advance(3 * 3_600)
  })
  it('409 bulk_paid_before: the draft of failed rows, in which the whole file was put anew', async () => {
    const rows = [row(1), row(2, { phone_number: '0700000002' })]
    const { body: first } = await draft(rows)
    await start(first)
    await world.advance(600)
    const { body: again } = await call<Bulk>('POST', `/${first.id}/retry`)
    expect(again).toMatchObject({ rows: 1, same_as: null })
    const { body: whole } = await rewrite(again.id, rows)
    expect(whole.same_as?.id).toBe(first.id)
    expect(await refusal(whole)).toBe('409 bulk_paid_before')
    expect(await refusal(whole, { repeat_is_meant: true })).toBe('201 undefined')
    await world.advance(600)
    // What failed once more was paid by none of them.
    const { body: oncemore } = await call<Bulk>('POST', `/${whole.id}/retry`)
    expect(oncemore).toMatchObject({ rows: 1, same_as: null })
    expect(await refusal(oncemore)).toBe('201 undefined')
    await world.advance(600)
  })
  /** A payment of which every row came back: the first failed, the second was cancelled. */
  const comeBack = async () => {
    const rows = [row(1, { phone_number: '0700000002' }), row(2, { phone_number: down() })]
    const { body: bulk } = await draft(rows)
    await start(bulk)
    await expect.poll(() => statesOfRows(world.database.owner, bulk.id)).toEqual(['refunded', 'waiting'])
    await call('POST', `/${bulk.id}/cancel`)
    await expect.poll(() => stateOf(bulk.id)).toEqual(['done', '0'])
    return { bulk, rows }
  }

  it('409 bulk_paid_before: the whole file again, a part of which was paid in a retry meanwhile', async () => {
    const { bulk, rows } = await comeBack()
    const { body: early } = await draft(rows)
    expect(early.same_as).toBeNull()
    const { body: failed } = await call<Bulk>('POST', `/${bulk.id}/retry`)
    await start((await rewrite(failed.id, [row(1)])).body)
    const { body: whole } = await draft(rows)
    expect(whole.same_as?.id).toBe(bulk.id)
    expect([await refusal(early), await refusal(whole)]).toEqual(Array(2).fill('409 bulk_paid_before'))
    await world.advance(3 * 3_600)
  })

  it('409 bulk_paid_before: a part in a retry, whose whole file was paid again meanwhile', async () => {
    const { bulk, rows } = await comeBack()
    const { body: cancelled } = await call<Bulk>('POST', `/${bulk.id}/retry`, { rows: 'cancelled' })
    expect(cancelled.same_as).toBeNull()
    const { body: whole } = await draft(rows)
    expect(await refusal(whole)).toBe('201 undefined')
    expect((await read(cancelled.id)).same_as?.id).toBe(whole.id)
    expect(await refusal(cancelled)).toBe('409 bulk_paid_before')
    await world.advance(3 * 3_600)
  })

  it('409 bulk_paid_before: the whole file and a part of it at the same moment, one of them', async () => {
    const { bulk, rows } = await comeBack()
    const { body: cancelled } = await call<Bulk>('POST', `/${bulk.id}/retry`, { rows: 'cancelled' })
    const { body: whole } = await draft(rows)
    const answers = await Promise.all([refusal(whole), refusal(cancelled)])
    expect(answers.sort()).toEqual(['201 undefined', '409 bulk_paid_before'])
    await world.advance(3 * 3_600)
  })

  it('201: all rows failed, and all of them are paid again', async () => {
    const { body: first } = await draft([row(1, { phone_number: '0700000002' })])
    await start(first)
    await world.advance(600)
    const { body: again } = await call<Bulk>('POST', `/${first.id}/retry`)
    expect(again.same_as).toBeNull()
    expect(await refusal(again)).toBe('201 undefined')
    await world.advance(600)
  })
  it('409 bulk_paid_before: the same rows twice at the same moment are paid once', async () => {
    const drafts = await Promise.all([draft(file(2)), draft(file(2)), draft(file(2))])
    const answers = await Promise.all(drafts.map(({ body }) => refusal(body)))
    expect(answers.sort()).toEqual(['201 undefined', '409 bulk_paid_before', '409 bulk_paid_before'])
    await world.advance(60)
  })
  it('409 quote_expired: another total than what was shown', async () => {
    const { body } = await draft([row(1)])
    expect(await refusal(body, { total_to_pay: '1.00' })).toBe('409 quote_expired')
  })
  it('409 quote_expired: a price that was shown too long ago; checked anew, it can be paid', async () => {
    const { body } = await draft([row(1)])
    await world.advance(31 * 60)
    expect(await refusal(body)).toBe('409 quote_expired')
    const again = await rewrite(body.id, [row(1)])
    expect(await refusal(again.body)).toBe('201 undefined')
    await world.advance(60)
  })
  it('409 quote_expired: five minutes, where the rate floats', async () => {
    const { body } = await draft([row(1, { phone_number: '620123456' })], { country_code: 'GN' })
    expect(body.state).toBe('checked')
    await world.advance(6 * 60)
    expect(await refusal(body)).toBe('409 quote_expired')
  })
  it('409 quote_expired: an operator that was closed since the check; checked anew, its rows say so', async () => {
    const { body } = await draft([row(1), row(2, { phone_number: '0501020304' })])
    const { rows } = await world.database.owner.query<{ id: number }>(
      'select distinct route_id as id from app.bulk_rows where bulk_id = $1 and line = 2',
      [body.id],
    )
    const closed = async (at: string) => {
      await world.database.owner.query(`update app.routes set valid_to = ${at} where id = $1`, [rows[0]?.id])
      forgetReference(world.deps)
    }
    await closed('app.now()')
    expect(await refusal(body)).toBe('409 quote_expired')
    const again = await rewrite(body.id, [row(1), row(2, { phone_number: '0501020304' })])
    expect(await refusal(again.body)).toBe('422 bulk_has_problems')
    await closed('null')
  })
  it('409 quote_expired: rows that were rewritten after they were shown', async () => {
    const { body } = await draft([row(1)])
    await rewrite(body.id, [row(1, { amount_without_fees: '250.00' })])
    expect(await refusal(body)).toBe('409 quote_expired')
  })
  it('409 stale_version: rows that were rewritten after they were shown, to the same total', async () => {
    const { body } = await draft([row(1)])
    await rewrite(body.id, [row(1, { phone_number: '0701029999' })])
    expect(await refusal(body, { edit: body.edit })).toBe('409 stale_version')
  })
  it('409 insufficient: more than the balance', async () => {
    const { body } = await draft(file(3).map(one => ({ ...one, amount_without_fees: '2000.00' })))
    expect(await refusal(body)).toBe('409 insufficient')
    expect((await read(body.id)).state).toBe('checked')
  })
  it('422 cashin_method_not_supported: a card', async () => {
    expect((await draft([row(1)], { cashin_method_id: 5 })).body.code).toBe('cashin_method_not_supported')
  })
  it('422 country_not_configured: a country that receives nothing', async () => {
    expect((await draft([row(1)], { country_code: 'ZZ' })).body.code).toBe('country_not_configured')
  })
  it('201, and the row says limit_exceeded: more than a wallet may receive in a month', async () => {
    const amounts = Array.from({ length: 12 }, (_, i) => `${1_300 + i}.00`)
    const rows = amounts.map((amount_without_fees, i) =>
      row(i + 1, { phone_number: row(1).phone_number, amount_without_fees }),
    )
    const { body } = await draft(rows)
    const last = (await rowsOf(body.id)).at(-1)
    expect(last?.problems.map(({ code }) => code)).toEqual(['limit_exceeded'])
  })
})

describe('who may', () => {
  const asked = async (who: Parameters<typeof createPayer>[1]) => {
    payer = await createPayer(world, who)
    return (await draft([row(1)])).body.code
  }
  it('403 bulk_not_available: a user who does not own the company, or lives in Madagascar', async () => {
    expect(await asked({ is_company_owner: false })).toBe('bulk_not_available')
    expect(await asked({ country: 'MG' })).toBe('bulk_not_available')
  })
  it('403 temp_restriction: a restricted account pays by bank transfer, and in no other way', async () => {
    expect(await asked({ activation_level: 'YELLOW' })).toBeUndefined()
    expect(await start((await draft(file(2))).body)).toMatchObject({
      status: 403,
      body: { code: 'temp_restriction' },
    })
    const { body: bulk } = await draft(file(2), { cashin_method_id: BANK })
    const begun = await start(bulk, { cashin_method_id: BANK })
    expect(begun).toMatchObject({ status: 201, body: { status: 'payment_requested' } })
    await world.outside('/bank/credits', {
      amount: bulk.total_to_pay,
      reference: begun.body.payment_reference,
    })
    await world.advance(3_600)
    expect(await stateOf(bulk.id)).toEqual(['done', '0'])
  })
  it('403 bulk_not_available: bulk payments are closed', async () => {
    const set = (open: boolean) =>
      world.database.owner.query(
        `update app.settings set value = jsonb_set(value, '{bulk}', to_jsonb($1::boolean)) where key = 'features'`,
        [open],
      )
    await set(false)
    expect(await asked({})).toBe('bulk_not_available')
    await set(true)
  })
})
