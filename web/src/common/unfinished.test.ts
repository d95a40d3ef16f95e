// When a flow counts as left unfinished.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchUnfinished } from './unfinished.ts'

const minute = 60_000
let page: EventTarget
let told: boolean[]
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  told = []
  stop = watchUnfinished(page, abandoned => told.push(abandoned))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('after ten minutes without a sign of life, once', () => {
  vi.advanceTimersByTime(10 * minute - 1)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([false])
  page.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(30 * minute)
  expect(told).toEqual([false])
})

test('a sign of life begins the ten minutes anew', () => {
  vi.advanceTimersByTime(9 * minute)
  page.dispatchEvent(new Event('pointerdown'))
  vi.advanceTimersByTime(9 * minute)
  expect(told).toEqual([])
  vi.advanceTimersByTime(minute)
  expect(told).toEqual([false])
})

test('when the page is left it is abandoned, also after the ten minutes', () => {
  vi.advanceTimersByTime(10 * minute)
  page.dispatchEvent(new Event('pagehide'))
  page.dispatchEvent(new Event('pagehide'))
  expect(told).toEqual([false, true])
})

test('never once it is finished', () => {
  stop()
  page.dispatchEvent(new Event('pagehide'))
  vi.advanceTimersByTime(20 * minute)
  expect(told).toEqual([])
})
