// Our own money, as a person of ours moves it: a payment of our bank that bought local currency for a float, and what
// phones paid and a provider put on our float. Both are done outside first; here they are explained, once.
import { type Currency, currencies, eur, fromDecimal, type Money } from '@jokko/core/money'
import { buyFloat, collectionToFloat } from '@jokko/core/recipes-treasury'
import type { Deps } from '../deps.ts'
import type { Change } from '../ledger/change.ts'
import { setSeen } from './settings.ts'

type ByHand = { operator: string; reason: string }
type Amount = { provider: string; currency: string; amount: string }

/** An unexplained debit of our bank bought a float: the line says the euros, the provider what they gave. */
export async function explainAsPrefunding(
  deps: Deps,
  { line, ...wanted }: Amount & { line: string },
  by: ByHand,
): Promise<string> {
  const { rows } = await deps.pool.query<{ id: bigint; dedupe_key: string; amount: bigint }>(
    `select id, dedupe_key, amount from app.bank_lines where id::text = $1 and outcome = 'suspense' and amount < 0`,
    [line],
  )
  const [debit] = rows
  if (!debit) throw new Error(`Bank line ${line} is no debit that waits to be explained.`)
  const bought = readLocal(deps, wanted)
  const key = `match:${debit.dedupe_key}`
  const { provider } = wanted
  const entry = buyFloat({ iban: null, provider, paid: eur(-debit.amount), bought })
  return book(deps, by, `bank line ${line}`, {
    key,
    body_hash: `prefunding:${provider}:${bought.minor}:${bought.currency}`,
    entries: [{ ...entry, key: `bank:${debit.dedupe_key}:${entry.recipe}`, book: deps.config.book }],
    bank_lines: [{ id: debit.id, outcome: 'booked' }],
  })
}

/** A provider moved what phones paid to our float, under a reference of its own. */
export async function bookCollectionMoved(
  deps: Deps,
  { reference, ...moved }: Amount & { reference: string },
  by: ByHand,
): Promise<string> {
  const amount = readLocal(deps, moved)
  const { provider } = moved
  const held = await collectedBy(deps, provider, amount.currency)
  if (amount.minor > held) throw new Error(`${provider} holds ${held} ${amount.currency} in our books.`)
  const key = `collection:${provider}:${reference}`
  return book(deps, by, `collection ${provider} ${reference}`, {
    key,
    body_hash: `${amount.minor}:${amount.currency}`,
    entries: [{ ...collectionToFloat({ provider, amount }), key, book: deps.config.book }],
  })
}

function readLocal({ providers }: Deps, { provider, currency, amount }: Amount): Money {
  if (!Object.hasOwn(providers.payouts, provider)) throw new Error(`${provider} pays nothing out for us.`)
  const known = currencies.find((one): one is Exclude<Currency, 'EUR'> => one === currency && one !== 'EUR')
  if (!known) throw new Error(`${currency} is no local currency of ours.`)
  const read = fromDecimal(amount, known)
  if (!read || read.minor === 0n) throw new Error(`${amount} is no amount.`)
  return read
}

async function collectedBy({ pool, config }: Deps, provider: string, currency: string): Promise<bigint> {
  const { rows } = await pool.query<{ balance: bigint }>(
    'select -balance as balance from ledger.accounts where book = $1 and name = $2',
    [config.book, `payin:${provider}:${currency}`],
  )
  return rows[0]?.balance ?? 0n
}

type Booked = Pick<Change, 'key' | 'body_hash' | 'entries' | 'bank_lines'>

/** No operation carries the reason, so that the trail of operators' actions does. */
async function book(deps: Deps, by: ByHand, subject: string, change: Booked): Promise<string> {
  await setSeen(deps, subject, by)
  const verdict = await deps.ledger.commit({
    scope: 'operator',
    received_at: deps.clock.nowText(),
    ...change,
  })
  if (verdict.verdict === 'refused') throw new Error(`Not done: ${verdict.code}.`)
  return `${subject}: ${verdict.verdict === 'replayed' ? 'was booked before' : 'booked'}`
}
