// What a receipt says: an operation's facts as finished sentences in the reader's language. Pure; the layout only
// places them.
import type { Language } from '@jokko/contract/common'
import type { RouteStop } from '@jokko/contract/history'
import { formatIban } from '@jokko/core/account-text'
import { countryName } from '@jokko/core/countries'
import { type Currency, eur, fromDecimal, type Money, money } from '@jokko/core/money'
import { formatPhone } from '@jokko/core/phone'
import type { Operation, OperationEvent } from '../db/schema.ts'
import { clockText, dayText, momentText, moneyText, rateText } from '../http/money-text.ts'
import { translate } from '../http/texts.ts'
import { routeStops } from './route-stops.ts'
import type { Sender } from './store.ts'

export type Line = { label: string; value: string }

export type Party = { role: string; name: string; lines: string[] }

export type Stop = { name: string; state: RouteStop['state']; note: string; at: string }

export type ReceiptContent = {
  language: Language
  fileName: string
  title: string
  subject: string
  operationType: string
  status: string
  reference: Line
  issuedOn: Line
  /** The payout came back: nothing arrived after all. */
  returned: boolean
  /** What arrived, or what was moved: the figure that is looked for first. */
  headline: Line
  parties: Party[]
  stops: Stop[]
  figuresTitle: string
  figures: (Line & { weight: 'line' | 'total' | 'received' })[]
  facts: Line[]
  proof: string
  questions: string
  page: string
}

export type ReceiptFacts = {
  op: Operation
  events: readonly OperationEvent[]
  sender: Sender
  /** The payout came back after it had been paid. */
  returned: boolean
  language: Language
  now: Date
}

type Label = Exclude<
  keyof typeof import('@jokko/locales/fr/receipt.json'),
  'rate_line' | 'page' | 'file_name'
>

export function receiptContent(facts: ReceiptFacts): ReceiptContent {
  const { op, language, now, returned } = facts
  const say = (key: Label) => translate(language, `receipt:${key}`)
  const reference = op.reference ?? op.id
  const received = returned ? undefined : localOf(op)
  return {
    language,
    returned,
    fileName: translate(language, 'receipt:file_name', { reference }),
    title: say('title'),
    subject: translate(language, 'receipt:subject', { reference }),
    operationType: translate(language, `statuses:type.${op.operation_type}`),
    status: translate(language, `statuses:status.${returned ? 'transfer_failed' : op.customer_status}`),
    reference: { label: say('reference'), value: reference },
    issuedOn: { label: say('issued_on'), value: momentText(now, language) },
    headline: {
      label: say(received && op.kind !== 'deposit' ? 'amount_received' : movedOf(op)),
      value: moneyText(received ?? eur(op.principal), language),
    },
    parties: partiesOf(facts, say),
    stops: stopsOf(facts),
    figuresTitle: say('figures'),
    figures: figuresOf(facts, say),
    facts: factsOf(facts, say),
    proof: returned ? translate(language, 'statuses:route.payout_returned') : say('proof'),
    questions: say('questions'),
    page: translate(language, 'receipt:page', { page: '1', pages: '1' }),
  }
}

type Say = (key: Label) => string

function localOf(op: Operation): Money | undefined {
  return op.target === null ? undefined : money(op.target, (op.target_currency ?? 'EUR') as Currency)
}

function movedOf(op: Operation): Label {
  if (op.kind === 'deposit') return 'amount_deposited'
  return op.kind === 'withdrawal' ? 'amount_withdrawn' : 'amount_sent'
}

function partiesOf({ op, sender, language }: ReceiptFacts, say: Say): Party[] {
  const country = (iso: string | null) => (iso ? [countryName(iso, language)] : [])
  const person = `${sender.first_name} ${sender.last_name}`.trim()
  const from: Party = {
    role: say('sender'),
    name: sender.company_name ?? person,
    lines: [
      ...(sender.company_name && person ? [person] : []),
      ...country(op.sending_country ?? sender.country),
    ],
  }
  if (op.kind === 'deposit') return [from]
  const payee = op.details.payee
  const many = op.details.beneficiaries?.toString()
  const to: Party = {
    role: say(many === undefined ? 'beneficiary' : 'beneficiaries'),
    name: many ?? (op.counterparty || from.name),
    lines: [...(payee?.phone ? [formatPhone(payee.phone)] : []), ...country(op.receiving_country)],
  }
  return [from, to]
}

