// A withdrawer for tests: the owner of a company with money on the balance, and the requests of a withdrawal over HTTP.
import type { Cashout, NewCashout } from '@jokko/contract/withdraw'
import { eur } from '@jokko/core/money'
import { sponsorshipReward } from '@jokko/core/recipes-transfer'
import { newId } from '../http/ids.ts'
import { seedOpening } from '../seed/money.ts'
import { addCompany, addHuman, type Human, signedIn } from './people.ts'
import { expectSaidInEachLanguage } from './refusals.ts'
import { balance } from './transfers.ts'
import type { World } from './world.ts'

type Refusal = { code?: string; message?: string; errors?: Record<string, string[]> }
type Answer<T> = { status: number; body: T & Refusal }
type Opened = Answer<{ cashout: Cashout }>

export type Withdrawer = {
  userId: string
  customerId: string
  phone: string | null
  headers: Record<string, string>
  /** Whatever is refused is checked to be said, by its code, in each language. */
  get<T>(path: string): Promise<Answer<T>>
  post<T>(path: string, body: object, key?: string): Promise<Answer<T>>
  /** Opens a withdrawal with the total that today's price has. */
  open(request: Partial<NewCashout>, key?: string): Promise<Opened>
  verify(id: string, code: string, key?: string): Promise<Opened>
  /** The last code that went to the phone. */
  code(): Promise<string>
  balance(): Promise<bigint>
  reserved(): Promise<bigint>
}

/** Withdrawals are open, and our books begin with what our bank and the payout provider say that we have. */
export async function openWithdrawals(world: World): Promise<void> {
  await seedOpening(world.deps)
  await world.database.owner.query(
    `insert into app.settings (key, value) values ('features', '{"withdraw": true}')
     on conflict (key) do update set value = app.settings.value || excluded.value`,
  )
}

let people = 0

export async function createWithdrawer(
  world: World,
  { cents = 1_000_00n, ...human }: { cents?: bigint } & Partial<Human> = {},
): Promise<Withdrawer> {
  const { owner } = world.database
  const country = human.country ?? 'FR'
  people += 1
  const phone = human.phone_e164 === undefined ? `+3363998${String(1_000 + people)}` : human.phone_e164
  const customerId = await addCompany(owner, { name: 'Atelier Ndiaye SARL', country })
  const userId = await addHuman(owner, {
    company_id: customerId,
    is_company_owner: true,
    ...human,
    country,
    phone_e164: phone,
  })
  if (cents > 0n) await credit(world, customerId, cents)
  const headers = await signedIn(world.deps, userId)

  async function call<T>(method: 'GET' | 'POST', path: string, payload?: object, key?: string) {
    const answer = await world.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...headers, 'accept-language': 'en', ...(key && { 'idempotency-key': key }) },
      ...(payload && { payload }),
    })
    const body = answer.json() as T & Refusal
    if (answer.statusCode >= 400) expectSaidInEachLanguage(body)
    return { status: answer.statusCode, body }
  }

  const get = <T>(path: string) => call<T>('GET', path)
  const post = <T>(path: string, body: object, key = newId('opn')) => call<T>('POST', path, body, key)
  return {
    userId,
    customerId,
    phone,
    headers,
    get,
    post,
    async open(request, key) {
      const amount = String(request.amount_without_fees_in_euro ?? '100.00')
      const total = request.total_to_pay ?? (await totalOf(get, request.cashout_method_id ?? 0, amount))
      const body = { ...request, amount_without_fees_in_euro: amount, ...(total && { total_to_pay: total }) }
      return post('/cashout', body, key)
    },
    verify: (id, key_code, key) => post('/verifyPayout', { id, key_code }, key),
    code: () => lastCode(world, phone ?? ''),
    balance: () => balance(world.deps.pool, `customer:${customerId}:EUR`),
    reserved: () => balance(world.deps.pool, `customer:${customerId}:reserved:EUR`),
  }

  async function totalOf(read: typeof get, method: number, amount: string) {
    for (const iso of [country, 'CI', 'CM', 'GN', 'FR']) {
      type Methods = { methods: { cashout_method_id: number; price: { total: string } | null }[] }
      const { body } = await read<Methods>(`/cashout/methods?country=${iso}&amount=${amount}`)
      const found = body.methods?.find(({ cashout_method_id }) => cashout_method_id === method)
      if (found) return found.price?.total
    }
    return undefined
  }
}

export async function credit(world: World, customer: string, cents: bigint): Promise<void> {
  const key = `test:credit:${newId('opn')}`
  const entry = sponsorshipReward({ customer, amount: eur(cents) })
  const verdict = await world.deps.ledger.commit({
    scope: 'test',
    key,
    body_hash: '',
    received_at: world.deps.clock.nowText(),
    entries: [{ ...entry, key, book: world.deps.config.book }],
  })
  if (verdict.verdict === 'refused') throw new Error(verdict.code)
}

/** A customer owes us this much; less than nothing pays it back. */
export async function owe(world: World, customer: string, cents: bigint): Promise<void> {
  const key = `test:owe:${newId('opn')}`
  const verdict = await world.deps.ledger.commit({
    scope: 'test',
    key,
    body_hash: '',
    received_at: world.deps.clock.nowText(),
    entries: [
      {
        recipe: 'creditReversed',
        sentence: '',
        postings: [
          { account: `receivable:${customer}:EUR`, currency: 'EUR', amount: -cents },
          { account: 'expense:loss:EUR', currency: 'EUR', amount: cents },
        ],
        key,
        book: world.deps.config.book,
      },
    ],
  })
  if (verdict.verdict === 'refused') throw new Error(verdict.code)
}

export async function lastCode(world: World, to: string): Promise<string> {
  const messages = (await world.outside(`/inbox?to=${encodeURIComponent(to)}`)) as {
    text: string
    subject: string
  }[]
  const texts = messages.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).filter(code => code !== undefined)
  const code = texts.at(0)
  if (!code) throw new Error(`no code came to ${to}`)
  return code
}
