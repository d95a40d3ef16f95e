// The people of the fault run: what each wants to send, and the patience of a client that repeats a request with the
// same key until it has an answer.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { NewDirectPayment, Payment, Quote } from '@jokko/contract/transfer'
import type { Customer } from '../stage.ts'
import { methodOf, pay } from './payers.ts'
import type { Random } from './random.ts'
import type { Town } from './town.ts'
import {
  type Acknowledged,
  cents,
  decimal,
  type Flow,
  type Payin,
  type Refused,
  type Wish,
} from './wishes.ts'

const ORANGE_CI = 201
export const FRANCE = 24
export const IVORY_COAST = 2

/** The last two digits of a payee's number choose what the simulated operator does; 00 is nobody special. */
export const scripts = ['01', '02', '03', '05', '06', '07', '09', '10'] as const
type Script = (typeof scripts)[number] | '00'

export type Payees = { idOf(customer: Customer, script: Script): string }

/** How often each way is chosen. */
const ways: readonly Payin[] = [
  ...['balance', 'balance', 'balance', 'balance', 'balance', 'balance', 'balance', 'balance'],
  ...['exact', 'exact', 'short', 'twice', 'card', 'card', 'card', 'card_refused', 'card_left', 'card_late'],
  ...['card_disputed', 'card_disputed'],
  ...[
    'mobile',
    'mobile',
    'mobile_declined',
    'mobile_returns',
    'instant',
    'instant',
    'instant_other',
    'debit',
    'debit',
  ],
] as Payin[]

/** Half of all are transfers. */
const flows: readonly Flow[] = [
  ...['transfer', 'transfer', 'transfer', 'transfer', 'transfer'],
  ...['deposit', 'deposit', 'withdrawal', 'withdrawal', 'request'],
] as Flow[]

const endings: readonly Wish['ending'][] = [
  ...['confirmed', 'confirmed', 'confirmed', 'confirmed', 'confirmed', 'confirmed', 'cancelled', 'left'],
] as Wish['ending'][]

/** One payee for each script and customer, so that one number's fate does not mix with another's. */
export async function addPayees(town: Town, customers: readonly Customer[]): Promise<Payees> {
  const rows = customers.flatMap((customer, i) =>
    (['00', ...scripts] as const).map(script => ({
      id: `ben_${randomUUID()}`,
      customer_id: customer.customerId,
      phone: `+22507${String(i + 20)}0000${script}`,
      script,
    })),
  )
  await town.stage.owner.query(
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     select id, customer_id, phone, 225, 'CI', 'Kouamé', 'Traoré', true
     from jsonb_to_recordset($1) as x(id text, customer_id text, phone text)`,
    [JSON.stringify(rows)],
  )
  const ids = new Map(rows.map(row => [`${row.customer_id} ${row.script}`, row.id]))
  return {
    idOf(customer, script) {
      const id = ids.get(`${customer.customerId} ${script}`)
      if (id === undefined) throw new Error(`there is no payee ${script}`)
      return id
    },
  }
}

/** Two fifths from the balance, a fifth by bank transfer, the rest through companies; a third to scripted payees. */
export function wishFor(random: Random, customers: readonly Customer[], payees: Payees): Wish {
  const customer = random.pick(customers)
  const script = random.chance(0.33) ? random.pick(scripts) : '00'
  const flow = random.pick(flows)
  return {
    key: randomUUID(),
    customer,
    beneficiaryId: payees.idOf(customer, script),
    cents: BigInt(1_000 + random.below(5_000)),
    flow,
    // Nobody deposits from a balance.
    payin: random.pick(flow === 'deposit' ? ways.filter(way => way !== 'balance') : ways),
    repeats: random.chance(0.2),
    ending: random.pick(endings),
  }
}

/** Sends it as a client that never gives up, then pays for it as its payer does. */
export async function sendMoney(town: Town, random: Random, wish: Wish): Promise<Acknowledged | Refused> {
  const amount = decimal(wish.cents)
  const method = methodOf(wish.payin)
  const quote = await insist<Quote>(town, random, wish, 'POST', '/quotes', {
    kind: 'transfer',
    fix: 'source',
    amount,
    currency: 'EUR',
    sending_country: 'FR',
    receiving_country: 'CI',
    cashin_method_id: method,
    cashout_method_id: ORANGE_CI,
  })
  if ('code' in quote) return quote
  const order: NewDirectPayment = {
    quote_id: quote.id,
    total_to_pay: quote.total_to_pay.amount,
    amount_without_fees_in_euro: amount,
    cashin_method_id: method,
    cashout_method_id: ORANGE_CI,
    sending_country_id: FRANCE,
    receiving_country_id: IVORY_COAST,
    beneficiary_id: wish.beneficiaryId,
    reason: 'Facture',
  }
  const send = () => insist<Payment>(town, random, wish, 'POST', '/payments/direct', order)
  const payment = await send()
  if ('code' in payment) return payment
  const again = wish.repeats ? await send() : payment
  if ('code' in again) return again
  const total = cents(payment.total_to_pay)
  return {
    wish,
    id: payment.id,
    total,
    paidIn: await pay({ town, random, wish, again: send, ask: insist, place: '/payments' }, payment, total),
    ...(again.id !== payment.id && { repeatedAs: again.id }),
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The same request under the same key, at whichever process answers, until there is a final answer. */
export async function insist<T>(
  town: Town,
  random: Random,
  wish: Pick<Wish, 'key' | 'customer'>,
  method: Method,
  path: string,
  body?: object,
): Promise<T | Refused> {
  for (;;) {
    const answer = await ask(`${random.pick(town.apiUrls)}/api/v1${path}`, wish, method, body)
    if (answer === undefined || answer.status >= 500 || answer.status === 429) {
      await pause(50 + random.below(200))
      continue
    }
    if (answer.status < 300) return JSON.parse(answer.text) as T
    const { code } = JSON.parse(answer.text) as { code: string }
    return { wish, status: answer.status, code }
  }
}

/** Undefined when the connection was cut or nobody answered. */
async function ask(
  url: string,
  wish: Pick<Wish, 'key' | 'customer'>,
  method: Method,
  body?: object,
): Promise<{ status: number; text: string } | undefined> {
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${wish.customer.token}`,
        'x-client-key': 'jokko-web',
        // A cancel is a command of its own.
        'idempotency-key': method === 'DELETE' ? `cancel-${wish.key}` : wish.key,
        ...(body && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(20_000),
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    const { name } = error as Error
    if (name === 'TypeError' || name === 'TimeoutError' || name === 'AbortError') return undefined
    throw error
  }
}
