// Prices, limits and flags that an operator changes. Each change is written by the database together with what was there
// before, who changed it and why.
import { type Currency, currencies, fromDecimal } from '@jokko/core/money'
import type { DatabaseError } from 'pg'
import * as z from 'zod/mini'
import type { Json } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

type Change = { operator: string; reason: string }

type Fee = { purpose: string; method: string; percent: string; flat: string; minimum: string }

/** From now on; what was quoted before keeps its price. */
export async function setFee(deps: Deps, fee: Fee, change: Change): Promise<string> {
  const { purpose, method } = fee
  // Hundredths of a percent, written like euros: 0.6 is 60.
  const percent = minorOf(fee.percent, 'EUR')
  if (percent > 10_000n) throw new Error(`${fee.percent} is more than a hundred percent.`)
  const cents = [minorOf(fee.flat, 'EUR'), minorOf(fee.minimum, 'EUR')]
  await write(deps, 'select app.set_fee($1, $2, $3, $4, $5, $6, $7)', change, [
    purpose,
    method,
    percent,
    ...cents,
  ])
  return `${purpose} ${method}: ${fee.percent} %, ${fee.flat} € and at least ${fee.minimum} €`
}

type Limit = { kind: string; currency: string; ceiling: string }

export async function setLimit(deps: Deps, limit: Limit, change: Change): Promise<string> {
  const { kind, ceiling } = limit
  const currency = currencies.find(known => known === limit.currency)
  if (!currency) throw new Error(`${limit.currency} is no currency of ours.`)
  const minor = minorOf(ceiling, currency)
  if (minor === 0n) throw new Error('A limit of nothing would stop everything.')
  await write(deps, 'select app.set_limit($1, $2, $3, $4, $5)', change, [kind, currency, minor])
  return `${kind}: ${ceiling} ${currency}`
}

/** Minor units by provider and currency: `{ "hub2 XOF": "5000000" }`. */
const levels = z.record(z.string(), z.string().check(z.regex(/^\d{1,15}$/)))

const cents = z.number().check(z.int(), z.gte(0))

/** What each flag may hold. */
const flags: { readonly [name: string]: z.ZodMiniType } = {
  short_tolerance_cents: cents,
  new_payee_hold_cents: cents,
  bank_transfer_only: z.array(z.string()),
  features: z.record(z.string(), z.boolean()),
  withdraw_open: z.boolean(),
  float_levels: levels,
  collection_levels: levels,
  treasury_mailbox: z.string().check(z.email()),
}

export async function setFlag(
  deps: Deps,
  { name, value }: { name: string; value: string },
  change: Change,
): Promise<string> {
  const shape = Object.hasOwn(flags, name) ? flags[name] : undefined
  if (!shape) throw new Error(`There is no flag ${name}: ${Object.keys(flags).join(', ')}.`)
  const read = shape.safeParse(jsonOf(value))
  if (!read.success) throw new Error(`${value} is nothing that ${name} can be.`)
  const text = JSON.stringify(read.data)
  await write(deps, 'select app.set_flag($1, $2, $3, $4)', change, [name, text])
  return `${name}: ${text}`
}

/** What was shown in the list has been looked into, and leaves it. */
export async function setSeen(deps: Deps, subject: string, change: Change): Promise<string> {
  await write(deps, 'select app.set_seen($1, $2, $3)', change, [subject])
  return `${subject}: seen`
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function minorOf(text: string, currency: Currency): bigint {
  const amount = fromDecimal(text, currency)
  if (!amount) throw new Error(`${text} is no amount.`)
  return amount.minor
}

async function write(
  { pool }: Deps,
  sql: string,
  { operator, reason }: Change,
  values: readonly (string | bigint)[],
): Promise<void> {
  try {
    await pool.query(sql, [`operator:${operator}`, reason, ...values])
  } catch (error) {
    const { code, detail } = error as DatabaseError
    if (code === 'JK008') throw new Error(`There is no such setting: ${detail}.`)
    throw error
  }
}
