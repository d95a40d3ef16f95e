// What the stops of a route say: durations that count from the right moment, and no time that nothing keeps.
import type { Language } from '@jokko/contract/common'
import type { RouteStop } from '@jokko/contract/history'
import { describe, expect, test } from 'vitest'
import type { Operation, OperationDetails, OperationEvent } from '../db/schema.ts'
import { translate } from '../http/texts.ts'
import { routeStops } from './route-stops.ts'
import { reasonOf } from './stop.ts'

const ordered = new Date('2026-03-02T09:12:30Z')

const toDakar: Operation = {
  id: 'opn_1',
  book: 'test',
  kind: 'transfer',
  state: 'funding',
  version: 1,
  customer_id: 'cmp_1',
  user_id: 'usr_1',
  receiver_customer_id: null,
  quote_id: null,
  parent_id: null,
  reference: 'JK7QM4XW2P',
  customer_status: 'payment_requested',
  aborted: false,
  operation_type: 'direct_transfer',
  sending_country: 'FR',
  receiving_country: 'SN',
  payin_method: 'bank_transfer',
  payout_kind: 'mobile_money',
  route_id: 101,
  provider: 'hub2',
  beneficiary_id: 'ben_1',
  counterparty: 'Aminata Diop',
  reason: 'Broderies',
  principal: 26_000n,
  fee: 260n,
  margin: 0n,
  total: 26_260n,
  target: 170_550n,
  target_currency: 'XOF',
  rate: '655.957',
  held: 0n,
  handed: 0n,
  received: 0n,
  refunded: 0n,
  details: {},
  search: '',
  fund_by: new Date('2026-03-09T23:59:59Z'),
  started_at: ordered,
  ended_at: null,
  updated_at: ordered,
}

const payee = { name: 'Aminata Diop', phone: '+221775123456', operator_name: 'Orange Money' }
const byMobileMoney = { payee, delivery: { min: 1_441, max: 4_325 } }
const toBank = { payee, delivery: { min: 2_880, max: 8_640 } }

const arrivedAt = (state: string, reason: string | null = null): OperationEvent => ({
  id: 1n,
  operation_id: 'opn_1',
  version: 1,
  event: state,
  from_state: null,
  to_state: state,
  actor: 'system',
  reason,
  provider_reference: null,
  data: {},
  at: ordered,
})

type Told = { details?: OperationDetails; reason?: string; op?: Partial<Operation>; language?: Language }

function stopOf(key: RouteStop['key'], state: string, told: Told = {}): RouteStop | undefined {
  const { details = byMobileMoney, reason = null, op = {}, language = 'en' } = told
  const events = [arrivedAt(state, reason)]
  const stops = routeStops({
    op: { ...toDakar, ...op, state, details },
    events,
    language,
    returned: false,
    isOrdered: false,
  })
  return stops.find(stop => stop.key === key)
}

function sentenceOf(stop: RouteStop | undefined, language: Language = 'en'): string {
  return translate(language, `statuses:route.${stop?.note}`, stop?.params)
}

describe('money that its payer has ordered at a company', () => {
  test.each([
    ['transfer', 'funding', ['sender', 'pay_in']],
    ['deposit', 'requested', ['sender', 'jokko']],
  ] as const)('%s: nothing is left to pay, and it is on its way', (kind, state, keys) => {
    const op: Operation = { ...toDakar, kind, state, payin_method: 'direct_debit' }
    const told = routeStops({ op, events: [], language: 'en', returned: false, isOrdered: true })
    expect(told.slice(0, 2).map(stop => [stop.key, sentenceOf(stop)])).toEqual([
      [keys[0], expect.stringMatching(/^Payment of .+ confirmed$/)],
      [keys[1], 'The money is on its way to us; nothing is left to do for you.'],
    ])
  })
})

describe('when the beneficiary gets the money', () => {
  test.each(['funding', 'short'])('%s: counted from the arrival of the bank transfer', state => {
    expect(sentenceOf(stopOf('beneficiary', state))).toBe(
      'Gets the money within 5 min after your transfer arrives',
    )
    expect(sentenceOf(stopOf('beneficiary', state, { details: toBank }))).toBe(
      'Gets the money within 72 h after your transfer arrives',
    )
  })

  test.each([
    ['fr', 'Reçoit l’argent au plus 5 min après l’arrivée de votre virement'],
    ['es', 'Recibe el dinero en menos de 5 min desde la llegada de su transferencia'],
  ] as const)('in the words of %s', (language, sentence) => {
    expect(sentenceOf(stopOf('beneficiary', 'funding', { language }), language)).toBe(sentence)
  })

  test('once the bank transfer is here, only the payout counts', () => {
    expect(sentenceOf(stopOf('beneficiary', 'sending'))).toBe('Gets the money within 5 min')
    for (const state of ['unknown', 'waiting', 'held', 'frozen'])
      expect(sentenceOf(stopOf('beneficiary', state))).toBe('It is not known yet when the money arrives')
    expect(sentenceOf(stopOf('beneficiary', 'sending', { details: toBank }))).toBe(
      'Gets the money within 72 h',
    )
  })

  test('from the balance there is no transfer to wait for', () => {
    const told = { op: { payin_method: 'balance' }, details: { delivery: { min: 1, max: 5 } } }
    expect(sentenceOf(stopOf('beneficiary', 'screening', told))).toBe('Gets the money within 5 min')
  })
})

