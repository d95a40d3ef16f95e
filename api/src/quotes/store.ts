// The SQL of quotes: kept when a summary is shown, and read when one is accepted.
import type { QuoteFigures } from '@jokko/contract/transfer'
import type { Deps } from '../deps.ts'

export type StoredQuote = {
  id: string
  customer_id: string
  figures: QuoteFigures & { request: QuotedFor }
  accept_by: Date
  fund_by: Date | null
  created_at: Date
}

/** What a quote was made for; accepting it for anything else is refused. */
export type QuotedFor = {
  sending: string
  receiving: string | null
  cashin_method_id: number | null
  cashout_method_id: number | null
}

export async function insertQuote(
  { db }: Deps,
  quote: StoredQuote & { book: 'live' | 'test' },
): Promise<void> {
  await db
    .insertInto('app.quotes')
    .values({ ...quote, figures: JSON.stringify(quote.figures) })
    .execute()
}

export async function readQuote(
  { db }: Deps,
  customerId: string,
  id: string,
): Promise<StoredQuote | undefined> {
  const row = await db
    .selectFrom('app.quotes')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row as StoredQuote | undefined
}
