// Monext's service as its documents describe it: sessions, the hosted page, notifications, refunds, settlements.
import { describe, expect, test, vi } from 'vitest'
import type { Sandbox } from '../sandbox.ts'
import { advance, ask, PATIENT_MS, shareWorld, tell, type WebhookListener } from '../testing.ts'
import { answerBank, asShop, cancelAsBuyer, cardEnding, payWith, typeCard } from '../testing-cards.ts'
import { cardScripts, isCardNumber } from './cards.ts'

let listener: WebhookListener
let sandbox: Sandbox

shareWorld(world => {
  ;({ listener, sandbox } = world)
})

const sessionRequest = (amount = 25_510) => ({
  pointOfSaleReference: 'POS_1',
  payment: { paymentType: 'ONE_OFF', capture: 'AUTOMATIC' },
  order: { reference: 'pat_1', amount, currency: 'EUR', origin: 'E_COM', country: 'FR' },
  buyer: { firstName: 'Awa', lastName: 'Diop' },
  returnURL: 'https://shop.example/back?payment=1',
  notificationURL: `${listener.url}/notified?from=monext`,
  languageCode: 'FR',
})

type Opened = { sessionId: string; redirectURL: string }

const open = async (amount?: number) => {
  const { status, body } = await asShop(sandbox, '/checkout/sessions', sessionRequest(amount))
  expect(status).toBe(201)
  return (body as Opened).sessionId
}

type Shown = { result: { title: string; code: string }; transactions: { id: string }[] }

const show = async (id: string) => (await asShop(sandbox, `/checkout/sessions/${id}`)).body as Shown

const transactionOf = async (id: string) => (await show(id)).transactions[0]?.id ?? ''

const notifications = () => listener.received.filter(({ path }) => path.startsWith('/notified'))

describe('sessions', () => {
  test('201 with an id and an address on which to pay; nothing is paid yet', async () => {
    const { body } = await asShop(sandbox, '/checkout/sessions', sessionRequest())
    const { sessionId, redirectURL } = body as Opened
    expect(body).toMatchObject({ result: { title: 'ACCEPTED', code: '00000' } })
    expect(redirectURL).toBe(`${sandbox.url}/monext/pay/${sessionId}`)
    expect(await show(sessionId)).toMatchObject({
      result: { title: 'INPROGRESS', code: '02306' },
      transactions: [],
      order: { reference: 'pat_1', amount: 25_510, currency: 'EUR' },
      buyer: { firstName: 'Awa' },
    })
  })

  test('end after half an hour', async () => {
    const id = await open()
    await advance(sandbox, 29 * 60)
    expect((await show(id)).result.code).toBe('02306')
    await advance(sandbox, 70)
    expect(await show(id)).toMatchObject({ result: { title: 'CANCELLED', code: '02324' } })
    expect((await typeCard(sandbox, id, cardEnding('0001'))).location).toBe(`/monext/pay/${id}`)
  })

  test.each([
    ['no amount', { order: { reference: 'pat_1', currency: 'EUR' } }],
    ['an amount with decimals', { order: { reference: 'pat_1', currency: 'EUR', amount: 1.5 } }],
    ['another currency', { order: { reference: 'pat_1', currency: 'XOF', amount: 100 } }],
    ['no way back', { returnURL: 'back' }],
    ['no point of sale', { pointOfSaleReference: '' }],
    ['payment by instalments', { payment: { paymentType: 'NX', capture: 'AUTOMATIC' } }],
  ])('400 for %s', async (_what, change) => {
    const answer = await asShop(sandbox, '/checkout/sessions', { ...sessionRequest(), ...change })
    expect(answer).toMatchObject({
      status: 400,
      body: { title: 'ERROR', code: '02305', detail: expect.any(String) },
    })
  })

  test('404 for a session that is not known, 401 without the key', async () => {
    expect(await asShop(sandbox, '/checkout/sessions/none')).toMatchObject({ status: 404 })
    expect(await ask(sandbox, '/monext/checkout/sessions/none')).toMatchObject({
      status: 401,
      body: { title: 'ERROR' },
    })
  })

  test('503 while it is down', async () => {
    await tell(sandbox, '/control/faults', { provider: 'monext', fault: 'down' })
    expect(await asShop(sandbox, '/checkout/alive')).toMatchObject({ status: 503, body: { title: 'ERROR' } })
  })
})

