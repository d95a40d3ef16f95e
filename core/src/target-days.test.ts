// Guarantees of the euro's calendar: weekends, the six holidays, and nothing else.
import { describe, expect, test } from 'vitest'
import { isTargetDay, targetDayAfter } from './target-days.ts'

describe('days on which euros move between banks', () => {
  test('a week has five', () => {
    expect(targetDayAfter('2026-11-27T22:10:00Z', 5)).toBe('2026-12-04')
    expect(targetDayAfter('2026-11-28T08:00:00Z', 5)).toBe('2026-12-04')
  })

  test.each([
    '2026-01-01',
    '2026-05-01',
    '2026-12-25',
    '2026-04-03',
    '2026-04-06',
    '2027-03-26',
    '2027-03-29',
    '2024-04-01',
  ])('%s is a holiday', day => {
    expect(isTargetDay(Date.parse(day))).toBe(false)
  })

  test.each(['2026-04-02', '2026-04-07', '2026-07-14', '2026-11-11', '2026-12-24'])(
    '%s is open, whatever a nation celebrates',
    day => {
      expect(isTargetDay(Date.parse(day))).toBe(true)
    },
  )

  test('Christmas and a weekend are stepped over', () => {
    expect(targetDayAfter('2026-12-23T12:00:00Z', 3)).toBe('2026-12-29')
  })
})
