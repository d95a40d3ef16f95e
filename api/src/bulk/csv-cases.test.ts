// The faults of files as a program meets them that reads its file itself and sends the rows: each case by its id, with
// the outcome that the screen has.
import type { Bulk, BulkRow, BulkRowInput } from '@jokko/contract/bulk'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { BULKS, bulkCaller } from '../testing/bulk-caller.ts'
import { deposit } from '../testing/changes.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { startWorld, type World } from '../testing/world.ts'

const BOM = '\ufeff'

let world: World
let payer: Payer

beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  payer = await createPayer(world)
  await world.deps.ledger.commit(deposit(payer.customerId, 50_000_00n, `${payer.customerId} more`))
})
afterAll(async () => {
  await world.verify()
  await world.close()
})

const { call, draft: send, read, rowsOf, start } = bulkCaller(() => ({ app: world.app, payer }))

const good: Omit<BulkRowInput, 'line'> = {
  identification_number: 'ID-001',
  first_name: 'Awa',
  last_name: 'Testonde',
  email: 'awa.testonde@example.org',
  phone_number: '0701020304',
  amount_without_fees: '25.00',
}
const numbered = (rows: Partial<BulkRowInput>[]): BulkRowInput[] =>
  rows.map((row, i) => ({ ...good, phone_number: `07010203${10 + i}`, ...row, line: i + 1 }))

async function draft(rows: Partial<BulkRowInput>[]) {
  const { status, body } = await send(numbered(rows))
  expect(status).toBe(201)
  return { bulk: body, rows: await rowsOf(body.id) }
}
/** Who is paid once it is started, line by line. */
async function paidNames(bulk: Bulk): Promise<string[]> {
  expect((await start(bulk)).status).toBe(201)
  await world.advance(60)
  const { rows } = await world.database.owner.query<{ name: string }>(
    `select counterparty as name from app.operations where parent_id = $1 order by (details ->> 'bulk_line')::int`,
    [bulk.id],
  )
  return rows.map(({ name }) => name)
}
const problems = (rows: readonly BulkRow[]) =>
  rows.flatMap(({ line, problems: found }) => found.map(({ field, code }) => `${line} ${field} ${code}`))

it('CSV-01: a mark that a parser left before the first cell spoils no row, and is no part of a name', async () => {
  const { bulk, rows } = await draft([
    { identification_number: `${BOM}ID-001`, first_name: `${BOM}Awa`, phone_number: `${BOM}0701020304` },
  ])
  expect(problems(rows)).toEqual([])
  expect(await paidNames(bulk)).toEqual(['Awa Testonde'])
})

it('CSV-02: decimal commas are cents, and the sum is exact', async () => {
  const { bulk, rows } = await draft(
    ['25,00', '40,50', '12,75'].map(amount_without_fees => ({ amount_without_fees })),
  )
  expect(rows.map(({ amount_in_euros }) => amount_in_euros)).toEqual(['25.00', '40.50', '12.75'])
  expect(bulk.total_without_fees).toBe('78.25')
})

it('CSV-04: numbers that a spreadsheet damaged are flagged row by row, and not paid', async () => {
  const damaged = ['7.01E+08', '2.25051E+12', '2,25E+12'].map(phone_number => ({ phone_number }))
  const { bulk, rows } = await draft([...damaged, { phone_number: '0701020309' }])
  expect(problems(rows)).toEqual([1, 2, 3].map(line => `${line} phone_number phone_number_damaged`))
  expect(rows.map(({ full_phone_number }) => full_phone_number)).toEqual([null, null, null, '+2250701020309'])
  expect(await start(bulk)).toMatchObject({ status: 422, body: { code: 'bulk_has_problems' } })
})

