// Which sentences a sender and a receiver read, for each way an operation can stand.
import { describe, expect, test } from 'vitest'
import { isHeld, noticeOf, onceCancelled } from './operation-notice.ts'
import { operation } from './testing.ts'

const formats = {
  euros: (decimal: string) => `${decimal} €`,
  local: ({ amount, currency }: { amount: string; currency: string }) => `${amount} ${currency}`,
  moment: (iso: string) => iso.slice(0, 10),
}
const notice = (changes: Parameters<typeof operation>[0]) => noticeOf(operation(changes), formats)

describe('the sender', () => {
  test('is told where the money goes, with the number masked', () => {
    expect(notice({ status: 'transfer_in_progress' })).toEqual({
      tone: 'quiet',
      lines: [{ key: 'mm_infomessage', params: { phone: '+225 0707 … 0701' } }],
    })
  })

  test('reads of no time to come once the money is there', () => {
    const there = (changes: Parameters<typeof operation>[0]) =>
      notice({ status: 'transfer_completed', ...changes }).lines
    expect(there({ payout_kind: 'mfi', account_number: 'PAM-108647' })).toMatchObject([{ key: 'mfi_paid' }])
    expect(there({ payout_kind: 'delivery' })).toEqual([{ key: 'delivery_paid' }])
    expect(there({ payout_kind: 'wallet' })).toMatchObject([
      { key: 'wallet_paid', params: { account: '+225 0707 … 0701' } },
    ])
  })

  test('whose transfer was never sent is not told that somebody did not receive it, nor of fees that were not paid', () => {
    const refunded = { amount: '100.00', to: 'source', done: true } as const
    expect(notice({ status: 'transfer_failed', failure: null, refunded }).lines[0]).toEqual({
      key: 'given_back_unsent',
    })
  })

  test('of money that could not be used reads that it goes back, not that it is in the account', () => {
    const late = { code: 'late', message: 'It goes back.' }
    const refunded = { amount: '61.80', to: 'source', done: true } as const
    const back = { operation_type: 'deposit', status: 'payment_completed', failure: late, refunded } as const
    expect(notice(back)).toEqual({
      tone: 'quiet',
      lines: [{ text: 'It goes back.' }, { key: 'refunded_to_source', params: { amount: '61.80 €' } }],
    })
  })

  test('reads what must arrive at least, until the rate of the arrival is known', () => {
    const least = { amount: '932000', currency: 'GNF' } as const
    expect(notice({ status: 'payment_requested', badge: 'started', receives_at_least: least })).toEqual({
      tone: 'quiet',
      lines: [{ key: 'priced_on_arrival', params: { least: '932000 GNF' } }],
    })
  })

  test('reads how many rows of a bulk are being checked, and that nothing is to be done', () => {
    const held = { operation_type: 'bulk_transfer', status: 'transfer_in_progress', rows_held: 2 } as const
    expect(notice(held)).toEqual({
      tone: 'waiting',
      lines: [{ key: 'bulk_rows_held', params: { count: '2' } }],
    })
  })

  test('reads until when to decide, and that the money is on the balance', () => {
    const waits = notice({
      status: 'pending',
      badge: 'progress',
      waits_on_balance: 'rate_moved',
      allowed_actions: ['send_at_todays_rate', 'cancel'],
      fund_by: '2027-01-02T10:00:00.000Z',
      refunded: { amount: '102.18', to: 'balance', done: true },
    })
    expect(waits).toEqual({
      tone: 'waiting',
      lines: [
        { key: 'waits_on_balance', params: { date: '2027-01-02' } },
        { key: 'refunded_to_balance', params: { amount: '102.18 €' } },
      ],
    })
  })

  test('reads that the balance does not suffice any more, when the money was used', () => {
    const spent = notice({
      status: 'pending',
      badge: 'progress',
      waits_on_balance: 'rate_moved',
      fund_by: '2027-01-02T10:00:00.000Z',
      refunded: { amount: '102.18', to: 'balance', done: true },
      allowed_actions: ['cancel'],
    })
    expect(spent.lines).toEqual([{ key: 'waits_on_spent_balance', params: { date: '2027-01-02' } }])
  })

  test('of a bulk payment reads of no single number', () => {
    const bulk = {
      operation_type: 'bulk_transfer',
      status: 'transfer_in_progress',
      phone_number: null,
    } as const
    const receiver = { full_name: '8', full_phone_number: null, country: 'CI' }
    expect(notice({ ...bulk, receiver }).lines).toEqual([])
  })

  test('of a failed transfer reads why, and where the money is', () => {
    const failed = notice({
      status: 'transfer_failed',
      failure: { code: 'payee_account_closed', message: 'The account is closed.' },
      refunded: { amount: '252.75', to: 'balance', done: true },
    })
    expect(failed.tone).toBe('failed')
    expect(failed.lines).toEqual([
      { key: 'transfer_failed_sender_message' },
      { text: 'The account is closed.' },
      { key: 'refunded_to_balance', params: { amount: '252.75 €' } },
    ])
  })

  test('reads that a refund to the bank is still under way', () => {
    const { lines } = notice({ aborted: true, refunded: { amount: '251.50', to: 'source', done: false } })
    expect(lines).toContainEqual({ key: 'refunding_to_source', params: { amount: '251.50 €' } })
  })

  test('of a short bank transfer reads what came, what is missing and until when', () => {
    const short = notice({
      status: 'pending',
      received_so_far: '251.75',
      missing: '1.00',
      fund_by: '2026-12-04T16:00:00.000Z',
    })
    expect(short).toEqual({
      tone: 'waiting',
      lines: [
        {
          key: 'funds_short',
          params: { received: '251.75 €', total: '252.75 €', missing: '1.00 €', date: '2026-12-04' },
        },
      ],
    })
  })

  test('is told when nobody knows the outcome, not that money is being paid', () => {
    const unknown = notice({ status: 'transfer_in_progress', outcome_unknown: true })
    expect(unknown).toEqual({ tone: 'waiting', lines: [{ key: 'outcome_unknown' }] })
  })

  test('of money that came back after it was paid does not read that it is paid', () => {
    const route = [
      { key: 'payout', state: 'failed', name: null, at: null, note: 'payout_returned', params: {} },
    ] as const
    for (const status of ['transfer_completed', 'withdraw_completed'] as const)
      expect(notice({ status, route: [...route] })).toEqual({
        tone: 'failed',
        lines: [{ key: 'returned_after_paid' }],
      })
  })

  test('of an unfinished payment reads that nothing was sent', () => {
    expect(notice({ status: 'payment_failed', aborted: true }).lines).toEqual([
      { key: 'aborted_sender_infomessage' },
    ])
    expect(notice({ status: 'payment_failed' }).lines).toEqual([{ key: 'payment_failed_sender_message' }])
  })
})

