// Dates and times as people read them: day/month/year, 24 hours, in the reader's own time zone.

const locales: Record<string, string> = { fr: 'fr-FR', en: 'en-GB', es: 'es-ES' }

/** The locale of numbers and dates for a language of the app. */
export const localeOf = (language: string): string => locales[language] ?? 'fr-FR'

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const

const formats = new Map<string, Intl.DateTimeFormat>()

function format(iso: string, language: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${language}${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), options)
  formats.set(key, known)
  return known.format(new Date(iso)).replace(', ', ' ')
}

/** `27/11/2026` */
export const formatDay = (iso: string, language: string): string => format(iso, language, day)

/** `27/11/2026 09:41` */
export const formatMinute = (iso: string, language: string): string =>
  format(iso, language, { ...day, ...clock })

/** `27/11/2026 09:41:07` */
export const formatSecond = (iso: string, language: string): string =>
  format(iso, language, { ...day, ...clock, second: '2-digit' })

/** `09:41` */
export const formatClock = (iso: string, language: string): string => format(iso, language, clock)

/** The time today, the day and the time otherwise. */
export function formatMoment(iso: string, language: string, now: Date = new Date()): string {
  const isToday = new Date(iso).toDateString() === now.toDateString()
  return isToday ? formatClock(iso, language) : formatMinute(iso, language)
}