it('CSV-05: leading zeros stay to the end, a lost one is flagged', async () => {
  const { rows } = await draft([
    { phone_number: '701020304' },
    { phone_number: '0501020305' },
    { phone_number: '0101020306' },
    { identification_number: '007', phone_number: '="0701020309"', amount_without_fees: '010.00' },
  ])
  expect(problems(rows)).toEqual(['1 phone_number phone_number_below_min_length'])
  expect(rows.map(({ full_phone_number }) => full_phone_number)).toEqual([
    null,
    '+2250501020305',
    '+2250101020306',
    '+2250701020309',
  ])
  expect(rows[3]).toMatchObject({ identification_number: '007', amount_in_euros: '10.00' })
})

it('CSV-06: names with accents are what they were', async () => {
  const names = ['Aïssatou Béréméla', 'N’Guessan Kéïvalo', 'Œuvrard-Zê']
  const { bulk, rows } = await draft(names.map(first_name => ({ first_name })))
  expect(rows.map(({ first_name }) => first_name)).toEqual(names)
  expect(bulk.state).toBe('checked')
})

it('CSV-07: line breaks, quotes and commas make no rows; the payee of the break has a space', async () => {
  const { bulk } = await draft([
    { first_name: 'Awa "la grande"' },
    { first_name: 'Koffi\nYves', last_name: 'Essaimo, Fils' },
    { last_name: 'Modele\r\nba' },
  ])
  expect(bulk).toMatchObject({ state: 'checked', rows: 3 })
  expect(await paidNames(bulk)).toEqual([
    'Awa "la grande" Testonde',
    'Koffi Yves Essaimo, Fils',
    'Awa Modele ba',
  ])
})

it('CSV-08: rows with nothing in them are no beneficiaries, and each says so', async () => {
  const empty = {
    identification_number: '',
    first_name: '',
    last_name: '',
    email: '',
    phone_number: '',
    amount_without_fees: ' ',
  }
  const { bulk, rows } = await draft([{}, empty, empty])
  expect(bulk).toMatchObject({ state: 'draft', rows: 3, rows_with_problems: 2, total_without_fees: '25.00' })
  expect(problems(rows).filter(text => text.includes('amount'))).toEqual([
    '2 amount_without_fees Please_enter_amount',
    '3 amount_without_fees Please_enter_amount',
  ])
})

it('CSV-10: exact duplicates are named by their lines, and paid only when that is meant', async () => {
  const twice = { phone_number: '0701020304' }
  const { bulk } = await draft([twice, {}, twice, {}, twice])
  expect(bulk.duplicates).toEqual([[1, 3, 5]])
  expect(await start(bulk)).toMatchObject({ status: 422, body: { code: 'bulk_duplicate_row' } })
  expect((await start(bulk, { duplicates_are_meant: true })).status).toBe(201)
  await world.advance(60)
})

it('CSV-12: a column that nobody knows is named', async () => {
  const { status, body } = await call('POST', '', {
    country_code: 'CI',
    beneficiaries: [{ ...good, line: 1, 'E-mail': 'awa@example.org' }],
  })
  expect([status, body.code]).toEqual([422, 'validation'])
  expect(body.error_codes).toEqual({ 'beneficiaries.0.E-mail': ['is_unknown'] })
})

it('CSV-14: 998, 999 and more rows are taken whole up to ten thousand, and nothing is cut to fit', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ phone_number: `07${String(10_000_000 + i)}` }))
  for (const count of [998, 999])
    expect((await draft(rows(count))).bulk).toMatchObject({ state: 'checked', rows: count })
  const { bulk } = await draft(rows(10_000))
  expect(bulk).toMatchObject({ state: 'checking', rows: 10_000 })
  await world.advance(1)
  expect(await read(bulk.id)).toMatchObject({
    state: 'checked',
    rows_checked: 10_000,
    total_without_fees: '250000.00',
  })
  const beneficiaries = numbered(rows(10_001))
  const { status, body } = await call('POST', '', { country_code: 'CI', beneficiaries })
  expect([status, body.error_codes]).toEqual([422, { beneficiaries: ['bulk_too_many_rows'] }])
})

