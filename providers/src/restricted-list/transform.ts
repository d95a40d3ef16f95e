// The sheet's first column, under the heading `user`: our ids, e-mail addresses or phone numbers, one a row. Without that
// heading it is no list of ours, whatever it is, and says nothing about anybody.
import type { RestrictedPeople } from '../port.ts'

const readable = { id: /^usr_[0-9a-f-]{36}$/, email: /^[^\s@]+@[^\s@]+$/, phone: /^\+\d{8,15}$/ } as const

export type ReadSheet = { readonly people: RestrictedPeople; readonly unread: number }

export function peopleIn(sheet: string): ReadSheet | undefined {
  const [heading, ...rows] = sheet
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map(firstCell)
  if (heading?.toLowerCase() !== 'user') return undefined
  const cells = rows.filter(cell => cell !== '')
  const of = (form: RegExp) => cells.filter(cell => form.test(cell))
  const people = {
    ids: of(readable.id),
    emails: of(readable.email).map(email => email.toLowerCase()),
    phones: of(readable.phone),
  }
  const read = people.ids.length + people.emails.length + people.phones.length
  return { people, unread: cells.length - read }
}

const firstCell = (line: string): string => {
  const quoted = /^\s*"((?:[^"]|"")*)"/.exec(line)?.[1]?.replaceAll('""', '"')
  return (quoted ?? line.split(/[,;\t]/)[0] ?? '').trim()
}
