// Bank transfers against the simulated bank, as a payer lives them: a mistyped reference, too little, too much, too
// late, and money that goes back. At the end our books and the bank's agree to the cent.
import type { NewDirectPayment, Payment } from '@jokko/contract/transfer'
import { fromDecimal } from '@jokko/core/money'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../http/ids.ts'
import { addHuman, signedIn } from '../testing/people.ts'
import { balance, linkedTo, operation } from '../testing/transfers.ts'
import { startWorld, type World } from '../testing/world.ts'

const BANK_TRANSFER = 1
const ORANGE_CI = 201
const FRANCE = 24
const IVORY_COAST = 2
const DAY = 86_400

let world: World
let headers: Record<string, string>
let user: string
let beneficiary_id: string

beforeAll(async () => {
  world = await startWorld()
})

beforeEach(async () => {
  user = await addHuman(world.database.owner)
  headers = await signedIn(world.deps, user)
  beneficiary_id = newId('ben')
  await world.database.owner.query(
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     values ($1, $2, '+2250700000900', 225, 'CI', 'Kouamé', 'Traoré', true)`,
    [beneficiary_id, user],
  )
})

afterEach(() => world.verify())
afterAll(async () => {
  await world.advance(DAY)
  await bothBooksAgree()
  await world.close()
})

/** What came in and went out at the bank is what our ledger says, also after the day's statement told it again. */
async function bothBooksAgree(): Promise<void> {
  const { entries } = (await world.outside('/control/bank/ledger')) as {
    entries: { iban: string; amount: string; status: string }[]
  }
  const iban = world.sandbox.settings.bankIban
  const booked = entries.filter(entry => entry.iban === iban && entry.status === 'BOOK')
  const change = booked.reduce((sum, { amount }) => {
    const cents = fromDecimal(amount.replace('-', ''), 'EUR')?.minor ?? 0n
    return amount.startsWith('-') ? sum - cents : sum + cents
  }, 0n)
  expect(booked.length).toBeGreaterThan(10)
  expect(await balance(world.database.owner, `bank:${iban}:EUR`)).toBe(-change)
}

async function call<T>(method: 'GET' | 'POST', path: string, payload?: object): Promise<T> {
  const answer = await world.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...headers, 'idempotency-key': newId('opn') },
    ...(payload && { payload }),
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

type Waiting = { id: string; reference: string; total: string }

/** 250.00 to a phone in Côte d'Ivoire, to be paid by bank transfer. */
async function order(): Promise<Waiting> {
  const quote = await call<{ id: string; total_to_pay: { amount: string } }>('POST', '/quotes', {
    kind: 'transfer',
    fix: 'source',
    amount: '250.00',
    currency: 'EUR',
    sending_country: 'FR',
    receiving_country: 'CI',
    cashin_method_id: BANK_TRANSFER,
    cashout_method_id: ORANGE_CI,
  })
  const request: NewDirectPayment = {
    quote_id: quote.id,
    cashin_method_id: BANK_TRANSFER,
    amount_without_fees_in_euro: '250.00',
    reason: 'Facture 12',
    sending_country_id: FRANCE,
    receiving_country_id: IVORY_COAST,
    beneficiary_id,
    cashout_method_id: ORANGE_CI,
  }
  const { id } = await call<Payment>('POST', '/payments/direct', request)
  const { reference } = await operation(world.database.owner, id)
  return { id, reference: reference ?? '', total: quote.total_to_pay.amount }
}

const pay = (reference: string, amount: string, more: object = {}) =>
  world.outside('/bank/credits', { amount, reference, payer_name: 'Awa Ndiaye', ...more }) as Promise<{
    entry_reference: string
  }>

const stateOf = async (id: string) => (await operation(world.database.owner, id)).state
const minus = (amount: string, cents: bigint) => {
  const left = (fromDecimal(amount, 'EUR')?.minor ?? 0n) - cents
  return `${left / 100n}.${String(left % 100n).padStart(2, '0')}`
}

async function mailTo(subject: RegExp): Promise<boolean> {
  const { rows } = await world.database.owner.query<{ email: string }>(
    'select email from app.users where id = $1',
    [user],
  )
  const messages = (await world.outside(`/inbox?to=${rows[0]?.email}`)) as { subject: string | null }[]
  return messages.some(message => subject.test(message.subject ?? ''))
}

describe.each(['08', '02'])('camt .%s', version => {
  beforeAll(() => world.outside('/control/bank/version', { version }))

  test('the reference in lower case with spaces: it arrives', async () => {
    const { id, reference, total } = await order()
    await pay(reference, total, { spoil: 'spaced_lower_case' })
    await world.advance(60)
    expect(await stateOf(id)).toBe('paid')
    expect(await balance(world.database.owner, `customer:${user}:EUR`)).toBe(0n)
  })

  test('one euro short: it waits, says so, and the rest brings it on its way', async () => {
    const { id, reference, total } = await order()
    await pay(reference, minus(total, 100n))
    await world.advance(1)
    const short = await call<Payment>('GET', `/payments/${id}`)
    expect(short.allowed_actions).toEqual(expect.arrayContaining(['pay_rest_by_bank', 'send_less', 'refund']))
    expect(await mailTo(/Il manque 1,00/)).toBe(true)
    await pay(reference, '1.00')
    await world.advance(60)
    expect(await stateOf(id)).toBe('paid')
  })

  test('one euro short, sent back: done when the bank has booked it', async () => {
    const { id, reference, total } = await order()
    await pay(reference, minus(total, 100n))
    await world.advance(1)
    await call('POST', `/payments/${id}/short`, { choice: 'refund' })
    await world.advance(1)
    expect(await stateOf(id)).toBe('refunding')
    await world.advance(60)
    expect(await stateOf(id)).toBe('refunded')
    expect(await balance(world.database.owner, 'refund:bank:EUR')).toBe(0n)
    expect(await mailTo(/vous sont rendus/)).toBe(true)
  })

  test('one euro short until the end: what came is told in euros, and where it is', async () => {
    const { id, reference, total } = await order()
    await pay(reference, minus(total, 100n))
    await world.advance(12 * DAY)
    expect(await stateOf(id)).toBe('expired')
    const came = minus(total, 100n).replace('.', ',')
    expect(await mailTo(new RegExp(`^${came}\\s€ sur votre solde`))).toBe(true)
  })

  test('one euro short, less is sent, and the cents that are left are on the balance', async () => {
    const { id, reference, total } = await order()
    await pay(reference, minus(total, 100n))
    await world.advance(1)
    const less = await call<{ id: string }>('GET', `/payments/${id}/send-less`)
    await call('POST', `/payments/${id}/short`, { choice: 'send_less', quote_id: less.id })
    await world.advance(60)
    expect(await stateOf(id)).toBe('paid')
  })

  test('paid twice: the second is credited to the balance, with its notice', async () => {
    const { id, reference, total } = await order()
    await pay(reference, total)
    await pay(reference, total)
    await world.advance(60)
    expect(await stateOf(id)).toBe('paid')
    expect((await linkedTo(world.database.owner, id)).map(({ kind, state }) => [kind, state])).toEqual([
      ['deposit', 'completed'],
    ])
    expect(await balance(world.database.owner, `customer:${user}:EUR`)).toBe(fromDecimal(total, 'EUR')?.minor)
    expect(await mailTo(/crédités sur votre solde/)).toBe(true)
  })

  test('the bank takes a credit back after the money was sent: the customer owes it', async () => {
    const { id, reference, total } = await order()
    const { entry_reference } = await pay(reference, total)
    await world.advance(60)
    await world.outside(`/bank/credits/${entry_reference}/reverse`, {})
    // A reversal counts once the day's statement, with its closing balance, has told it.
    await world.advance(DAY)
    expect(await stateOf(id)).toBe('paid')
    expect(await balance(world.database.owner, `receivable:${user}:EUR`)).toBe(
      -(fromDecimal(total, 'EUR')?.minor ?? 0n),
    )
    const { rows } = await world.database.owner.query(
      'select payment_reference from app.users where id = $1',
      [user],
    )
    await pay(rows[0].payment_reference, total)
    await world.advance(60)
    expect(await balance(world.database.owner, `receivable:${user}:EUR`)).toBe(0n)
    expect((await linkedTo(world.database.owner, id)).map(({ kind, state }) => [kind, state])).toEqual([
      ['dispute', 'settled'],
    ])
  })

  test('paid when its days are over: a deposit, with its notice', async () => {
    const { id, reference, total } = await order()
    await world.advance(9 * DAY)
    expect(await stateOf(id)).toBe('expired')
    await pay(reference, total)
    await world.advance(1)
    expect(await stateOf(id)).toBe('expired')
    expect(await linkedTo(world.database.owner, id)).toMatchObject([{ kind: 'deposit', state: 'completed' }])
    expect(await mailTo(/crédités sur votre solde/)).toBe(true)
  })
})

test('the bank’s word comes twice and is wrongly signed at times: each line still counts once', async () => {
  for (const fault of ['duplicate_webhooks', 'bad_signature', 'slow'])
    await world.outside('/control/faults', { provider: 'bank', fault, rate: 0.5 })
  const orders = [await order(), await order(), await order()]
  for (const { reference, total } of orders) await pay(reference, total)
  await world.advance(120)
  await world.outside('/control/faults', { provider: 'bank', fault: 'none' })
  await world.advance(120)
  for (const { id } of orders) expect(await stateOf(id)).toBe('paid')
  expect(await balance(world.database.owner, `customer:${user}:EUR`)).toBe(0n)
})
