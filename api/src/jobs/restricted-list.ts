// Reads again who pays by bank transfer only. What cannot be read changes nothing: the last good list stays in force,
// and a list that was asked for earlier and came later does not take the place of a newer one.
import type { Deps } from '../deps.ts'

export async function readRestrictedList({ pool, providers, log }: Deps): Promise<void> {
  if (providers.restrictedList === null) return
  const askedAt = await databaseTime(pool)
  const answer = await providers.restrictedList.read()
  if (answer.kind !== 'read') {
    log.warn({ detail: answer.detail }, 'the list of those who pay by bank transfer only could not be read')
    return
  }
  if (answer.unread > 0) log.warn({ rows: answer.unread }, 'rows of the restricted list name nobody')
  const { ids, emails, phones } = answer.people
  await pool.query(
    `insert into app.settings (key, value, changed_at)
     select 'bank_transfer_only', coalesce(jsonb_agg(id order by id), '[]'), $4::timestamptz
     from app.users where id = any($1) or lower(email) = any($2) or phone_e164 = any($3)
     on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at
     where app.settings.changed_at < excluded.changed_at`,
    [ids, emails, phones, askedAt],
  )
}

/** To the microsecond, which a Date does not hold. */
async function databaseTime(pool: Deps['pool']): Promise<string> {
  const { rows } = await pool.query<{ now: string }>('select clock_timestamp()::text as now')
  if (rows[0] === undefined) throw new Error('the database told no time')
  return rows[0].now
}
