// What a payer does with the phone: answers a payment prompt, or makes a payment code. Never disturbed by faults.
import type { FastifyInstance } from 'fastify'
import { answerOrGoBack } from '../http/answer.ts'
import { ControlRefusal, fieldsOf, numberField } from '../http/read-body.ts'
import { asAddress } from '../messages/inbox.ts'
import { isoTime } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { promptOn } from './intent-store.ts'
import { type Answer, answerPrompt } from './intents.ts'
import { sendCode } from './phone-codes.ts'

type WithNumber = { Params: { msisdn: string } }

/** What the payer types instead of the amount that was asked. */
function amountIn(body: unknown): number | undefined {
  const fields = fieldsOf(body)
  return fields['amount'] === undefined ? undefined : numberField(fields, 'amount', { min: 1, max: 1e12 })
}

const pageOf = (msisdn: string) => `/phones/${encodeURIComponent(msisdn)}`

export function phoneRoutes(app: FastifyInstance, world: World) {
  const answer = (typed: string, wanted: Answer, body: unknown) => {
    const payment = promptOn(world, asAddress(typed))
    if (!payment) throw new ControlRefusal(404, `the phone ${asAddress(typed)} shows no payment`)
    const { id, status } = answerPrompt(world, payment, wanted, amountIn(body))
    return { payment_id: id, status }
  }
  for (const wanted of ['approve', 'decline'] as const)
    app.post<WithNumber>(`/phones/:msisdn/${wanted}`, async (request, reply) => {
      const { msisdn } = request.params
      return answerOrGoBack(request, reply, pageOf(asAddress(msisdn)), answer(msisdn, wanted, request.body))
    })
  app.post<WithNumber>('/phones/:msisdn/codes', async (request, reply) => {
    const number = asAddress(request.params.msisdn)
    if (!/^\+\d{8,15}$/.test(number)) throw new ControlRefusal(400, 'this is not a phone number')
    const { code, expiresAt } = sendCode(world, number)
    return answerOrGoBack(request, reply, pageOf(number), { code, expires_at: isoTime(expiresAt) })
  })
}
