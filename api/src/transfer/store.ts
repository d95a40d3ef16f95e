// The SQL of transfers: what an acceptance must know of its people, in one read, and what was paid before.
import { gather } from '../db/gather.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { StoredQuote } from '../quotes/store.ts'
import type { PaidBefore } from './payee-memory.ts'

export type AcceptanceFacts = {
  id: string
  first_name: string
  last_name: string
  company_name: string | null
  is_individual: boolean
  phone_e164: string
  dial_code: number
  country: string
  email: string | null
  /** The Jokko customer behind this number, when there is one. */
  receiver_customer_id: string | null
  receiver_is_active: boolean | null
  receiver_is_company: boolean | null
  /** A company that is verified and active. */
  receiver_is_established: boolean | null
  /** Anything, and to which numbers and accounts. */
  paid_before: boolean
  paid_accounts: string[]
  /** Cents the sender owes us. */
  owed: bigint
  quote:
    | (Omit<StoredQuote, 'accept_by' | 'fund_by' | 'created_at'> & {
        accept_by: string
        fund_by: string | null
      })
    | null
}

const READ_ACCEPTANCES = {
  name: 'read-acceptances',
  text: `select asked.ordinal::int, b.id, b.first_name, b.last_name, b.company_name, b.is_individual, b.phone_e164,
      b.dial_code, b.country, b.email,
      coalesce(u.company_id, u.id) as receiver_customer_id,
      u.is_active and coalesce(c.is_active, true) as receiver_is_active,
      u.company_id is not null as receiver_is_company,
      c.is_verified and c.is_active as receiver_is_established,
      exists (select from app.operations o
        where o.customer_id = b.customer_id and o.beneficiary_id = b.id and o.state = 'paid') as paid_before,
      array(select a.number from app.beneficiary_accounts a
        where a.customer_id = b.customer_id and a.beneficiary_id = b.id and a.paid_at is not null) as paid_accounts,
      coalesce(-debt.balance, 0)::bigint as owed,
      to_jsonb(q) as quote
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as asked (customer_id, beneficiary_id, quote_id, ordinal)
    join app.beneficiaries b on b.id = asked.beneficiary_id and b.customer_id = asked.customer_id
    left join app.users u on u.phone_e164 = b.phone_e164 and not u.is_rejected
    left join app.companies c on c.id = u.company_id
    left join app.quotes q on q.id = asked.quote_id and q.customer_id = asked.customer_id
    left join ledger.accounts debt on debt.book = $4 and debt.name = 'receivable:' || asked.customer_id || ':EUR'`,
}

export type AcceptanceQuestion = { customerId: string; beneficiaryId: string; quoteId: string | undefined }

/** What an acceptance must know, read for all requests of the moment in one query. */
export function acceptanceReader({ pool, config }: Deps) {
  return gather<AcceptanceQuestion, AcceptanceFacts>(async questions => {
    const { rows } = await pool.query<AcceptanceFacts & { ordinal: number }>({
      ...READ_ACCEPTANCES,
      values: [
        questions.map(question => question.customerId),
        questions.map(question => question.beneficiaryId),
        questions.map(question => question.quoteId ?? null),
        config.book,
      ],
    })
    const found = new Map(rows.map(row => [row.ordinal, row]))
    return questions.map((_, i) => found.get(i + 1))
  })
}

/** What an operation's sender has paid to its beneficiary before. */
export async function readPaidBefore(
  { pool }: Deps,
  { customer_id, beneficiary_id }: Pick<Operation, 'customer_id' | 'beneficiary_id'>,
): Promise<PaidBefore> {
  const { rows } = await pool.query<PaidBefore>(
    `select exists (select from app.operations where customer_id = $1 and beneficiary_id = $2 and state = 'paid') as paid_before,
       array(select number from app.beneficiary_accounts
         where customer_id = $1 and beneficiary_id = $2 and paid_at is not null) as paid_accounts`,
    [customer_id, beneficiary_id],
  )
  return rows[0] ?? { paid_before: false, paid_accounts: [] }
}
