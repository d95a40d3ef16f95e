// How the payers of the fault run pay: at their bank, on a card company's page, or on a phone; some refuse, some leave,
// and some come back when it is over.
import { setTimeout as pause } from 'node:timers/promises'
import type { MobileMoney } from '@jokko/contract/pay-in'
import type { BankDetails } from '@jokko/contract/transfer'
import type { Random } from './random.ts'
import type { Town } from './town.ts'
import { decimal, type Payin, type Refused, type Wish } from './wishes.ts'

const methods = { bank: 1, balance: 2, debit: 3, instant: 4, card: 5, mobile: 6 } as const

export function methodOf(payin: Payin): number {
  if (payin === 'balance') return methods.balance
  if (payin.startsWith('card')) return methods.card
  if (payin.startsWith('instant')) return methods.instant
  if (payin === 'debit') return methods.debit
  return payin.startsWith('mobile') ? methods.mobile : methods.bank
}

/** What is paid, as far as its payer has to know. */
export type Payable = { id: string; status: string; connect_url: string | null }

type Paying = {
  town: Town
  random: Random
  wish: Wish
  /** The same request again: it opens what could not be opened yet. */
  again(): Promise<Payable | Refused>
  /** Where it is given up. */
  place: '/payments' | '/payin'
  ask<T>(
    town: Town,
    random: Random,
    wish: Wish,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<T | Refused>
}

/** Pays as the wish says. Gives what the payer's bank sent to ours, in cents. */
export async function pay(paying: Paying, payment: Payable, total: bigint): Promise<bigint> {
  const { payin } = paying.wish
  if (payin === 'balance') return 0n
  if (payin.startsWith('card')) await payByCard(paying, payment)
  else if (payin.startsWith('mobile')) await payByPhone(paying, payment)
  else if (payin.startsWith('instant')) await payAtOnce(paying, payment)
  else if (payin === 'debit') return payByDebit(paying, payment, total)
  else return payByBank(paying, payment, total)
  return 0n
}

const OUR_BANK_ACCOUNT = 1

async function payByBank(
  { town, random, wish, ask }: Paying,
  { id }: Payable,
  total: bigint,
): Promise<bigint> {
  const path = `/notifications/jokkoBankDetails?id=${OUR_BANK_ACCOUNT}&payment_id=${id}`
  const details = await ask<BankDetails>(town, random, wish, 'GET', path)
  if ('code' in details) throw new Error(`no bank details of ${id}: ${details.code}`)
  const credit = wish.payin === 'short' ? total - 100n : total
  const times = wish.payin === 'twice' ? 2 : 1
  for (let i = 0; i < times; i += 1) {
    await town.outside('/bank/credits', {
      amount: decimal(credit),
      reference: details.user_payment_details.reference_number,
    })
  }
  return credit * BigInt(times)
}

/** The name on the accounts of the stage's customers begins like this. */
const OWN_NAME = 'Awa Ndiaye'

async function payAtOnce(paying: Paying, payment: Payable): Promise<void> {
  const { town, random, wish, ask } = paying
  const dialog = await pageOf(paying, payment)
  if (dialog === undefined) return
  const asked = new URL(dialog).searchParams
  asked.set('account', 'own')
  const back = await onPage(`${town.sandboxUrl}/truelayer/auth/consent`, Object.fromEntries(asked))
  const code = new URL(back).searchParams.get('code') ?? ''
  const opened = await ask<{ connect_url: string }>(
    town,
    random,
    wish,
    'POST',
    '/payments/truelayer/initiatePayment',
    { payment_id: payment.id, code },
  )
  if ('code' in opened) return
  const values = Object.fromEntries(new URLSearchParams(new URL(opened.connect_url).hash.slice(1)))
  const bank = `${town.sandboxUrl}/truelayer/payment`
  await onPage(`${bank}/bank`, { ...values, provider_id: 'mock-payments-fr-redirect' })
  const holder = wish.payin === 'instant_other' ? 'Moussa Diallo' : OWN_NAME
  await onPage(`${bank}/authorise`, { ...values, username: 'test_executed', holder })
}

/** The money follows at the bank some seconds after the payer has confirmed. */
async function payByDebit(paying: Paying, payment: Payable, total: bigint): Promise<bigint> {
  const link = await pageOf(paying, payment)
  if (link === undefined) return 0n
  const page = await onPage(`${link}/bank`, { bank: 'Banque Simulée' })
  const fields = { payer_name: OWN_NAME, payer_iban: 'FR7630006000011234567890189', money: 'arrives' }
  const back = await onPage(`${page}/confirm`, fields)
  return new URL(back).searchParams.get('status') === 'success' ? total : 0n
}

const GOOD_CARD = '4970100000050001'
const REFUSED_CARD = '4970100000040002'

async function payByCard(paying: Paying, payment: Payable): Promise<void> {
  const { town, random, wish, ask, place } = paying
  const page = await pageOf(paying, payment)
  if (page === undefined || wish.payin === 'card_left') return
  // A cancel that meets a payment under way is refused, and that is an answer, too.
  if (wish.payin === 'card_late') await ask<object>(town, random, wish, 'DELETE', `${place}/${payment.id}`)
  await onPage(`${page}/card`, {
    number: wish.payin === 'card_refused' ? REFUSED_CARD : GOOD_CARD,
    expiry: '12/39',
    cvc: '123',
  })
  if (wish.payin !== 'card_refused') await onPage(`${page}/authentication`, { answer: 'approve' })
  if (wish.payin !== 'card_disputed') return
  await pause(random.below(3_000))
  await town.outside('/monext/control/chargebacks', { sessionId: page.split('/').at(-1) })
}

/** The company may be down, or its answer lost: the client asks again, as its screen would. */
async function pageOf(paying: Paying, payment: Payable): Promise<string | undefined> {
  for (let shown: Payable | Refused = payment; ; ) {
    if ('code' in shown || hasFailed(shown)) return undefined
    if (shown.connect_url !== null) return shown.connect_url
    await pause(100)
    shown = await paying.again()
  }
}

const hasFailed = ({ status }: Payable): boolean => status.endsWith('_failed')

/** Gives the address that the browser is sent on to. */
async function onPage(url: string, fields: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  await answer.arrayBuffer()
  return new URL(answer.headers.get('location') ?? '', url).href
}

/** The last two digits choose what the simulated operator's payer does, or what becomes of a refund. */
const phoneScripts: ReadonlyMap<Payin, string> = new Map([
  ['mobile_declined', '04'],
  ['mobile_returns', '10'],
])

async function payByPhone({ town, random, wish, ask }: Paying, { id }: Payable): Promise<void> {
  const number = String(10 + random.below(90))
  await ask<MobileMoney>(town, random, wish, 'POST', '/payments/hub2/execute', {
    payment_id: id,
    selected_provider: 'mtn_ci',
    phone_number: `+22505${number}0000${phoneScripts.get(wish.payin) ?? '99'}`,
    country_code: 225,
  })
}
