// What a payer is refused on the pages of a pay-in: each refusal with its status, its code and its sentence in the three
// languages. None of them costs the payer the payment, except the ones that say so.
import type { MobileMoney } from '@jokko/contract/pay-in'
import type { Payment } from '@jokko/contract/transfer'
import type { MobileMoneyCollector, PayInAnswer } from '@jokko/providers/port'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPayer, type Payer } from '../testing/payer.ts'
import { expectRefusal } from '../testing/refusals.ts'
import { startWorld, type World } from '../testing/world.ts'

const INSTANT = 4
const MOBILE_MONEY = 6
let world: World
let payer: Payer
let payment: Payment

beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  payer = await createPayer(world)
  payment = (await payer.send({ cashin_method_id: MOBILE_MONEY })).body
})
afterEach(() => world.verify())
afterAll(() => world.close())

const phone = (script: string) => `+2250500${script.padStart(6, '0')}`
const execute = (language?: string, more: object = {}) =>
  payer.post<MobileMoney & { message?: string }>(
    '/payments/hub2/execute',
    {
      payment_id: payment.id,
      selected_provider: 'mtn_ci',
      phone_number: phone('99'),
      country_code: 225,
      ...more,
    },
    language,
  )
const confirm = (language: string, otp = '1234') =>
  payer.post<MobileMoney>('/payments/hub2/confirm', { payment_id: payment.id, otp }, language)

/** The company says this to what it is asked next. */
async function whileItSays(answer: PayInAnswer, work: () => Promise<void>): Promise<void> {
  const { providers } = world.deps
  const hub2 = providers.payIns['hub2'] as MobileMoneyCollector
  const saying = { ...hub2, charge: async () => answer, confirm: async () => answer }
  world.deps.providers = { ...providers, payIns: { ...providers.payIns, hub2: saying } }
  try {
    await work()
  } finally {
    world.deps.providers = providers
  }
}
const declined = (code: string): PayInAnswer => ({ kind: 'declined', code, providerCode: 'X' }) as PayInAnswer

describe('before the operator is asked', () => {
  it('422 Select_Operator_Error: an operator of another country', () =>
    expectRefusal(language => execute(language, { selected_provider: 'orange_sn' }), 'Select_Operator_Error'))
  it('422 otp_required: an operator whose code comes first, and a code that is too short', async () => {
    await expectRefusal(language => execute(language, { selected_provider: 'orange_ci' }), 'otp_required')
    await expectRefusal(language => confirm(language, '123'), 'otp_required')
  })
  it('422 PhoneNumberError, phone_number_below_min_length, invalid_phone_number', async () => {
    await expectRefusal(language => execute(language, { phone_number: undefined }), 'PhoneNumberError')
    await expectRefusal(
      language => execute(language, { phone_number: '0501' }),
      'phone_number_below_min_length',
    )
    await expectRefusal(language => execute(language, { phone_number: '05O1020304' }), 'invalid_phone_number')
  })
  it('409 illegal_move: a code that nobody asked for', () =>
    expectRefusal(language => confirm(language), 'illegal_move'))
  it('404 not_found: a reference that somebody made up', () =>
    expectRefusal(
      language =>
        payer.post(
          '/payments/hub2/confirm',
          { payment_id: `${payment.data.reference}x`, otp: '1234' },
          language,
        ),
      'not_found',
    ))
})

describe('what the operator refuses', () => {
  it('422 invalid_phone_number: a number that it does not know', () =>
    whileItSays(declined('invalid_payer'), () =>
      expectRefusal(language => execute(language), 'invalid_phone_number'),
    ))
  it('409 payment_failed_error: the payment itself', () =>
    whileItSays(declined('insufficient_funds'), () =>
      expectRefusal(language => execute(language), 'payment_failed_error'),
    ))
  it('503 provider_unavailable: no answer, and nothing was asked', () =>
    whileItSays({ kind: 'retryable', reason: 'unreachable' } as PayInAnswer, () =>
      expectRefusal(language => execute(language), 'provider_unavailable'),
    ))
  it.each(['wrong_code', 'code_expired'])('422 otp_invalid: %s', async code => {
    await execute('en', { phone_number: phone('01') })
    await whileItSays(declined(code), () => expectRefusal(language => confirm(language), 'otp_invalid'))
    expect((await confirm('en')).status).toBe(200)
  })
})

describe('too late', () => {
  it('410 payment_url_expired: the time to pay is over', async () => {
    await world.advance(3 * 3_600)
    await expectRefusal(language => execute(language), 'payment_url_expired')
  })
  it('409 payment_already_executed: it was paid', async () => {
    await execute()
    await world.advance(30)
    await expectRefusal(language => execute(language), 'payment_already_executed')
  })
  it('409 payment_cancelled: its payer gave it up', async () => {
    await payer.remove(`/payments/returned/${payment.data.reference}`)
    await expectRefusal(language => execute(language), 'payment_cancelled')
  })
})

describe('an instant bank payment', () => {
  const initiate = (code: string, language: string) =>
    payer.post('/payments/truelayer/initiatePayment', { payment_id: payment.data.reference, code }, language)
  it('410 payment_url_expired: a code that the bank does not know', async () => {
    payment = (await payer.send({ cashin_method_id: INSTANT })).body
    await expectRefusal(language => initiate('made-up', language), 'payment_url_expired')
  })
  it('404 not_found: a payment of another kind', () =>
    expectRefusal(language => initiate('made-up', language), 'not_found'))
})
