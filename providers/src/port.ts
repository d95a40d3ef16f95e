// What Jokko asks of outside companies: one small interface per job, in our own words. The answer to an
// order is always one of four. `accepted`: they have it. `declined`: they refused it for good.
// `retryable`: they certainly did not do it, and may do it later. `unknown`: nobody can say, so ask by our
// own reference before anything else; an order whose answer is unknown is never given a second reference.
// Money that comes in by bank transfer arrives as bank lines; companies that collect it for us are pay-in providers.
import type { Money } from '@jokko/core/money'
import type { Rate } from '@jokko/core/rates'
import type { Failure, MessageFailureCode, PayInFailure, PayoutFailure, RetryReason } from './failures.ts'

export type AppEnvironment = 'development' | 'test' | 'production'

/** Why an answer is missing: `timeout` and `connection_lost` after sending, `unreadable` when it made no sense. */
export type UnknownReason =
  | 'timeout'
  | 'connection_lost'
  | 'unreadable'
  | 'provider_error'
  | 'duplicate_reference'

export type Retryable = {
  readonly kind: 'retryable'
  readonly reason: RetryReason
  readonly providerCode?: string
  readonly retryAfterSeconds?: number
}
export type Unknown = { readonly kind: 'unknown'; readonly reason: UnknownReason; readonly detail: string }

// ── Payouts ─────────────────────────────────────────────────────────────────────────────────────────────

export type BankAccountNumber =
  | { readonly kind: 'iban'; readonly iban: string }
  | { readonly kind: 'local'; readonly bankCode: string; readonly account: string }

export type Payee =
  | {
      readonly kind: 'mobile_money'
      readonly name: string
      readonly country: string
      /** E.164, with the plus sign. */
      readonly phone: string
      /** A code of the operators table, for instance `orange_ci`. */
      readonly operator: string
    }
  | {
      readonly kind: 'bank_account'
      readonly name: string
      readonly country: string
      readonly bankName: string
      readonly account: BankAccountNumber
    }
  | {
      readonly kind: 'microfinance'
      readonly name: string
      readonly country: string
      readonly institutionId: string
      readonly institutionName: string
      /** The member's or owner's id at the institution. */
      readonly accountNumber: string
    }
  | {
      readonly kind: 'wallet'
      readonly name: string
      readonly country: string
      /** E.164, with the plus sign: the wallet's number. */
      readonly phone: string
    }
  | {
      /** Cash brought to a person, who is called at this number. */
      readonly kind: 'delivery'
      readonly name: string
      readonly country: string
      readonly phone: string
      readonly address?: string
    }

export type PayoutOrder = {
  /** The id of our attempt. The provider knows the payout by it, and refuses to do it twice. */
  readonly attemptId: string
  readonly amount: Money
  readonly payee: Payee
  readonly description: string
  /** When it was decided, each time that the order is given. Our bank dates its files by it, and needs it. */
  readonly orderedAt?: Date
  readonly sender?: { readonly name: string; readonly country: string }
}

/** `failed` after `paid` is a payout that came back: companies have no other word for it. */
export type PayoutState = 'pending' | 'paid' | 'failed'

export type PayoutReport = {
  readonly providerId: string
  readonly attemptId: string
  readonly state: PayoutState
  readonly amount: Money
  /** What the provider charges us, in the currency it charges; absent while it does not say. */
  readonly cost?: Money
  /** Present when `failed`. */
  readonly failure?: PayoutFailure
}

export type SendPayoutAnswer =
  | { readonly kind: 'accepted'; readonly payout: PayoutReport }
  | ({ readonly kind: 'declined'; readonly providerId?: string } & PayoutFailure)
  | (Retryable & { readonly providerId?: string })
  | Unknown

export type FindPayoutAnswer =
  | { readonly kind: 'found'; readonly payout: PayoutReport }
  | { readonly kind: 'not_found' }
  | Unknown

export type ProviderFloat = { readonly available: Money; readonly reserved: Money }
export type FloatsAnswer = { readonly kind: 'known'; readonly floats: readonly ProviderFloat[] } | Unknown

