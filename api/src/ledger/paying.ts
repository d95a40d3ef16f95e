// What an operation that is paid and the pay-in that collects for it ask of each other. The area of each kind of operation
// books its own money; pay-ins know only that it does.
import type { StateOf } from '@jokko/core/lifecycles'
import type { Currency, Money } from '@jokko/core/money'
import type { Rate } from '@jokko/core/rates'
import type { Operation } from '../db/schema.ts'
import type { Change, Command, PayInWrite } from './change.ts'

/** Opens the pay-in of a payment that a company collects: what is asked, in which currency, until when. */
export type OpenPayIn = (opening: {
  method: string
  provider: string
  /** Cents that the payer pays, fees included. */
  total: bigint
  /** What mobile money collects: the payer's currency, with its rate. Others collect euros. */
  local: { currency: Currency; rate: Rate } | undefined
  /** ISO 8601. */
  now: string
}) => PayInWrite

/** Money that a company collected, as it came. */
export type Collection = {
  provider: string
  amount: Money
  /** The entry's key: this money is booked once. */
  key: string
  actor: string
  /** The company's own name for the payment. */
  reference: string
  /** ISO 8601. */
  now: string
}

/** What its money makes of an operation: the moves, their entries, and what follows in the same change. */
export type Funding = Required<Pick<Change, 'patch' | 'events' | 'entries'>> &
  Pick<Change, 'attempts' | 'jobs'>

export type EndEvent = 'pay_in_failed' | 'aborted' | 'expired'

/** What only those who own the paid operation can decide. */
export type PaidHooks = {
  /** It still waits for its money. */
  awaits(op: Operation): boolean
  fund(op: Operation, collection: Collection): Promise<Funding>
  /** What a step of the payer's changes in the operation; nothing when it shows none. */
  stepped(op: Operation, state: StateOf<'payIn'>, now: string): Pick<Change, 'patch' | 'events'>
  /** Ends an operation whose money will not come. */
  close(
    op: Operation,
    event: EndEvent | 'cancelled',
    by: { actor: string; reason?: string },
    command: Command,
    now: string,
  ): Change
}

export type PayInView = { connectUrl: string | null; reference: string; state: StateOf<'payIn'> }

/** What the owner of pay-ins does for an operation that a company collects. */
export type PayIns = {
  /** Opens the payment at its company; does nothing for the others, or when it was done. */
  start(op: Operation): Promise<void>
  /** How far it is: the page that waits for the payer, and the reference that its screens carry. */
  of(op: Operation): Promise<PayInView | undefined>
  /** Asks the company to stop; true when that ended the operation or is on its way to. */
  stop(op: Operation, by: string, command: Command): Promise<boolean>
}