describe('the hosted page', () => {
  test('takes a card, asks its bank, and sends the browser back with the token', async () => {
    const id = await open()
    const { body } = await ask(sandbox, `/monext/pay/${id}`)
    expect(body).toContain('Simulated')
    for (const label of ['Card number', 'Expiry date', 'CVC']) expect(body).toContain(`>${label}</label>`)
    expect(await typeCard(sandbox, id, '4970 1000 0005 0001')).toMatchObject({
      status: 303,
      location: `/monext/pay/${id}`,
    })
    expect((await show(id)).result).toMatchObject({ title: 'INPROGRESS', code: '02533' })
    expect((await ask(sandbox, `/monext/pay/${id}`)).body).toContain('497010XXXXXXXX01')
    const back = `https://shop.example/back?payment=1&paylinetoken=${id}`
    expect(await answerBank(sandbox, id, 'approve')).toMatchObject({ status: 303, location: back })
    expect(await show(id)).toMatchObject({
      result: { title: 'ACCEPTED', code: '00000' },
      transactions: [
        { type: 'AUTHORIZATION_AND_CAPTURE', requestedAmount: 25_510, authorizedAmount: 25_510 },
      ],
    })
    expect((await ask(sandbox, `/monext/pay/${id}`)).body).toContain('This payment is over')
  })

  test.each([
    ['0002', 'REFUSED', '01100'],
    ['0003', 'REFUSED', '01116'],
    ['0004', 'ONHOLD_PARTNER', '04003'],
    ['0005', 'ERROR', '02102'],
    ['0006', 'REFUSED', '04002'],
  ])('card %s leads to %s %s, and the browser comes back all the same', async (ending, title, code) => {
    const id = await open()
    expect((await payWith(sandbox, id, ending)).location).toContain(`paylinetoken=${id}`)
    expect((await show(id)).result).toMatchObject({ title, code })
  })

  test('a held payment is accepted after ten minutes', async () => {
    const id = await open()
    await payWith(sandbox, id, '0004')
    await advance(sandbox, 601)
    expect((await show(id)).result).toMatchObject({ title: 'ACCEPTED' })
  })

  test('the buyer may refuse at the bank, or cancel', async () => {
    const refused = await open()
    await typeCard(sandbox, refused, cardEnding('0001'))
    await answerBank(sandbox, refused, 'refuse')
    expect((await show(refused)).result).toMatchObject({ title: 'REFUSED', code: '03001' })
    const cancelled = await open()
    expect((await cancelAsBuyer(sandbox, cancelled)).location).toContain(`paylinetoken=${cancelled}`)
    expect((await show(cancelled)).result).toMatchObject({ title: 'CANCELLED', code: '02319' })
  })

  test('what was decided stays decided', async () => {
    const id = await open()
    await payWith(sandbox, id, '0001')
    await cancelAsBuyer(sandbox, id)
    await answerBank(sandbox, id, 'refuse')
    await advance(sandbox, 3_600)
    expect((await show(id)).result.title).toBe('ACCEPTED')
  })

  test.each([
    ['a wrong number', ['4970100000050002', '12/79', '123'], 'Card number: this is not a card number'],
    ['a card that is over', ['4970100000050001', '01/20', '123'], 'Expiry date: it must look like'],
    ['no CVC', ['4970100000050001', '12/79', ''], 'CVC: it has 3 digits'],
  ])('422 for %s, which is said on the page', async (_what, [number = '', expiry, cvc], problem) => {
    const id = await open()
    const answer = await typeCard(sandbox, id, number, expiry, cvc)
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(problem)
    expect((await show(id)).result.code).toBe('02306')
  })

  test('every test card is a valid number with its ending', () => {
    for (const { number, ending } of cardScripts) {
      expect(isCardNumber(number)).toBe(true)
      expect(number.endsWith(ending)).toBe(true)
    }
  })
})

