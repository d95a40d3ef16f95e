// The ledger alone: balanced entries through app.commit(), from several connections, one or 256 to a call.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Stage } from './stage.ts'

export type Pair = { debit: string; credit: string }

/** Where the next entry's money comes from and goes to. */
export type Pairs = () => Pair

const customer = (i: number): string => `customer:cmp_bench${i}:EUR`
const open = (i: number): string => `payin:bench${i}:EUR`
const FEE_ACCOUNT = 'income:fee:bulk:EUR'
const anyOf = (count: number): number => Math.floor(Math.random() * count)

/** From one customer to another. */
export const betweenCustomers =
  (count: number): Pairs =>
  () => {
    const from = anyOf(count)
    return { debit: customer(from), credit: customer((from + 1 + anyOf(count - 1)) % count) }
  }

/** From any customer to the one account that every fee goes to. */
export const intoFeeAccount =
  (count: number): Pairs =>
  () => ({ debit: customer(anyOf(count)), credit: FEE_ACCOUNT })

/** From any customer to any of as many accounts of ours. */
export const intoOpenAccounts =
  (count: number): Pairs =>
  () => ({ debit: customer(anyOf(count)), credit: open(anyOf(count)) })

/** Customers with 10,000 EUR each, and as many open accounts, all through the door. */
export async function openAccounts({ owner }: Stage, count: number): Promise<void> {
  const every = 250
  for (let from = 0; from < count; from += every) {
    const pairs = Array.from({ length: every }, (_, i) => [
      { amount: 1_000_000, debit: 'bank:BENCH:EUR', credit: customer(from + i) },
      { amount: 1, debit: 'bank:BENCH:EUR', credit: open(from + i) },
    ]).flat()
    await owner.query('select app.commit($1::jsonb)', [
      JSON.stringify(pairs.map(({ amount, ...pair }, i) => changeOf(pair, i, amount))),
    ])
  }
}

export type Door = {
  /** Entries per second. */
  run(perCall: number, pairs: Pairs, seconds: number): Promise<number>
  close(): Promise<void>
}

export async function openDoor({ cluster }: Stage, connections: number): Promise<Door> {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: cluster.appUrl }),
  )
  for (const client of clients) await client.connect()
  return {
    async run(perCall, pairs, seconds) {
      const started = performance.now()
      const deadline = started + seconds * 1000
      const counts = await Promise.all(clients.map(client => commitUntil(client, perCall, pairs, deadline)))
      const written = counts.reduce((sum, count) => sum + count, 0)
      return written / ((performance.now() - started) / 1000)
    },
    async close() {
      await Promise.all(clients.map(client => client.end()))
    },
  }
}

async function commitUntil(
  client: pg.Client,
  perCall: number,
  pairs: Pairs,
  deadline: number,
): Promise<number> {
  let written = 0
  while (performance.now() < deadline) {
    const changes = Array.from({ length: perCall }, (_, i) => changeOf(pairs(), i, 1))
    const { rows } = await client.query<{ verdicts: Record<string, { verdict: string }> }>({
      name: 'commit',
      text: 'select app.commit($1::jsonb) as verdicts',
      values: [JSON.stringify(changes)],
    })
    for (const { verdict } of Object.values(rows[0]?.verdicts ?? {})) {
      if (verdict !== 'committed') throw new Error(`An entry was ${verdict}`)
      written += 1
    }
  }
  return written
}

function changeOf({ debit, credit }: Pair, i: number, amount: number) {
  const key = randomUUID()
  return {
    i,
    scope: 'bench',
    key,
    body_hash: key,
    received_at: new Date().toISOString(),
    entries: [
      {
        key,
        recipe: 'transferToBalance',
        book: 'test',
        postings: [
          { account: debit, currency: 'EUR', amount: -amount },
          { account: credit, currency: 'EUR', amount },
        ],
      },
    ],
  }
}
