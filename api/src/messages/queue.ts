// Puts a message into the job queue. Its key makes a repeat harmless, and it never holds anything up.
import type { Language } from '@jokko/contract/common'
import type { Deps } from '../deps.ts'

export type QueuedMessage = {
  key: string
  channel: 'sms' | 'whatsapp' | 'email'
  to: string
  toName?: string
  /** Key of `messages` in the locales. */
  template: string
  language: Language
  params: Record<string, string>
}

export async function queueMessage({ pool }: Pick<Deps, 'pool'>, message: QueuedMessage): Promise<void> {
  await pool.query(
    `select graphile_worker.add_job('send_message', $1::json, job_key => $2, max_attempts => 12)`,
    [JSON.stringify(message), `message:${message.key}`],
  )
}
