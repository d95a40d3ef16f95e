// Payment requests from asking to being paid, by every way there is, and every end in which nothing arrives.
import type {
  AppPaymentRequest,
  AppPaymentRequests,
  PaymentRequest,
  PaymentRequests,
  RequestedPayment,
} from '@jokko/contract/payment-request'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../http/ids.ts'
import { refuseHeld } from '../operations/commands.ts'
import { change, giveBack, givenBackLimits } from '../payouts/change.ts'
import { type Outside, payOutside } from '../testing/pay-outside.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { ask, createProgram, pay, payerWith, seen, totals } from '../testing/requests.ts'
import { balance, linkedTo, operation } from '../testing/transfers.ts'
import { startWorld, type World } from '../testing/world.ts'
import { pass } from '../transfer/decisions.ts'
import { registerApp } from './apps-by-hand.ts'
import { letGo } from './follow.ts'

let world: World
let requester: Payer
let payer: Payer

beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  requester = await createPayer(world)
  payer = await createPayer(world)
})
afterEach(() => world.verify())
afterAll(() => world.close())

const stateOf = async (id: string) => (await operation(world.deps.pool, id)).state
const own = async (id: string) => (await requester.get<PaymentRequest>(`/payment-requests/${id}`)).body
const paymentsOf = (id: string) => linkedTo(world.deps.pool, id)

const methods = {
  'bank transfer': 1,
  'direct debit': 3,
  'instant bank payment': 4,
  card: 5,
  'mobile money': 6,
} as const satisfies Record<Outside, keyof typeof totals>

const by = (way: Outside) => {
  const cashin_method_id = methods[way]
  const wallet = way === 'mobile money' && { wallet_country_id: 2 }
  return { cashin_method_id, total_to_pay: totals[cashin_method_id], ...wallet }
}

/** The payment that pays it, as a page that leads there sees it. */
async function begun(id: string, way: Outside) {
  const { status, body } = await pay(payer, id, by(way))
  if (status !== 200 || !body.payment) throw new Error(`The payment was answered ${status} ${body.code}`)
  return body.payment
}

describe('asking', () => {
  it('a link, a public name and an end, and a place in the list', async () => {
    const request = await ask(requester, { expires_in: 86_400 })
    expect(request).toMatchObject({
      state: 'open',
      amount: '100.00',
      reason: 'Facture 12',
      url: `${world.deps.config.publicUrl}/payment/${request.id}`,
      payer: null,
      can_cancel: true,
    })
    expect(Date.parse(request.expires_at) - Date.parse(request.created_at)).toBe(86_400_000)
    const { body } = await requester.get<PaymentRequests>('/payment-requests')
    expect(body).toMatchObject({ total_count: 1, payment_requests: [{ id: request.id }] })
  })
  it('the same key again, also at the same moment: one request', async () => {
    const send = (key: string) =>
      world.app.inject({
        method: 'POST',
        url: '/api/v1/payment-requests',
        headers: { ...requester.headers, 'idempotency-key': key },
        payload: { amount: '10.00', reason: 'Une fois' },
      })
    const key = newId('opn')
    const answers = [...(await Promise.all([send(key), send(key)])), await send(key)]
    expect(new Set(answers.map(answer => answer.json<PaymentRequest>().id)).size).toBe(1)
    expect(answers.map(answer => answer.statusCode)).toEqual([201, 201, 201])
  })
})

