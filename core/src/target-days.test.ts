// Guarantees of the euro's calendar: weekends, the six holidays, and nothing else.
import fc from 'fast-check'
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

describe('whatever the day', () => {
  const DAY = 86_400_000
  const midnight = fc.integer({ min: 10_957, max: 47_481 }).map(day => day * DAY)

  test('the promised day is open, and as many open days lie on the way as were promised', () => {
    fc.assert(
      fc.property(midnight, fc.integer({ min: 1, max: 15 }), (from, count) => {
        const end = Date.parse(targetDayAfter(new Date(from).toISOString(), count))
        expect(isTargetDay(end)).toBe(true)
        let open = 0
        for (let day = from + DAY; day <= end; day += DAY) if (isTargetDay(day)) open += 1
        expect(open).toBe(count)
      }),
    )
  })

  test('the hour of the day changes nothing', () => {
    fc.assert(
      fc.property(midnight, fc.integer({ min: 0, max: DAY - 1 }), (from, later) => {
        expect(targetDayAfter(new Date(from + later).toISOString(), 5)).toBe(
          targetDayAfter(new Date(from).toISOString(), 5),
        )
      }),
    )
  })

  test('a year has between 252 and 259 open days, and never five closed days in a row', () => {
    for (let year = 2000; year < 2100; year += 1) {
      let open = 0
      let closed = 0
      for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY) {
        closed = isTargetDay(day) ? 0 : closed + 1
        if (closed === 0) open += 1
        expect(closed).toBeLessThan(5)
      }
      expect(open).toBeGreaterThanOrEqual(252)
      expect(open).toBeLessThanOrEqual(259)
    }
  })
})