describe('a payment that a company collects is never called a bank transfer', () => {
  test.each([
    ['card', 'to pay by card', 'paid by card'],
    ['instant_bank_transfer', 'to confirm at your bank', 'paid by instant bank transfer'],
    ['direct_debit', 'to authorise as a direct debit', 'paid by direct debit'],
    ['mobile_money', 'to pay by mobile money', 'paid by mobile money'],
  ])('%s', (payin_method, before, after) => {
    const told = { op: { payin_method, fund_by: null } }
    const ending = (words: string) => new RegExp(`262.60.* ${words}$`)
    expect(sentenceOf(stopOf('sender', 'funding', told))).toMatch(ending(before))
    expect(sentenceOf(stopOf('sender', 'screening', told))).toMatch(ending(after))
    expect(sentenceOf(stopOf('pay_in', 'funding', told))).toBe('As soon as the payment is made')
    expect(sentenceOf(stopOf('beneficiary', 'funding', told))).toMatch(/after your payment arrives$/)
  })
})

test('what arrives after the end is not promised to another place than where it goes', () => {
  for (const state of ['expired', 'cancelled'])
    expect(sentenceOf(stopOf('pay_in', state))).toContain('stays the payer’s')
})

test.each(['late', 'other_amount', 'not_account_holder'])(
  'money that goes back because it is %s says so, and can be opened',
  code => {
    const op = { ...toDakar, kind: 'refund', details: { failure: { code } } } as const
    for (const language of ['fr', 'en', 'es'] as const)
      expect(reasonOf(op, language)).toBe(translate(language, `statuses:unused_money.${code}`))
  },
)

test('cash and wallets have no name: the sentence needs none', () => {
  const details = { payee: { name: 'Aminata Diop', phone: '+221775123456' } }
  for (const language of ['fr', 'en', 'es'] as const)
    expect(sentenceOf(stopOf('payout', 'sent', { details, language }), language)).not.toMatch(
      / \.| de \p{L}* ?\./u,
    )
  expect(sentenceOf(stopOf('payout', 'sent', { details }))).toBe(
    'Order passed on. We are waiting for the confirmation.',
  )
})

test('checks that have not begun are not called under way', () => {
  expect(sentenceOf(stopOf('jokko', 'funding'))).toBe('Checks, usually a few seconds')
  expect(sentenceOf(stopOf('jokko', 'screening'))).toBe('Checks under way, usually a few seconds')
})

describe('priced on arrival', () => {
  const inGuinea = { receiving_country: 'GN', target_currency: 'GNF', target: 941_000n } as const
  const on_arrival = { tolerance_bp: 100, least: '932000' }
  const told = (more: object = {}, op: Partial<Operation> = {}): Told => ({
    details: { ...byMobileMoney, on_arrival: { ...on_arrival, ...more } },
    op: { ...inGuinea, ...op },
  })
  const says = (key: RouteStop['key'], state: string, how: Told) =>
    sentenceOf(stopOf(key, state, how)).replaceAll(/\s/g, ' ')

  test('until then, no amount is promised but the least', () => {
    for (const state of ['funding', 'short', 'pricing'])
      expect(says('payout', state, told())).toMatch(/^Will pay out at least 932,000 GNF, at the rate/)
    expect(says('payout', 'sending', told({ priced: 'on_arrival' }))).toBe('Sending 941,000 GNF')
  })

  test('while it is priced, and while no rate is known', () => {
    expect(says('jokko', 'pricing', told())).toBe('Working out the amount at the rate of this moment')
    expect(says('jokko', 'pricing', told({ asked: 1 }))).toMatch(/^Today’s rate is not available/)
  })

  test.each([
    ['rate_moved', 'At the rate of the arrival, Aminata Diop would have received 922,000 GNF, less than'],
    ['rate_unavailable', 'No rate was available for a day.'],
    ['limit_exceeded', 'A sending limit has been reached.'],
    ['route_closed', 'This amount can no longer be paid out this way.'],
  ] as const)('on the balance: %s', (waits, sentence) => {
    const how = told({ waits, offered: '922000' }, { refunded: 26_260n })
    expect(says('jokko', 'on_balance', how)).toContain(sentence)
    expect(says('jokko', 'on_balance', how)).toMatch(/262\.60 € went to your balance\.$/)
    expect(says('payout', 'on_balance', how)).toMatch(/on the day you decide to send$/)
    expect(says('beneficiary', 'on_balance', how)).toBe('Gets the money once you send it')
  })

  test('arrived: that some cents went back is no refund', () => {
    const how = told({ priced: 'on_arrival' }, { refunded: 4n, ended_at: ordered })
    expect(says('jokko', 'paid', how)).toBe('Checks passed')
  })
})

