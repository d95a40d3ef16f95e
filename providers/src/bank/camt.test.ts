// Statements as banks write them, straight and bent: signs, batches, lines that look alike, and what is refused.
import { readFileSync } from 'node:fs'
import { eur } from '@jokko/core/money'
import { describe, expect, test } from 'vitest'
import type { BankStatement } from '../port.ts'
import { readCamt } from './camt.ts'

const file = (name: string) => readFileSync(new URL(`../../fixtures/bank/${name}`, import.meta.url), 'utf8')

const read = (
  xml: string,
  settlements: ReadonlyMap<string, string> = new Map(),
): readonly BankStatement[] => {
  const reading = readCamt(xml, settlements)
  if (!reading.ok) throw new Error(reading.reason)
  return reading.statements
}

const only = (xml: string, settlements?: ReadonlyMap<string, string>): BankStatement => {
  const [statement, ...more] = read(xml, settlements)
  if (statement === undefined || more.length > 0) throw new Error('expected one statement')
  return statement
}

const booked = ({ lines }: BankStatement): bigint =>
  lines
    .filter(line => line.status === 'BOOK')
    .reduce(
      (total, line) => total + (line.direction === 'credit' ? line.amount.minor : -line.amount.minor),
      0n,
    )

describe('REC-01 credit, debit, reversal, pending', () => {
  const xml = file('rec01_signs.xml')

  test('the booked lines come to +65.00 and the closing balance agrees', () => {
    const statement = only(xml)
    expect(booked(statement)).toBe(6_500n)
    expect(statement).toMatchObject({ check: 'balanced', opening: eur(100_000n), closing: eur(106_500n) })
  })

  test('each line is what it is: the reversed credit undoes, the returned debit comes back', () => {
    expect(
      only(xml).lines.map(({ kind, direction, amount, status }) => [kind, direction, amount.minor, status]),
    ).toEqual([
      ['credit', 'credit', 10_000n, 'BOOK'],
      ['debit', 'debit', 2_500n, 'BOOK'],
      ['return', 'credit', 3_000n, 'BOOK'],
      ['reversed_credit', 'debit', 4_000n, 'BOOK'],
      ['credit', 'credit', 50_000n, 'PDNG'],
    ])
  })

  test('the pending line may not move money', () => {
    expect(
      only(xml)
        .lines.filter(line => !line.bookable)
        .map(line => line.bankReference),
    ).toEqual(['B-5'])
  })

  test('a bank that repeats the indicator of what it reverses is found out by its closing balance', () => {
    const bent = xml
      .replace('<Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT', '<Amt Ccy="EUR">30.00</Amt><CdtDbtInd>DBIT')
      .replace('<Amt Ccy="EUR">40.00</Amt><CdtDbtInd>DBIT', '<Amt Ccy="EUR">40.00</Amt><CdtDbtInd>CRDT')
    const statement = only(bent)
    expect(statement.check).toBe('balanced')
    expect(booked(statement)).toBe(6_500n)
    expect(statement.lines.map(line => line.kind)).toEqual(only(xml).lines.map(line => line.kind))
    expect(statement.lines.map(line => line.key)).toEqual(only(xml).lines.map(line => line.key))
  })

  test('a closing balance that no reading reaches is said to be unbalanced', () => {
    expect(only(xml.replace('1065.00', '1065.01')).check).toBe('unbalanced')
  })
})

describe('REC-02 batch entry', () => {
  const xml = file('rec02_batch.xml')

  test('gives two payments with their own amounts and references', () => {
    const statement = only(xml)
    expect(booked(statement)).toBe(42_956n)
    expect(statement.check).toBe('balanced')
    expect(statement.lines).toMatchObject([
      { amount: eur(32_956n), remittance: ['KLX-000413-26'], endToEndId: 'E-1', transactionNumber: 1 },
      { amount: eur(10_000n), remittance: ['KLX-000414-26'], endToEndId: 'E-2', transactionNumber: 2 },
    ])
    expect(statement.lines.map(line => line.key)).toEqual([
      'FR7699999000010000001234537:B-6:1',
      'FR7699999000010000001234537:B-6:2',
    ])
  })

  test('whose parts do not add up stays one line that a person must divide', () => {
    const statement = only(xml.replaceAll('329.56', '329.55'))
    expect(statement.lines).toMatchObject([{ amount: eur(42_956n), transactionNumber: 0, remittance: [] }])
  })
})

describe('REC-03 two real payments that look alike', () => {
  const xml = file('rec03_identical_lines.xml')

  test('are two lines with two keys', () => {
    const statement = only(xml)
    expect(statement.check).toBe('balanced')
    expect(statement.lines.map(line => [line.amount.minor, line.occurrence])).toEqual([
      [2_500n, 1],
      [2_500n, 2],
    ])
    expect(new Set(statement.lines.map(line => line.key)).size).toBe(2)
  })

  test('and the same file again brings no new key', () => {
    expect(only(xml).lines.map(line => line.key)).toEqual(only(xml).lines.map(line => line.key))
  })

  test('a pending copy before a booked line does not change the booked key', () => {
    const [entry = ''] = /<Ntry>.*?<\/Ntry>/s.exec(xml) ?? []
    const withPending = xml.replace(entry, entry.replace('BOOK', 'PDNG') + entry)
    const bookedKeys = only(withPending)
      .lines.filter(line => line.status === 'BOOK')
      .map(line => line.key)
    expect(bookedKeys).toEqual(only(xml).lines.map(line => line.key))
  })
})

