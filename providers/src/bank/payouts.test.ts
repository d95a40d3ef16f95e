// Payouts over our own account: one order is one file, and doubt stays doubt.
import { eur, money } from '@jokko/core/money'
import { describe, expect, it } from 'vitest'
import type { BankPayments, BankPaymentsAnswer, PayoutOrder } from '../port.ts'
import { bankPayouts } from './payouts.ts'

const order: PayoutOrder = {
  attemptId: 'pat_1',
  amount: eur(10_000n),
  description: 'Jokko JKAB23CD45',
  orderedAt: new Date('2026-03-02T09:00:00Z'),
  payee: {
    kind: 'bank_account',
    name: 'Awa Ndiaye',
    country: 'FR',
    bankName: 'Banque',
    account: { kind: 'iban', iban: 'FR7630006000011234567890189' },
  },
}

function payouts(answer: BankPaymentsAnswer) {
  const files: Parameters<BankPayments['send']>[0][] = []
  const provider = bankPayouts({
    async send(file) {
      files.push(file)
      return answer
    },
  })
  return { files, provider }
}

describe('a payout over our bank', () => {
  it('is one payment in a file that the attempt names, the same each time', async () => {
    const { files, provider } = payouts({ kind: 'accepted', providerId: 'MSG1' })
    expect(await provider.send(order)).toEqual({
      kind: 'accepted',
      payout: { providerId: 'MSG1', attemptId: 'pat_1', state: 'pending', amount: eur(10_000n) },
    })
    await provider.send(order)
    expect(files[0]).toEqual(files[1])
    expect(files[0]).toEqual({
      fileId: 'pat_1',
      createdAt: order.orderedAt,
      executeOn: '2026-03-02',
      payments: [
        {
          attemptId: 'pat_1',
          amount: eur(10_000n),
          creditorName: 'Awa Ndiaye',
          creditorIban: 'FR7630006000011234567890189',
          remittance: 'Jokko JKAB23CD45',
        },
      ],
    })
  })

  it.each<BankPaymentsAnswer>([
    { kind: 'unknown', reason: 'timeout', detail: '' },
    { kind: 'retryable', reason: 'unreachable' },
    { kind: 'declined', code: 'invalid_payee_account', providerCode: 'AC01' },
  ])('passes on what the bank said: $kind', async answer => {
    expect(await payouts(answer).provider.send(order)).toEqual(answer)
  })

  it.each<[string, Partial<PayoutOrder>]>([
    ['another currency than euros', { amount: money(65_596n, 'XOF') }],
    ['another payee than an account', { payee: { kind: 'wallet', name: 'A', country: 'CM', phone: '+237' } }],
    [
      'an account without an IBAN',
      {
        payee: {
          kind: 'bank_account',
          name: 'A',
          country: 'GN',
          bankName: 'B',
          account: { kind: 'local', bankCode: '1', account: '2' },
        },
      },
    ],
  ])('refuses %s before the bank is told', async (_, more) => {
    const { files, provider } = payouts({ kind: 'accepted', providerId: 'MSG1' })
    expect(await provider.send({ ...order, ...more })).toMatchObject({ kind: 'declined' })
    expect(files).toEqual([])
  })

  it('is never asked about: the statement tells, and we hold no float there', async () => {
    const { provider } = payouts({ kind: 'accepted', providerId: 'MSG1' })
    expect(await provider.findByAttempt('pat_1')).toEqual({ kind: 'not_found' })
    expect(await provider.findById('MSG1')).toEqual({ kind: 'not_found' })
    expect(await provider.floats()).toEqual({ kind: 'known', floats: [] })
  })
})
