// Transfers to Guinea for tests: ordered at a known rate, with the market to be moved before their money arrives.
import type { OperationDetail } from '@jokko/contract/history'
import type { NewDirectPayment, Payment } from '@jokko/contract/transfer'
import { fetchRates } from '../jobs/rates.ts'
import { forgetReference } from '../reference/data.ts'
import { payOutside } from './pay-outside.ts'
import type { Payer } from './payer.ts'
import { operation } from './transfers.ts'
import type { World } from './world.ts'

export const ways = { 'bank transfer': 1, 'direct debit': 3 } as const
export type SlowWay = keyof typeof ways

/** With 0.92 euros for a dollar: 9,412.35 francs for a euro. */
const FRANCS_PER_DOLLAR = 8_659.362

/** What a euro brings, as a part of 9,412.35 francs. Nobody has told us yet. */
export const moveMarket = (world: World, part: number): Promise<unknown> =>
  world.outside('/control/rates', { symbol: 'GNF', rate: FRANCS_PER_DOLLAR * part })

/** As on the first day, and known to us. */
export async function resetMarket(world: World): Promise<void> {
  await moveMarket(world, 1)
  await world.advance(2)
  await fetchRates(world.deps)
  forgetReference(world.deps)
}

type Ordered = {
  way?: SlowWay
  euros?: string
  to?: string
  more?: Partial<NewDirectPayment>
}

/** 100.00 EUR to Orange Money in Guinea, 102.18 in all: 941,000 GNF at the rate of the first day. */
export async function orderToGuinea(world: World, payer: Payer, ordered: Ordered = {}): Promise<Payment> {
  const { way = 'bank transfer', euros = '100.00', to = '+224622345678', more = {} } = ordered
  await resetMarket(world)
  const { status, body } = await payer.send({
    cashin_method_id: ways[way],
    euros,
    way: { country: 'GN', route: 1501, to, more },
  })
  if (status !== 201) throw new Error(`the transfer was not accepted: ${body.code}`)
  return body
}

/** Its payer pays, the money arrives, and everything that follows from it happens. */
export async function arrive(
  world: World,
  payer: Payer,
  payment: Payment,
  way: SlowWay = 'bank transfer',
): Promise<void> {
  await payOutside(world, payer, way, payment)
  await world.advance(way === 'direct debit' ? 3 * 86_400 : 60)
}

export const detailOf = async (payer: Payer, { id }: { id: string }): Promise<OperationDetail> =>
  (await payer.get<OperationDetail>(`/operations/${id}`)).body

export const stateOf = async ({ deps }: World, { id }: { id: string }): Promise<string> =>
  (await operation(deps.pool, id)).state

/** Fees and margin that were earned with an operation, in cents. */
export async function earnedWith({ deps }: World, { id }: { id: string }): Promise<bigint> {
  const { rows } = await deps.pool.query<{ earned: bigint }>(
    `select coalesce(sum(p.amount), 0)::bigint as earned
     from ledger.entries e
     join ledger.postings p on p.entry_id = e.id
     join ledger.accounts a on a.id = p.account_id
     where e.operation_id = $1 and a.name like 'income:%'`,
    [id],
  )
  return rows[0]?.earned ?? 0n
}
