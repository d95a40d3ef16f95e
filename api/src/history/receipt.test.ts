// Tests of the receipt: what it says in each language, that it stays one readable page, and that nobody's words are
// interpreted.
import type { Language } from '@jokko/contract/common'
import { describe, expect, test } from 'vitest'
import type { Operation, OperationEvent } from '../db/schema.ts'
import { countPages, textOf } from '../testing/pdf-text.ts'
import { type ReceiptFacts, receiptContent } from './receipt-content.ts'
import { printable } from './receipt-page.ts'
import { receiptPdf } from './receipt-pdf.ts'

const toAbidjan: Operation = {
  id: 'opn_1',
  book: 'test',
  kind: 'transfer',
  state: 'paid',
  version: 5,
  customer_id: 'cmp_1',
  user_id: 'usr_1',
  receiver_customer_id: null,
  quote_id: null,
  parent_id: null,
  reference: 'JK7QM4XW2P',
  customer_status: 'transfer_completed',
  aborted: false,
  operation_type: 'direct_transfer',
  sending_country: 'FR',
  receiving_country: 'CI',
  payin_method: 'balance',
  payout_kind: 'mobile_money',
  route_id: 201,
  provider: 'hub2',
  beneficiary_id: 'ben_1',
  counterparty: 'Kouamé Traoré',
  reason: 'Salaire de février',
  principal: 25_000n,
  fee: 275n,
  margin: 0n,
  total: 25_275n,
  target: 163_990n,
  target_currency: 'XOF',
  rate: '655.957',
  held: 0n,
  handed: 0n,
  received: 25_275n,
  refunded: 0n,
  details: {
    payee: { name: 'Kouamé Traoré', phone: '+2250707123456', operator_name: 'Orange Money' },
    quote: {
      lines: [
        { kind: 'pay_in_fee', amount: '1.50', currency: 'EUR' },
        { kind: 'payout_fee', amount: '1.25', currency: 'EUR' },
      ],
      snapped_from: null,
    },
  },
  search: '',
  fund_by: null,
  started_at: new Date('2026-03-02T09:12:30Z'),
  ended_at: new Date('2026-03-02T09:13:10Z'),
  updated_at: new Date('2026-03-02T09:13:10Z'),
}

const event = (
  version: number,
  to_state: string,
  provider_reference: string | null = null,
): OperationEvent => ({
  id: BigInt(version),
  operation_id: 'opn_1',
  version,
  event: to_state,
  from_state: null,
  to_state,
  actor: 'system',
  reason: null,
  provider_reference,
  data: {},
  at: new Date('2026-03-02T09:13:10Z'),
})

const facts = (op: Partial<Operation> = {}, more: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  op: { ...toAbidjan, ...op },
  events: [event(1, 'funding'), event(2, 'screening'), event(3, 'sending'), event(4, 'paid', 'tr_5f2c')],
  sender: { first_name: 'Mariam', last_name: 'Koné', company_name: 'Atelier Baobab', country: 'FR' },
  returned: false,
  language: 'fr',
  now: new Date('2026-03-03T08:00:00Z'),
  ...more,
})

const read = async (given: ReceiptFacts) => {
  const pdf = await receiptPdf(receiptContent(given), false)
  return { pdf, lines: textOf(pdf), text: textOf(pdf).join(' ') }
}