export type PayoutProvider = {
  /** The name that its ledger accounts carry, for instance `hub2`. */
  readonly name: string
  send(order: PayoutOrder): Promise<SendPayoutAnswer>
  findByAttempt(attemptId: string): Promise<FindPayoutAnswer>
  findById(providerId: string): Promise<FindPayoutAnswer>
  floats(): Promise<FloatsAnswer>
}

// ── Pay-ins ─────────────────────────────────────────────────────────────────────────────────────────────

/**
 * `ordered`: the payer's bank took the order, and it is money only once our own bank books it. `collected`: the
 * provider has the money for us. `aborted`: the payer gave up. Only `collected` ever moves money here.
 */
export type PayInState =
  | 'pending'
  | 'action_required'
  | 'ordered'
  | 'collected'
  | 'failed'
  | 'aborted'
  | 'expired'

/** What the payer has to do now. A message is the provider's own sentence, empty when it gives none. */
export type PayInAction =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'otp'; readonly message: string }
  | { readonly kind: 'ussd'; readonly message: string }

/** An attempt to collect, by both names. `handle` is what the provider gave us for later calls; it is never shown. */
export type PayInReference = {
  readonly attemptId: string
  readonly providerId: string
  readonly handle?: Readonly<Record<string, string>>
}

export type PayInReport = PayInReference & {
  readonly state: PayInState
  /** What was asked for, and what was collected when `collected`. */
  readonly amount: Money
  /** What the provider keeps for itself, in the currency it charges; absent while it does not say. */
  readonly cost?: Money
  readonly action?: PayInAction
  /** Present when `failed`, and when an attempt failed of which another may follow. */
  readonly failure?: PayInFailure
  /** The account that was charged, as far as the provider tells. */
  readonly source?: { readonly holderName?: string; readonly iban?: string }
}

export type PayInOrder = {
  /** The id of our attempt. The provider knows the payment by it. */
  readonly attemptId: string
  readonly amount: Money
  readonly payer: {
    /** The customer's id: never a name or a number. */
    readonly reference: string
    readonly firstName: string
    readonly lastName: string
    readonly companyName?: string
    readonly email: string
    /** E.164, with the plus sign. */
    readonly phone?: string
    readonly country: string
  }
  readonly description: string
  /** Where the payer's browser comes back to, whatever the outcome. Coming back proves nothing. */
  readonly returnUrl: string
  /** Where a provider that signs nothing tells us to look again. */
  readonly notificationUrl: string
  readonly language: 'fr' | 'en' | 'es'
  readonly expiresAt: Date
}

export type PayInAnswer =
  | { readonly kind: 'accepted'; readonly payIn: PayInReport }
  | ({ readonly kind: 'declined' } & PayInFailure)
  | Retryable
  | Unknown

export type FindPayInAnswer =
  | { readonly kind: 'found'; readonly payIn: PayInReport }
  | { readonly kind: 'not_found' }
  | Unknown

/** `too_late`: it can no longer be stopped, and may still be collected. */
export type CancelPayInAnswer = { readonly kind: 'cancelled' } | { readonly kind: 'too_late' } | Unknown

export type RefundOrder = {
  /** The id of our refund. The provider knows it by this, or we never give the same order twice ourselves. */
  readonly refundId: string
  readonly payIn: PayInReference
  readonly amount: Money
  /** Who paid, where the company asks to whom it pays. */
  readonly payerName: string
}

export type RefundReport = {
  readonly providerId: string
  readonly state: 'pending' | 'done' | 'failed'
  readonly failure?: PayInFailure
  /** What the provider charges us for giving it back, where it does. */
  readonly cost?: Money
}

/** The company recorded the order and did not carry it out, for a reason that says nothing about the payer. */
export type RefundToRepeat = Retryable & { readonly providerId: string }

export type RefundAnswer =
  | { readonly kind: 'accepted'; readonly refund: RefundReport }
  | ({ readonly kind: 'declined' } & PayInFailure)
  | Retryable
  | RefundToRepeat
  | Unknown

