// The cross rate to its last digit, and the rates that are refused.
import { type Rate, rateFromText, rateToText } from '@jokko/core/rates'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../http/json.ts'
import { crossRate, eurGnfFrom } from './transform.ts'

const now = new Date('2026-11-27T10:00:00Z')
const timestamp = now.getTime() / 1_000

const rate = (text: string): Rate => {
  const read = rateFromText(text)
  if (read === undefined) throw new Error(text)
  return read
}

const captured = (change: object = {}) =>
  parseJson(
    JSON.stringify({
      disclaimer: 'x',
      license: 'x',
      timestamp,
      base: 'USD',
      rates: { EUR: 0.92, GNF: 8659.362 },
      ...change,
    }),
  )

describe('the cross rate', () => {
  test('is exact where it can be', () => {
    expect(rateToText(crossRate(rate('8659.362'), rate('0.92')))).toBe('9412.35')
  })

  test('is rounded once, at the sixth decimal, ties away from zero', () => {
    expect(crossRate(rate('8612.345678'), rate('0.924321'))).toEqual({ value: 9_317_483_513n, scale: 6 })
    expect(crossRate(rate('1'), rate('2000000')).value).toBe(1n)
  })

  test('takes the digits as they are written', () => {
    const body = parseJson(
      `{"timestamp":${timestamp},"base":"USD","rates":{"EUR":0.920000000001,"GNF":8659.362000000001}}`,
    )
    expect(eurGnfFrom(body, { now })).toMatchObject({
      kind: 'known',
      rate: { value: 9_412_350_000n, scale: 6 },
    })
  })
})

describe('a rate', () => {
  test('is known with its time', () => {
    expect(eurGnfFrom(captured(), { now })).toEqual({
      kind: 'known',
      rate: { value: 9_412_350_000n, scale: 6 },
      asOf: now,
    })
  })

  test.each([
    ['a day old', { timestamp: timestamp - 24 * 3_600 }, 'known'],
    ['more than a day old', { timestamp: timestamp - 24 * 3_600 - 1 }, 'stale'],
    ['from tomorrow', { timestamp: timestamp + 86_400 }, 'implausible'],
    ['without a time', { timestamp: 'now' }, 'unreadable'],
    ['with another base', { base: 'EUR' }, 'unreadable'],
    ['without the francs', { rates: { EUR: 0.92 } }, 'unreadable'],
    ['of zero', { rates: { EUR: 0, GNF: 8659.362 } }, 'unreadable'],
    ['of a thousandth', { rates: { EUR: 0.92, GNF: 8.659362 } }, 'implausible'],
    ['an error instead', { rates: undefined, error: true }, 'unreadable'],
  ])('%s is %s', (_what, change, verdict) => {
    const answer = eurGnfFrom(captured(change), { now })
    expect(answer.kind === 'refused' ? answer.reason : answer.kind).toBe(verdict)
  })

  test.each([
    ['7843.625', 'known'],
    ['7843.6', 'implausible'],
    ['11765.4375', 'known'],
    ['11765.5', 'implausible'],
  ])('of 9412.35 after a last one of %s is %s', (last, verdict) => {
    const answer = eurGnfFrom(captured(), { now, last: rate(last) })
    expect(answer.kind === 'refused' ? answer.reason : answer.kind).toBe(verdict)
  })
})
