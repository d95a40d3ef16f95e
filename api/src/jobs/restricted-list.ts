// Reads again who pays by bank transfer only. What cannot be read changes nothing: the last good list stays in force.
import type { Deps } from '../deps.ts'

export async function readRestrictedList({ pool, providers, log }: Deps): Promise<void> {
  if (providers.restrictedList === null) return
  const answer = await providers.restrictedList.read()
  if (answer.kind !== 'read') {
    log.warn({ detail: answer.detail }, 'the list of those who pay by bank transfer only could not be read')
    return
  }
  if (answer.unread > 0) log.warn({ rows: answer.unread }, 'rows of the restricted list name nobody')
  const { ids, emails, phones } = answer.people
  await pool.query(
    `insert into app.settings (key, value)
     select 'bank_transfer_only', coalesce(jsonb_agg(id order by id), '[]')
     from app.users where id = any($1) or lower(email) = any($2) or phone_e164 = any($3)
     on conflict (key) do update set value = excluded.value, changed_at = clock_timestamp()
     where app.settings.value is distinct from excluded.value`,
    [ids, emails, phones],
  )
}