describe('notifications', () => {
  test('are a GET with the token, each minute until the result is fetched', async () => {
    const id = await open()
    await payWith(sandbox, id, '0001')
    await advance(sandbox, 130)
    await vi.waitFor(() => expect(notifications()).toHaveLength(3), PATIENT_MS)
    expect(notifications()[0]).toMatchObject({
      path: `/notified?from=monext&notificationType=WEBTRS&token=${id}`,
      body: '',
    })
    await show(id)
    await advance(sandbox, 600)
    expect(notifications()).toHaveLength(3)
  })

  test('are not sent when the shop was faster', async () => {
    const id = await open()
    await payWith(sandbox, id, '0002')
    await show(id)
    await advance(sandbox, 300)
    expect(notifications()).toEqual([])
  })

  test('end after two hours', async () => {
    const id = await open()
    await cancelAsBuyer(sandbox, id)
    await advance(sandbox, 3 * 3_600)
    expect(notifications()).toHaveLength(120)
  })

  test('come again when a held payment is accepted', async () => {
    const id = await open()
    await payWith(sandbox, id, '0004')
    await show(id)
    await advance(sandbox, 610)
    await vi.waitFor(() => expect(notifications()).toHaveLength(1), PATIENT_MS)
  })

  test('come twice, late, or not while it is down', async () => {
    await tell(sandbox, '/control/faults', { provider: 'monext', fault: 'duplicate_webhooks' })
    await payWith(sandbox, await open(), '0001')
    await advance(sandbox, 5)
    await vi.waitFor(() => expect(notifications()).toHaveLength(2), PATIENT_MS)
    await tell(sandbox, '/control/reset', {})
    listener.received.length = 0
    await payWith(sandbox, await open(), '0001')
    await tell(sandbox, '/control/faults', { provider: 'monext', fault: 'down', seconds: 600 })
    await advance(sandbox, 590)
    expect(notifications()).toEqual([])
    await advance(sandbox, 70)
    await vi.waitFor(() => expect(notifications()).toHaveLength(1), PATIENT_MS)
  })
})

describe('refunds', () => {
  const paid = async (ending = '0001') => {
    const id = await open()
    await payWith(sandbox, id, ending)
    return transactionOf(id)
  }
  const refund = (transaction: string, amount: unknown, more: object = {}) =>
    asShop(sandbox, `/checkout/transactions/${transaction}/refunds`, { amount, ...more })
  type Refunded = { result: { title: string }; transaction: { id: string } }

  test('are in progress, then done, and keep what the shop wrote on them', async () => {
    const transaction = await paid()
    const answer = await refund(transaction, 10_000, { privateData: { refundId: 'rfd_1' } })
    expect(answer).toMatchObject({
      status: 201,
      body: { result: { title: 'INPROGRESS', code: '02000' }, transaction: { type: 'REFUND' } },
    })
    await advance(sandbox, 6)
    const { id } = (answer.body as Refunded).transaction
    expect((await asShop(sandbox, `/checkout/transactions/${id}`)).body).toMatchObject({
      result: { title: 'ACCEPTED' },
      transaction: { id, type: 'REFUND', requestedAmount: 10_000 },
      privateData: { refundId: 'rfd_1' },
    })
    expect((await asShop(sandbox, `/checkout/transactions/${transaction}`)).body).toMatchObject({
      associatedTransactions: [
        { type: 'AUTHORIZATION_AND_CAPTURE', amount: 25_510, status: 'OK' },
        { id, type: 'REFUND', amount: 10_000, status: 'OK', originTransactionId: transaction },
      ],
    })
  })

  test('201 with an error beyond what is left, also while others are under way', async () => {
    const transaction = await paid()
    expect(await refund(transaction, 25_511)).toMatchObject({
      status: 201,
      body: { result: { title: 'ERROR' } },
    })
    await refund(transaction, 20_000)
    expect(await refund(transaction, 5_511)).toMatchObject({ body: { result: { title: 'ERROR' } } })
    expect(await refund(transaction, 5_510)).toMatchObject({ body: { result: { title: 'INPROGRESS' } } })
  })

  test('fail a moment later for the card of that kind, and may be asked again', async () => {
    const transaction = await paid('0007')
    await refund(transaction, 25_510)
    await advance(sandbox, 6)
    expect((await asShop(sandbox, `/checkout/transactions/${transaction}`)).body).toMatchObject({
      associatedTransactions: [{ status: 'OK' }, { type: 'REFUND', status: 'KO' }],
    })
    expect(await refund(transaction, 25_510)).toMatchObject({ body: { result: { title: 'INPROGRESS' } } })
  })

  test('400 for an amount that is none, 404 for a transaction that is not known, an error for one unpaid', async () => {
    expect(await refund(await paid(), 1.5)).toMatchObject({ status: 400 })
    expect(await refund('none', 100)).toMatchObject({ status: 404 })
    expect(await refund(await paid('0002'), 100)).toMatchObject({ body: { result: { title: 'ERROR' } } })
  })
})

