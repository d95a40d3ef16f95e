// Dates as people read them: day/month/year, 24 hours, in the reader's zone.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { formatClock, formatDay, formatMinute, formatMoment, formatSecond } from './date.ts'

beforeAll(() => vi.stubEnv('TZ', 'Europe/Paris'))
afterAll(() => vi.unstubAllEnvs())

const moment = '2026-11-27T08:41:07.000Z'

test.each(['fr', 'en', 'es'])('every language writes day/month/year and 24 hours (%s)', language => {
  expect(formatDay(moment, language)).toBe('27/11/2026')
  expect(formatMinute(moment, language)).toBe('27/11/2026 09:41')
  expect(formatSecond(moment, language)).toBe('27/11/2026 09:41:07')
  expect(formatClock(moment, language)).toBe('09:41')
})

test('midnight is 00:00, not 24:00', () => {
  expect(formatClock('2026-11-26T23:00:00.000Z', 'en')).toBe('00:00')
})

test('the day is left out for what happened today', () => {
  expect(formatMoment(moment, 'fr', new Date('2026-11-27T20:00:00Z'))).toBe('09:41')
  expect(formatMoment(moment, 'fr', new Date('2026-11-28T08:00:00Z'))).toBe('27/11/2026 09:41')
})
