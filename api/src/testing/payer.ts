// A payer for tests of ways to pay: a company in France with no money on its balance, and its requests over HTTP.
import type { Payment } from '@jokko/contract/transfer'
import { newId } from '../http/ids.ts'
import { addCompany, addHuman, signedIn } from './people.ts'
import { balance } from './transfers.ts'
import type { World } from './world.ts'

const ORANGE_CI = 201
const FRANCE = 24
const IVORY_COAST = 2

type Answer<T> = { status: number; body: T & { code?: string } }

export type Payer = {
  userId: string
  customerId: string
  send(
    payment: { cashin_method_id: number; to?: string; euros?: string },
    key?: string,
  ): Promise<Answer<Payment>>
  get<T>(path: string): Promise<Answer<T>>
  post<T>(path: string, body: object): Promise<Answer<T>>
  remove<T>(path: string): Promise<Answer<T>>
  /** The same address, asked by nobody who is signed in. */
  stranger(path: string): Promise<Answer<unknown>>
  balance(): Promise<bigint>
}

export async function createPayer(world: World): Promise<Payer> {
  const { owner } = world.database
  const customerId = await addCompany(owner, { name: 'Atelier Ndiaye SARL' })
  const userId = await addHuman(owner, { company_id: customerId, is_company_owner: true })
  const headers = await signedIn(world.deps, userId)

  async function call<T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { payload, more = headers }: { payload?: object; more?: Record<string, string> } = {},
  ): Promise<Answer<T>> {
    const answer = await world.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: more,
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  const withKey = (key: string) => ({ ...headers, 'idempotency-key': key })
  const send: Payer['send'] = async (
    { cashin_method_id, to = '+2250712345678', euros = '100.00' },
    key = newId('opn'),
  ) => {
    const quote = await call<{ id: string }>('POST', '/quotes', {
      payload: {
        kind: 'transfer',
        fix: 'source',
        amount: euros,
        currency: 'EUR',
        sending_country: 'FR',
        receiving_country: 'CI',
        cashin_method_id,
        cashout_method_id: ORANGE_CI,
      },
    })
    const payload = {
      quote_id: quote.body.id,
      cashin_method_id,
      amount_without_fees_in_euro: euros,
      reason: 'Facture',
      sending_country_id: FRANCE,
      receiving_country_id: IVORY_COAST,
      beneficiary_id: await beneficiary(world, customerId, to),
      cashout_method_id: ORANGE_CI,
    }
    const body = sent.get(key) ?? payload
    sent.set(key, body)
    return call<Payment>('POST', '/payments/direct', { payload: body, more: withKey(key) })
  }
  /** The same key is sent with the same body again. */
  const sent = new Map<string, object>()
  return {
    userId,
    customerId,
    send,
    get: path => call('GET', path),
    post: (path, payload) => call('POST', path, { payload, more: withKey(newId('opn')) }),
    remove: path => call('DELETE', path, { more: withKey(newId('opn')) }),
    stranger: path => call('GET', path, { more: { 'x-client-key': world.deps.config.clientKey } }),
    balance: () => balance(world.deps.pool, `customer:${customerId}:EUR`),
  }
}

async function beneficiary(world: World, customerId: string, phone: string): Promise<string> {
  const id = newId('ben')
  const { rows } = await world.database.owner.query<{ id: string }>(
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     values ($1, $2, $3, 225, 'CI', 'Kouamé', 'Traoré', true)
     on conflict (customer_id, phone_e164) do update set first_name = excluded.first_name returning id`,
    [id, customerId, phone],
  )
  return rows[0]?.id ?? id
}