describe('camt.054, version 08', () => {
  const statement = only(file('camt054_v08.xml'))
  const [credit, returned, bare] = statement.lines

  test('is a notification without balances', () => {
    expect(statement).toMatchObject({ kind: 'notification', check: 'not_stated', problems: [] })
    expect(statement).not.toHaveProperty('closing')
  })

  test('reads parties, agents, references and dates where this version has them', () => {
    expect(credit).toMatchObject({
      key: 'FR7699999000010000001234537:BK-771:1',
      amount: eur(25_125n),
      counterparty: { name: 'ATELIER BAOBAB', iban: 'FR7599999000010000001A23472', bic: 'TESTFRPP' },
      remittance: ['jk a2b3', 'c4d5 merci'],
      structuredReference: 'RF47ABC123',
      endToEndId: '',
      bookingDate: '2026-11-27',
      valueDate: '2026-11-27',
      bookable: true,
    })
  })

  test('a returned payment names the payee, the reason and our own id', () => {
    expect(returned).toMatchObject({
      kind: 'return',
      counterparty: { name: 'AWA NDIAYE', iban: 'FR7599999000010000001A23472' },
      returnReason: 'AC04',
      endToEndId: '0199c3d27f107a419d0e51b0a3c7e811',
    })
  })

  test('a line without a reference of the bank waits for the statement', () => {
    expect(bare).toMatchObject({ status: 'BOOK', bookable: false })
  })
})

test('a credit from an account of a company that collects for us is its settlement', () => {
  const settlements = new Map([['FR7599999000010000001A23472', 'monext']])
  expect(only(file('rec02_batch.xml'), settlements).lines).toMatchObject([
    { kind: 'settlement', settledBy: 'monext' },
    { kind: 'settlement', settledBy: 'monext' },
  ])
})

test('one reference of the bank over two entries gives two keys', () => {
  const xml = file('rec01_signs.xml').replace('B-2', 'B-1')
  const keys = only(xml).lines.map(line => line.key)
  expect(new Set(keys).size).toBe(keys.length)
})

describe('samples of real banks', () => {
  test('closing zeros in amounts are no decimals', () => {
    const statement = only(file('genkgo_camt053.v2.five.decimals.xml'))
    expect(statement.lines).toMatchObject([{ amount: eur(885n) }])
    expect(statement).toMatchObject({ opening: eur(1_815n), closing: eur(2_705n), check: 'unbalanced' })
  })

  test('balances in other currencies are not ours', () => {
    const statement = only(file('genkgo_camt053.v2.minimal.xml'))
    expect(statement).toMatchObject({ opening: eur(1_815n), check: 'not_stated' })
    expect(statement).not.toHaveProperty('closing')
  })

  test('several statements in one file', () => {
    expect(read(file('genkgo_camt053.v2.multi.statement.xml')).map(({ check }) => check)).toEqual([
      'balanced',
      'balanced',
    ])
  })

  test('a statement without entries', () => {
    expect(only(file('genkgo_camt053.only-DtTm.xml'))).toMatchObject({ lines: [], problems: [] })
  })

  test('version 08 with an account that has no IBAN', () => {
    expect(only(file('genkgo_camt053.v8.xml'))).toMatchObject({
      iban: 'NL26VAYB8060476890',
      lines: [{ structuredReference: '4654654654654654', endToEndId: 'MUELL/FINP/RA12345' }],
    })
  })

  test('a batch without details stays whole, and missing entries show in the balance', () => {
    const statement = only(file('viafintech_camt053_batch.xml'))
    expect(statement.lines[0]).toMatchObject({ amount: eur(475_374n), transactionNumber: 0 })
    expect(statement.check).toBe('unbalanced')
  })

  test('a currency that we do not hold is a problem for a person, never dropped', () => {
    const xml = file('viafintech_camt053_instdamt.xml')
    expect(only(xml)).toMatchObject({ lines: [], problems: [{ reason: 'unsupported_currency' }] })
  })

  test('what was booked counts, not what the only transaction says it was', () => {
    const xml = file('viafintech_camt053_instdamt.xml').replaceAll('"CHF"', '"EUR"')
    expect(only(xml).lines).toMatchObject([{ amount: eur(450_000n) }])
  })
})

describe('what is refused', () => {
  test.each([
    ['nothing', ''],
    ['no XML', 'date;amount'],
    ['broken XML', file('rec01_signs.xml').slice(0, 900)],
    ['another message', '<Document><CstmrCdtTrfInitn/></Document>'],
    ['a document type', `<!DOCTYPE x [<!ENTITY e "1">]>${file('rec01_signs.xml')}`],
  ])('%s', (_what, xml) => {
    expect(readCamt(xml, new Map()).ok).toBe(false)
  })

  test.each([
    ['100.001', 'unreadable_amount'],
    ['1e2', 'unreadable_amount'],
    ['-100.00', 'unreadable_amount'],
    ['1.000,00', 'unreadable_amount'],
  ])('an amount of %s is a problem, and unbalances the statement', (amount, reason) => {
    const xml = file('rec01_signs.xml').replace(
      '<Ntry><Amt Ccy="EUR">100.00',
      `<Ntry><Amt Ccy="EUR">${amount}`,
    )
    expect(only(xml)).toMatchObject({ check: 'unbalanced', problems: [{ bankReference: 'B-1', reason }] })
  })
})
