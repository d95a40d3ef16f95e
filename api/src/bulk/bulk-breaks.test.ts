// What somebody careless or dishonest does to a draft: odd cells, other rows in the moment of payment, a check that ends
// after its rows were written anew. Nothing is lost, paid twice or paid as it was not looked at.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bulk, BulkRow, BulkRowInput, StartedBulk } from '@jokko/contract/bulk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import { createLedger } from '../ledger/commit.ts'
import { BULKS, bulkCaller } from '../testing/bulk-caller.ts'
import { deposit } from '../testing/changes.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { startWorld, type World } from '../testing/world.ts'
import { beginCheck, finishChecked, writeChecked } from './store.ts'

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

const { call, written, draft, rewrite, read, rowsOf, start } = bulkCaller(() => ({ app: world.app, payer }))

const row = (line: number, more: Partial<BulkRowInput> = {}): BulkRowInput => ({
  line,
  first_name: 'Awa',
  last_name: `Testonde ${line}`,
  phone_number: `07010${String(20_000 + line).padStart(5, '0')}`,
  amount_without_fees: '25.00',
  ...more,
})
const file = (count: number): BulkRowInput[] => Array.from({ length: count }, (_, i) => row(i + 1))

it('201: more drafts at once than there are connections to the database all come to an end', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => draft(file(30))))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.state}`))).toEqual(
    new Set(['201 checked']),
  )
})

const ODD = [
  'a\u001eb',
  '\u001e',
  '\u001e\u001f\u0001',
  '👩🏾‍🌾 Awa',
  '\u202eawA\u2066',
  `"Awa" 'S' \\ \\n \\u001e \\x1e`,
  '{"line":1}',
  '\t\r\n',
  '\ufeff',
  '%s $1 {{name}}',
  'x'.repeat(40),
]

describe('odd cells', () => {
  const odd = (line: number, cell: string) =>
    row(line, {
      identification_number: cell,
      first_name: cell,
      last_name: cell,
      email: cell,
      phone_number: cell,
      amount_without_fees: cell,
      operator: cell,
    })
  const same = ({ first_name, last_name, email, phone_number, amount_without_fees }: BulkRow) =>
    [first_name, last_name, email, phone_number, amount_without_fees].map(cell => cell.trim())

  it.each([{ rows: 20 }, { rows: 1_000 }])(
    '201: are kept as they were typed among $rows rows, and spoil none beside them',
    async ({ rows }) => {
      const others = file(rows).map(one => ({ ...one, line: one.line + 100 }))
      const { status, body } = await draft([...ODD.map((cell, i) => odd(i + 1, cell)), ...others])
      expect(status).toBe(201)
      await world.advance(1)
      expect(await read(body.id)).toMatchObject({
        state: 'draft',
        rows_checked: rows + ODD.length,
        rows_with_problems: ODD.length,
        total_without_fees: `${rows * 25}.00`,
        duplicates: [],
      })
      const kept = await rowsOf(body.id)
      for (const [i, cell] of ODD.entries()) {
        const shown = kept[i]
        if (!shown) throw new Error(`line ${i + 1} is gone`)
        expect(same(shown)).toEqual(Array(5).fill(cell.trim()))
        expect(shown.problems.length).toBeGreaterThan(0)
      }
      expect(kept[ODD.length]).toMatchObject({ line: 101, amount_in_euros: '25.00', problems: [] })
    },
  )

  it.each(['a\0b', '\ud83d'])('422 validation: what no database keeps is told at its cell', async cell => {
    const { status, body } = await draft([row(1), row(2, { last_name: cell })])
    expect([status, body.code]).toEqual([422, 'validation'])
    expect(body.error_codes).toEqual({ 'beneficiaries.1.last_name': ['is_invalid'] })
  })

  it('201: what is no amount is paid nothing', async () => {
    const none = [
      '1e3',
      '25.005',
      '-1',
      'NaN',
      'Infinity',
      '0',
      '0x10',
      '1_000',
      '٢٥',
      '--5',
      1e21,
      -1,
      1e-7,
      25.005,
    ]
    const { body } = await draft(none.map((amount_without_fees, i) => row(i + 1, { amount_without_fees })))
    const rows = await rowsOf(body.id)
    expect(rows.filter(({ total }) => total !== null).map(one => one.amount_without_fees)).toEqual([])
    expect(body).toMatchObject({ state: 'draft', rows_with_problems: none.length, total_to_pay: '0.00' })
  })

  it('201: no rows, and the most of rows', async () => {
    const none = await draft([])
    expect(none.body).toMatchObject({ state: 'draft', rows: 0, rows_with_problems: 0, total_to_pay: '0.00' })
    const { body } = await rewrite(none.body.id, file(999))
    expect(body).toMatchObject({ state: 'checked', rows: 999, rows_checked: 999, duplicates: [] })
    const emptied = await rewrite(body.id, [])
    expect(emptied.body).toMatchObject({ state: 'draft', rows: 0, rows_checked: 0, total_to_pay: '0.00' })
    expect((await start(emptied.body)).body.code).toBe('bulk_is_empty')
  })
})

describe('more rows than there may be', () => {
  it('422 validation: says how many there may be, in each language', async () => {
    const { status, body } = await call<Record<string, { beneficiaries: string[] }>>(
      'POST',
      '',
      written(file(10_001)),
    )
    expect([status, body.error_codes]).toEqual([422, { beneficiaries: ['bulk_too_many_rows'] }])
    for (const told of ['errors_fr', 'errors_en', 'errors_es'])
      expect(body[told]?.beneficiaries[0]).toMatch(/: 10000 /)
  })
})

describe('rows that are written anew', () => {
  const edit = async (id: string) => {
    const { rows } = await world.database.owner.query('select edit from app.bulks where id = $1', [id])
    return rows[0].edit as number
  }
  const finish = (id: string, of: number) =>
    inTransaction(world.deps.pool, client => finishChecked(client, { id, edit: of, run: 0 }))

  it('the check of older rows that ends late neither ends the check of the new ones …', async () => {
    const { body } = await draft(file(2))
    const before = await edit(body.id)
    await world.database.owner.query(
      `update app.bulks set edit = edit + 1, state = 'checking' where id = $1`,
      [body.id],
    )
    await finish(body.id, before)
    expect((await read(body.id)).state).toBe('checking')
    await finish(body.id, before + 1)
    expect((await read(body.id)).state).toBe('checked')
  })

  it('a check that began again ends the one before, which may have had other rates', async () => {
    const { body } = await draft(file(2))
    await world.database.owner.query(`update app.bulks set state = 'checking' where id = $1`, [body.id])
    const asked = { id: body.id, edit: await edit(body.id) }
    const [first, second] = [await beginCheck(world.deps, asked), await beginCheck(world.deps, asked)]
    if (!first || !second) throw new Error('it is not to be checked')
    const keep = (of: typeof first) =>
      inTransaction(world.deps.pool, client => writeChecked(client, of, [], 2))
    expect([await keep(first), await keep(second)]).toEqual([false, true])
    await inTransaction(world.deps.pool, client => finishChecked(client, first))
    expect((await read(body.id)).state).toBe('checking')
    await inTransaction(world.deps.pool, client => finishChecked(client, second))
    expect((await read(body.id)).state).toBe('checked')
    expect(await beginCheck(world.deps, asked)).toBeUndefined()
  })

  it('… nor makes a draft again of what was paid', async () => {
    const { body } = await draft(file(2))
    await start(body)
    await finish(body.id, await edit(body.id))
    expect((await read(body.id)).state).toBe('started')
    await world.advance(60)
    expect((await start((await draft(file(2))).body)).body.code).toBe('bulk_paid_before')
  })

  it('a large draft that is rewritten again and again while it is checked ends as it was written last', async () => {
    const { body } = await draft(file(1_000))
    for (let round = 1; round <= 6; round += 1) {
      await pause(round * 25)
      const more = round % 2 === 0 ? { cashin_method_id: 1 } : {}
      expect((await rewrite(body.id, file(1_000 + round), more)).status).toBe(200)
    }
    await world.advance(1)
    expect(await read(body.id)).toMatchObject({
      state: 'checked',
      rows: 1_006,
      rows_checked: 1_006,
      rows_with_problems: 0,
      total_without_fees: '25150.00',
    })
  })

  const waiting = async (count: number) => {
    for (let tries = 0; tries < 200; tries += 1) {
      const { rows } = await world.database.owner.query(
        `select count(*)::int as waiting from pg_locks join pg_stat_activity using (pid)
         where not granted and datname = current_database()`,
      )
      if (rows[0].waiting >= count) return
      await pause(10)
    }
    throw new Error(`Fewer than ${count} wait for the draft`)
  }

  it.each([
    { what: 'other people', rows: [row(1, { phone_number: '0701030001' }), row(2)], more: {} },
    {
      what: 'people of another country',
      rows: [row(1, { phone_number: '677123456' }), row(2, { phone_number: '677123457' })],
      more: { country_code: 'CM' },
    },
  ])('409 quote_expired: $what for the same total, in the moment of payment', async ({ rows, more }) => {
    const { body } = await draft(file(2))
    // Both wait for the draft: whoever writes its rows is first.
    const [rewritten, begun] = await inTransaction(world.database.owner, async holder => {
      await holder.query('select from app.bulks where id = $1 for update', [body.id])
      const writing = rewrite(body.id, rows, more)
      await waiting(1)
      const paying = start(body)
      await waiting(2)
      return [writing, paying] as const
    })
    expect((await rewritten).body).toMatchObject({ state: 'checked', total_to_pay: body.total_to_pay })
    expect((await begun).body).toMatchObject({ code: 'quote_expired' })
    expect((await read(body.id)).state).toBe('checked')
  })
})

describe('a draft that is dropped in the moment of payment', () => {
  it('is paid with its rows, or gone and not paid', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { body } = await draft(file(3))
      const [begun, dropped] = await Promise.all([
        start(body, { repeat_is_meant: true }),
        world.app.inject({ method: 'DELETE', url: `${BULKS}/${body.id}`, headers: payer.headers }),
      ])
      expect(['201 409', '404 204']).toContain(`${begun.status} ${dropped.statusCode}`)
      const { rows } = await world.database.owner.query(
        `select (select count(*)::int from app.operations where id = $1) as paid,
           (select count(*)::int from app.bulk_rows where bulk_id = $1) as rows`,
        [body.id],
      )
      expect(rows).toEqual([begun.status === 201 ? { paid: 1, rows: 3 } : { paid: 0, rows: 0 }])
    }
    await world.advance(60)
  })
})

describe('rows that come with their payment', () => {
  const drafts = async () => {
    const { rows } = await world.database.owner.query(
      'select id, state from app.bulks where customer_id = $1 order by id',
      [payer.customerId],
    )
    return rows
  }
  const total = async (beneficiaries: BulkRowInput[]) =>
    (await call<{ total_to_pay: string }>('POST', '/verify-beneficiaries', written(beneficiaries))).body
      .total_to_pay
  const pay = (beneficiaries: BulkRowInput[], total_to_pay: string, key?: string) =>
    call<StartedBulk>(
      'POST',
      '/initiate-high-volume-payment',
      { ...written(beneficiaries), reason: 'Salaires', total_to_pay },
      key,
    )

  it('201: twenty times at once with one key, and once more later: one payment, and no draft beside it', async () => {
    const rows = file(30)
    const shown = await total(rows)
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(rows, shown, key)))
    expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      Array(20).fill('201 undefined'),
    )
    expect(await pay(rows, shown, key)).toMatchObject({ status: 201, body: { id: answers[0]?.body.id } })
    expect(await drafts()).toEqual([{ id: answers[0]?.body.id, state: 'started' }])
    await world.advance(60)
  })

  it('422 idempotency_key_reused: other rows with the same key leave nothing behind', async () => {
    const key = randomUUID()
    const shown = await total(file(2))
    const paid = await pay(file(2), shown, key)
    const other = await pay(file(3), await total(file(3)), key)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect(await drafts()).toEqual([{ id: paid.body.id, state: 'started' }])
    await world.advance(60)
  })

  it('409 quote_expired, 422 bulk_has_problems: what is refused leaves no draft behind, at once or not', async () => {
    const refused = await Promise.all([
      ...Array.from({ length: 4 }, () => pay(file(2), '1.00', 'the-same-key')),
      pay([row(1, { phone_number: '' })], '1.00'),
    ])
    expect(refused.map(({ body }) => body.code)).toEqual([
      ...Array(4).fill('quote_expired'),
      'bulk_has_problems',
    ])
    expect(await drafts()).toEqual([])
  })

  it('409 bulk_still_checking: as many as are checked by and by are paid by the same call once they are', async () => {
    const rows = file(1_000)
    const shown = (Number(await total(file(10))) * 100).toFixed(2)
    const key = randomUUID()
    const early = await Promise.all([pay(rows, shown, key), pay(rows, shown, key)])
    for (const { status, body } of early) expect([status, body.code]).toEqual([409, 'bulk_still_checking'])
    expect(await drafts()).toHaveLength(1)
    await world.advance(1)
    expect(await pay(rows, shown, key)).toMatchObject({ body: { code: 'insufficient' } })
    expect(await drafts()).toEqual([])
  })

  it('409 stale_version: rows that were written anew meanwhile are neither paid nor dropped by the call', async () => {
    await world.deps.ledger.commit(deposit(payer.customerId, 50_000_00n, `${payer.customerId} more`))
    const rows = file(1_000)
    const total_to_pay = (Number(await total(file(10))) * 100).toFixed(2)
    const key = randomUUID()
    expect((await pay(rows, total_to_pay, key)).body.code).toBe('bulk_still_checking')
    const [{ id }] = await drafts()
    const others = rows.map((one, i) => ({ ...one, phone_number: `07020${String(20_000 + i)}` }))
    expect((await rewrite(id, others)).status).toBe(200)
    await world.advance(1)
    expect(await read(id)).toMatchObject({ state: 'checked', total_to_pay })
    const again = await pay(rows, total_to_pay, key)
    expect([again.status, again.body.code]).toEqual([409, 'stale_version'])
    expect((await read(id)).state).toBe('checked')
  })
})

describe('what wallets received in a month', () => {
  const used = async (rows: readonly BulkRowInput[]) => {
    const { rows: found } = await world.database.owner.query<{ used: bigint }>(
      `select used from app.counters where subject = any($1) order by subject`,
      [rows.map(one => `wallet:+225${one.phone_number}`)],
    )
    return found.map(one => one.used)
  }
  const phones = (count: number, prefix: string) =>
    file(count).map((one, i) => ({ ...one, phone_number: `${prefix}${String(i).padStart(4, '0')}` }))

  it('counts each of six bulks that other processes start at once, whether a wallet was ever paid or not', async () => {
    const own = world.deps.ledger
    const processes = Array.from({ length: 4 }, () =>
      createLedger({ pool: world.deps.pool, log: world.deps.log }),
    )
    let turn = 0
    world.deps.ledger = {
      ...own,
      commit: change => processes[turn++ % 4]?.commit(change) ?? own.commit(change),
    }
    try {
      for (const prefix of ['070310', '070311']) {
        const rows = phones(12, prefix)
        const callers = await Promise.all(
          Array.from({ length: 6 }, async () => {
            const one = await createPayer(world)
            await own.commit(deposit(one.customerId, 5_000_00n, one.customerId))
            return bulkCaller(() => ({ app: world.app, payer: one }))
          }),
        )
        const drafts = await Promise.all(callers.map(one => one.draft(rows)))
        const begun = await Promise.all(callers.map((one, i) => one.start(drafts[i]?.body as Bulk)))
        expect(begun.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
          Array(6).fill('201 undefined'),
        )
        expect(await used(rows)).toEqual(Array(12).fill(6n * 16_400n))
      }
    } finally {
      world.deps.ledger = own
    }
    await world.advance(60)
  })

  it('counts a wallet that was paid before beside others that were not', async () => {
    const rows = phones(10, '070320')
    const first = await draft(rows.slice(5, 6))
    expect((await start(first.body)).status).toBe(201)
    const all = await draft(rows)
    expect((await start(all.body)).status).toBe(201)
    expect(await used(rows)).toEqual(rows.map((_, i) => (i === 5 ? 2n : 1n) * 16_400n))
    await world.advance(60)
  })

  it('409 limit_exceeded: two bulks at once, of which each alone would fill a wallet, and only one is paid', async () => {
    const rows = phones(3, '070330').map(one => ({ ...one, amount_without_fees: '700.00' }))
    const [mine, theirs] = [await draft(rows), await draft(rows.toReversed())]
    await world.database.owner.query(
      `insert into app.counters select 'wallet:+2250703300001', 'received_XOF', to_char(app.now() at time zone 'UTC', 'YYYY-MM'), 9300000`,
    )
    const answers = await Promise.all([mine, theirs].map(one => start(one.body, { repeat_is_meant: true })))
    expect(answers.map(({ status, body }) => `${status} ${body.code}`).toSorted()).toEqual([
      '201 undefined',
      '409 limit_exceeded',
    ])
    // Nobody received that, which the ledger's check would find.
    await world.database.owner.query(
      `update app.counters set used = used - 9300000 where subject = 'wallet:+2250703300001'`,
    )
    await world.advance(60)
  })
})
