// The rules of the transfer in the making: what stays on the way back, what goes when something changes, and that
// neither an old answer nor a second press can do harm.
import type { Beneficiary, CustomerExists } from '@jokko/contract/contacts'
import type { Quote } from '@jokko/contract/transfer'
import { describe, expect, test } from 'vitest'
import { linkedAmounts } from '../common/linked-amounts.ts'
import type { Refusal } from '../common/refusal.ts'
import { draftOf, restoreTransfer } from './transfer-draft.ts'
import {
  hasTyped,
  quoteRequest,
  reachableStep,
  type Sender,
  type TransferEvent,
  transferReducer,
} from './transfer-flow.ts'
import {
  askedFor,
  emptyTransfer,
  freshPayout,
  type ReadyPayout,
  type TransferState,
} from './transfer-state.ts'

const sender: Sender = { country: 'FR', countryId: 16 }
const reduce = transferReducer(sender)
const after = (state: TransferState, ...events: readonly TransferEvent[]): TransferState =>
  events.reduce(reduce, state)

const beneficiary = (changes: Partial<Beneficiary> = {}): Beneficiary => ({
  id: 'ben_1',
  first_name: 'Kouamé',
  last_name: 'Traoré',
  full_name: 'Kouamé Traoré',
  email: null,
  phone_number: '0707070726',
  full_phone_number: '+2250707070726',
  country: 'CI',
  country_code: 225,
  country_id: 2,
  is_individual: true,
  is_active: true,
  is_verified: true,
  has_account: false,
  masked: false,
  company: null,
  favorite_id: 'ctc_1',
  ...changes,
})
const inGuinea = beneficiary({ id: 'ben_2', country: 'GN', country_code: 224, country_id: 15 })
const inSenegal = beneficiary({ id: 'ben_3', country: 'SN', country_code: 221, country_id: 1 })

const orangeMoney: ReadyPayout = {
  kind: 'mobile_money',
  currency: 'XOF',
  routeId: 201,
  name: 'Orange Money',
  shown: '+225 07 07 07 07 26',
  minutes: { min: 1, max: 5 },
  fields: { operator: 'orange_ci', receiver_phonenumber: '0707070726', receiver_country_code: 225 },
}

const rate = { currency: 'XOF', rate: '655.957', isFixed: true } as const

const filled = after(
  emptyTransfer(),
  { type: 'beneficiary_chosen', beneficiary: beneficiary() },
  { type: 'rate_learned', rate },
  { type: 'amount_typed', side: 'source', text: '250' },
  { type: 'reason_typed', reason: 'Loyer' },
  { type: 'method_chosen', methodId: 2 },
  { type: 'payout_ready', payout: orangeMoney },
)

const quoteOf = (changes: Partial<Quote> = {}): Quote => ({
  id: 'qte_1',
  kind: 'transfer',
  fix: 'source',
  source: { amount: '250.00', currency: 'EUR' },
  target: { amount: '163990', currency: 'XOF' },
  payable_target: { amount: '163990', currency: 'XOF' },
  snapped_from: '163989.25',
  step: '5',
  rate: '655.957',
  rate_is_fixed: true,
  lines: [],
  fee: '2.75',
  total_to_pay: { amount: '252.75', currency: 'EUR' },
  delivery: { min: 1, max: 5 },
  limits: { min: '200', max: '1500000', currency: 'XOF' },
  accept_by: '2026-11-27T10:30:00.000Z',
  fund_by: null,
  created_at: '2026-11-27T10:00:00.000Z',
  ...changes,
})

const question = (state: TransferState): string => {
  const request = quoteRequest(state, sender)
  if (request === undefined) throw new Error('The figures are not complete')
  return askedFor(request)
}
const arrives = (state: TransferState, quote = quoteOf()): TransferEvent => ({
  type: 'quote_arrived',
  askedFor: question(state),
  quote,
  endsAt: 1_800_000,
})
const quoted = after(filled, arrives(filled))
const sent = after(quoted, { type: 'confirmed', key: 'key-1', sender })
const refusal: Refusal = { code: 'insufficient', say: () => 'Not enough', proposals: [] }

const lookup = (customer: Beneficiary | null): CustomerExists => ({
  exists: customer !== null,
  customer,
  is_receiver: true,
  transfer_country: 'CI',
})

