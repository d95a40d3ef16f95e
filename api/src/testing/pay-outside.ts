// What payers do outside once a payment was opened, on each company's own page: the card page, the bank, the phone.
import type { MobileMoney } from '@jokko/contract/pay-in'
import { payWith } from '@jokko/sandbox/testing-cards'
import { consent, payAtBank } from '@jokko/sandbox/testing-truelayer'
import type { Payer } from './payer.ts'
import type { World } from './world.ts'

/** A transfer or a deposit, as its opening was answered. */
type Opened = { id: string; connect_url: string | null; data: { reference: string | null } }

type Scene = { world: World; payer: Payer }

const ways = {
  async card({ world }, payment) {
    const [, id = ''] = /\/pay\/([^/]+)$/.exec(payment.connect_url ?? '') ?? []
    await payWith(world.sandbox, id, '0001')
  },
  async 'instant bank payment'({ world, payer }, payment) {
    const landing = await consent(world.sandbox, payment.connect_url ?? '', 'own')
    const code = new URL(landing.location).searchParams.get('code') ?? ''
    const { body } = await payer.post<{ connect_url: string }>('/payments/truelayer/initiatePayment', {
      payment_id: payment.data.reference ?? '',
      code,
    })
    await payAtBank(world.sandbox, body.connect_url, { holder: 'Atelier Ndiaye' })
  },
  async 'direct debit'(_, payment) {
    const link = payment.connect_url ?? ''
    const [, bank = ''] = /<option value="([^"]+)"/.exec(await (await fetch(link)).text()) ?? []
    const chosen = await fetch(`${link}/bank`, post({ bank }))
    const page = new URL(chosen.headers.get('location') ?? '', link).href
    await fetch(
      `${page}/confirm`,
      post({ payer_name: 'Atelier Ndiaye', payer_iban: 'FR7630006000011234567890189', money: 'arrives' }),
    )
  },
  async 'mobile money'({ payer }, payment) {
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
  async 'bank transfer'({ world, payer }, payment) {
    const path = `/notifications/jokkoBankDetails?id=1&payment_id=${payment.id}`
    const { body } = await payer.get<{ user_payment_details: { reference_number: string; amount: string } }>(
      path,
    )
    const { reference_number: reference, amount } = body.user_payment_details
    await world.outside('/bank/credits', { amount, reference })
  },
} as const satisfies Record<string, (scene: Scene, payment: Opened) => Promise<unknown>>

export type Outside = keyof typeof ways

export const payOutside = (world: World, payer: Payer, way: Outside, payment: Opened): Promise<unknown> =>
  ways[way]({ world, payer }, payment)

const post = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  redirect: 'manual',
})
