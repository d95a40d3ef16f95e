// The lives of everything that moves money, as tables. Read a table from top to bottom: each state says what it
// means, then which events are possible in it, where each one leads, and what it may write in the ledger.
// What is not in a table is not possible. A state without events is an end.
//
//   recipes: what the move may post. One of them, or none, as the facts decide; two where a reversal has two steps.
import { dispute, refund, request, returned } from './lifecycle-linked.ts'
import { givenBack, lifecycle } from './lifecycle-shape.ts'

/** How money for an operation can arrive in its reserve. */
const arrivals = [
  'reserve',
  'creditMatched',
  'creditOver',
  'creditWithinTolerance',
  'suspenseReserved',
  'payInCollected',
  'mobileMoneyCollected',
] as const

const payIn = lifecycle({
  started: {
    means: 'The payer chose a method. The operation that is paid writes the ledger, not the pay-in.',
    on: {
      instructed: { to: 'requested' },
      action_needed: { to: 'action_required' },
      processing_started: { to: 'processing' },
      collected: { to: 'collected' },
      failed: { to: 'failed' },
      aborted: { to: 'aborted' },
      expired: { to: 'expired' },
      cancel_asked: { to: 'cancelling' },
    },
  },
  requested: {
    means: 'The payer has what is needed to pay: bank details, a page, a prompt.',
    on: {
      action_needed: { to: 'action_required' },
      processing_started: { to: 'processing' },
      collected: { to: 'collected' },
      failed: { to: 'failed' },
      aborted: { to: 'aborted' },
      expired: { to: 'expired' },
      cancel_asked: { to: 'cancelling' },
    },
  },
  action_required: {
    means: 'The provider waits for the payer: a code, an approval on the phone.',
    on: {
      processing_started: { to: 'processing' },
      collected: { to: 'collected' },
      failed: { to: 'failed' },
      aborted: { to: 'aborted' },
      expired: { to: 'expired' },
      cancel_asked: { to: 'cancelling' },
    },
  },
  processing: {
    means: 'The provider works on the payment.',
    on: {
      action_needed: { to: 'action_required' },
      collected: { to: 'collected' },
      failed: { to: 'failed' },
      aborted: { to: 'aborted' },
      expired: { to: 'expired' },
      cancel_asked: { to: 'cancelling' },
    },
  },
  cancelling: {
    means: 'The payer cancelled; the provider has yet to say whether the money was already taken.',
    on: {
      collected: { to: 'collected' },
      aborted: { to: 'aborted' },
      failed: { to: 'aborted' },
      expired: { to: 'aborted' },
    },
  },
  collected: { means: 'The money is there.', on: {} },
  failed: { means: 'The provider could not take the money.', on: {} },
  aborted: { means: 'The payer gave up.', on: {} },
  expired: { means: 'The time to pay has passed.', on: {} },
})

