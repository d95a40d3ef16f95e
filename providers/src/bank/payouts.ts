// Payouts over our own bank account: a payment of ours per order. The bank takes it, and what became of it is told by
// its statements, so that nobody is ever asked; giving it the same order again is safe.
import type { BankPayments, PayoutOrder, PayoutProvider, SendPayoutAnswer } from '../port.ts'

export const bankPayouts = (payments: BankPayments): PayoutProvider => ({
  name: 'bank',
  send: order => send(payments, order),
  findByAttempt: async () => ({ kind: 'not_found' }),
  findById: async () => ({ kind: 'not_found' }),
  floats: async () => ({ kind: 'known', floats: [] }),
})

const send = async (payments: BankPayments, order: PayoutOrder): Promise<SendPayoutAnswer> => {
  const { attemptId, amount, payee, description, orderedAt } = order
  const iban =
    payee.kind === 'bank_account' && payee.account.kind === 'iban' && amount.currency === 'EUR'
      ? payee.account.iban
      : undefined
  if (iban === undefined || orderedAt === undefined)
    return { kind: 'declined', code: 'invalid_request', providerCode: '' }
  const answer = await payments.send({
    fileId: attemptId,
    createdAt: orderedAt,
    executeOn: orderedAt.toISOString().slice(0, 10),
    payments: [{ attemptId, amount, creditorName: payee.name, creditorIban: iban, remittance: description }],
  })
  if (answer.kind !== 'accepted') return answer
  const { providerId } = answer
  return { kind: 'accepted', payout: { providerId, attemptId, state: 'pending', amount } }
}
