// Hub2's own books of our transfer account: every movement per currency, what is reserved, what is left.
import type { World } from '../world/world.ts'

export const transferCurrencies = ['XOF', 'XAF', 'GNF'] as const

const prefunding: Record<string, number> = {
  XOF: 1_000_000_000,
  XAF: 1_000_000_000,
  GNF: 10_000_000_000,
}

/** `collected` is what was moved here from the account on which phones pay. */
export type MovementKind = 'top_up' | 'payout' | 'fee' | 'return' | 'collected'

type Sum = { total: number | null }

export function addMovement(
  { store, clock }: World,
  kind: MovementKind,
  currency: string,
  amount: number,
  transferId?: string,
) {
  store.transaction(() => {
    store.run(
      'insert into hub2_movements (at, currency, kind, amount, transfer_id) values (?, ?, ?, ?, ?)',
      clock.now(),
      currency,
      kind,
      amount,
      transferId ?? null,
    )
    store.run(
      `insert into hub2_accounts (currency, booked) values (?1, ?2)
       on conflict (currency) do update set booked = booked + excluded.booked`,
      currency,
      amount,
    )
  })
}

/** Sets money aside for a transfer under way; a negative amount gives it free again. */
export function reserve({ store }: World, currency: string, amount: number) {
  store.run('update hub2_accounts set reserved = reserved + ? where currency = ?', amount, currency)
}

export function prefund(world: World) {
  for (const [currency, amount] of Object.entries(prefunding)) {
    const known = world.store.get('select 1 from hub2_movements where currency = ? limit 1', currency)
    if (!known) addMovement(world, 'top_up', currency, amount)
  }
}

type Account = { booked: number; reserved: number }

function accountOf({ store }: World, currency: string): Account {
  const account = store.get<Account>(
    'select booked, reserved from hub2_accounts where currency = ?',
    currency,
  )
  return account ?? { booked: 0, reserved: 0 }
}

export const reservedBalance = (world: World, currency: string) => accountOf(world, currency).reserved

export function availableBalance(world: World, currency: string): number {
  const { booked, reserved } = accountOf(world, currency)
  return booked - reserved
}

/** What was moved here from the collection account, by hand: Hub2 documents no call for it. */
export const movedFromCollection = ({ store }: Pick<World, 'store'>, currency: string): number =>
  store.get<Sum>(
    `select sum(amount) as total from hub2_movements where currency = ? and kind = 'collected'`,
    currency,
  )?.total ?? 0

/** Sets what is available by a movement of the difference, so that the statement stays explained. */
export function setAvailableBalance(world: World, currency: string, amount: number) {
  const difference = amount - availableBalance(world, currency)
  if (difference !== 0) addMovement(world, 'top_up', currency, difference)
}

export function accountStatement(world: World, currency: string) {
  const { store } = world
  const totalOf = (kind: MovementKind) =>
    store.get<Sum>(
      'select sum(amount) as total from hub2_movements where currency = ? and kind = ?',
      currency,
      kind,
    )?.total ?? 0
  return {
    topped_up: totalOf('top_up') + totalOf('collected'),
    paid: -totalOf('payout'),
    returned: totalOf('return'),
    fees: -totalOf('fee'),
    reserved: reservedBalance(world, currency),
    available: availableBalance(world, currency),
  }
}
