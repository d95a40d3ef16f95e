// The table of a bulk payment under people's hands: what a change does to its row, to the others, and to the draft.
import type { Bulk, BulkRow } from '@jokko/contract/bulk'
import { readBulkRow } from '@jokko/core/bulk-rows'
import { describe, expect, test } from 'vitest'
import { type Cells, emptyCells } from './bulk-columns.ts'
import {
  type BulkEvent,
  type BulkTable,
  bulkReducer,
  emptyTable,
  mostRows,
  rowsAfterAppending,
  rowsAfterPaste,
} from './bulk-table.ts'
import {
  draftInput,
  isSameTable,
  isWrong,
  repeatedLines,
  repeatsName,
  repeatsOf,
  servedRow,
  sumOf,
} from './table-facts.ts'
import { sortedLines } from './use-row-view.ts'

const ivoryCoast = { dialCode: 225, needsEmail: false, operators: ['orange_ci', 'mtn_ci', 'moov_ci'] }

const cells = (changes: Partial<Cells> = {}): Cells => ({
  ...emptyCells,
  first_name: 'Awa',
  last_name: 'Testonde',
  phone_number: '0701020304',
  amount_without_fees: '25,00',
  ...changes,
})

const after = (table: BulkTable, ...events: readonly BulkEvent[]): BulkTable =>
  events.reduce(bulkReducer, table)

const loaded = (...rows: readonly Partial<Cells>[]): BulkTable =>
  after(emptyTable('CI'), {
    type: 'rows_loaded',
    fileName: 'payees.csv',
    rows: rows.map((changes, place) => ({ line: place + 1, cells: cells(changes) })),
  })

/** As the worker does it. */
const read = (table: BulkTable): BulkTable =>
  bulkReducer(table, {
    type: 'rows_read',
    country: table.country,
    reads: new Map(table.rows.map(row => [row.cells, readBulkRow(row.cells, ivoryCoast)])),
  })

describe('a change', () => {
  test('touches its own row, which is read anew', () => {
    const before = read(loaded({}, {}))
    const next = after(before, { type: 'cell_typed', line: 2, column: 'first_name', text: 'Koffi' })
    expect(next.rows[0]).toBe(before.rows[0])
    expect(next.rows[1]).toEqual({ line: 2, cells: cells({ first_name: 'Koffi' }) })
    expect(next.edit).toBe(before.edit + 1)
  })

  test('of a number asks for its own operator again', () => {
    const chosen = after(loaded({}), { type: 'cell_typed', line: 1, column: 'operator', text: 'mtn_ci' })
    expect(chosen.rows[0]?.cells.operator).toBe('mtn_ci')
    const moved = after(chosen, { type: 'cell_typed', line: 1, column: 'phone_number', text: '0501020304' })
    expect(read(moved).rows[0]?.read?.operator).toBe('mtn_ci')
    expect(moved.rows[0]?.cells.operator).toBe('')
  })

  test('of the country reads every row by its rules', () => {
    const next = after(read(loaded({}, {})), { type: 'country_chosen', country: 'SN' })
    expect(next.rows.map(row => row.read)).toEqual([undefined, undefined])
  })

  test('that appends comes under what was typed, in place of rows that are still empty', () => {
    const before = after(loaded({}), { type: 'row_added' })
    const next = after(before, {
      type: 'rows_appended',
      rows: [{ line: 1, cells: cells({ first_name: 'Koffi' }) }],
    })
    expect(next.rows.map(({ line, cells: { first_name } }) => [line, first_name])).toEqual([
      [1, 'Awa'],
      [2, 'Koffi'],
    ])
    expect(next.fileName).toBe('payees.csv')
    expect(rowsAfterAppending(before.rows, 998)).toBe(999)
  })

  test('that the server need not know is no edit', () => {
    const table = read(loaded({}))
    expect(table.edit).toBe(1)
    expect(after(table, { type: 'repeats_kept', repeats: '1=2' }).edit).toBe(1)
  })
})

test('a reading that comes after its row was typed in again is left aside', () => {
  const table = loaded({})
  const late: BulkEvent = {
    type: 'rows_read',
    country: 'CI',
    reads: new Map(table.rows.map(row => [row.cells, readBulkRow(row.cells, ivoryCoast)])),
  }
  const typed = after(table, { type: 'cell_typed', line: 1, column: 'last_name', text: '' })
  expect(after(typed, late).rows[0]?.read).toBeUndefined()
  const elsewhere = after(table, { type: 'country_chosen', country: 'SN' }, late)
  expect(elsewhere.rows[0]?.read).toBeUndefined()
})

describe('cells pasted over the table', () => {
  test('go right and down from the cursor, as the rows are shown, and make new rows', () => {
    const table = after(loaded({}, {}, {}), {
      type: 'block_pasted',
      lines: [3, 1],
      column: 'first_name',
      block: [['Yao', 'Bonnelig'], ['Issa'], ['Ama', 'Kpod', 'a@example.org', '0501020304', '', '12']],
    })
    expect(table.rows.map(row => `${row.line} ${row.cells.first_name} ${row.cells.last_name}`)).toEqual([
      '1 Issa Testonde',
      '2 Awa Testonde',
      '3 Yao Bonnelig',
      '4 Ama Kpod',
    ])
    expect(table.rows[3]?.cells).toMatchObject({ phone_number: '0501020304', amount_without_fees: '12' })
  })

  test('are counted before, so that nothing is cut to fit', () => {
    expect(rowsAfterPaste(990, 5, 10)).toBe(995)
    expect(rowsAfterPaste(990, 5, 20)).toBeGreaterThan(mostRows)
    expect(rowsAfterPaste(3, 3, 2)).toBe(3)
  })
})