describe('the receiver', () => {
  const received = { logged_in_transactor: 'receiver', operation_direction: 'Receiving' } as const

  test('reads that the money is in the account', () => {
    expect(notice({ ...received, payout_kind: 'balance' }).lines).toEqual([{ key: 'funds_in_jokko_account' }])
  })

  test('of an abandoned payment is told so', () => {
    expect(notice({ ...received, aborted: true }).lines).toEqual([{ key: 'aborted_receiver_infomessage' }])
  })

  test('is never asked for the sender’s documents', () => {
    expect(isHeld(operation({ ...received, status: 'suspicious' }))).toBe(false)
    expect(isHeld(operation({ status: 'suspicious' }))).toBe(true)
  })
})

describe('who cancels reads where the money is then', () => {
  const said = { message_en: '', message_fr: '', message_es: '' }
  const here = [{ status: 'payment_completed', state: 'done', datetime: null, ...said }] as const
  test.each([
    ['on_its_way', { payment_type: 'bank_transfer', statuses: [] }],
    ['comes_back', { payment_type: 'bank_transfer', statuses: [...here] }],
    ['comes_back', { payment_type: 'direct_debit', statuses: [...here] }],
    [
      'stays_on_balance',
      { payment_type: 'direct_debit', statuses: [...here], waits_on_balance: 'rate_moved' },
    ],
    [undefined, { payment_type: 'card', statuses: [] }],
    [undefined, { statuses: [...here], status: 'transfer_in_progress' }],
  ] as const)('%s', (sentence, changes) => {
    const statuses = [...changes.statuses]
    expect(onceCancelled(operation({ status: 'payment_requested', ...changes, statuses }))).toBe(sentence)
  })
})
