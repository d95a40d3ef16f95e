// An order as a payment link, and every state of a link with its payments as ours.
import { eur, money } from '@jokko/core/money'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../http/json.ts'
import type { PayInOrder, PayInReference } from '../port.ts'
import { endToEndIdOf, linkRequest, readLink } from './transform.ts'

const attemptId = 'pin_0199c3d2-7f10-7a41-9d0e-51b0a3c7e811'
const beneficiary = { name: 'JOKKO', iban: 'FR7699999000010000002600103' }

const order: PayInOrder = {
  attemptId,
  amount: eur(25_275n),
  payer: {
    reference: 'usr_1',
    firstName: 'Awa',
    lastName: 'Diop',
    email: 'awa@example.com',
    country: 'FR',
  },
  description: 'Jokko – JKA2B3C4D5',
  returnUrl: 'https://jokko.example/back',
  notificationUrl: 'https://jokko.example/tell',
  language: 'fr',
  expiresAt: new Date('2026-11-27T10:30:00Z'),
}

test('our attempt fits into the end-to-end id of a SEPA payment', () => {
  expect(endToEndIdOf(attemptId)).toBe('0199c3d27f107a419d0e51b0a3c7e811')
})

describe('an order', () => {
  test('becomes a link to our account, with the amount as it stands', () => {
    const written = JSON.stringify(linkRequest({ ...order, amount: eur(25_000n) }, beneficiary))
    expect(written).toContain('"amount":250.00,')
    expect(JSON.parse(written)).toEqual({
      client_reference: attemptId,
      user: { first_name: 'Awa', last_name: 'Diop', external_reference: 'usr_1' },
      expired_date: '2026-11-27T10:30:00.000Z',
      callback_url: 'https://jokko.example/back',
      transactions: [
        {
          amount: 250,
          currency: 'EUR',
          label: 'Jokko - JKA2B3C4D5',
          client_reference: attemptId,
          end_to_end_id: '0199c3d27f107a419d0e51b0a3c7e811',
          beneficiary: { company_name: 'JOKKO', iban: 'FR7699999000010000002600103' },
        },
      ],
    })
  })

  test('of a company names the company', () => {
    const payer = { ...order.payer, companyName: 'Atelier Baobab' }
    expect(linkRequest({ ...order, payer }, beneficiary)?.user).toEqual({
      company_name: 'Atelier Baobab',
      external_reference: 'usr_1',
    })
  })

  test.each([
    ['francs', { amount: money(100n, 'XOF') }],
    ['nothing', { amount: eur(0n) }],
    ['an attempt that is too long', { attemptId: `pin_${'a'.repeat(36)}` }],
  ])('%s cannot be paid this way', (_what, change) => {
    expect(linkRequest({ ...order, ...change }, beneficiary)).toBeUndefined()
  })
})

const reference: PayInReference = {
  attemptId,
  providerId: 'lnk_1',
  handle: { url: 'https://pay.example/lnk_1' },
}

const link = (more: object = {}) =>
  parseJson(
    JSON.stringify({
      id: 'lnk_1',
      status: 'valid',
      transactions: [{ amount: 252.7, currency: 'EUR', end_to_end_id: endToEndIdOf(attemptId) }],
      ...more,
    }),
  )

const requests = (...resources: object[]) => parseJson(JSON.stringify({ resources, pagination: {} }))
const paid = (...statuses: string[]) => requests(...statuses.map(status => ({ status })))

describe('a link', () => {
  test.each([
    ['valid', [], 'action_required'],
    ['valid', ['CREA'], 'action_required'],
    ['valid', ['ACTC'], 'action_required'],
    ['valid', ['PDNG'], 'pending'],
    ['valid', ['ACSC'], 'ordered'],
    ['valid', ['RJCT'], 'failed'],
    ['valid', ['ACTC', 'RJCT'], 'action_required'],
    ['valid', ['RJCT', 'PDNG'], 'pending'],
    ['valid', ['RJCT', 'ACSC'], 'ordered'],
    ['valid', ['NEVER'], 'pending'],
    ['completed', [], 'pending'],
    ['completed', ['ACSC'], 'ordered'],
    ['expired', [], 'expired'],
    ['expired', ['ACTC'], 'expired'],
    ['expired', ['ACTC', 'RJCT'], 'failed'],
    ['expired', ['PDNG'], 'pending'],
    ['revoked', [], 'aborted'],
    ['revoked', ['PDNG'], 'pending'],
    ['revoked', ['ACSC'], 'ordered'],
  ])('%s with payments %j is %s', (status, statuses, state) => {
    const read = readLink(link({ status }), paid(...statuses), reference)
    expect(read?.payIn).toMatchObject({ ...reference, state, amount: eur(25_270n) })
    expect(read?.payIn.action).toEqual(
      state === 'action_required' ? { kind: 'redirect', url: 'https://pay.example/lnk_1' } : undefined,
    )
  })

  test('that says itself that a payment was accepted is ordered, and never collected', () => {
    const told = link({ status: 'completed', payment_status: 'initiated_in_success' })
    expect(readLink(told, requests(), reference)?.payIn.state).toBe('ordered')
  })

  test.each([
    ['debit_account_insufficient_funds', 'insufficient_funds'],
    ['MS03', 'refused_by_bank'],
    ['AC06', 'invalid_payer'],
    ['', 'refused_by_bank'],
  ])('refused with %s failed as %s', (status_reason, code) => {
    const failure = { code, providerCode: status_reason }
    expect(readLink(link(), requests({ status: 'RJCT', status_reason }), reference)?.payIn).toMatchObject({
      failure,
    })
    const inside = requests({ status: 'RJCT', transactions: [{ status_reason }] })
    expect(readLink(link(), inside, reference)?.payIn).toMatchObject({ failure })
  })

  test.each([
    ['another link', link({ id: 'lnk_2' }), requests()],
    [
      'another payment',
      link({ transactions: [{ amount: 1, currency: 'EUR', end_to_end_id: 'x' }] }),
      requests(),
    ],
    ['a status never heard of', link({ status: 'dancing' }), requests()],
    ['no transaction', link({ transactions: [] }), requests()],
    ['no list of payments', link(), parseJson('[]')],
    ['nothing', undefined, requests()],
  ])('%s is unreadable', (_what, body, payments) => {
    expect(readLink(body, payments, reference)).toBeUndefined()
  })
})
