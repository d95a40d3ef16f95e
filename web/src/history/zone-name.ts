// The time zone beside a date, as it was on that date: `UTC+1`, `CET`.
import { localeOf } from '../common/date.ts'

export function zoneName(iso: string, language: string): string {
  const parts = new Intl.DateTimeFormat(localeOf(language), { timeZoneName: 'short' }).formatToParts(
    new Date(iso),
  )
  return parts.find(part => part.type === 'timeZoneName')?.value ?? ''
}