describe('when it goes on', () => {
  const planned = { ...byMobileMoney, next_check_at: '2026-03-02T10:30:00Z' }

  test('the next look at an unknown outcome, where one is planned', () => {
    expect(sentenceOf(stopOf('payout', 'unknown', { details: planned }))).toBe(
      'No answer yet. We check again at 11:30. Nothing will be paid twice.',
    )
    expect(sentenceOf(stopOf('payout', 'unknown'))).toBe(
      'No answer yet. We keep asking until we know. Nothing will be paid twice.',
    )
  })

  test('the next try of what waits, where one is planned', () => {
    const reason = 'operator_down'
    expect(sentenceOf(stopOf('payout', 'waiting', { details: planned, reason }))).toMatch(
      /as soon as it is, by 2 March 2026, 11:30 at the latest\.$/,
    )
    expect(sentenceOf(stopOf('payout', 'waiting', { reason }))).toBe(
      'Not available at the moment. We send as soon as it is.',
    )
    expect(sentenceOf(stopOf('payout', 'waiting'))).toBe(
      'Sending waits for a short while. It goes on by itself.',
    )
  })
})

describe('a deposit that came to nothing says why, and calls nothing done', () => {
  test.each([
    ['failed', 'failed', 'The payment failed.'],
    ['aborted', 'expired', 'The payment did not arrive in time.'],
    ['aborted', 'aborted', 'Cancelled before the payment.'],
  ])('%s by %s', (state, event, sentence) => {
    const ended = new Date('2026-11-20T10:00:00Z')
    const op: Operation = { ...toDakar, kind: 'deposit', state, payin_method: 'card', ended_at: ended }
    const events = [{ ...arrivedAt(state, null), event }]
    const stops = routeStops({ op, events, language: 'en', returned: false, isOrdered: false })
    expect(stops.map(stop => stop.state)).toEqual(['failed', 'failed'])
    expect(sentenceOf(stops[1])).toBe(sentence)
  })
})

describe('what was given back before anything was sent', () => {
  const events = [arrivedAt('funding'), arrivedAt('short')]
  const ended = { refunded: 20_000n, ended_at: ordered }

  test.each([
    ['refunding', { ...ended, ended_at: null }],
    ['refunded', ended],
    ['expired', ended],
  ])('%s: nobody will pay it out any more, and the sender paid what came', (state, op) => {
    const told = { ...toDakar, ...op, state, details: byMobileMoney }
    const stops = routeStops({ op: told, events, language: 'en', returned: false, isOrdered: false })
    expect(stops.map(({ key }) => key)).toEqual(['sender', 'pay_in', 'jokko', 'beneficiary'])
    expect(sentenceOf(stops[0])).toMatch(/^200.00.* paid by bank transfer$/)
    expect(stops[0]?.state).toBe('done')
  })

  test('what its operator declined shows who declined it', () => {
    const told = { ...toDakar, ...ended, state: 'refunded', details: byMobileMoney }
    const stops = routeStops({
      op: told,
      events: [arrivedAt('returned')],
      language: 'en',
      returned: false,
      isOrdered: false,
    })
    expect(stops.find(({ key }) => key === 'payout')?.state).toBe('failed')
  })
})

test('the last day to pay is the day whose end the deadline is, also where that is past midnight', () => {
  expect(sentenceOf(stopOf('pay_in', 'funding'))).toMatch(/9 March 2026/)
})

test('a withdrawal to a bank account ends there, never in cash', () => {
  const account = { name: 'Awa Ndiaye', iban: 'FR7630006000011234567894537', bank_name: 'Banque Témoin' }
  const told = { op: { kind: 'withdrawal' as const }, details: { payee: account } }
  expect(stopOf('beneficiary', 'sent', told)?.name).toMatch(/4537$/)
})
