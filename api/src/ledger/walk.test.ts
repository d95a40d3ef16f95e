// Tests of walking an operation along its table: what is legal, what ends, what may be posted.
import { eur } from '@jokko/core/money'
import { release, reserve } from '@jokko/core/recipes-transfer'
import { expect, test } from 'vitest'
import { IllegalMove, type Step, walk } from './walk.ts'

const now = '2026-03-02T09:00:00.000Z'
const base = { kind: 'transfer', operationId: 'opn_1', book: 'test', from: null, now } as const
const held = reserve({ customer: 'cmp_1', amount: eur(25_275n) })
const funded: Step<'transfer'> = { event: 'funds_complete', actor: 'usr_1', entries: [held] }

test('a frozen transfer has no end: it still holds its money', () => {
  const { state, shown } = walk({ ...base, steps: [funded, { event: 'screening_frozen', actor: 'system' }] })
  expect(state).toBe('frozen')
  expect(shown).toEqual({ state: 'frozen', customer_status: 'suspicious', aborted: false })
})

test('a cancelled transfer has ended', () => {
  const back = release({ customer: 'cmp_1', amount: eur(25_275n) })
  const { shown } = walk({
    ...base,
    steps: [funded, { event: 'cancelled', actor: 'usr_1', entries: [back] }],
  })
  expect(shown).toMatchObject({ state: 'cancelled', aborted: true, ended_at: now })
})

test('a move that the table does not know is refused', () => {
  expect(() => walk({ ...base, steps: [{ event: 'paid', actor: 'provider:hub2' }] })).toThrow(IllegalMove)
})

test('an entry that the table does not name for the move is refused', () => {
  expect(() => walk({ ...base, steps: [{ event: 'expired', actor: 'timer', entries: [held] }] })).toThrow(
    'may not post reserve',
  )
})
