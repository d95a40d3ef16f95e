// What a payout is in the life of the operation that it pays: a transfer's and a withdrawal's own words for the same
// things, and what each writes in the ledger.
import { eur } from '@jokko/core/money'
import type { Entry } from '@jokko/core/recipes'
import {
  payoutPaid,
  release,
  send,
  undoSend,
  withdrawalOrdered,
  withdrawalUndone,
} from '@jokko/core/recipes-transfer'
import type { Operation } from '../db/schema.ts'
import type { PayingOut } from './change.ts'
import { type FigureColumns, payable, sendingOf } from './figures.ts'

/** Our own bank: it tells what became of a payment by its statements. */
export const BANK = 'bank'

type Life = {
  /** Where an attempt that nobody was told of is handed over. */
  readonly sending: string
  /** Where a provider's word moves it. */
  readonly open: readonly string[]
  readonly paid: string
  readonly paidEvent: 'paid' | 'booked'
  /** Where it stands until it may be handed over again. */
  readonly waiting: string
  readonly jobs: { readonly paid: string; readonly failed: string; readonly returned: string }
  /** How a payout that came back later is called in the history. */
  readonly returnedType: 'pay_out' | 'withdraw'
}

const lives: { readonly [kind in PayingOut]: Life } = {
  transfer: {
    sending: 'sending',
    open: ['sending', 'sent', 'unknown'],
    paid: 'paid',
    paidEvent: 'paid',
    waiting: 'waiting',
    jobs: { paid: 'tell_paid', failed: 'tell_refunded', returned: 'tell_returned' },
    returnedType: 'pay_out',
  },
  withdrawal: {
    sending: 'sent',
    open: ['sent', 'unknown'],
    paid: 'booked',
    paidEvent: 'booked',
    waiting: 'sent',
    jobs: { paid: 'tell_withdrawal', failed: 'tell_withdrawal', returned: 'tell_withdrawal_returned' },
    returnedType: 'withdraw',
  },
}

export const lifeOf = ({ kind }: Pick<Operation, 'kind'>): Life =>
  kind === 'withdrawal' ? lives.withdrawal : lives.transfer

export const isUnderWay = (op: Operation): boolean => lifeOf(op).open.includes(op.state)

export const isPaidOut = (op: Operation): boolean => lifeOf(op).paid === op.state

const isSepaWithdrawal = ({ kind, provider }: FigureColumns): boolean =>
  kind === 'withdrawal' && provider === BANK

const withdrawn = (op: FigureColumns) => ({
  customer: op.customer_id,
  amount: eur(op.principal),
  fee: eur(op.fee),
})

/** The beneficiary's amount is promised. */
export const orderedEntry = (op: FigureColumns): Entry =>
  isSepaWithdrawal(op) ? withdrawalOrdered(withdrawn(op)) : send(sendingOf(op))

/** Of our bank, the statement's line says it. */
export const paidEntry = (op: FigureColumns, provider: string): Entry =>
  payoutPaid({ provider, amount: payable(op) })

/** The promise is taken back; a withdrawal's money is on the balance again in the same move. */
export function undoneEntries(op: FigureColumns & Pick<Operation, 'total'>): Entry[] {
  if (isSepaWithdrawal(op)) return [withdrawalUndone(withdrawn(op))]
  const undone = undoSend(sendingOf(op))
  return op.kind === 'withdrawal'
    ? [undone, release({ customer: op.customer_id, amount: eur(op.total) })]
    : [undone]
}
