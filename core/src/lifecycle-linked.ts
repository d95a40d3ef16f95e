// The lives of what stands beside a transfer, a deposit or a withdrawal: a request for money before it, and what
// the world reverses after its end (refunds, returned payouts, disputes). How to read a table: lifecycle-tables.ts.
import { givenBack, lifecycle } from './lifecycle-shape.ts'

export const request = lifecycle({
  open: {
    means: 'Somebody asked for money; nobody has agreed to pay yet.',
    on: {
      accepted: { to: 'accepted' },
      declined: { to: 'declined' },
      expired: { to: 'expired' },
      cancelled: { to: 'cancelled' },
    },
  },
  accepted: {
    means: 'The payer is paying. It cannot expire now, since the money may be on its way.',
    on: { paid: { to: 'paid' }, pay_in_failed: { to: 'open' } },
  },
  paid: { means: 'The transfer that pays it has its money.', on: {} },
  declined: { means: 'The payer said no.', on: {} },
  expired: { means: 'Nobody paid in time.', on: {} },
  cancelled: { means: 'Who asked took it back.', on: {} },
})

export const refund = lifecycle({
  asked: {
    means: 'Money that has to go back to its source; it left the reserve when this was created.',
    on: {
      accepted: { to: 'sent' },
      done: { to: 'done', recipes: ['refundDone', 'refundBooked'] },
      rejected: { to: 'waiting' },
      outcome_unknown: { to: 'unknown' },
    },
  },
  sent: {
    means: 'The provider or our bank has the order.',
    on: {
      done: { to: 'done', recipes: ['refundDone', 'refundBooked'] },
      rejected: { to: 'waiting' },
      outcome_unknown: { to: 'unknown' },
    },
  },
  unknown: {
    means: 'The provider did not say what happened. We ask; we never send a second time.',
    on: {
      found_sent: { to: 'sent' },
      done: { to: 'done', recipes: ['refundDone', 'refundBooked'] },
      rejected: { to: 'waiting' },
    },
  },
  waiting: {
    means: 'The source did not take it. It goes to the balance, or an operator tries again.',
    on: {
      tried_again: { to: 'asked', recipes: ['refundFailed'] },
      credited: { to: 'credited', recipes: ['refundFailed', 'mobileMoneyRefundFailed'] },
    },
  },
  done: { means: 'The payer has the money back.', on: {} },
  credited: { means: 'The money is on the customer’s balance instead.', on: {} },
})

export const returned = lifecycle({
  reported: {
    means: 'A provider says that a payment which had arrived came back.',
    on: {
      confirmed: {
        to: 'confirmed',
        recipes: ['payoutReturned', 'undoSend', 'withdrawalReturned', 'withdrawalUndone', 'refundReturned'],
      },
    },
  },
  confirmed: {
    means: 'The money is with us again, and set aside for the sender.',
    on: {
      given_back: { to: 'given_back', recipes: [...givenBack, 'refundFailed', 'mobileMoneyRefundFailed'] },
    },
  },
  given_back: { means: 'The sender has it, or it is a refund under way.', on: {} },
})

/** What was kept from the card while it was disputed goes back to it. */
const wonRecipes = ['disputeWon', 'reserve', 'refundAsked'] as const

export const dispute = lifecycle({
  opened: {
    means: 'A payer’s bank took money back; what the balance did not hold is owed to us.',
    on: {
      recovered: { to: 'opened', recipes: ['receivableRecovered'] },
      contested: { to: 'contested' },
      won: { to: 'won', recipes: wonRecipes },
      lost: { to: 'lost' },
    },
  },
  contested: {
    means: 'We sent our proof and wait for the decision.',
    on: {
      recovered: { to: 'contested', recipes: ['receivableRecovered'] },
      won: { to: 'won', recipes: wonRecipes },
      lost: { to: 'lost' },
    },
  },
  lost: {
    means: 'Decided against us; the customer still owes what was not recovered.',
    on: {
      recovered: { to: 'lost', recipes: ['receivableRecovered'] },
      settled: { to: 'settled', recipes: ['receivableRecovered'] },
      written_off: { to: 'written_off', recipes: ['receivableWrittenOff'] },
    },
  },
  won: { means: 'Decided for us; what was taken from the customer was given back.', on: {} },
  settled: { means: 'The customer owes nothing any more.', on: {} },
  written_off: { means: 'We gave up what was owed.', on: {} },
})
