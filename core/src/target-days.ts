// Which days the euro's payment system is open: weekdays that are not one of its six holidays.
// Source: the TARGET calendar of the European Central Bank (in force since 2000).

const DAY_MS = 86_400_000

/** `YYYY-MM-DD` of the last of `count` open days after this moment. */
export const targetDayAfter = (isoTime: string, count: number): string => {
  let day = Date.parse(isoTime.slice(0, 10))
  for (let left = count; left > 0; ) {
    day += DAY_MS
    if (isTargetDay(day)) left -= 1
  }
  return dayText(day)
}

/** `midnight` is a UTC midnight in milliseconds. */
export const isTargetDay = (midnight: number): boolean => {
  // 1 January 1970 was a Thursday.
  const weekday = (Math.floor(midnight / DAY_MS) + 4) % 7
  if (weekday === 0 || weekday === 6) return false
  const text = dayText(midnight)
  if (['01-01', '05-01', '12-25', '12-26'].includes(text.slice(5))) return false
  const easter = easterSunday(Number(text.slice(0, 4)))
  return midnight !== easter - 2 * DAY_MS && midnight !== easter + DAY_MS
}

const dayText = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10)

/** Gregorian computus (Meeus, Jones, Butcher). */
const easterSunday = (year: number): number => {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1)
}