function stopsOf({ op, events, returned, language, sender }: ReceiptFacts): Stop[] {
  const names: Record<RouteStop['key'], string> = {
    sender: sender.company_name ?? `${sender.first_name} ${sender.last_name}`.trim(),
    pay_in: payInName(op, language),
    jokko: 'Jokko',
    payout: payoutName(op, language),
    beneficiary: op.counterparty,
  }
  return routeStops({ op, events, language, returned, isOrdered: false }).map(stop => ({
    name: stop.name ?? names[stop.key],
    state: stop.state,
    note: translate(language, `statuses:route.${stop.note}`, stop.params),
    at: stop.at ? `${dayText(new Date(stop.at), language)}, ${clockText(new Date(stop.at), language)}` : '',
  }))
}

const payInName = (op: Operation, language: Language): string =>
  op.payin_method ? translate(language, `statuses:payin.${op.payin_method}`) : ''

const payoutName = (op: Operation, language: Language): string =>
  op.payout_kind ? translate(language, `statuses:payout.${op.payout_kind}`) : ''

function figuresOf({ op, language, returned }: ReceiptFacts, say: Say): ReceiptContent['figures'] {
  const line = (label: string, amount: Money, weight: 'line' | 'total' | 'received' = 'line') => ({
    label,
    value: moneyText(amount, language),
    weight,
  })
  const received = localOf(op)
  return [
    line(say(movedOf(op)), eur(op.principal)),
    ...chargesOf(op).map(({ label, amount }) => line(say(label), amount)),
    line(say('total_paid'), eur(op.total), 'total'),
    ...rateLine(op, language, say),
    ...(received && op.kind === 'transfer' && !returned
      ? [line(say('amount_received'), received, 'received')]
      : []),
  ]
}

/** As they were quoted; an operation without a quote has one fee. */
function chargesOf(op: Operation): { label: Label; amount: Money }[] {
  const quoted = (op.details.quote?.lines ?? []).flatMap(({ kind, amount }) => {
    const cents = fromDecimal(amount, 'EUR')
    return cents && cents.minor > 0n && isCharge(kind) ? [{ label: kind, amount: cents }] : []
  })
  if (quoted.length > 0 || op.fee + op.margin === 0n) return quoted
  return [{ label: op.kind === 'withdrawal' ? 'payout_fee' : 'fees_total', amount: eur(op.fee + op.margin) }]
}

const isCharge = (kind: string): kind is 'pay_in_fee' | 'payout_fee' | 'margin' =>
  kind === 'pay_in_fee' || kind === 'payout_fee' || kind === 'margin'

function rateLine(op: Operation, language: Language, say: Say): ReceiptContent['figures'] {
  const currency = op.target_currency
  if (op.rate === null || currency === null || currency === 'EUR') return []
  const line = translate(language, 'receipt:rate_line', { rate: rateText(op.rate, language), currency })
  const fixed = currency === 'XOF' || currency === 'XAF'
  return [{ label: say('rate'), value: fixed ? `${line} (${say('rate_fixed')})` : line, weight: 'line' }]
}

function factsOf({ op, events, language }: ReceiptFacts, say: Say): Line[] {
  const payee = op.details.payee
  const told = events.findLast(event => event.provider_reference !== null)?.provider_reference
  const lines: [Label, string | null | undefined][] = [
    ['created_on', momentText(op.started_at, language)],
    ['completed_on', op.ended_at && momentText(op.ended_at, language)],
    ['payment_method', payInName(op, language)],
    ['payout_method', op.kind === 'deposit' ? '' : payoutName(op, language)],
    ['operator', payee?.operator_name],
    [op.payout_kind === 'mfi' ? 'institution' : 'bank', payee?.bank_name],
    ['iban', payee?.iban && formatIban(payee.iban)],
    ['account', payee?.iban ? null : payee?.account],
    ['provider_reference', told],
    ['reason', op.reason],
  ]
  return lines.flatMap(([label, value]) => (value ? [{ label: say(label), value }] : []))
}