test('rows are added up to the limit, with lines of their own', () => {
  const table = after(loaded({}, {}), { type: 'rows_removed', lines: [1] }, { type: 'row_added' })
  expect(table.rows.map(({ line }) => line)).toEqual([2, 3])
  const full = loaded(...Array.from({ length: mostRows }, () => ({})))
  expect(after(full, { type: 'row_added' })).toBe(full)
})

test('CSV-10: repeated rows are named, and what is removed is the repetition', () => {
  const table = read(loaded({}, { phone_number: '0501020304' }, {}, { amount_without_fees: '26' }, {}))
  const groups = repeatedLines(table.rows)
  expect(groups).toEqual([[1, 3, 5]])
  expect(sumOf(table.rows)).toBe('126.00')
  const removed = after(table, { type: 'rows_removed', lines: repeatsOf(groups) })
  expect(removed.rows.map(({ line }) => line)).toEqual([1, 2, 4])
  expect(sumOf(removed.rows)).toBe('76.00')
  const kept = after(table, { type: 'repeats_kept', repeats: repeatsName(groups) })
  const once = read(after(kept, { type: 'rows_removed', lines: [5] }))
  expect(repeatsName(repeatedLines(once.rows))).not.toBe(once.keptRepeats)
})

describe('sorted', () => {
  const table = read(
    loaded(
      { amount_without_fees: '100' },
      { amount_without_fees: '9,50', first_name: 'Élise' },
      { first_name: 'Zoé' },
    ),
  )
  test('by amount, as money', () => {
    expect(sortedLines(table.rows, { key: 'amount_without_fees', isDown: false })).toEqual([2, 3, 1])
    expect(sortedLines(table.rows, { key: 'amount_without_fees', isDown: true })).toEqual([1, 3, 2])
  })
  test('by name, as people spell it', () => {
    expect(sortedLines(table.rows, { key: 'first_name', isDown: false })).toEqual([1, 2, 3])
  })
})

describe('what the server said of a row', () => {
  const served = {
    line: 1,
    ...cells({ identification_number: '' }),
    operator: 'orange_ci',
    operator_name: 'Orange Money',
    full_phone_number: '+2250701020304',
    amount_in_euros: null,
    fee: null,
    total: null,
    local_amount: null,
    local_currency: null,
    problems: [{ field: 'amount_without_fees', code: 'route_ceiling', message: 'Trop' }],
    operation_id: null,
    status: null,
    failure: null,
    cancelled: false,
  } as const
  const checked = {
    edit: 1,
    bulk: {} as never,
    rows: new Map([[1, { ...served, problems: [...served.problems] }]]),
  }

  test('holds while the row is as it was', () => {
    const [row] = read(loaded({})).rows
    if (row === undefined) throw new Error('no row')
    expect(servedRow(row, checked)?.problems).toHaveLength(1)
    expect(isWrong(row, checked)).toBe(true)
  })

  test('and no longer', () => {
    const [row] = read(loaded({ amount_without_fees: '26' })).rows
    if (row === undefined) throw new Error('no row')
    expect(servedRow(row, checked)).toBeUndefined()
    expect(isWrong(row, checked)).toBe(false)
  })
})

test('a draft of the server is the table that was sent as long as no row and no choice is another', () => {
  const table = read(loaded({}))
  const [row] = table.rows
  if (row === undefined) throw new Error('no row')
  const bulk = { country_code: 'CI', reason: '', cashin_method_id: null } as Bulk
  const there = {
    ...row.cells,
    line: 1,
    operator: 'orange_ci',
    problems: [] as BulkRow['problems'],
  } as BulkRow
  const same = (changed: Partial<BulkRow>, choices: Partial<Bulk> = {}) =>
    isSameTable(table, {
      edit: 0,
      bulk: { ...bulk, ...choices },
      rows: new Map([[1, { ...there, ...changed }]]),
    })
  expect(same({})).toBe(true)
  expect(same({ amount_without_fees: '99,00' })).toBe(false)
  expect(same({ identification_number: 'ID-9' })).toBe(false)
  expect(same({}, { reason: 'Primes' })).toBe(false)
  expect(isSameTable(table, { edit: 0, bulk, rows: new Map() })).toBe(false)
})

test('the draft on the wire leaves out what is empty, and cuts nothing that could be paid', () => {
  const input = draftInput(loaded({}, { first_name: 'x'.repeat(400), email: 'a@example.org' }))
  expect(input.beneficiaries[0]).toEqual({
    line: 1,
    first_name: 'Awa',
    last_name: 'Testonde',
    phone_number: '0701020304',
    amount_without_fees: '25,00',
  })
  expect(input.beneficiaries[1]).toMatchObject({ email: 'a@example.org', first_name: 'x'.repeat(200) })
  expect(input).toMatchObject({ country_code: 'CI', file_name: 'payees.csv' })
  expect(input).not.toHaveProperty('reason')
})
