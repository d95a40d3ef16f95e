// A payer for tests of ways to pay: a company in France with no money on its balance, and its requests over HTTP.
import type { Deposit, NewDeposit } from '@jokko/contract/deposit'
import type { NewDirectPayment, Payment } from '@jokko/contract/transfer'
import { newId } from '../http/ids.ts'
import { addCompany, addHuman, type Human, signedIn } from './people.ts'
import { balance } from './transfers.ts'
import type { World } from './world.ts'

const ORANGE_CI = 201
const FRANCE = 24

type Answer<T> = { status: number; body: T & { code?: string; message?: string } }

/** How the beneficiary is paid: a route of a country, and what it asks for. */
export type Way = {
  country: keyof typeof places
  route: number
  to: string
  more: Partial<NewDirectPayment>
}

const places = {
  CI: { id: 2, dial: 225 },
  SN: { id: 1, dial: 221 },
  CM: { id: 9, dial: 237 },
  GN: { id: 15, dial: 224 },
} as const

export type Payer = {
  userId: string
  customerId: string
  headers: Record<string, string>
  send(
    payment: { cashin_method_id: number; to?: string; euros?: string; way?: Way },
    key?: string,
  ): Promise<Answer<Payment>>
  /** Opens a deposit: the total is what its fee makes of it unless said otherwise. */
  deposit(request: Partial<NewDeposit>, key?: string, language?: string): Promise<Answer<Deposit>>
  get<T>(path: string): Promise<Answer<T>>
  post<T>(path: string, body: object, language?: string): Promise<Answer<T>>
  put<T>(path: string, body: object, key?: string, language?: string): Promise<Answer<T>>
  remove<T>(path: string): Promise<Answer<T>>
  /** The same address, asked by nobody who is signed in. */
  stranger(path: string): Promise<Answer<unknown>>
  balance(): Promise<bigint>
}

/** `who` differs from an owner in France, without restrictions. */
export async function createPayer(world: World, who: Partial<Human> = {}): Promise<Payer> {
  const { owner } = world.database
  const customerId = await addCompany(owner, { name: 'Atelier Ndiaye SARL' })
  const userId = await addHuman(owner, { company_id: customerId, is_company_owner: true, ...who })
  const headers = await signedIn(world.deps, userId)

  async function call<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
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
    {
      cashin_method_id,
      to = '+2250712345678',
      euros = '100.00',
      way = { country: 'CI', route: ORANGE_CI, to, more: {} },
    },
    key = newId('opn'),
  ) => {
    const quote = await call<{ id: string }>('POST', '/quotes', {
      payload: {
        kind: 'transfer',
        fix: 'source',
        amount: euros,
        currency: 'EUR',
        sending_country: 'FR',
        receiving_country: way.country,
        cashin_method_id,
        cashout_method_id: way.route,
      },
    })
    const payload = {
      quote_id: quote.body.id,
      cashin_method_id,
      amount_without_fees_in_euro: euros,
      reason: 'Facture',
      sending_country_id: FRANCE,
      receiving_country_id: places[way.country].id,
      beneficiary_id: await beneficiary(world, customerId, way),
      cashout_method_id: way.route,
      ...way.more,
    }
    const body = sent.get(key) ?? payload
    sent.set(key, body)
    return call<Payment>('POST', '/payments/direct', { payload: body, more: withKey(key) })
  }
  /** The same key is sent with the same body again. */
  const sent = new Map<string, object>()
  const deposit: Payer['deposit'] = (request, key = newId('opn'), language = 'fr') =>
    call<Deposit>('POST', '/payin', {
      payload: { country_id: FRANCE, amount_without_fees_in_euro: '100.00', ...request },
      more: { ...withKey(key), 'accept-language': language },
    })
  return {
    userId,
    customerId,
    headers,
    send,
    deposit,
    get: path => call('GET', path),
    post: (path, payload, language = 'fr') =>
      call('POST', path, { payload, more: { ...withKey(newId('opn')), 'accept-language': language } }),
    put: (path, payload, key = newId('opn'), language = 'fr') =>
      call('PUT', path, { payload, more: { ...withKey(key), 'accept-language': language } }),
    remove: path => call('DELETE', path, { more: withKey(newId('opn')) }),
    stranger: path => call('GET', path, { more: { 'x-client-key': world.deps.config.clientKey } }),
    balance: () => balance(world.deps.pool, `customer:${customerId}:EUR`),
  }
}

async function beneficiary(world: World, customerId: string, { country, to }: Way): Promise<string> {
  const id = newId('ben')
  const { rows } = await world.database.owner.query<{ id: string }>(
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     values ($1, $2, $3, $4, $5, 'Kouamé', 'Traoré', true)
     on conflict (customer_id, phone_e164) do update set first_name = excluded.first_name returning id`,
    [id, customerId, to, places[country].dial, country],
  )
  return rows[0]?.id ?? id
}
