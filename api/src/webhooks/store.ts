// What providers told us, kept once and before anything is decided.
import type { WebhookEvent } from '@jokko/providers/port'
import type { Deps } from '../deps.ts'

type Pool = Pick<Deps, 'pool'>

export type StoredEvent = { id: bigint; provider: string; event: WebhookEvent }

/** The event and the job that works on it, together. False: it was there already, and nothing has changed. */
export async function storeOnce({ pool }: Pool, event: WebhookEvent, rawBody: Uint8Array): Promise<boolean> {
  const raw = Buffer.from(rawBody).toString('utf8').replaceAll('\0', '')
  const { rowCount } = await pool.query(
    `with stored as (
       insert into app.webhook_events (provider, event_id, type, body) values ($1, $2, $3, $4)
       on conflict (provider, event_id) do nothing
       returning id
     )
     select graphile_worker.add_job('handle_webhook', json_build_object('id', id::text), max_attempts => 25) from stored`,
    [event.provider, event.eventId, event.type, JSON.stringify({ event, raw })],
  )
  return rowCount === 1
}

/** It is to be worked on anew. */
export async function reopen({ pool }: Pool, provider: string, eventId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    `update app.webhook_events set handled_at = null where provider = $1 and event_id = $2 returning id::text`,
    [provider, eventId],
  )
  return rows[0]?.id
}

export async function readUnhandled({ pool }: Pool, id: string): Promise<StoredEvent | undefined> {
  const { rows } = await pool.query<{ id: bigint; provider: string; body: { event: WebhookEvent } }>(
    'select id, provider, body from app.webhook_events where id = $1 and handled_at is null',
    [id],
  )
  const [row] = rows
  return row && { id: row.id, provider: row.provider, event: row.body.event }
}

/** Marks the event and enqueues what follows from it, together. */
export async function markHandled(
  { pool }: Pool,
  id: bigint,
  outcome: string,
  follow?: { task: string; payload: object; inOrder?: boolean },
): Promise<void> {
  const job = follow && (follow.inOrder ? [follow.task, follow.task] : [null, null])
  await pool.query(
    `with handled as (
       update app.webhook_events set handled_at = clock_timestamp(), outcome = $2
       where id = $1 and handled_at is null returning id
     )
     select graphile_worker.add_job($3, $4::json, queue_name => $5, job_key => $6, max_attempts => 25)
     from handled where $3 is not null`,
    [
      id,
      outcome,
      follow?.task ?? null,
      JSON.stringify(follow?.payload ?? {}),
      job?.[0] ?? null,
      job?.[1] ?? null,
    ],
  )
}

export async function markMessageFailed({ pool }: Pool, providerId: string): Promise<void> {
  await pool.query(`update app.messages_sent set state = 'failed' where provider_id = $1`, [providerId])
}

type AttemptBehind = { id: string; operation_id: string; is_refund: boolean }

/** Our attempt that the provider knows by this id, or that carries our own reference. */
export async function attemptBehind(
  { pool }: Pool,
  provider: string,
  providerId: string,
  reference: string,
): Promise<AttemptBehind | undefined> {
  const { rows } = await pool.query<AttemptBehind>(
    `select id, operation_id, destination ->> 'kind' = 'refund' as is_refund from app.payout_attempts
     where id = $3 or (provider = $1 and provider_id = $2) order by id <> $3 limit 1`,
    [provider, providerId, reference],
  )
  return rows[0]
}

/** Our pay-in that the provider knows by this id, or that carries our own reference. */
export async function payInBehind(
  { pool }: Pool,
  provider: string,
  providerId: string,
  reference: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from app.pay_ins where provider = $1 and (provider_id = $2 or id = $3) limit 1',
    [provider, providerId, reference],
  )
  return rows[0]?.id
}

/** The operation whose refund the provider knows by this id. */
export async function refundBehind(
  { pool }: Pool,
  provider: string,
  providerId: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ operation_id: string }>(
    `select operation_id from app.payout_attempts
     where provider = $1 and provider_id = $2 and destination ->> 'kind' = 'refund' limit 1`,
    [provider, providerId],
  )
  return rows[0]?.operation_id
}