const transfer = lifecycle({
  funding: {
    means: 'Waits for the sender’s money.',
    on: {
      funds_short: { to: 'short', recipes: ['creditMatched', 'suspenseReserved'] },
      funds_complete: { to: 'screening', recipes: arrivals },
      pay_in_failed: { to: 'failed' },
      aborted: { to: 'aborted' },
      expired: { to: 'expired' },
      cancelled: { to: 'cancelled' },
    },
  },
  short: {
    means: 'Part of the money came. The sender can pay the rest, send less, or have it back.',
    on: {
      funds_short: { to: 'short', recipes: ['creditMatched', 'suspenseReserved', 'reserve'] },
      funds_complete: { to: 'screening', recipes: [...arrivals, 'release'] },
      cancelled: { to: 'refunding', recipes: givenBack },
      expired: { to: 'expired', recipes: givenBack },
    },
  },
  screening: {
    means: 'The money is here and set aside; lists and rules are checked.',
    on: {
      screening_passed: { to: 'sending', recipes: ['send'] },
      credited: { to: 'paid', recipes: ['transferToBalance'] },
      screening_held: { to: 'held' },
      screening_frozen: { to: 'frozen' },
      rate_wanted: { to: 'pricing' },
      cancelled: { to: 'cancelled', recipes: givenBack },
    },
  },
  pricing: {
    means: 'The money took days and the rate floats: what arrives is computed at the rate of now.',
    on: {
      priced: { to: 'screening', recipes: ['release'] },
      put_on_balance: { to: 'on_balance', recipes: ['release'] },
      screening_frozen: { to: 'frozen' },
      refused: { to: 'refunding', recipes: givenBack },
      cancelled: { to: 'cancelled', recipes: givenBack },
    },
  },
  on_balance: {
    means:
      'It would bring less than the sender accepts: the money is free until they send it at the rate of the day.',
    on: {
      sent_anew: { to: 'screening', recipes: ['reserve'] },
      expired: { to: 'expired' },
      cancelled: { to: 'cancelled' },
    },
  },
  held: {
    means: 'A person has to look at it before it goes on.',
    on: {
      released: { to: 'sending', recipes: ['send'] },
      credited: { to: 'paid', recipes: ['transferToBalance'] },
      refused: { to: 'refunding', recipes: givenBack },
      screening_frozen: { to: 'frozen' },
    },
  },
  frozen: { means: 'A sanctions list forbids any move: the money stays where it is.', on: {} },
  sending: {
    means: 'The beneficiary’s amount is promised and being handed to the provider.',
    on: {
      accepted: { to: 'sent' },
      paid: { to: 'paid', recipes: ['payoutPaid'] },
      declined: { to: 'returned', recipes: ['undoSend'] },
      operator_down: { to: 'waiting' },
      outcome_unknown: { to: 'unknown' },
    },
  },
  waiting: {
    means: 'The operator is down or our money there is short, and nothing was paid; it goes on by itself.',
    on: {
      resumed: { to: 'sending' },
      screening_held: { to: 'held', recipes: ['undoSend'] },
      given_up: { to: 'returned', recipes: ['undoSend'] },
    },
  },
  sent: {
    means: 'The provider has the order.',
    on: {
      paid: { to: 'paid', recipes: ['payoutPaid'] },
      declined: { to: 'returned', recipes: ['undoSend'] },
      operator_down: { to: 'waiting' },
      outcome_unknown: { to: 'unknown' },
    },
  },
  unknown: {
    means: 'The provider did not say what happened. We ask; we never send a second time.',
    on: {
      found_sent: { to: 'sent' },
      paid: { to: 'paid', recipes: ['payoutPaid'] },
      declined: { to: 'returned', recipes: ['undoSend'] },
      operator_down: { to: 'waiting' },
    },
  },
  returned: {
    means: 'The beneficiary did not get it; the sender’s money is set aside again, fee included.',
    on: { refund_started: { to: 'refunding', recipes: givenBack } },
  },
  refunding: {
    means: 'The money is on its way back to the sender.',
    on: {
      tried_again: { to: 'refunding', recipes: ['refundFailed'] },
      refund_done: {
        to: 'refunded',
        recipes: ['release', 'refundDone', 'refundBooked', 'refundFailed', 'mobileMoneyRefundFailed'],
      },
    },
  },
  paid: { means: 'The beneficiary has the money.', on: {} },
  refunded: { means: 'The sender has the money back, on the balance or where it came from.', on: {} },
  failed: { means: 'The sender’s payment failed; nothing was taken.', on: {} },
  aborted: { means: 'The sender gave up while paying; nothing was taken.', on: {} },
  expired: { means: 'The sender’s money did not come in time; what had come went back.', on: {} },
  cancelled: { means: 'The sender cancelled before anything was sent.', on: {} },
})