describe('paid', () => {
  it('from the balance: at once, the whole amount to the requester, the fee on top', async () => {
    const rich = await payerWith(world, '200.00')
    const { id } = await ask(requester)
    const { status, body } = await pay(rich, id)
    expect([status, body.request.state, body.payment?.status]).toEqual([200, 'paid', 'transfer_completed'])
    expect(await requester.balance()).toBe(10_000n)
    expect(await rich.balance()).toBe(20_000n - 10_060n)
    await world.advance(60)
    expect(await own(id)).toMatchObject({ state: 'paid', paid_by: 'Atelier Ndiaye SARL', can_cancel: false })
    const { rows } = await world.database.owner.query(
      `select from app.messages_sent where key = $1 || ':request_paid'`,
      [id],
    )
    expect(rows).toHaveLength(1)
  })

  it('a bank transfer that came short: the rest or everything back, never a smaller payment of the whole request', async () => {
    requester = await createPayer(world, { country: 'CM', dial_code: 237 })
    const { id } = await ask(requester)
    const payment = await begun(id, 'bank transfer')
    const { rows } = await world.database.owner.query<{ reference: string }>(
      'select reference from app.operations where id = $1',
      [payment.id],
    )
    const credit = async (amount: string) => {
      await world.outside('/bank/credits', { amount, reference: rows[0]?.reference ?? '' })
      await world.advance(10)
    }
    await credit('60.00')
    const short = (await seen(payer, id)).payment
    expect(short?.allowed_actions).toEqual(['pay_rest_by_bank', 'refund', 'repeat'])
    const { body: shown } = await payer.get<{ allowed_actions: string[] }>(`/operations/${payment.id}`)
    expect(shown.allowed_actions).toEqual(short?.allowed_actions)
    const path = `/payments/${payment.id}`
    expect(await payer.get(`${path}/send-less`)).toMatchObject({
      status: 409,
      body: { code: 'illegal_move' },
    })
    const less = await payer.post<{ id: string }>('/quotes', {
      kind: 'transfer',
      fix: 'source',
      amount: '50.00',
      currency: 'EUR',
      sending_country: 'FR',
      receiving_country: 'CM',
      cashin_method_id: 1,
    })
    expect(less.body.id).toBeDefined()
    expect(await payer.post(`${path}/short`, { choice: 'send_less', quote_id: less.body.id })).toMatchObject({
      status: 409,
      body: { code: 'illegal_move' },
    })
    await expect(
      world.database.owner.query('update app.operations set principal = 5000 where id = $1', [payment.id]),
    ).rejects.toMatchObject({ code: 'JK010' })
    expect(await requester.balance()).toBe(0n)
    await credit('40.50')
    expect([await stateOf(id), await requester.balance()]).toEqual(['paid', 10_000n])
  })

  it('its requester is shut out before the money comes: held for a person, who gives it back', async () => {
    const { id } = await ask(requester)
    const payment = await begun(id, 'bank transfer')
    await world.database.owner.query('update app.companies set is_active = false where id = $1', [
      requester.customerId,
    ])
    await payOutside(world, payer, 'bank transfer', payment)
    await world.advance(60)
    expect([await stateOf(payment.id), await stateOf(id)]).toEqual(['held', 'accepted'])
    expect(await requester.balance()).toBe(0n)
    const decision = { operator: 'awa', operationId: payment.id, reason: 'shut out' }
    await refuseHeld(world.deps, { change, giveBack, givenBackLimits, pass }, decision)
    expect([await stateOf(payment.id), await payer.balance()]).toEqual(['refunded', 10_050n])
  })

  it('cannot be taken back while a payment for it stands, and says so', async () => {
    const { id } = await ask(requester)
    const payment = await begun(id, 'bank transfer')
    expect(await own(id)).toMatchObject({ state: 'accepted', is_being_paid: true, can_cancel: false })
    const { body } = await requester.get<PaymentRequests>('/payment-requests')
    expect(body.payment_requests[0]).toMatchObject({ id, is_being_paid: true, can_cancel: false })
    expect((await requester.remove(`/payment-requests/${id}`)).status).toBe(409)
    expect((await payer.post(`/transfers/${payment.id}/cancel`, {})).status).toBe(200)
    expect(await own(id)).toMatchObject({ is_being_paid: false, can_cancel: true })
    expect((await requester.remove(`/payment-requests/${id}`)).status).toBe(200)
  })

  it.each(Object.keys(methods) as Outside[])('by %s: accepted, then paid with its payment', async way => {
    const { id } = await ask(requester)
    const payment = await begun(id, way)
    expect(await stateOf(id)).toBe('accepted')
    expect(payment.total_to_pay).toBe(totals[methods[way]])
    await payOutside(world, payer, way, payment)
    await world.advance(3_600)
    expect(await stateOf(id)).toBe('paid')
    expect(await requester.balance()).toBe(10_000n)
    expect(await seen(payer, id)).toMatchObject({ status: 'payment_completed', request: { state: 'paid' } })
  })

  it('the same request for it again, also at the same moment: one payment', async () => {
    const rich = await payerWith(world, '500.00')
    const { id } = await ask(requester)
    const key = newId('opn')
    await Promise.all([1, 2].map(() => pay(rich, id, {}, key)))
    expect((await pay(rich, id, {}, key)).status).toBe(200)
    expect(await requester.balance()).toBe(10_000n)
  })

  it('from two tabs at the same moment: once, the other tab is told to look again', async () => {
    const rich = await payerWith(world, '5000.00')
    for (const _ of [1, 2, 3, 4]) {
      const { id } = await ask(requester)
      const answers = await Promise.all([1, 2, 3].map(() => pay(rich, id)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const codes = answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.code]))
      for (const code of codes) expect(['stale_version', 'payment_already_executed']).toContain(code)
      expect(await stateOf(id)).toBe('paid')
      expect(await paymentsOf(id)).toHaveLength(1)
    }
    expect(await requester.balance()).toBe(40_000n)
  })

  it('by two people at the same moment: by one of them, the other one learns that it is not theirs', async () => {
    const [one, other] = [await payerWith(world, '200.00'), await payerWith(world, '200.00')]
    const { id } = await ask(requester)
    const answers = await Promise.all([one, other].map(person => pay(person, id)))
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
    await world.advance(60)
    expect(await requester.balance()).toBe(10_000n)
    const statuses = await Promise.all(
      [one, other].map(async person => (await person.get(`/payments/${id}`)).status),
    )
    expect(statuses.sort()).toEqual([200, 403])
  })

  it('by two ways, declined and taken back at the same moment: one of them happens, and nobody meets an error', async () => {
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const email = `awa.${newId('usr').slice(-8)}@jokko.example`
      const rich = await payerWith(world, '200.00', { email })
      const { id } = await ask(requester, { payer: { email } })
      const before = await requester.balance()
      const decline = () => rich.post(`/payments/onDemand/${id}/decline`, {})
      const cancel = () => requester.remove(`/payment-requests/${id}`)
      const agree = () => rich.post(`/payments/onDemand/${id}/accept`, {})
      if (n % 2 === 0) await agree()
      const all = [
        () => pay(rich, id),
        decline,
        () => pay(rich, id, by('card')),
        cancel,
        agree,
        () => pay(rich, id, by('mobile money')),
      ]
      const answers = await Promise.all([...all.slice(n), ...all.slice(0, n)].map(act => act()))
      const told = answers.map(({ status, body }) => `${status} ${(body as { code?: string }).code ?? ''}`)
      expect(told.filter(one => /^5/.test(one))).toEqual([])
      await world.advance(5)
      const payments = (await paymentsOf(id)).filter(({ kind }) => kind === 'transfer')
      const isPaid = (await stateOf(id)) === 'paid'
      expect(payments.filter(({ state }) => state === 'paid')).toHaveLength(isPaid ? 1 : 0)
      expect(payments.length).toBeLessThanOrEqual(1)
      expect((await requester.balance()) - before).toBe(isPaid ? 10_000n : 0n)
    }
  })

  it.each(['cancelled', 'declined'] as const)(
    'a payment opens just before it is %s: it stays payable',
    async end => {
      const email = `awa.${newId('usr').slice(-8)}@jokko.example`
      const named = await createPayer(world, { email })
      const { id } = await ask(requester, { payer: { email } })
      await named.post(`/payments/onDemand/${id}/accept`, {})
      beforeItIs(id, end, () => pay(named, id, by('card')))
      const answer =
        end === 'cancelled'
          ? await requester.remove(`/payment-requests/${id}`)
          : await named.post(`/payments/onDemand/${id}/decline`, {})
      expect(answer).toMatchObject({ status: 409, body: { code: 'cancel_not_possible' } })
      expect(await stateOf(id)).toBe('accepted')
    },
  )

  it('who let it go just before a second tab pays: the second tab has it', async () => {
    const { id } = await ask(requester)
    await payer.post(`/payments/onDemand/${id}/accept`, {})
    beforeItIs(id, 'pay_in_failed', () => pay(payer, id, by('card')))
    await letGo(world.deps, id)
    expect(await stateOf(id)).toBe('accepted')
  })

  it('two payments of one request cannot be written, whoever writes them', async () => {
    const rich = await payerWith(world, '200.00')
    const { id } = await ask(requester)
    await pay(rich, id)
    const first = (await paymentsOf(id))[0]?.id
    const copy = `insert into app.operations select (jsonb_populate_record(o, jsonb_build_object('id', $2::text, 'reference', null))).*
      from app.operations o where id = $1`
    await expect(world.database.owner.query(copy, [first, newId('opn')])).rejects.toThrow(
      'request_is_not_payable',
    )
  })
})

