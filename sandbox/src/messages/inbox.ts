// Everything that people received: SMS, WhatsApp and mail in one place, newest first.
import { isoTime } from '../world/clock.ts'
import type { World } from '../world/world.ts'

export type Channel = 'sms' | 'whatsapp' | 'mail'

export type MessageRow = {
  id: number
  sid: string | null
  channel: Channel
  sender: string
  recipient: string
  subject: string | null
  body: string
  html: string | null
  status: string
  status_callback: string | null
  at: number
}

export type NewMessage = {
  readonly channel: Channel
  readonly sender: string
  readonly recipient: string
  readonly body: string
  readonly sid?: string
  readonly subject?: string
  readonly html?: string
  readonly statusCallback?: string
  readonly status: string
}

export function keepMessage({ store, clock }: World, message: NewMessage): number {
  store.run(
    `insert into messages (sid, channel, sender, recipient, subject, body, html, status, status_callback, at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    message.sid ?? null,
    message.channel,
    message.sender,
    asAddress(message.recipient),
    message.subject ?? null,
    message.body,
    message.html ?? null,
    message.status,
    message.statusCallback ?? null,
    clock.now(),
  )
  return store.get<{ id: number }>('select last_insert_rowid() as id')?.id ?? 0
}

export type InboxFilter = { readonly to?: string | undefined; readonly channel?: Channel | undefined }

export function listMessages({ store }: World, filter: InboxFilter, limit: number): MessageRow[] {
  const to = filter.to === undefined ? null : asAddress(filter.to)
  return store.all<MessageRow>(
    `select * from messages
     where (?1 is null or recipient = ?1) and (?2 is null or channel = ?2) order by id desc limit ?3`,
    to,
    filter.channel ?? null,
    limit,
  )
}

export function messageObject(row: MessageRow) {
  return {
    id: row.id,
    channel: row.channel,
    from: row.sender,
    to: row.recipient,
    subject: row.subject,
    text: row.body,
    ...(row.html === null ? {} : { html: row.html }),
    status: row.status,
    at: isoTime(row.at),
  }
}

/** Mail addresses ignore case; a "+" that a query string turned into a space is put back. */
export function asAddress(text: string): string {
  const trimmed = text
    .replace(/^whatsapp:/, '')
    .replace(/^ /, '+')
    .trim()
    .toLowerCase()
  return /^\d{8,15}$/.test(trimmed) ? `+${trimmed}` : trimmed
}
