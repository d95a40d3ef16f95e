// The accounts that Jokko holds at the partner network, each with its own key, secret and books: one for the network,
// one for the microfinance institutions. Every movement per currency, what is reserved, what is left.
import { timingSafeEqual } from 'node:crypto'
import type { World } from '../world/world.ts'

export const accountNames = ['partner', 'aloohpay'] as const
export type AccountName = (typeof accountNames)[number]

export const payoutCurrencies = ['XOF', 'XAF', 'GNF'] as const

const prefunding: Record<string, number> = { XOF: 1_000_000_000, XAF: 1_000_000_000, GNF: 10_000_000_000 }

export const keyOf = ({ settings }: World, account: AccountName): string =>
  account === 'aloohpay' ? settings.aloohpayApiKey : settings.partnerApiKey

export const secretOf = ({ settings }: World, account: AccountName): string =>
  account === 'aloohpay' ? settings.aloohpayWebhookSecret : settings.partnerWebhookSecret

/** The account that a key opens. */
export function accountOfKey(world: World, given: unknown): AccountName | undefined {
  return accountNames.find(account => same(given, keyOf(world, account)))
}

function same(given: unknown, expected: string): boolean {
  if (typeof given !== 'string' || given.length !== expected.length) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

export type MovementKind = 'top_up' | 'payout' | 'fee' | 'return'

type Movement = { account: string; kind: MovementKind; currency: string; amount: number; payoutId?: string }

export function addMovement({ store, clock }: World, movement: Movement) {
  store.run(
    'insert into partner_movements (at, account, currency, kind, amount, payout_id) values (?, ?, ?, ?, ?, ?)',
    clock.now(),
    movement.account,
    movement.currency,
    movement.kind,
    movement.amount,
    movement.payoutId ?? null,
  )
}

export function prefund(world: World) {
  const known = world.store.get('select 1 from partner_movements limit 1')
  if (known) return
  for (const account of accountNames)
    for (const [currency, amount] of Object.entries(prefunding))
      addMovement(world, { account, kind: 'top_up', currency, amount })
}

type Sum = { total: number | null }

/** What payouts under way hold. */
export function reservedBalance({ store }: World, account: string, currency: string): number {
  const sum = store.get<Sum>(
    `select sum(amount + fee) as total from partner_payouts
     where account = ? and currency = ? and status in ('pending', 'processing') and failure_code is null`,
    account,
    currency,
  )
  return sum?.total ?? 0
}

export function availableBalance(world: World, account: string, currency: string): number {
  const booked = world.store.get<Sum>(
    'select sum(amount) as total from partner_movements where account = ? and currency = ?',
    account,
    currency,
  )
  return (booked?.total ?? 0) - reservedBalance(world, account, currency)
}

/** Sets what is available by a movement of the difference, so that the books stay explained. */
export function setAvailableBalance(world: World, account: AccountName, currency: string, amount: number) {
  const difference = amount - availableBalance(world, account, currency)
  if (difference !== 0) addMovement(world, { account, kind: 'top_up', currency, amount: difference })
}