describe('linked amounts', () => {
  test('250 EUR is 163,989 CFA, and the typed text stays', () => {
    const { source, target } = linkedAmounts(filled.amount, 'XOF', rate)
    expect([source?.minor, target?.minor]).toEqual([25_000n, 163_989n])
    expect(filled.amount.text).toBe('250')
  })

  test.each([
    ['XOF', '655.957', '5', '250', 163_990n],
    ['GNF', '9412.35', '1000', '100', 941_000n],
    ['GNF', '9412.35', '1000', '0.05', 0n],
  ] as const)(
    'to %s at %s: what follows is what arrives, in steps of %s',
    (currency, rate, step, text, arrives) => {
      const known = { currency, rate, isFixed: currency === 'XOF', step }
      expect(linkedAmounts({ side: 'source', text }, currency, known).target?.minor).toBe(arrives)
    },
  )

  test('10,000 CFA typed stays 10,000 however often it is looked at and however often the other is shown', () => {
    let state = after(filled, { type: 'amount_typed', side: 'target', text: '10000' })
    for (let times = 0; times < 5; times += 1) {
      const { source, target } = linkedAmounts(state.amount, 'XOF', rate)
      expect([source?.minor, target?.minor]).toEqual([1_524n, 10_000n])
      state = after(state, { type: 'rate_learned', rate })
    }
    expect(state.amount).toEqual({ side: 'target', text: '10000' })
    expect(quoteRequest(state, sender)).toMatchObject({ fix: 'target', amount: '10000', currency: 'XOF' })
  })

  test('emptying one side empties the other', () => {
    const { amount } = after(filled, { type: 'amount_typed', side: 'target', text: '' })
    expect(linkedAmounts(amount, 'XOF', rate)).toEqual({ source: undefined, target: undefined })
  })

  test('a local amount for a Jokko balance is asked in the euros that are credited', () => {
    const state = after(
      filled,
      { type: 'amount_typed', side: 'target', text: '10000' },
      {
        type: 'payout_ready',
        payout: { ...orangeMoney, kind: 'balance', currency: 'EUR', routeId: undefined },
      },
    )
    expect(quoteRequest(state, sender)).toMatchObject({ fix: 'source', amount: '15.24', currency: 'EUR' })
  })

  test('a rate of another currency is not taken', () => {
    const floating = { currency: 'GNF', rate: '9876.54321', isFixed: false } as const
    expect(after(filled, { type: 'rate_learned', rate: floating }).rate).toEqual(rate)
  })
})

describe('the beneficiary', () => {
  test('another one resets the payout and the quote, and keeps euros, reason and way to pay', () => {
    const state = after(quoted, { type: 'beneficiary_chosen', beneficiary: inSenegal })
    expect(state.payout).toEqual(freshPayout(inSenegal))
    expect([state.readyPayout, state.quote]).toEqual([undefined, undefined])
    expect([state.amount.text, state.reason, state.methodId]).toEqual(['250', 'Loyer', 2])
    expect(state.rate).toEqual(rate)
  })

  test('another currency drops the rate and an amount typed in the old currency', () => {
    const local = after(filled, { type: 'amount_typed', side: 'target', text: '10000' })
    const state = after(local, { type: 'beneficiary_chosen', beneficiary: inGuinea })
    expect(state.amount).toEqual({ side: 'source', text: '' })
    expect(state.rate).toBeUndefined()
  })

  test('the same one, read again, keeps everything', () => {
    const state = after(quoted, {
      type: 'beneficiary_chosen',
      beneficiary: beneficiary({ email: 'k@x.example' }),
    })
    expect(state.quote).toBe(quoted.quote)
    expect(state.beneficiary?.email).toBe('k@x.example')
  })

  test('an answer for a number that has been changed meanwhile is not taken', () => {
    const phone = { dialCode: 225, national: '0707070726' }
    const state = after(
      emptyTransfer(),
      { type: 'phone_typed', phone },
      { type: 'phone_typed', phone: { dialCode: 225, national: '0505050505' } },
      { type: 'looked_up', phone, found: lookup(beneficiary()) },
    )
    expect(state.lookup).toBeUndefined()
  })

  test('a removed favourite stays payable', () => {
    const state = after(filled, { type: 'favorite_removed', favoriteId: 'ctc_1' })
    expect(state.beneficiary).toEqual(beneficiary({ favorite_id: null }))
  })
})

