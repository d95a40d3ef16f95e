// Payment files: sums to the cent, names in the letters of SEPA, and orders that are not written at all.
import { readFileSync } from 'node:fs'
import { eur, fromDecimal } from '@jokko/core/money'
import { describe, expect, test } from 'vitest'
import { listAt, textAt } from '../http/json.ts'
import type { BankPaymentOrder } from '../port.ts'
import { bankReferenceOf, writePain001 } from './pain.ts'
import { readXml } from './xml.ts'

const debtor = { name: 'Jokko Société', iban: 'FR7699999000010000001234537', bic: 'TESTFRPP' }

const payment = (attemptId: string, change: Partial<BankPaymentOrder> = {}): BankPaymentOrder => ({
  attemptId,
  amount: eur(1_000n),
  creditorName: 'Awa Ndiaye',
  creditorIban: 'FR7599999000010000001A23472',
  remittance: 'JKA2B3C4D5',
  ...change,
})

const write = (payments: readonly BankPaymentOrder[], fileId = 'fil_1') =>
  writePain001(debtor, {
    fileId,
    createdAt: new Date('2026-03-06T08:00:00Z'),
    executeOn: '2026-03-07',
    payments,
  })

const parse = (xml: string) => {
  const reading = readXml(xml)
  if (!reading.ok) throw new Error(reading.reason)
  return reading.document
}

const root = ['Document', 'CstmrCdtTrfInitn'] as const

describe('REC-09 pain.001 names and control sum', () => {
  const source = parse(
    readFileSync(new URL('../../fixtures/bank/rec09_pain001_names.xml', import.meta.url), 'utf8'),
  )
  const payments = listAt(source, ...root, 'PmtInf', 'CdtTrfTxInf').map(transaction =>
    payment(textAt(transaction, 'PmtId', 'EndToEndId'), {
      amount: fromDecimal(textAt(transaction, 'Amt', 'InstdAmt', '#text'), 'EUR') ?? eur(0n),
      creditorName: textAt(transaction, 'Cdtr', 'Nm'),
      remittance: textAt(listAt(transaction, 'RmtInf', 'Ustrd')[0]),
    }),
  )
  const xml = write(payments) ?? ''
  const written = parse(xml)
  const transactions = listAt(written, ...root, 'PmtInf', 'CdtTrfTxInf')

  test('sums exactly, in the header and in the group', () => {
    for (const part of [
      [...root, 'GrpHdr'],
      [...root, 'PmtInf'],
    ]) {
      expect(textAt(written, ...part, 'CtrlSum')).toBe('28.49')
      expect(textAt(written, ...part, 'NbOfTxs')).toBe('4')
    }
    expect(transactions.map(transaction => textAt(transaction, 'Amt', 'InstdAmt', '#text'))).toEqual([
      '0.10',
      '0.20',
      '19.99',
      '8.20',
    ])
  })

  test('writes names in the letters of SEPA', () => {
    expect(transactions.map(transaction => textAt(transaction, 'Cdtr', 'Nm'))).toEqual([
      "Aissatou N'Diaye-Ba",
      'Oeuvrard + Fils (SARL)',
      'Keita Seny',
      'Celik-Yilmaz Moussa',
    ])
  })

  test('and nothing else anywhere in the message', () => {
    expect(xml).toMatch(/^[\x20-\x7e\n]+$/)
    expect(xml.replaceAll('&apos;', '')).not.toContain('&')
  })
})

describe('the message', () => {
  test('is of version 09, with its own places for date and bank', () => {
    const written = parse(write([payment('att_1', { creditorBic: 'SPUEDE2UXXX' })]) ?? '')
    expect(write([payment('att_1')])).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"')
    expect(textAt(written, ...root, 'PmtInf', 'ReqdExctnDt', 'Dt')).toBe('2026-03-07')
    expect(textAt(written, ...root, 'PmtInf', 'DbtrAgt', 'FinInstnId', 'BICFI')).toBe('TESTFRPP')
    const creditorBank = ['PmtInf', 'CdtTrfTxInf', 'CdtrAgt', 'FinInstnId', 'BICFI']
    expect(textAt(written, ...root, ...creditorBank)).toBe('SPUEDE2UXXX')
  })

  test('keeps names to 70 and is never without one', () => {
    const written = parse(
      write([payment('att_1', { creditorName: 'N'.repeat(90) }), payment('att_2', { creditorName: '🙏' })]) ??
        '',
    )
    const names = listAt(written, ...root, 'PmtInf', 'CdtTrfTxInf').map(each => textAt(each, 'Cdtr', 'Nm'))
    expect(names[0]).toHaveLength(70)
    expect(names[1]).not.toBe('')
  })

  test('carries our ids in 35 characters', () => {
    expect(bankReferenceOf('att_0199c3d2-7f10-7a41-9d0e-51b0a3c7e811')).toBe(
      '0199c3d27f107a419d0e51b0a3c7e811',
    )
  })

  test.each([
    ['no payments', []],
    ['an amount of zero', [payment('att_1', { amount: eur(0n) })]],
    ['another currency', [payment('att_1', { amount: { minor: 5n, currency: 'XOF' } })]],
    ['an id that is too long', [payment('x'.repeat(36))]],
    ['an id used twice', [payment('att_1'), payment('att_1')]],
  ])('is not written for %s', (_what, payments) => {
    expect(write(payments)).toBeUndefined()
  })
})
