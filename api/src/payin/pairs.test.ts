// Every way to pay with every way to be paid that makes sense: it arrives, and the books agree with the outside.
import type { MobileMoney } from '@jokko/contract/pay-in'
import type { Payment } from '@jokko/contract/transfer'
import { payWith } from '@jokko/sandbox/testing-cards'
import { consent, payAtBank } from '@jokko/sandbox/testing-truelayer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPayer, type Payer, type Way } from '../testing/payer.ts'
import { operation } from '../testing/transfers.ts'
import { startWorld, type World } from '../testing/world.ts'

let world: World
let payer: Payer

beforeAll(async () => {
  world = await startWorld()
}, 60_000)
beforeEach(async () => {
  payer = await createPayer(world)
})
afterEach(() => world.verify())
afterAll(() => world.close(), 60_000)

const holder = { receiver_fullname: 'Kouamé Traoré' }
const ways: Record<string, Way> = {
  'Orange Money in Côte d’Ivoire': { country: 'CI', route: 201, to: '+2250712345678', more: {} },
  'Wave in Senegal': { country: 'SN', route: 102, to: '+221771234567', more: {} },
  'a bank in Côte d’Ivoire': {
    country: 'CI',
    route: 205,
    to: '+2250712345678',
    more: { bank_name: 'NSIA Banque', account_holder: 'Kouamé Traoré', iban: 'CI93CI0080111301134291200589' },
  },
  'a microfinance account in Senegal': {
    country: 'SN',
    route: 107,
    to: '+221771234567',
    more: {
      institution_id: 'sn_mfi_um_pamecas',
      mfi_owner_id: 'PAM-1123456',
      mfi_account_name: 'Kouamé Traoré',
    },
  },
  'a wallet in Cameroon': { country: 'CM', route: 906, to: '+237677123456', more: holder },
  'cash delivered in Senegal': { country: 'SN', route: 108, to: '+221771234567', more: holder },
  'Orange Money in Guinea': { country: 'GN', route: 1501, to: '+224620123456', more: {} },
}

/** What the payer does outside, after the payment was sent. */
const paid: Record<string, (payment: Payment) => Promise<unknown>> = {
  async card(payment) {
    const [, id = ''] = /\/pay\/([^/]+)$/.exec(payment.connect_url ?? '') ?? []
    await payWith(world.sandbox, id, '0001')
  },
  async 'instant bank payment'(payment) {
    const landing = await consent(world.sandbox, payment.connect_url ?? '', 'own')
    const code = new URL(landing.location).searchParams.get('code') ?? ''
    const { body } = await payer.post<{ connect_url: string }>('/payments/truelayer/initiatePayment', {
      payment_id: payment.data.reference ?? '',
      code,
    })
    await payAtBank(world.sandbox, body.connect_url, { holder: 'Atelier Ndiaye' })
  },
  async 'direct debit'(payment) {
    const link = payment.connect_url ?? ''
    const [, bank = ''] = /<option value="([^"]+)"/.exec(await (await fetch(link)).text()) ?? []
    const chosen = await fetch(`${link}/bank`, post({ bank }))
    const page = new URL(chosen.headers.get('location') ?? '', link).href
    await fetch(
      `${page}/confirm`,
      post({ payer_name: 'Atelier Ndiaye', payer_iban: 'FR7630006000011234567890189', money: 'arrives' }),
    )
  },
  async 'mobile money'(payment) {
    const { body } = await payer.get<MobileMoney>(`/payments/hub2/${payment.id}`)
    const [operator = ''] = Object.entries(body.available_providers).flatMap(([code, { code_first }]) =>
      code_first || code.startsWith('wave') || code.startsWith('orange') ? [] : [code],
    )
    const numbers: Record<number, string> = {
      225: '0500123499',
      221: '761234599',
      237: '677123499',
      224: '661234599',
    }
    await payer.post('/payments/hub2/execute', {
      payment_id: payment.id,
      selected_provider: operator,
      phone_number: numbers[body.country_code] ?? '',
      country_code: body.country_code,
    })
  },
  async 'bank transfer'(payment) {
    const path = `/notifications/jokkoBankDetails?id=1&payment_id=${payment.id}`
    const { body } = await payer.get<{ user_payment_details: { reference_number: string; amount: string } }>(
      path,
    )
    const { reference_number: reference, amount } = body.user_payment_details
    await world.outside('/bank/credits', { amount, reference })
  },
}

const post = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  redirect: 'manual',
})

const methods: Record<string, number> = {
  'bank transfer': 1,
  'direct debit': 3,
  'instant bank payment': 4,
  card: 5,
  'mobile money': 6,
}

/** What takes days cannot be promised at a rate that floats: it is refused before anything is paid. */
const isRefused = (method: string, way: string): boolean =>
  way === 'Orange Money in Guinea' && (method === 'bank transfer' || method === 'direct debit')

const pairs = Object.keys(methods).flatMap(method =>
  Object.keys(ways)
    .filter(way => !isRefused(method, way))
    .map(way => [method, way] as const),
)

describe('by', () => {
  it.each(pairs)('%s to %s', async (method, wayName) => {
    const way = ways[wayName] as Way
    const { status, body } = await payer.send({ cashin_method_id: methods[method] ?? 0, way })
    expect([body.code, status]).toEqual([undefined, 201])
    await paid[method]?.(body)
    await world.advance(3_600)
    expect(await operation(world.deps.pool, body.id)).toMatchObject({
      state: 'paid',
      payin_method: body.type,
    })
  })
})