describe('the quote', () => {
  test('25, Next, Back, 23: the quote of 25 is gone and a late one is not taken', () => {
    const late = arrives(filled)
    const changed = after(quoted, { type: 'amount_typed', side: 'source', text: '23' })
    expect(changed.quote).toBeUndefined()
    expect(after(changed, late).quote).toBeUndefined()
    expect(after(changed, arrives(changed)).quote?.askedFor).toBe(question(changed))
  })

  test('a late refusal for an older amount is not shown', () => {
    const changed = after(filled, { type: 'amount_typed', side: 'source', text: '23' })
    const late: TransferEvent = { type: 'quote_refused', askedFor: question(filled), refusal }
    expect(after(changed, late).refusal).toBeUndefined()
  })

  test('a new one that says the same is exchanged quietly', () => {
    const again = after(quoted, arrives(quoted, quoteOf({ id: 'qte_2' })))
    expect(again.quote?.quote.id).toBe('qte_2')
    expect(again.earlierQuote).toBeUndefined()
  })

  test('a new one that says something else shows what it was before', () => {
    const other = quoteOf({ id: 'qte_2', total_to_pay: { amount: '253.00', currency: 'EUR' } })
    expect(after(quoted, arrives(quoted, other)).earlierQuote?.id).toBe('qte_1')
  })

  test('nothing is asked while something is missing', () => {
    expect(
      quoteRequest(after(filled, { type: 'amount_typed', side: 'source', text: '' }), sender),
    ).toBeUndefined()
    expect(
      quoteRequest(after(filled, { type: 'payout_typed', payout: freshPayout() }), sender),
    ).toBeUndefined()
  })
})

describe('sending', () => {
  test('carries the quote, the total that was shown and the payout', () => {
    expect(sent.submission).toMatchObject({
      key: 'key-1',
      path: '/payments/direct',
      state: 'sending',
      tries: 1,
    })
    expect(sent.submission?.body).toMatchObject({
      quote_id: 'qte_1',
      total_to_pay: '252.75',
      amount_without_fees_in_euro: '250.00',
      cashout_method_id: 201,
      operator: 'orange_ci',
      reason: 'Loyer',
    })
  })

  test('to a Jokko balance goes without a payout', () => {
    const balance: ReadyPayout = {
      ...orangeMoney,
      kind: 'balance',
      currency: 'EUR',
      routeId: undefined,
      fields: {},
    }
    const state = after(filled, { type: 'payout_ready', payout: balance })
    const { submission } = after(state, arrives(state), { type: 'confirmed', key: 'k', sender })
    expect(submission?.path).toBe('/payments')
    expect(submission?.body).not.toHaveProperty('cashout_method_id')
  })

  test('a second press changes nothing, whatever its key', () => {
    expect(after(sent, { type: 'confirmed', key: 'key-2', sender })).toBe(sent)
  })

  test('nothing is sent without a quote for the present figures', () => {
    expect(after(filled, { type: 'confirmed', key: 'k', sender }).submission).toBeUndefined()
  })

  test('while it is on its way nothing can be edited', () => {
    expect(after(sent, { type: 'amount_typed', side: 'source', text: '9999' })).toBe(sent)
    expect(reachableStep(sent, 'beneficiary')).toBe('summary')
  })

  test('what must arrive at least goes along where the rate is that of the arrival, and only there', () => {
    const on_arrival = [{ tolerance_bp: 200, least: { amount: '160711', currency: 'XOF' } }] as const
    const choosing = after(filled, arrives(filled, quoteOf({ on_arrival: [...on_arrival] })))
    const usual = after(choosing, { type: 'confirmed', key: 'key-2', sender })
    expect(usual.submission?.body).toMatchObject({ rate_tolerance_bp: 100 })
    const chosen = after(choosing, { type: 'tolerance_chosen', tolerance: 200 })
    expect(chosen.quote).toBe(choosing.quote)
    const confirmed = after(chosen, { type: 'confirmed', key: 'key-3', sender })
    expect(confirmed.submission?.body).toMatchObject({ rate_tolerance_bp: 200 })
    expect(sent.submission?.body).not.toHaveProperty('rate_tolerance_bp')
  })

  test('an unknown outcome keeps the key and the body for every repeat', () => {
    const again = after(
      sent,
      { type: 'outcome_unknown', key: 'key-1' },
      { type: 'asked_again', key: 'key-1' },
      { type: 'asked_again', key: 'key-1' },
    )
    expect(again.submission).toEqual({ ...sent.submission, tries: 2 })
  })

  test('a refusal gives the transfer back, and the next confirmation a new key', () => {
    const refused = after(sent, { type: 'refused', key: 'key-1', refusal })
    expect([refused.submission, refused.refusal]).toEqual([undefined, refusal])
    expect(after(refused, { type: 'confirmed', key: 'key-2', sender }).submission?.key).toBe('key-2')
  })

  test('an ended quote is asked anew, and the word about it stays until the next press', () => {
    const ended: Refusal = { code: 'quote_expired', say: () => 'Ended', proposals: [] }
    const refused = after(sent, { type: 'refused', key: 'key-1', refusal: ended })
    expect(refused.quote?.endsAt).toBe(0)
    const renewed = after(refused, arrives(refused, quoteOf({ id: 'qte_2' })))
    expect(renewed.refusal).toEqual(ended)
    expect(after(renewed, { type: 'confirmed', key: 'key-2', sender }).refusal).toBeUndefined()
  })

  test('an answer for another key is not taken', () => {
    expect(after(sent, { type: 'accepted', key: 'other', paymentId: 'opn_9' })).toBe(sent)
  })

  test('a finished flow cannot be sent again', () => {
    const done = after(sent, { type: 'accepted', key: 'key-1', paymentId: 'opn_1' })
    expect(done.paymentId).toBe('opn_1')
    expect(after(done, { type: 'beneficiary_chosen', beneficiary: beneficiary() })).toBe(done)
    expect(after(done, { type: 'confirmed', key: 'key-2', sender })).toBe(done)
  })
})