it('CSV-16: names like formulas stay names, and nothing in the result file is one', async () => {
  const { bulk } = await draft([
    { first_name: '=1+1' },
    { first_name: '@SUM(A1:A2)' },
    { first_name: '-Mariam', last_name: '+Modeleba' },
    { first_name: '\tYao' },
  ])
  expect((await start(bulk)).status).toBe(201)
  await world.advance(60)
  const { body: file } = await world.app.inject({
    url: `${BULKS}/${bulk.id}/result.csv`,
    headers: payer.headers,
  })
  const cells = file
    .split('\r\n')
    .slice(1)
    .flatMap(line => line.split(';'))
  expect(cells.filter(cell => /^"?[=@\t-]/.test(cell))).toEqual([])
  for (const name of ['=1+1', '@SUM(A1:A2)', '-Mariam', '+Modeleba', 'Yao']) expect(file).toContain(name)
})

it('CSV-19: what is no text is refused with a reason', async () => {
  const answer = await world.app.inject({
    method: 'POST',
    url: BULKS,
    headers: { ...payer.headers, 'content-type': 'text/csv' },
    payload: Buffer.from('PK\u0003\u0004'),
  })
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type'])
})

it('CSV-20: each wrong row has its own reason and line, and nothing is paid until all are right', async () => {
  const { bulk, rows } = await draft([
    {},
    { amount_without_fees: '' },
    { email: 'not-an-email' },
    { phone_number: '12345' },
    { first_name: '' },
    { amount_without_fees: '0' },
    { amount_without_fees: '5.00 | extra-cell' },
    { last_name: '', email: '', phone_number: '', amount_without_fees: '' },
  ])
  expect(problems(rows)).toEqual([
    '2 amount_without_fees Please_enter_amount',
    '3 email email_not_valid',
    '4 phone_number phone_number_below_min_length',
    '5 first_name FNR',
    '6 amount_without_fees Please_enter_amount',
    '7 amount_without_fees amount_invalid',
    '8 last_name LNR',
    '8 phone_number PhoneNumberError',
    '8 amount_without_fees Please_enter_amount',
  ])
  expect(bulk).toMatchObject({ state: 'draft', rows: 8, rows_with_problems: 7, total_without_fees: '25.00' })
  expect(await start(bulk)).toMatchObject({ status: 422, body: { code: 'bulk_has_problems' } })
})

it('UI-01, UI-03: what people type as an amount is read as on the screen, or refused at its row', async () => {
  const read = ['1 234,56', '1\u00a0234,56', '1\u202f234,56', '1234,5', '25,00', '25.00', '25,5']
  const refused = ['25,,0', '1,2,3', '-5', '+5', '1e3', '12,345', 'Infinity']
  const { bulk, rows } = await draft(
    [...read, ...refused].map(amount_without_fees => ({ amount_without_fees })),
  )
  expect(rows.map(({ amount_in_euros }) => amount_in_euros)).toEqual([
    ...['1234.56', '1234.56', '1234.56', '1234.50', '25.00', '25.00', '25.50'],
    ...refused.map(() => null),
  ])
  expect(problems(rows)).toEqual(
    refused.map((_, i) => `${read.length + i + 1} amount_without_fees amount_invalid`),
  )
  expect(bulk).toMatchObject({ state: 'draft', total_without_fees: '5013.68' })
})

it('MON-04: cents that binary fractions miss are exact, and so are their sum and the balance after it', async () => {
  const amounts = ['8.20', '19.99', '17.08', '64.10', '129.73', '10.30', '5.99', ...Array(10).fill('10.10')]
  const { bulk, rows } = await draft(amounts.map(amount_without_fees => ({ amount_without_fees })))
  expect(rows.map(({ amount_in_euros }) => amount_in_euros)).toEqual(amounts)
  expect(bulk).toMatchObject({ state: 'checked', total_without_fees: '356.39' })
  const before = await payer.balance()
  expect((await start(bulk)).status).toBe(201)
  expect(before - (await payer.balance())).toBe(BigInt(bulk.total_to_pay.replace('.', '')))
  await world.advance(60)
})