describe('chargebacks', () => {
  test('are told once on the transaction, by the buyer’s bank, and may be reversed once', async () => {
    const id = await open()
    expect(await tell(sandbox, '/monext/control/chargebacks', { sessionId: id })).toMatchObject({
      status: 404,
    })
    await payWith(sandbox, id, '0001')
    expect((await ask(sandbox, '/monext')).body).toContain('Charge back')
    for (let time = 0; time < 2; time += 1)
      expect(await tell(sandbox, '/monext/control/chargebacks', { sessionId: id })).toMatchObject({
        status: 201,
        body: { sessionId: id, amount: 25_510 },
      })
    const { body } = await asShop(sandbox, `/checkout/transactions/${await transactionOf(id)}`)
    const { associatedTransactions } = body as { associatedTransactions: object[] }
    expect(associatedTransactions).toMatchObject([{}, { type: 'CHARGEBACK', amount: 25_510, status: 'OK' }])
    expect((await ask(sandbox, '/monext')).body).toContain('chargeback 255.10 OK')
    for (let time = 0; time < 2; time += 1)
      await tell(sandbox, '/monext/control/chargebacks/reverse', { sessionId: id })
    const { body: later } = await asShop(sandbox, `/checkout/transactions/${await transactionOf(id)}`)
    expect(later).toMatchObject({
      associatedTransactions: [{}, { type: 'CHARGEBACK' }, { type: 'REPRESENTMENT', status: 'OK' }],
    })
  })

  test('may take a part, and come again after they were reversed', async () => {
    const id = await open()
    await payWith(sandbox, id, '0001')
    for (const wanted of [
      { amount: 3_000, answer: { amount: 3_000 } },
      { amount: 5_000, answer: { amount: 3_000 } },
    ])
      expect(
        await tell(sandbox, '/monext/control/chargebacks', { sessionId: id, amount: wanted.amount }),
      ).toMatchObject({ status: 201, body: wanted.answer })
    expect(await tell(sandbox, '/monext/control/chargebacks/reverse', { sessionId: id })).toMatchObject({
      body: { amount: 3_000 },
    })
    expect(
      await tell(sandbox, '/monext/control/chargebacks', { sessionId: id, amount: 1_000_000 }),
    ).toMatchObject({ body: { amount: 25_510 } })
    expect(await tell(sandbox, '/monext/control/chargebacks', { sessionId: id, amount: 'x' })).toMatchObject({
      status: 400,
    })
  })

  test('404 for the reversal of what was not charged back', async () => {
    expect(
      await tell(sandbox, '/monext/control/chargebacks/reverse', { sessionId: await open() }),
    ).toMatchObject({
      status: 404,
    })
  })
})

describe('settlements', () => {
  const bankLines = async () => {
    const { body } = await ask(sandbox, '/control/bank/ledger')
    return (body as { entries: { amount: string }[] }).entries.map(({ amount }) => amount)
  }

  test('come a day later, net of 1.5 %, from Monext’s account, naming the session', async () => {
    const id = await open()
    await payWith(sandbox, id, '0001')
    await advance(sandbox, 86_300)
    expect(await bankLines()).toEqual([])
    await advance(sandbox, 200)
    expect(await bankLines()).toEqual(['251.27'])
    const { body } = await ask(sandbox, '/bank/statements')
    const [file] = body as { id: string }[]
    const { body: xml } = await ask(sandbox, `/bank/statements/${file?.id}`)
    expect(xml).toContain(sandbox.settings.monextIban)
    expect(xml).toContain(`PAYMENT ${id} 255.10`)
    expect(xml).toContain('COSTS 3.83')
  })

  test('of nothing are not made', async () => {
    await payWith(sandbox, await open(), '0002')
    await advance(sandbox, 90_000)
    expect(await bankLines()).toEqual([])
  })

  test('take chargebacks off, with what they cost, and pay again what was reversed', async () => {
    const first = await open(10_000)
    await payWith(sandbox, first, '0001')
    await payWith(sandbox, await open(20_000), '0001')
    await tell(sandbox, '/monext/control/chargebacks', { sessionId: first })
    await advance(sandbox, 86_500)
    // 300.00 less 4.50 and 15.00, less the 100.00 that were taken back.
    expect(await bankLines()).toEqual(['180.50'])
    await tell(sandbox, '/monext/control/chargebacks/reverse', { sessionId: first })
    await payWith(sandbox, await open(20_000), '0001')
    await advance(sandbox, 86_500)
    expect(await bankLines()).toEqual(['180.50', '297.00'])
  })

  test('take refunds off, and wait when refunds take more than there is', async () => {
    const first = await open(10_000)
    await payWith(sandbox, first, '0001')
    await asShop(sandbox, `/checkout/transactions/${await transactionOf(first)}/refunds`, { amount: 10_000 })
    await advance(sandbox, 86_500)
    expect(await bankLines()).toEqual([])
    await payWith(sandbox, await open(20_000), '0001')
    await advance(sandbox, 2 * 86_400)
    expect(await bankLines()).toEqual(['195.50'])
    await advance(sandbox, 5 * 86_400)
    expect(await bankLines()).toHaveLength(1)
  })
})
