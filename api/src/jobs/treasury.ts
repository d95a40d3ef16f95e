// What the treasury has to see in time: a float that runs low, much money left where phones pay it, a payout by hand that
// nobody has confirmed. Each is told once to its mailbox, and stays in the operator's list as long as it lasts.
import type { Deps } from '../deps.ts'
import { queueMessage } from '../messages/queue.ts'

type Crossing = { id: string; template: string; what: string; balance: string; level: string }
type Overdue = { id: string; reference: string; beneficiary: string }

/** The newest word is beyond its level, and the one before was not. */
const CROSSINGS = `
  with told as (
    select 'float_low' as template, 'float_levels' as levels, 1 as sign, * from app.float_balances
    union all
    select 'collection_high', 'collection_levels', -1, * from app.collected_balances
  ), ranked as (
    select *, row_number() over (partition by template, provider, currency order by told_at desc, id desc) as age,
      lead(balance) over (partition by template, provider, currency order by told_at desc, id desc) as before
    from told where told_at > app.now() - interval '2 days'
  )
  select r.template || ':' || r.id as id, r.template, r.provider || ' ' || r.currency as what, r.balance::text, l.level::text
  from ranked r
  join app.settings s on s.key = r.levels
  cross join lateral (select (s.value ->> (r.provider || ' ' || r.currency))::bigint as level) l
  where r.age = 1 and r.balance * r.sign < l.level * r.sign and (r.before is null or r.before * r.sign >= l.level * r.sign)`

const OVERDUE = `
  select o.id, coalesce(o.reference, o.id) as reference, o.counterparty as beneficiary
  from app.payout_attempts a join app.operations o on o.id = a.operation_id
  where a.provider = 'manual' and o.state = 'sent' and a.state <> 'failed'
    and a.created_at + make_interval(mins => coalesce((o.details #>> '{delivery,max}')::int, 0)) < app.now()`

export async function tellTreasury(deps: Deps): Promise<void> {
  const { rows } = await deps.pool.query<{ mailbox: string }>(
    `select value #>> '{}' as mailbox from app.settings where key = 'treasury_mailbox'`,
  )
  const to = rows[0]?.mailbox
  if (!to) return
  const crossings = await deps.pool.query<Crossing>(CROSSINGS)
  for (const { id, template, what, balance, level } of crossings.rows)
    await tell(deps, to, id, template, { reference: what, amount: balance, total: level })
  const overdue = await deps.pool.query<Overdue>(OVERDUE)
  for (const { id, reference, beneficiary } of overdue.rows)
    await tell(deps, to, `overdue:${id}`, 'payout_overdue', { reference, beneficiary })
}

const tell = (deps: Deps, to: string, key: string, template: string, params: Record<string, string>) =>
  queueMessage(deps, {
    key,
    channel: 'email',
    to,
    template,
    language: 'fr',
    params: { name: 'Jokko', ...params },
  })