describe('not paid', () => {
  it('its pay-in fails: open again, and paid otherwise', async () => {
    const { id } = await ask(requester)
    const payment = await begun(id, 'card')
    await payer.remove(`/payments/returned/${payment.data.reference}`)
    await world.advance(3_600)
    expect(await stateOf(id)).toBe('open')
    expect(await seen(payer, id)).toMatchObject({
      request: { state: 'open', ways: expect.arrayContaining([expect.objectContaining({ name: 'card' })]) },
      payment: { aborted: true },
    })
    await payOutside(world, payer, 'card', await begun(id, 'card'))
    await world.advance(3_600)
    expect([await stateOf(id), await requester.balance()]).toEqual(['paid', 10_000n])
  })

  it('its payer cancels the bank transfer: open again for anybody', async () => {
    const { id } = await ask(requester)
    const payment = await begun(id, 'bank transfer')
    expect((await payer.remove(`/payments/${payment.id}`)).status).toBe(200)
    await world.advance(5)
    expect(await stateOf(id)).toBe('open')
    expect((await pay(await payerWith(world, '200.00'), id)).body.request.state).toBe('paid')
  })

  it('money that comes late is its payer’s own, and the request was paid by another', async () => {
    const { id } = await ask(requester)
    const payment = await begun(id, 'bank transfer')
    const details = await payer.get<{ user_payment_details: { reference_number: string } }>(
      `/notifications/jokkoBankDetails?id=1&payment_id=${payment.id}`,
    )
    await payer.remove(`/payments/${payment.id}`)
    await world.advance(5)
    const other = await payerWith(world, '200.00')
    await pay(other, id)
    await world.outside('/bank/credits', {
      amount: '100.50',
      reference: details.body.user_payment_details.reference_number,
    })
    await world.advance(60)
    expect([await payer.balance(), await requester.balance()]).toEqual([10_050n, 10_000n])
  })

  it('nobody pays in time: expired; while a payment is under way it waits for it, then ends', async () => {
    const [left, held] = [
      await ask(requester, { expires_in: 3_600 }),
      await ask(requester, { expires_in: 3_600 }),
    ]
    const payment = await begun(held.id, 'bank transfer')
    await world.advance(3_700)
    expect([await stateOf(left.id), await stateOf(held.id)]).toEqual(['expired', 'accepted'])
    await payer.remove(`/payments/${payment.id}`)
    await world.advance(5)
    expect(await stateOf(held.id)).toBe('expired')
  })

  it('who agreed and does nothing is waited for a quarter of an hour', async () => {
    const { id } = await ask(requester)
    expect((await payer.post(`/payments/onDemand/${id}/accept`, {})).status).toBe(200)
    expect((await payer.post(`/payments/onDemand/${id}/accept`, {})).status).toBe(200)
    const other = await createPayer(world)
    expect((await other.get(`/payments/${id}`)).status).toBe(403)
    await world.advance(15 * 60 + 5)
    expect(await stateOf(id)).toBe('open')
    expect((await other.get(`/payments/${id}`)).status).toBe(200)
  })

  it('declined by whom it names, by e-mail or by phone', async () => {
    const email = `claire.${newId('usr').slice(-8)}@jokko.example`
    const claire = await createPayer(world, { email })
    const { id } = await ask(requester, { payer: { email: email.toUpperCase() } })
    expect(await seen(claire, id)).toMatchObject({ request: { is_designated: true } })
    const { body } = await claire.post<RequestedPayment>(`/payments/onDemand/${id}/decline`, {})
    expect(body).toMatchObject({ aborted: true, request: { state: 'declined', ways: [] } })
    const phone = { phone_number: '612345678', country_code: 33 }
    const paul = await createPayer(world, { phone_e164: '+33612345678' })
    const second = await ask(requester, { payer: phone })
    expect(second.payer).toEqual({ email: null, phone_number: '+33612345678' })
    expect((await paul.post(`/payments/onDemand/${second.id}/decline`, {})).status).toBe(200)
  })

  it('cancelled by its owner, also after somebody agreed', async () => {
    const [one, other] = [await ask(requester), await ask(requester)]
    await payer.post(`/payments/onDemand/${other.id}/accept`, {})
    for (const { id } of [one, other]) {
      const { body } = await requester.remove<PaymentRequest>(`/payment-requests/${id}`)
      expect(body).toMatchObject({ state: 'cancelled', can_cancel: false })
    }
    expect((await seen(payer, one.id)).request.state).toBe('cancelled')
  })

  it('a payment that waits for a person holds the request until they decide', async () => {
    const rich = await payerWith(world, '16000.00')
    const { id } = await ask(requester, { amount: '15000.00' })
    const { body } = await pay(rich, id, { total_to_pay: '15090.00' })
    expect([body.request.state, body.payment?.status]).toEqual(['accepted', 'suspicious'])
    expect(await requester.balance()).toBe(0n)
  })
})

