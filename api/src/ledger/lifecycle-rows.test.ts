// The lives that the database replays timelines against are those of core's tables.
import { initialState, isTerminal, kinds, legalEvents, move, statesOf } from '@jokko/core/lifecycles'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

/** A pay-in is no operation of its own. A reward has no life: it is there, completed, from the start. */
const ofOperations = kinds.filter(kind => kind !== 'payIn')
const reward = { kind: 'reward', state: 'completed', is_first: true, is_end: true }

it('every state, the first and the last ones marked', async () => {
  const { rows } = await db.app.query('select kind, state, is_first, is_end from app.lifecycle_states')
  const states = ofOperations.flatMap(kind =>
    statesOf(kind).map(state => ({
      kind,
      state,
      is_first: state === initialState[kind],
      is_end: isTerminal(kind, state) && state !== 'frozen',
    })),
  )
  expect(new Set(rows)).toEqual(new Set([...states, reward]))
})

it('every move, and no other', async () => {
  const { rows } = await db.app.query('select kind, from_state, event, to_state from app.lifecycle_moves')
  const moves = ofOperations.flatMap(kind =>
    statesOf(kind).flatMap(from_state =>
      legalEvents(kind, from_state).map(event => ({
        kind,
        from_state,
        event,
        to_state: move(kind, from_state, event)?.to,
      })),
    ),
  )
  expect(new Set(rows)).toEqual(new Set(moves))
})
