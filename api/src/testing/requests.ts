// Payment requests for tests: who asks, who pays, and the programs that ask for them.
import { randomBytes } from 'node:crypto'
import type {
  CreatedAppRequest,
  NewPaymentRequest,
  PaymentRequest,
  PaymentUpdate,
  RequestedPayment,
} from '@jokko/contract/payment-request'
import type * as z from 'zod/mini'
import { keyPrefix } from '../http/api-key.ts'
import { newId } from '../http/ids.ts'
import { hashToken } from '../http/session.ts'
import { createPayer, type Payer } from './payer.ts'
import type { Human } from './people.ts'
import type { World } from './world.ts'

export const BALANCE = 2

/** Way to pay by its id, with what 100.00 € cost by it. */
export const totals = {
  1: '100.50',
  2: '100.60',
  3: '100.80',
  4: '100.90',
  5: '101.90',
  6: '102.50',
} as const

export async function ask(requester: Payer, more: Partial<NewPaymentRequest> = {}): Promise<PaymentRequest> {
  const { status, body } = await requester.post<PaymentRequest>('/payment-requests', {
    amount: '100.00',
    reason: 'Facture 12',
    ...more,
  })
  if (status !== 201) throw new Error(`The request was answered ${status} ${body.code}`)
  return body
}

export const pay = (
  payer: Payer,
  id: string,
  update: Partial<PaymentUpdate> = {},
  key?: string,
  language?: string,
) =>
  payer.put<RequestedPayment>(
    `/payments/${id}`,
    { cashin_method_id: BALANCE, total_to_pay: totals[BALANCE], ...update },
    key,
    language,
  )

export const seen = async (payer: Payer, id: string): Promise<RequestedPayment> =>
  (await payer.get<RequestedPayment>(`/payments/${id}`)).body

/** A payer whose balance has this much on it. */
export async function payerWith(world: World, euros: string, who: Partial<Human> = {}): Promise<Payer> {
  const payer = await createPayer(world, who)
  const { rows } = await world.database.owner.query<{ payment_reference: string }>(
    'select payment_reference from app.users where id = $1',
    [payer.userId],
  )
  await world.outside('/bank/credits', { amount: euros, reference: rows[0]?.payment_reference ?? '' })
  await world.advance(60)
  return payer
}

export type Program = {
  id: string
  key: string
  /** What is answered byte by byte, but for the request's own id. */
  raw(path: string): Promise<{ status: number; headers: object; text: string }>
  read<T>(path: string): Promise<{ status: number; body: T & { code?: string } }>
  ask(
    body: object,
    more?: { key?: string; language?: string; authorization?: string },
  ): Promise<{
    status: number
    body: z.infer<typeof CreatedAppRequest> & { code?: string; message?: string }
  }>
}

export async function createProgram(world: World, owner: Payer, addresses: string[]): Promise<Program> {
  const id = newId('app')
  const key = `${keyPrefix('test')}${randomBytes(24).toString('base64url')}`
  await world.deps.pool.query('select app.register_app($1, $2, $3, $4, $5, $6, $7)', [
    'operator:test',
    'A shop',
    id,
    owner.userId,
    'Boutique',
    hashToken(key),
    addresses,
  ])
  const get = (path: string) =>
    world.app.inject({
      url: `/api/v1/developer/v1/payment-requests${path}`,
      headers: { authorization: `Bearer ${key}` },
    })
  return {
    id,
    key,
    async raw(path) {
      const { statusCode, body, headers } = await get(path)
      const { date: _date, 'x-request-id': _id, ...told } = headers
      return { status: statusCode, headers: told, text: body.replace(/"request_id":"[^"]*"/, '') }
    },
    async read(path) {
      const answer = await get(path)
      return { status: answer.statusCode, body: answer.json() }
    },
    async ask(
      body,
      { key: commandKey = newId('opn'), language = 'fr', authorization = `Bearer ${key}` } = {},
    ) {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/v1/developer/v1/payment-requests',
        headers: { authorization, 'idempotency-key': commandKey, 'accept-language': language },
        payload: { amount: '100.00', currency: 'EUR', reason: 'Commande 7', ...body },
      })
      return { status: answer.statusCode, body: answer.json() }
    },
  }
}
