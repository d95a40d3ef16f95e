// The rows of the details: what each side sees, and what it does not.
import { describe, expect, test } from 'vitest'
import { factsOf } from './operation-facts.ts'
import { operation } from './testing.ts'

const keysOf = (changes: Parameters<typeof operation>[0], group: string) =>
  factsOf(operation(changes))
    .find(({ key }) => key === group)
    ?.facts.map(({ key }) => key)

const received = { logged_in_transactor: 'receiver', operation_direction: 'Receiving' } as const

describe('amounts', () => {
  test('the sender sees each fee line and the total', () => {
    expect(keysOf({}, 'amounts')).toEqual([
      'amount_sent',
      'pay_in_fee',
      'payout_fee',
      'total',
      'amount_received',
      'rate',
    ])
  })

  test('what is ordered at a bank is not to be paid any more, and not paid before it is here', () => {
    const asked = { status: 'payment_requested', done_at: null, end_date: null } as const
    expect(keysOf(asked, 'amounts')).toContain('total_to_pay')
    expect(keysOf({ ...asked, payment_under_way: true }, 'amounts')).toContain('total_planned')
  })

  test('the receiver sees what arrives, no fee and no total', () => {
    expect(keysOf({ ...received, lines: [] }, 'amounts')).toEqual([
      'amount_in_euros',
      'amount_received',
      'rate',
    ])
  })

  test('of what is priced on arrival, only what must arrive at least; on the balance, nothing of it', () => {
    const unpriced = { local_amount: null, exchange_rate_applied: null, lines: [] }
    const least = { amount: '932000', currency: 'GNF' } as const
    const figures = ['amount_sent', 'total']
    expect(keysOf({ ...unpriced, receives_at_least: least }, 'amounts')).toEqual([...figures, 'at_least'])
    const waits = {
      ...unpriced,
      waits_on_balance: 'rate_moved',
      end_date: null,
      fund_by: '2027-01-02',
    } as const
    expect(keysOf(waits, 'amounts')).toEqual(figures)
    expect(keysOf(waits, 'references')).toContain('decide_by')
  })

  test('what goes back is not to be paid any more, and what came back was not received', () => {
    const back = {
      status: 'transfer_failed',
      badge: 'failed',
      end_date: null,
      fund_by: '2027-01-02',
    } as const
    expect(keysOf(back, 'references')).not.toContain('fund_by')
    const returned = {
      key: 'payout',
      state: 'failed',
      note: 'payout_returned',
      params: {},
      name: null,
      at: null,
    } as const
    expect(keysOf({ status: 'transfer_completed', route: [returned] }, 'amounts')).toContain('amount_planned')
  })

  test('a microfinance institution is not called a bank', () => {
    const mfi = { payout_kind: 'mfi', bank_name: 'UM-PAMECAS', account_number: 'PAM-108647' } as const
    expect(keysOf(mfi, 'way')).toContain('institution')
    expect(keysOf(mfi, 'way')).not.toContain('bank')
  })

  test('money that goes back was not deposited', () => {
    const failure = { code: 'late', message: 'It goes back.' }
    const refunded = { amount: '61.80', to: 'source', done: true } as const
    const back = { operation_type: 'deposit', status: 'payment_completed', failure, refunded } as const
    expect(keysOf(back, 'amounts')).toEqual(['refunded_to_source'])
    expect(keysOf({ ...back, refunded: { ...refunded, done: false } }, 'amounts')).toEqual([
      'refunding_to_source',
    ])
    expect(keysOf(back, 'way')).not.toContain('failure')
  })

  test('a deposit has no local amount', () => {
    const changes = { operation_type: 'deposit', receiver_currency: null, lines: [] } as const
    expect(keysOf({ ...changes, lines: [] }, 'amounts')).toEqual(['amount_deposited', 'total'])
  })

  test('a short transfer says what came and what is missing, a refund where it went', () => {
    expect(keysOf({ received_so_far: '251.50', missing: '1.00' }, 'amounts')).toEqual(
      expect.arrayContaining(['received_so_far', 'missing']),
    )
    const refunded = { amount: '252.50', to: 'source', done: true } as const
    expect(keysOf({ refunded }, 'amounts')).toContain('refunded_to_source')
  })
})

describe('no figure says that something happened which did not', () => {
  const amounts = (changes: Parameters<typeof operation>[0]) => keysOf(changes, 'amounts')

  test('before it is paid, and where it never was, the total is not called paid', () => {
    expect(amounts({ status: 'payment_requested' })).toContain('total_to_pay')
    expect(amounts({ status: 'pending', missing: '1.00' })).toContain('total_to_pay')
    expect(amounts({ status: 'payment_failed', aborted: true })).toContain('total_planned')
    const part = { amount: '200.00', to: 'source', done: true } as const
    expect(amounts({ status: 'transfer_failed', refunded: part })).toContain('total_planned')
  })

  test('before it has arrived, and where it never will, nothing is called received', () => {
    expect(amounts({ status: 'transfer_completed' })).toContain('amount_received')
    for (const status of ['transfer_in_progress', 'transfer_failed', 'payment_failed'] as const) {
      expect(amounts({ status })).toContain('amount_planned')
      expect(amounts({ status })).not.toContain('amount_received')
    }
  })

  test('money on its way back is not called returned', () => {
    const onItsWay = (to: 'balance' | 'source') => ({ refunded: { amount: '252.75', to, done: false } })
    expect(amounts(onItsWay('balance'))).toContain('refunding_to_balance')
    expect(amounts(onItsWay('source'))).toContain('refunding_to_source')
  })

  test('who is asked for money pays it, and who asked gets it', () => {
    const asked = { operation_type: 'payment_request', status: 'payment_requested' } as const
    expect(amounts(asked)).toEqual(['amount_requested'])
    const people = factsOf(operation(asked)).find(({ key }) => key === 'way')?.facts
    expect(people?.slice(0, 2)).toEqual([
      { key: 'sender', value: { is: 'text', text: 'Kouamé Traoré' } },
      { key: 'beneficiary', value: { is: 'text', text: 'Atelier Ndiaye' } },
    ])
  })
})

describe('people and ways', () => {
  test('numbers and accounts of the payee are private', () => {
    const facts = factsOf(operation({ iban: 'CI93CI0080111301134291200589' })).flatMap(({ facts }) => facts)
    const shown = facts.filter(({ value }) => value.is === 'private').map(({ key }) => key)
    expect(shown).toEqual(['paid_number', 'iban'])
  })

  test('a number is paid only on a phone; otherwise it is the payee’s own', () => {
    const keys = keysOf({ payout_kind: 'bank_transfer' }, 'way')
    expect(keys).toContain('phone')
    expect(keys).not.toContain('paid_number')
  })

  test('the receiver does not see how it was paid', () => {
    expect(keysOf(received, 'way')).not.toContain('pay_in')
  })

  test('one’s own deposit has no beneficiary', () => {
    expect(keysOf({ operation_type: 'deposit' }, 'way')).not.toContain('beneficiary')
  })
})

test('deadlines are shown only while they matter', () => {
  const fund_by = '2026-12-04T16:00:00.000Z'
  expect(keysOf({ fund_by }, 'references')).not.toContain('fund_by')
  const open = { fund_by, end_date: null, status: 'payment_requested' } as const
  expect(keysOf(open, 'references')).toContain('fund_by')
  for (const status of ['transfer_in_progress', 'transfer_failed'] as const)
    expect(keysOf({ ...open, status }, 'references')).not.toContain('fund_by')
})