export type FindRefundAnswer =
  | { readonly kind: 'found'; readonly refund: RefundReport }
  | { readonly kind: 'not_found' }
  | RefundToRepeat
  | Unknown

/** What the payer's bank did to a payment that was collected: took it back, or gave it back to us after all. */
export type DisputeReport = {
  readonly providerId: string
  readonly kind: 'taken_back' | 'given_back'
  readonly amount: Money
}

export type DisputesAnswer = { readonly kind: 'known'; readonly disputes: readonly DisputeReport[] } | Unknown

export type PayInProvider = {
  /** The name that its ledger accounts carry, for instance `monext`. */
  readonly name: string
  start(order: PayInOrder): Promise<PayInAnswer>
  find(payIn: PayInReference): Promise<FindPayInAnswer>
  cancel(payIn: PayInReference): Promise<CancelPayInAnswer>
  /** What it holds of ours; absent where it does not say. */
  readonly holdings?: () => Promise<FloatsAnswer>
  /** Absent where what was collected stays collected. */
  readonly disputes?: (payIn: PayInReference) => Promise<DisputesAnswer>
  /** Absent where the company gives nothing back: the refund is then a payment of our own. */
  readonly refunds?: {
    /** What has to be given back is still there, or it is paid like any payout, from the float. */
    readonly paidFrom: 'collection' | 'float'
    send(order: RefundOrder): Promise<RefundAnswer>
    find(refund: RefundOrder & { readonly providerId: string | null }): Promise<FindRefundAnswer>
  }
}

export type MobileMoneyPayer = {
  readonly country: string
  /** A code of the operators table, for instance `orange_ci`. */
  readonly operator: string
  /** E.164, with the plus sign. */
  readonly phone: string
  /** The code that the payer made on the phone beforehand, where the operator works that way. */
  readonly otp?: string
  readonly returnUrl: string
}

/** A pay-in whose payer is charged on a phone: `start` opens it, `charge` asks the phone, `confirm` gives its code. */
export type MobileMoneyCollector = PayInProvider & {
  charge(payIn: PayInReference, payer: MobileMoneyPayer): Promise<PayInAnswer>
  confirm(payIn: PayInReference, code: string): Promise<PayInAnswer>
}

/** Asks the payer's bank, with the payer's consent, in whose name the account is. */
export type AccountHolderCheck = {
  /** The page on which the payer chooses the bank and consents; it comes back with a `code` or an `error`. */
  consentUrl(request: { readonly state: string; readonly redirectUri: string }): string
  check(request: { readonly code: string; readonly redirectUri: string; readonly name: string }): Promise<
    | { readonly kind: 'holder' }
    | { readonly kind: 'not_holder' }
    /** The bank does not say. */
    | { readonly kind: 'not_possible' }
    /** The code was used before, has expired or was never ours. */
    | { readonly kind: 'code_refused' }
    | Unavailable
  >
}

// ── Bank ────────────────────────────────────────────────────────────────────────────────────────────────

/** `INFO` is whatever is neither booked nor expected to be. Only `BOOK` is money. */
export type BankLineStatus = 'BOOK' | 'PDNG' | 'INFO'

/**
 * `return`: a payment of ours that came back. `reversed_credit`: the bank takes a credit back.
 * `settlement`: a company that works for us pays what it collected; it belongs to no customer.
 */
export type BankLineKind = 'credit' | 'debit' | 'return' | 'reversed_credit' | 'settlement'

