// A customer's past of any length, written by SQL: operations of all types, states, countries and people over three
// years, through the table's own triggers.
import type { Stage } from './stage.ts'

const PER_STATEMENT = 100_000

/** Deterministic, so that both customers have the same mixture and every run the same rows. */
const INSERT = `
  with numbered as (
    select n, md5(n || $1) as hash from generate_series($4::int, $5::int) n
  ), rolled as (
    select n, part(hash, 1) as a, part(hash, 5) as b, part(hash, 9) as c, part(hash, 13) as d, part(hash, 17) as e,
      part(hash, 21) as f
    from numbered
  ), mixed as (
    select n, 1000 + e as amount,
      (array['direct_transfer', 'direct_transfer', 'direct_transfer', 'direct_transfer', 'instant_transfer',
        'payment_request', 'withdraw', 'deposit'])[1 + a % 8] as type,
      case when b % 1000 = 7 then 'failed' when b % 50 = 3 then 'refunded' when b % 200 = 9 then 'sent' else 'paid' end as state,
      (array['CI', 'SN', 'CM', 'BJ', 'TG', 'ML', 'BF', 'GN', 'GA', 'CG'])[1 + c % 10] as country,
      (array['Awa', 'Kouamé', 'Fatou', 'Moussa', 'Aminata', 'Issa', 'Chantal', 'Serge', 'Adama', 'Rokia'])[1 + d % 10]
        || ' ' ||
      (array['Ndiaye', 'Traoré', 'Diop', 'Koné', 'Mbarga', 'Adjovi', 'Sow', 'Ouédraogo', 'Camara', 'Nguema'])[1 + d / 10 % 10]
        || ' ' || f % 50 as name,
      $3::timestamptz - n * interval '94 seconds' as at
    from rolled
  )
  insert into app.operations (id, book, kind, state, version, customer_id, user_id, customer_status, operation_type,
    sending_country, receiving_country, payin_method, payout_kind, provider, counterparty, reason, principal, fee, total,
    target, target_currency, rate, search, started_at, ended_at, updated_at, details)
  select 'opn_' || uuidv7(at - now()), 'test', 'transfer', state, 1, $1, $2,
    case state when 'paid' then 'transfer_completed' when 'refunded' then 'transfer_failed' when 'failed' then 'payment_failed'
      else 'transfer_in_progress' end,
    type, 'FR', country, 'balance', 'mobile_money', 'hub2', name, 'Facture ' || n, amount, 150, amount + 150,
    amount * 6, 'XOF', '655.957', translate(lower(name), 'éô', 'eo') || ' facture ' || n, at,
    case when state = 'sent' then null else at + interval '1 minute' end, at, '{"payee": {"name": "x", "phone": "+2250701020304"}}'
  from mixed`.replaceAll(/part\(hash, (\d+)\)/g, "('x' || substr(hash, $1, 4))::bit(16)::int")

export async function writePast(
  { owner }: Stage,
  customer: { customerId: string; userId: string },
  count: number,
): Promise<void> {
  const until = new Date().toISOString()
  for (let from = 1; from <= count; from += PER_STATEMENT) {
    const to = Math.min(count, from + PER_STATEMENT - 1)
    await owner.query(INSERT, [customer.customerId, customer.userId, until, from, to])
  }
  await owner.query('vacuum (analyze) app.operations')
}