describe('by an app', () => {
  const address = 'https://shop.example.test/return'

  it('a public name that leads to it, and back to its own address with the payment in it', async () => {
    const shop = await createProgram(world, requester, [address])
    const { status, body } = await shop.ask({
      redirect_url: `${address}?order=7`,
      cancel_url: address,
      metadata: { order: '7' },
    })
    expect([status, body.url]).toEqual([201, `${world.deps.config.publicUrl}/?appref=${body.appref}`])
    for (const answer of [
      await payer.post('/payments/anonymous', { appref: body.appref }),
      await payer.get(`/app-references/${body.appref}`),
    ])
      expect(answer).toMatchObject({ status: 200, body: { details: { id: body.id } } })
    expect(await seen(payer, body.id)).toMatchObject({
      redirect_url: `${address}?order=7&payment_id=${body.id}`,
      cancel_url: `${address}?payment_id=${body.id}`,
      transfer: { destination_user: { full_name: 'Atelier Ndiaye SARL' }, reason: 'Commande 7' },
    })
    expect(await own(body.id)).toMatchObject({ app: 'Boutique' })
    const income = await balance(world.deps.pool, 'income:fee:transfer:EUR')
    await pay(await payerWith(world, '200.00'), body.id)
    expect(await requester.balance()).toBe(10_000n)
    expect((await balance(world.deps.pool, 'income:fee:transfer:EUR')) - income).toBe(60n)
  })

  it('reads and lists the requests that it made, and no other', async () => {
    const [shop, other] = [
      await createProgram(world, requester, [address]),
      await createProgram(world, requester, [address]),
    ]
    const { body: first } = await shop.ask({ metadata: { order: '7' } })
    const { body: second } = await shop.ask({ payer: { email: 'awa@client.example' } })
    const { body: foreign } = await other.ask({})
    const byHand = await ask(requester)
    await pay(await payerWith(world, '200.00'), first.id)
    const { body: read } = await shop.read<AppPaymentRequest>(`/${first.id}`)
    expect(read).toMatchObject({
      ...first,
      state: 'paid',
      amount: '100.00',
      currency: 'EUR',
      metadata: { order: '7' },
    })
    expect(read.paid_by).not.toBeNull()
    for (const id of [foreign.id, byHand.id, newId('opn')])
      expect(await shop.read(`/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const { body: list } = await shop.read<AppPaymentRequests>('?per_page=10')
    expect(list.total_count).toBe(2)
    expect(list.payment_requests.map(({ id }) => id)).toEqual([second.id, first.id])
    const { body: page } = await shop.read<AppPaymentRequests>('?per_page=1&page=2')
    expect(page.payment_requests.map(({ id }) => id)).toEqual([first.id])
  })

  it('another’s request is told apart from a missing one by nothing; a page has its bounds', async () => {
    const shop = await createProgram(world, requester, [address])
    const abroad = await createProgram(world, await createPayer(world), [address])
    const { body: foreign } = await abroad.ask({})
    const [theirs, missing] = await Promise.all([foreign.id, newId('opn')].map(id => shop.raw(`/${id}`)))
    expect(theirs).toEqual(missing)
    for (const query of [
      'page=0',
      'page=-1',
      'per_page=0',
      'per_page=101',
      'page=x',
      'page=1.5',
      'page=1e300',
    ])
      expect([query, (await shop.read(`?${query}`)).status]).toEqual([query, 422])
    for (const query of [
      'page=1&page=2',
      `page=${Number.MAX_SAFE_INTEGER}&per_page=100`,
      'app_id=x',
      "page=1'",
    ])
      expect([query, (await shop.read(`?${query}`)).status < 500]).toEqual([query, true])
    await Promise.all(Array.from({ length: 5 }, () => shop.ask({})))
    const pages = await Promise.all(
      [1, 2, 3, 4].map(async page => (await shop.read<AppPaymentRequests>(`?per_page=2&page=${page}`)).body),
    )
    const listed = pages.flatMap(({ payment_requests }) => payment_requests.map(({ id }) => id))
    expect(pages.map(({ total_count }) => total_count)).toEqual([5, 5, 5, 5])
    expect([listed.length, new Set(listed).size]).toEqual([5, 5])
  })

  it('an operator registers it: its key works, and is kept by nobody', async () => {
    const by = { operator: 'awa', reason: 'Asked for by phone' }
    const told = await registerApp(
      world.deps,
      { owner: requester.userId, title: 'Boutique', redirects: [address] },
      by,
    )
    const [key = ''] = /jk_test_[\w-]+/.exec(told) ?? []
    const { ask: askBy } = await createProgram(world, requester, [])
    expect((await askBy({ redirect_url: address }, { authorization: `Bearer ${key}` })).status).toBe(201)
    const { rows } = await world.database.owner.query<{ text: string }>(
      `select (select jsonb_agg(to_jsonb(a))::text from app.apps a)
         || (select jsonb_agg(to_jsonb(o))::text from app.operator_actions o) as text`,
    )
    expect(rows[0]?.text).toContain('Asked for by phone')
    expect(rows[0]?.text).not.toContain(key)
    const refused = (owner: string, redirects: string[]) =>
      registerApp(world.deps, { owner, title: 'Boutique', redirects }, by)
    await expect(refused('nobody@jokko.example', [])).rejects.toThrow('owns no company')
    await expect(refused(requester.userId, ['http://shop.example.test/'])).rejects.toThrow('no address')
  })

  it('an address that is registered no more is not followed any more', async () => {
    const shop = await createProgram(world, requester, [address])
    const { body } = await shop.ask({ redirect_url: address })
    await world.database.owner.query(`update app.apps set redirect_addresses = '{}' where id = $1`, [shop.id])
    expect((await seen(payer, body.id)).redirect_url).toBeNull()
  })
})

/** Something happens between the moment at which the request's move is decided and the moment at which it is written. */
function beforeItIs(id: string, event: string, happens: () => Promise<unknown>): void {
  const { ledger } = world.deps
  const commit: typeof ledger.commit = async change => {
    if (change.operation_id === id && change.events?.some(one => one.event === event)) {
      world.deps.ledger = ledger
      await happens()
    }
    return ledger.commit(change)
  }
  world.deps.ledger = { ...ledger, commit }
}
