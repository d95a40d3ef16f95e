// What a transfer in the making consists of, and its beginning. No clock, no network, no React.
import type { Beneficiary, CustomerExists } from '@jokko/contract/contacts'
import type { NewDirectPayment, NewPayment, Quote, QuoteRequest } from '@jokko/contract/transfer'
import { type ToleranceBp, usualTolerance } from '@jokko/core/arrival'
import type { Currency } from '@jokko/core/money'
import { emptyAccount } from '../common/empty-account.ts'
import type { KnownRate, TypedAmount } from '../common/linked-amounts.ts'
import type { Refusal } from '../common/refusal.ts'
import type { TypedAccount } from '../common/typed-account.ts'

export type TypedPhone = { readonly dialCode: number; readonly national: string }

export type NewBeneficiaryForm = {
  readonly isIndividual: boolean
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly companyName: string
}

/** The ways to be paid out, as they are chosen; "other" banks and operators are part of the first two. */
export type PayoutKind = 'mobile_money' | 'bank_transfer' | 'mfi' | 'wallet' | 'delivery'

/** Whoever is paid at a phone number: the wallet's holder, or who takes the cash. */
export type PayeeByPhone = {
  /** `own`: the beneficiary's number; `other`: the one typed here; else the id of a saved account. */
  readonly account: string
  readonly phone: TypedPhone
  readonly name: string
}

export type PayoutDraft = {
  /** Off: the money goes to the beneficiary's Jokko balance. */
  readonly isEnabled: boolean
  /** Absent: the first kind that the country has. */
  readonly kind: PayoutKind | undefined
  readonly mobile: {
    /** `own`: the beneficiary's number; `other`: the one typed here; else the id of a saved account. */
    readonly account: string
    readonly phone: TypedPhone
    /** Chosen by hand, or `other`; absent: proposed from the number. */
    readonly operator: string | undefined
    /** Of an operator that the list lacks. */
    readonly operatorName: string
  }
  readonly bank: {
    /** `new`: typed here; else the id of a saved account. */
    readonly account: string
    /** An institution's id, `other`, or empty. */
    readonly institution: string
    readonly bankName: string
    readonly holder: string
  } & TypedAccount
  readonly mfi: {
    /** `new`: typed here; else the id of a saved account. */
    readonly account: string
    readonly institution: string
    readonly ownerId: string
    readonly owner: string
  }
  readonly wallet: PayeeByPhone
  readonly delivery: PayeeByPhone & { readonly address: string }
}

/** How the money is paid out, checked and ready to be sent to the server. */
export type ReadyPayout = {
  readonly kind: PayoutKind | 'manual_bank_transfer' | 'balance'
  readonly currency: Currency
  /** Absent for a Jokko balance. */
  readonly routeId: number | undefined
  /** The operator's, bank's or institution's name; empty where the kind says it all. */
  readonly name: string
  /** The number or account as it may be shown. */
  readonly shown: string
  readonly minutes: { readonly min: number; readonly max: number }
  readonly fields: Omit<NewDirectPayment, keyof NewPayment | 'cashout_method_id'>
}

export type HeldQuote = {
  /** What was asked: a quote for anything else is stale. */
  readonly askedFor: string
  readonly quote: Quote
  /** On the browser's monotonic clock: the server's time left when it arrived. */
  readonly endsAt: number
}

export type Submission = {
  /** Made once, when the summary is confirmed; kept until there is an answer. */
  readonly key: string
  readonly path: '/payments' | '/payments/direct'
  readonly body: NewPayment | NewDirectPayment
  /** `unknown`: nobody can say yet whether the server acted. */
  readonly state: 'sending' | 'unknown'
  readonly tries: number
}

export type TransferState = {
  /** What the flow was opened with: a beneficiary, an operation to repeat. */
  readonly opened: { readonly to: string | undefined; readonly from: string | undefined }
  readonly phone: TypedPhone
  readonly lookup: { readonly phone: TypedPhone; readonly found: CustomerExists } | undefined
  readonly newBeneficiary: NewBeneficiaryForm
  readonly beneficiary: Beneficiary | undefined
  readonly amount: TypedAmount
  readonly rate: KnownRate | undefined
  readonly reason: string
  readonly methodId: number | undefined
  readonly payout: PayoutDraft
  readonly readyPayout: ReadyPayout | undefined
  /** How much less may arrive where the rate is that of the arrival. */
  readonly tolerance: ToleranceBp
  readonly quote: HeldQuote | undefined
  /** The quote before this one, when the new one says something else: to be seen before sending. */
  readonly earlierQuote: Quote | undefined
  readonly refusal: Refusal | undefined
  readonly submission: Submission | undefined
  /** Set once the server has accepted: the flow is over. */
  readonly paymentId: string | undefined
}

export const noPhone: TypedPhone = { dialCode: 0, national: '' }

const emptyForm: NewBeneficiaryForm = {
  isIndividual: true,
  firstName: '',
  lastName: '',
  email: '',
  companyName: '',
}

export function freshPayout(beneficiary?: Beneficiary): PayoutDraft {
  const holder = beneficiary === undefined || beneficiary.masked ? '' : beneficiaryName(beneficiary)
  const phone = { dialCode: beneficiary?.country_code ?? 0, national: '' }
  const byPhone: PayeeByPhone = { account: 'own', phone, name: holder }
  return {
    isEnabled: true,
    kind: undefined,
    mobile: {
      account: 'own',
      phone,
      operator: undefined,
      operatorName: '',
    },
    bank: {
      account: 'new',
      institution: '',
      bankName: '',
      holder,
      ...emptyAccount,
    },
    mfi: { account: 'new', institution: '', ownerId: '', owner: holder },
    wallet: byPhone,
    delivery: { ...byPhone, address: '' },
  }
}

export function emptyTransfer(opened: Partial<TransferState['opened']> = {}): TransferState {
  return {
    opened: { to: opened.to, from: opened.from },
    phone: noPhone,
    lookup: undefined,
    newBeneficiary: emptyForm,
    beneficiary: undefined,
    amount: { side: 'source', text: '' },
    rate: undefined,
    reason: '',
    methodId: undefined,
    payout: freshPayout(),
    readyPayout: undefined,
    tolerance: usualTolerance,
    quote: undefined,
    earlierQuote: undefined,
    refusal: undefined,
    submission: undefined,
    paymentId: undefined,
  }
}

export const beneficiaryName = (beneficiary: Beneficiary): string =>
  beneficiary.company?.name ?? beneficiary.full_name

/** The same request gives the same text: what a quote was asked for. */
export const askedFor = (request: QuoteRequest): string => JSON.stringify(request)