const withdrawal = lifecycle({
  created: {
    means: 'Amount and fee are set aside; a code has to confirm it.',
    on: {
      code_verified: { to: 'verified' },
      expired: { to: 'expired', recipes: ['release'] },
      cancelled: { to: 'cancelled', recipes: ['release'] },
    },
  },
  verified: {
    means: 'The customer confirmed it.',
    on: {
      screening_started: { to: 'screening' },
      cancelled: { to: 'cancelled', recipes: ['release'] },
    },
  },
  screening: {
    means: 'Lists and rules are checked; a held one stays here until a person has decided.',
    on: {
      screening_passed: { to: 'sent', recipes: ['withdrawalOrdered', 'send'] },
      refused: { to: 'failed', recipes: ['release'] },
    },
  },
  sent: {
    means: 'It is being paid: with our bank or the provider, or about to be handed over again.',
    on: {
      accepted: { to: 'sent' },
      operator_down: { to: 'sent' },
      resumed: { to: 'sent' },
      booked: { to: 'booked', recipes: ['withdrawalBooked', 'payoutPaid'] },
      declined: { to: 'failed', recipes: ['withdrawalUndone', 'undoSend', 'release'] },
      returned: { to: 'returned', recipes: ['withdrawalUndone', 'undoSend', 'release'] },
      outcome_unknown: { to: 'unknown' },
    },
  },
  unknown: {
    means: 'The provider did not say what happened. We ask; we never send a second time.',
    on: {
      found_sent: { to: 'sent' },
      booked: { to: 'booked', recipes: ['withdrawalBooked', 'payoutPaid'] },
      declined: { to: 'failed', recipes: ['withdrawalUndone', 'undoSend', 'release'] },
      operator_down: { to: 'sent' },
    },
  },
  booked: { means: 'The customer has the money on the own account.', on: {} },
  failed: { means: 'It was refused; amount and fee are on the balance again.', on: {} },
  returned: { means: 'The other bank sent it back; amount and fee are on the balance again.', on: {} },
  expired: { means: 'The code was not entered in time; the money is free again.', on: {} },
  cancelled: { means: 'The customer cancelled it; the money is free again.', on: {} },
})

/** A credit after the end of its operation is a deposit too, born and completed in one change. */
const depositRecipes = [
  'depositByBank',
  'depositCollected',
  'mobileMoneyDeposit',
  'creditPaidTwice',
  'creditAfterClosing',
  'suspenseMatched',
  'creditOver',
] as const

const deposit = lifecycle({
  requested: {
    means: 'Waits for the customer’s money.',
    on: {
      processing_started: { to: 'processing' },
      completed: { to: 'completed', recipes: depositRecipes },
      failed: { to: 'failed' },
      aborted: { to: 'aborted' },
      expired: { to: 'aborted' },
      cancelled: { to: 'aborted' },
    },
  },
  processing: {
    means: 'The provider works on the payment.',
    on: {
      completed: { to: 'completed', recipes: depositRecipes },
      failed: { to: 'failed' },
      aborted: { to: 'aborted' },
      expired: { to: 'aborted' },
    },
  },
  completed: { means: 'The money is on the balance.', on: {} },
  failed: { means: 'The payment failed; nothing was taken.', on: {} },
  aborted: { means: 'The customer gave up or let the time pass; nothing was taken.', on: {} },
})

const bulk = lifecycle({
  draft: { means: 'Rows are being entered.', on: { checked: { to: 'checked' } } },
  checked: {
    means: 'Every row can be paid.',
    on: { edited: { to: 'draft' }, pay_started: { to: 'paying' } },
  },
  paying: {
    means: 'Waits for the money of all rows; what comes in part is held until the rest comes.',
    on: {
      funds_short: { to: 'paying', recipes: ['creditMatched', 'suspenseReserved'] },
      funds_complete: { to: 'running', recipes: arrivals },
      pay_in_failed: { to: 'failed' },
      aborted: { to: 'expired', recipes: givenBack },
      expired: { to: 'expired', recipes: givenBack },
      cancelled: { to: 'expired', recipes: givenBack },
    },
  },
  running: {
    means: 'Each row has a transfer’s life of its own; cancelled, the rows that have not left come back.',
    on: { cancelled: { to: 'running' }, done: { to: 'done' } },
  },
  done: { means: 'Every row has come to its end.', on: {} },
  failed: { means: 'The payment failed; nothing was taken.', on: {} },
  expired: { means: 'It was not paid in time or was given up; what had come went back.', on: {} },
})

export const tables = {
  payIn,
  transfer,
  withdrawal,
  deposit,
  bulk,
  request,
  refund,
  return: returned,
  dispute,
} as const