export type BankLine = {
  /** What this line is known by, for ever: the same line in another file has the same key. */
  readonly key: string
  /** Digest of what the line says. The same key with another digest is for a person to look at. */
  readonly digest: string
  readonly iban: string
  /** The bank's reference of the entry; empty when it gives none. */
  readonly bankReference: string
  /** Position inside a batch entry, from 1; 0 for an entry that could not be split into its payments. */
  readonly transactionNumber: number
  /** 1, or 2, 3… for lines that cannot be told apart otherwise. */
  readonly occurrence: number
  readonly status: BankLineStatus
  readonly direction: 'credit' | 'debit'
  readonly kind: BankLineKind
  readonly reversal: boolean
  /**
   * Whether this line may move money now. Not while it is not booked; nor from a notification when it has no
   * reference of the bank or is a reversal: then the day's statement, with its closing balance, decides.
   */
  readonly bookable: boolean
  /** Always positive; `direction` says the sign. */
  readonly amount: Money
  /** `YYYY-MM-DD`. */
  readonly bookingDate: string
  readonly valueDate: string
  /** Unstructured lines as the bank gave them, in order. */
  readonly remittance: readonly string[]
  /** Creditor reference (ISO 11649 or other) of the structured part; empty when there is none. */
  readonly structuredReference: string
  /** Empty when the bank says NOTPROVIDED. */
  readonly endToEndId: string
  readonly counterparty: { readonly name: string; readonly iban: string; readonly bic: string }
  /** ISO reason code of a return, for instance AC04; empty otherwise. */
  readonly returnReason: string
  /** Which company settles, for `settlement`. */
  readonly settledBy?: string
}

export type BankStatement = {
  readonly id: string
  /** A `notification` (camt.054) announces lines during the day, a `statement` (camt.053) closes it. */
  readonly kind: 'statement' | 'notification'
  readonly iban: string
  readonly createdAt: string
  readonly lines: readonly BankLine[]
  readonly opening?: Money
  readonly closing?: Money
  /** Whether opening + booked lines = closing. The closing balance is the judge of everything else. */
  readonly check: 'balanced' | 'unbalanced' | 'not_stated'
  /** Entries that could not be read as ours, each with its reason: a person must look at them. */
  readonly problems: readonly BankLineProblem[]
}

export type BankLineProblem = {
  readonly bankReference: string
  readonly reason: 'unsupported_currency' | 'unreadable_amount' | 'unreadable_direction' | 'unreadable_date'
  readonly found: string
}

export type StatementFile = { readonly id: string; readonly createdAt: string }
export type Unavailable = { readonly kind: 'unavailable'; readonly detail: string }

export type BankStatements = {
  /** Files that the bank put in our box at or after this time, oldest first. */
  list(
    since: Date,
  ): Promise<{ readonly kind: 'listed'; readonly files: readonly StatementFile[] } | Unavailable>
  fetch(
    id: string,
  ): Promise<
    | { readonly kind: 'fetched'; readonly statements: readonly BankStatement[]; readonly xml: string }
    | { readonly kind: 'unreadable'; readonly reason: string; readonly xml: string }
    | { readonly kind: 'not_found' }
    | Unavailable
  >
}

export type BankPaymentOrder = {
  readonly attemptId: string
  readonly amount: Money
  readonly creditorName: string
  readonly creditorIban: string
  readonly creditorBic?: string
  readonly remittance: string
}

export type BankPaymentsAnswer =
  | { readonly kind: 'accepted'; readonly providerId: string }
  | ({ readonly kind: 'declined' } & PayoutFailure)
  | Retryable
  | Unknown

export type BankPayments = {
  /**
   * Gives the bank one file. Giving the same `fileId` again is safe, and is the way out of `unknown`. Booking is
   * told later by a debit line whose end-to-end id is `bankReferenceOf(attemptId)`, a return by a line of kind
   * `return` with the same id.
   */
  send(file: {
    readonly fileId: string
    readonly createdAt: Date
    readonly executeOn: string
    readonly payments: readonly BankPaymentOrder[]
  }): Promise<BankPaymentsAnswer>
}

/** Verification of Payee: does this name belong to this account? */
export type AccountCheck = {
  check(payee: {
    readonly iban: string
    readonly name: string
  }): Promise<
    | { readonly kind: 'match' }
    | { readonly kind: 'close_match'; readonly actualName: string }
    | { readonly kind: 'no_match' }
    | { readonly kind: 'not_possible' }
    | Unavailable
  >
}

// ── Messages ────────────────────────────────────────────────────────────────────────────────────────────

