// The merchant account: what was settled on it, and how it is emptied onto our bank account a day later, less refunds
// made meanwhile. TrueLayer keeps no costs from it.
import { decimalOf } from '../bank/amounts.ts'
import { receiveCredit } from '../bank/credits.ts'
import { day, isoTime } from '../world/clock.ts'
import { vendorId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import { type PaymentRow, type RefundRow, sourceOf } from './payment-store.ts'

export function planSweep({ agenda, clock }: World, paymentId: string) {
  agenda.plan('truelayer.sweep', paymentId, clock.now() + day)
}

export function attendSweeps(world: World) {
  const { store, clock, agenda } = world
  agenda.on('truelayer.sweep', paymentId => {
    const payments = store.all<PaymentRow>(
      `select * from truelayer_payments where status = 'settled' and sweep is null and settled_at <= ?
       order by number`,
      clock.now() - day,
    )
    if (payments.length === 0) return
    const refunds = store.all<RefundRow>(
      `select refund.* from truelayer_refunds refund join truelayer_payments payment on payment.id = payment_id
       where refund.status = 'executed' and refund.sweep is null
         and (payment.sweep is not null or payment.settled_at <= ?) order by refund.number`,
      clock.now() - day,
    )
    // When refunds take more than there is, everything waits for the payments of another day.
    if (!sweep(world, payments, refunds)) planSweep(world, paymentId)
  })
}

const totalOf = (rows: readonly { readonly amount: number }[]) =>
  rows.reduce((sum, { amount }) => sum + amount, 0)

function sweep(world: World, payments: readonly PaymentRow[], refunds: readonly RefundRow[]): boolean {
  const { store, settings, clock } = world
  const net = totalOf(payments) - totalOf(refunds)
  if (net < 0) return false
  const id = vendorId('swp', 12)
  if (net > 0)
    receiveCredit(world, {
      amount: euros(net),
      payer_name: 'TRUELAYER',
      payer_iban: settings.truelayerIban,
      reference: [
        `SWEEP ${id}`,
        ...payments.map(payment => `PAYMENT ${payment.id} ${euros(payment.amount)}`),
        ...refunds.map(refund => `REFUND ${refund.payment_id} ${euros(refund.amount)}`),
      ],
    })
  for (const payment of payments)
    store.run('update truelayer_payments set sweep = ? where id = ?', id, payment.id)
  for (const refund of refunds)
    store.run('update truelayer_refunds set sweep = ? where id = ?', id, refund.id)
  store.run('insert into truelayer_sweeps (id, amount, at) values (?, ?, ?)', id, net, clock.now())
  return true
}

export const euros = (cents: number) => decimalOf(BigInt(cents))

export function merchantAccount({ store, settings }: World) {
  const sum = (sql: string) => store.get<{ total: number }>(sql)?.total ?? 0
  const balance =
    sum(`select coalesce(sum(amount), 0) as total from truelayer_payments where status = 'settled'`) -
    sum(`select coalesce(sum(amount), 0) as total from truelayer_refunds where status = 'executed'`) -
    sum('select coalesce(sum(amount), 0) as total from truelayer_sweeps')
  return {
    id: settings.truelayerMerchantAccountId,
    currency: 'EUR',
    account_identifiers: [{ type: 'iban', iban: settings.truelayerIban }],
    available_balance_in_minor: balance,
    current_balance_in_minor: balance,
    account_holder_name: settings.bankAccountHolder,
  }
}

type SweepRow = { id: string; amount: number; at: number }

/** Everything that moved the account's balance between two moments, oldest first. */
export function merchantTransactions({ store, settings }: World, from: number, to: number) {
  const payments = store.all<PaymentRow>(
    `select * from truelayer_payments where status = 'settled' and settled_at between ? and ?`,
    from,
    to,
  )
  const refunds = store.all<RefundRow>(
    `select * from truelayer_refunds where status = 'executed' and executed_at between ? and ?`,
    from,
    to,
  )
  const sweeps = store.all<SweepRow>('select * from truelayer_sweeps where at between ? and ?', from, to)
  const items = [
    ...payments.map(payment => ({ at: payment.settled_at ?? 0, item: paymentItem(payment) })),
    ...refunds.map(refund => ({ at: refund.executed_at ?? 0, item: refundItem(refund) })),
    ...sweeps.map(row => ({ at: row.at, item: sweepItem(row, settings.bankIban) })),
  ]
  return { items: items.sort((a, b) => a.at - b.at).map(({ item }) => item) }
}

const moneyOf = ({ amount }: { amount: number }) => ({ currency: 'EUR', amount_in_minor: amount })

const paymentItem = (payment: PaymentRow) => ({
  type: 'merchant_account_payment',
  id: payment.id,
  ...moneyOf(payment),
  status: 'settled',
  settled_at: isoTime(payment.settled_at ?? 0),
  payment_source: sourceOf(payment),
  payment_id: payment.id,
})

const refundItem = (refund: RefundRow) => ({
  type: 'refund',
  id: refund.id,
  ...moneyOf(refund),
  status: 'executed',
  created_at: isoTime(refund.created_at),
  executed_at: isoTime(refund.executed_at ?? 0),
  payment_id: refund.payment_id,
})

const sweepItem = (row: SweepRow, iban: string) => ({
  type: 'payout',
  id: row.id,
  ...moneyOf(row),
  status: 'executed',
  created_at: isoTime(row.at),
  executed_at: isoTime(row.at),
  beneficiary: {
    type: 'business_account',
    reference: `SWEEP ${row.id}`,
    account_identifiers: [{ type: 'iban', iban }],
  },
  context_code: 'internal',
})
