// What a phone paid, given back to that phone: whose phone it was, what is ordered, and what each answer means.
import { money } from '@jokko/core/money'
import { describe, expect, test } from 'vitest'
import type { Json } from '../http/json.ts'
import type { FindPayoutAnswer, PayoutOrder, PayoutReport, RefundOrder, SendPayoutAnswer } from '../port.ts'
import type { Hub2Client } from './client.ts'
import { hub2Refunds } from './refunds.ts'

const order: RefundOrder = {
  refundId: 'pat_9',
  payIn: { attemptId: 'pin_1', providerId: 'pi_1' },
  amount: money(66_250n, 'XOF'),
  payerName: 'Awa Ndiaye',
}

const payment = { status: 'successful', number: '+2250501234567', country: 'CI', provider: 'mtn' }
const intent = (payments: Json[], purchaseReference = 'pin_1'): Json => ({ purchaseReference, payments })

const report = (more: Partial<PayoutReport>): PayoutReport => ({
  providerId: 'tr_1',
  attemptId: 'pat_9',
  state: 'pending',
  amount: order.amount,
  ...more,
})

function world(body: Json | undefined, answers: { sent?: SendPayoutAnswer; found?: FindPayoutAnswer } = {}) {
  const sent: PayoutOrder[] = []
  const intentOf = () =>
    Promise.resolve(body === undefined ? { kind: 'not_sent' as const } : { kind: 'ok' as const, body })
  const refunds = hub2Refunds({ intent: intentOf } as unknown as Hub2Client, {
    send(payout) {
      sent.push(payout)
      return Promise.resolve(answers.sent ?? { kind: 'accepted', payout: report({}) })
    },
    findByAttempt: () => Promise.resolve(answers.found ?? { kind: 'not_found' }),
    findById: () => Promise.resolve(answers.found ?? { kind: 'not_found' }),
  })
  return { refunds, sent }
}

describe('ordering', () => {
  test('pays the phone that paid last, under the id of our refund', async () => {
    const tries = [{ ...payment, status: 'failed', number: '+2250500000000' }, payment]
    const { refunds, sent } = world(intent(tries))
    expect(await refunds.send(order)).toEqual({
      kind: 'accepted',
      refund: { providerId: 'tr_1', state: 'pending' },
    })
    expect(sent).toEqual([
      {
        attemptId: 'pat_9',
        amount: order.amount,
        payee: {
          kind: 'mobile_money',
          name: 'Awa Ndiaye',
          phone: '+2250501234567',
          country: 'CI',
          operator: 'mtn',
        },
        description: 'Jokko',
      },
    ])
  })

  test.each([
    ['the intent could not be read', undefined, { kind: 'retryable', reason: 'unreachable' }],
    ['it is about another pay-in', intent([payment], 'pin_2'), { kind: 'unknown', reason: 'unreadable' }],
    ['nobody paid it', intent([{ ...payment, status: 'failed' }]), { kind: 'unknown' }],
    ['it names no number', intent([{ ...payment, number: '' }]), { kind: 'unknown' }],
  ])('%s: nothing is paid', async (_what, body, expected) => {
    const { refunds, sent } = world(body)
    expect(await refunds.send(order)).toMatchObject(expected)
    expect(sent).toEqual([])
  })

  test.each([
    [
      { kind: 'unknown', reason: 'timeout', detail: '' },
      { kind: 'unknown', reason: 'timeout' },
    ],
    [
      { kind: 'retryable', reason: 'float_empty' },
      { kind: 'retryable', reason: 'float_empty' },
    ],
    [
      { kind: 'retryable', reason: 'operator_down', providerId: 'tr_1' },
      { kind: 'retryable', providerId: 'tr_1' },
    ],
    [
      { kind: 'declined', code: 'wallet_ceiling', providerCode: 'payer_quota_exceeded' },
      { kind: 'declined', code: 'payer_limit', providerCode: 'payer_quota_exceeded' },
    ],
  ] as [SendPayoutAnswer, object][])('$0.kind', async (answer, expected) => {
    expect(await world(intent([payment]), { sent: answer }).refunds.send(order)).toMatchObject(expected)
  })
})

describe('asking', () => {
  test.each([
    [
      report({ state: 'paid', cost: money(663n, 'XOF') }),
      { refund: { state: 'done', cost: money(663n, 'XOF') } },
    ],
    [report({}), { refund: { state: 'pending' } }],
    [
      report({ state: 'failed', failure: { code: 'payee_account_closed', providerCode: 'locked_account' } }),
      { refund: { state: 'failed', failure: { code: 'invalid_payer', providerCode: 'locked_account' } } },
    ],
    [
      report({ state: 'failed', failure: { code: 'float_empty', providerCode: 'insufficient_funds' } }),
      { kind: 'retryable', reason: 'float_empty', providerId: 'tr_1' },
    ],
    [report({ attemptId: 'pat_1' }), { kind: 'unknown', reason: 'unreadable' }],
  ] as [PayoutReport, object][])('$0.state, $0.failure.code', async (payout, expected) => {
    const { refunds } = world(undefined, { found: { kind: 'found', payout } })
    expect(await refunds.find({ ...order, providerId: 'tr_1' })).toMatchObject(expected)
    expect(await refunds.find({ ...order, providerId: null })).toMatchObject(expected)
  })
})