describe('steps', () => {
  test('each needs what comes before it', () => {
    expect(reachableStep(emptyTransfer(), 'summary')).toBe('beneficiary')
    expect(reachableStep(filled, 'summary')).toBe('summary')
    expect(reachableStep(after(filled, { type: 'reason_typed', reason: ' ' }), 'summary')).toBe('amount')
    expect(reachableStep(after(filled, { type: 'payout_typed', payout: freshPayout() }), 'summary')).toBe(
      'payout',
    )
  })

  test('going back keeps what was typed', () => {
    expect(reachableStep(filled, 'beneficiary')).toBe('beneficiary')
    expect(reachableStep(filled, 'summary')).toBe('summary')
  })

  test('who it is can be seen only after a look-up of the present number', () => {
    const phone = { dialCode: 225, national: '0707070726' }
    const found = after(
      emptyTransfer(),
      { type: 'phone_typed', phone },
      { type: 'looked_up', phone, found: lookup(null) },
    )
    expect(reachableStep(found, 'who')).toBe('who')
    const other = after(found, { type: 'phone_typed', phone: { ...phone, national: '05' } })
    expect(reachableStep(other, 'who')).toBe('beneficiary')
  })
})

describe('the draft', () => {
  const refreshed = (state: TransferState, opened = state.opened) =>
    restoreTransfer(JSON.parse(JSON.stringify(draftOf(state))), opened)

  test('survives a refresh, without the quote', () => {
    const back = refreshed(quoted)
    expect(reachableStep(back, 'summary')).toBe('summary')
    expect(back.quote).toBeUndefined()
    expect([back.amount, back.reason]).toEqual([quoted.amount, quoted.reason])
  })

  test('gives way when the flow is opened for someone else', () => {
    expect(refreshed(filled, { to: 'ben_9', from: undefined })).toEqual(emptyTransfer({ to: 'ben_9' }))
  })

  test('a payment whose outcome is unknown comes first, with its key', () => {
    const back = refreshed(sent, { to: 'ben_9', from: undefined })
    expect(back.submission).toMatchObject({ key: 'key-1', state: 'unknown' })
    expect(back.submission?.body).toEqual(sent.submission?.body)
  })

  test('what it does not know it does not take', () => {
    for (const strange of [undefined, null, 'x', {}, { version: 0, transfer: {} }]) {
      expect(restoreTransfer(strange, { to: undefined, from: undefined })).toEqual(emptyTransfer())
    }
  })

  test('only what a person typed is worth a question on leaving', () => {
    expect(hasTyped(emptyTransfer())).toBe(false)
    expect(hasTyped(filled)).toBe(true)
  })
})