describe('what it says', () => {
  test('amount, each charge, total, rate and what arrived, as they were quoted', async () => {
    const { lines } = await read(facts())
    expect(lines).toEqual(
      expect.arrayContaining([
        'Reçu',
        '163 990 CFA'.replace(/ /g, '\u00a0'),
        '250,00\u00a0€',
        '1,50\u00a0€',
        '1,25\u00a0€',
        '252,75\u00a0€',
        '1 EUR = 655,957 XOF (parité fixe)',
        'Atelier Baobab',
        'Mariam Koné',
        'Kouamé Traoré',
        'Côte d’Ivoire',
        'JK7QM4XW2P',
        'tr_5f2c',
        'Salaire de février',
        '02/03/2026 10:13:10 UTC+1',
      ]),
    )
  })

  test('Guinea: the margin is a line of its own, and the rate is not called fixed', () => {
    const { figures, headline } = receiptContent(
      facts({
        target: 2_353_000n,
        target_currency: 'GNF',
        rate: '9412.35',
        margin: 300n,
        total: 25_575n,
        details: {
          quote: {
            lines: [
              { kind: 'pay_in_fee', amount: '1.50', currency: 'EUR' },
              { kind: 'payout_fee', amount: '1.25', currency: 'EUR' },
              { kind: 'margin', amount: '3.00', currency: 'EUR' },
            ],
            snapped_from: null,
          },
        },
      }),
    )
    expect(headline.value).toBe('2\u202f353\u202f000\u00a0GNF')
    expect(
      figures.map(({ label, value }) => `${label}: ${value}`.replaceAll(/[\u00a0\u202f]/g, ' ')),
    ).toEqual([
      'Montant envoyé: 250,00 €',
      'Frais de paiement: 1,50 €',
      'Frais de versement: 1,25 €',
      'Marge de change: 3,00 €',
      'Total payé: 255,75 €',
      'Taux de change: 1 EUR = 9 412,35 GNF',
      'Montant reçu: 2 353 000 GNF',
    ])
  })

  test('a bank account shows its IBAN in groups of four', () => {
    const { facts: lines } = receiptContent(
      facts({
        payout_kind: 'bank_transfer',
        details: { payee: { name: 'Q', bank_name: 'Ecobank', iban: 'SN08SN0100152000048500003035' } },
      }),
    )
    expect(lines).toContainEqual({ label: 'IBAN', value: 'SN08 SN01 0015 2000 0485 0000 3035' })
    expect(lines).toContainEqual({ label: 'Banque', value: 'Ecobank' })
  })

  test('a payout that came back is not told as received', async () => {
    const { text } = await read(facts({}, { returned: true, language: 'en' }))
    expect(text).not.toContain('Amount received')
    expect(text).not.toContain('carried out')
    expect(text).toContain('Failed')
  })

  test('of a bulk payment, how many are paid: never its sender as the beneficiary', () => {
    const content = receiptContent(
      facts({ kind: 'bulk', state: 'done', counterparty: '', details: { beneficiaries: 8 } }),
    )
    expect(content.parties.map(({ role, name }) => [role, name])).toEqual([
      ['Expéditeur', 'Atelier Baobab'],
      ['Nombre de bénéficiaires', '8'],
    ])
  })

  test('the first of a month is written as the French write it', async () => {
    const at = new Date('2026-11-01T10:15:00Z')
    const { text } = await read(facts({ ended_at: at }))
    expect(text).toContain('1er novembre 2026')
  })

  test('a deposit has a sender, its amount and no beneficiary', () => {
    const content = receiptContent(
      facts({
        kind: 'deposit',
        state: 'completed',
        operation_type: 'deposit',
        customer_status: 'deposit_completed',
        payin_method: 'bank_transfer',
        payout_kind: null,
        target_currency: 'EUR',
        target: 25_000n,
        rate: null,
        fee: 0n,
        total: 25_000n,
        details: {},
      }),
    )
    expect(content.parties).toHaveLength(1)
    expect(content.figures.map(({ label }) => label)).toEqual(['Montant déposé', 'Total payé'])
  })
})

describe('the file', () => {
  test.each<[Language, string, string]>([
    ['fr', 'Reçu', 'recu-JK7QM4XW2P.pdf'],
    ['en', 'Receipt', 'receipt-JK7QM4XW2P.pdf'],
    ['es', 'Recibo', 'recibo-JK7QM4XW2P.pdf'],
  ])('%s: one tagged page with title, author and language', async (language, title, name) => {
    const { pdf, lines } = await read(facts({}, { language }))
    const raw = pdf.toString('latin1')
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(countPages(pdf)).toBe(1)
    expect(lines).toContain(title)
    expect(raw).toContain(`/Lang (${language})`)
    expect(raw).toContain('(Jokko)')
    expect(raw).toContain('/Marked true')
    expect(receiptContent(facts({}, { language })).fileName).toBe(name)
  })

  test('stays one page when everything is as long as it can be', async () => {
    const long = 'Établissements Ouédraogo-Nikièma et Filles, transformation et négoce '.repeat(4).trim()
    const { pdf, text } = await read(
      facts(
        { counterparty: long, reason: 'x'.repeat(500), payin_method: 'bank_transfer' },
        { sender: { first_name: long, last_name: long, company_name: long, country: 'FR' } },
      ),
    )
    expect(countPages(pdf)).toBe(1)
    expect(text).toContain('…')
  })

  test('is small enough for a phone on a slow network', async () => {
    const pdf = await receiptPdf(receiptContent(facts()))
    expect(pdf.length).toBeLessThan(60_000)
  })

  test('names and reasons are printed, never interpreted', async () => {
    const { text } = await read(
      facts({
        counterparty: '<script>alert(1)</script>',
        reason: '=HYPERLINK("x") {{title}} %s',
      }),
    )
    expect(text).toContain('<script>alert(1)</script>')
    expect(text).toContain('=HYPERLINK("x") {{title}} %s')
  })
})

test.each([
  ['1\u202f234,56\u00a0€', '1\u00a0234,56\u00a0€'],
  ['Ŋaamu Ɓah', 'Ŋaamu Bah'],
  ['tre\u0301s', 'trés'],
  ['Awa\u202e\u0000 Sy\r\nFall', 'Awa Sy Fall'],
  ['Awa 🌍', 'Awa ?'],
])('printable(%j) is %j', (typed, printed) => {
  expect(printable(typed)).toBe(printed)
})