export type OutgoingMessage =
  | {
      readonly channel: 'email'
      readonly messageId: string
      readonly to: string
      readonly toName?: string
      readonly subject: string
      /** Plain text; the HTML part is made from it. */
      readonly text: string
      readonly language: 'fr' | 'en' | 'es'
    }
  | {
      readonly channel: 'sms' | 'whatsapp'
      readonly messageId: string
      /** E.164, with the plus sign. */
      readonly to: string
      readonly text: string
    }

export type MessageAnswer =
  | { readonly kind: 'accepted'; readonly providerId: string }
  | ({ readonly kind: 'declined' } & Failure<MessageFailureCode>)
  | Retryable
  | Unknown

export type Messages = { send(message: OutgoingMessage): Promise<MessageAnswer> }

// ── Rates ───────────────────────────────────────────────────────────────────────────────────────────────

export type RateAnswer =
  | { readonly kind: 'known'; readonly rate: Rate; readonly asOf: Date }
  /** `stale`: older than a day. `implausible`: too far from the last one for a person not to look. */
  | {
      readonly kind: 'refused'
      readonly reason: 'stale' | 'implausible' | 'unreadable'
      readonly detail: string
    }
  | Unavailable

export type Rates = {
  /** How many GNF one euro buys at mid market. `last` is the rate now in force, if there is one. */
  eurGnf(at: { readonly now: Date; readonly last?: Rate }): Promise<RateAnswer>
}

// ── Tracker ─────────────────────────────────────────────────────────────────────────────────────────────

/** What a person did, by name. Never an account number, a phone number or anything of a document. */
export type TrackedEvent = {
  /** The same for every repeat: it is counted once. */
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly properties: Readonly<Record<string, string | number | boolean>>
  readonly at: Date
}

export type TrackerAnswer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'declined'; readonly detail: string }
  | Retryable
  | Unknown

export type Tracker = { track(event: TrackedEvent): Promise<TrackerAnswer> }

// ── The list of those who pay by bank transfer only ──────────────────────────────────────────────────────

export type RestrictedPeople = {
  readonly ids: readonly string[]
  /** In small letters. */
  readonly emails: readonly string[]
  /** E.164, with the plus sign. */
  readonly phones: readonly string[]
}

export type RestrictedList = {
  /** `unread`: rows that name nobody in a way that can be read. */
  read(): Promise<
    { readonly kind: 'read'; readonly people: RestrictedPeople; readonly unread: number } | Unavailable
  >
}

// ── Webhooks ────────────────────────────────────────────────────────────────────────────────────────────

export type IncomingWebhook = {
  /** The bytes as they came: a signature is over these, never over what was parsed from them. */
  readonly rawBody: Uint8Array
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The public address that was called, with its query. */
  readonly url: string
  readonly receivedAt: Date
}

/** What happened, only as a hint: the object is read again from the provider before money moves. */
export type WebhookEvent = {
  readonly provider: string
  /** Unique for ever at this provider; an event is stored and worked on once. */
  readonly eventId: string
  /** The provider's type in one spelling, for instance `transfer.succeeded`. */
  readonly type: string
  readonly subject: 'payout' | 'pay_in' | 'refund' | 'bank_statement' | 'message' | 'other'
  /** The provider's id of the object that changed; empty when it names none. */
  readonly objectId: string
  /** Our own reference of it; empty when the event does not carry one. */
  readonly reference: string
  readonly createdAt: string
  /** Where calls share an id, whatever they are about: when one more look follows a call that came after the first. ISO 8601. */
  readonly lookAgainAt?: string
}

export type WebhookAnswer =
  | { readonly kind: 'event'; readonly event: WebhookEvent }
  | {
      readonly kind: 'refused'
      /** `keys_unavailable`: nobody can say now; refused, so that the provider sends it again. */
      readonly reason:
        | 'signature_missing'
        | 'signature_wrong'
        | 'stale'
        | 'future'
        | 'unreadable'
        | 'keys_unavailable'
    }

export type Webhooks = { receive(webhook: IncomingWebhook): WebhookAnswer | Promise<WebhookAnswer> }
/** All that is needed to judge a webhook is at hand; elsewhere the provider's keys have to be fetched first. */
export type ImmediateWebhooks = { receive(webhook: IncomingWebhook): WebhookAnswer }
