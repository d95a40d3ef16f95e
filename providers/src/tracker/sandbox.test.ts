// The adapter against the simulated tracker.
import type { Sandbox } from '@jokko/sandbox/sandbox'
import { startForgetfulSandbox, tell } from '@jokko/sandbox/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PATIENT_MS } from '../testing.ts'
import { createTracker } from './adapter.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startForgetfulSandbox()
})
afterAll(() => sandbox.close())

const createWith = (writeKey: string) =>
  createTracker({ appEnv: 'test', url: `${sandbox.url}/tracker`, writeKey, timeoutMs: PATIENT_MS })
const event = {
  id: 'evt_1',
  userId: 'usr_1',
  name: 'Transfer Unfinished In 10 Mins',
  properties: { abandoned: false },
  at: new Date('2026-11-28T10:00:00Z'),
}
const taken = async () => (await fetch(`${sandbox.url}/control/tracker`)).json()

test('accepted: what was done, by whom, and when; told twice it is there once', async () => {
  const tracker = createWith(sandbox.settings.trackerWriteKey)
  expect(await tracker.track(event)).toEqual({ kind: 'accepted' })
  expect(await tracker.track(event)).toEqual({ kind: 'accepted' })
  expect(await taken()).toEqual({
    events: [
      {
        messageId: 'evt_1',
        userId: 'usr_1',
        event: 'Transfer Unfinished In 10 Mins',
        properties: { abandoned: false },
        timestamp: '2026-11-28T10:00:00.000Z',
      },
    ],
  })
})

test('retryable: a wrong key, a tracker that is down', async () => {
  expect(await createWith('wrong').track(event)).toMatchObject({
    kind: 'retryable',
    reason: 'not_authorised',
  })
  await tell(sandbox, '/control/faults', { provider: 'tracker', fault: 'down' })
  expect(await createWith(sandbox.settings.trackerWriteKey).track(event)).toMatchObject({
    kind: 'retryable',
    reason: 'unreachable',
  })
  await tell(sandbox, '/control/faults', { provider: 'tracker', fault: 'none' })
})

test('declined: an event without a name', async () => {
  const tracker = createWith(sandbox.settings.trackerWriteKey)
  expect(await tracker.track({ ...event, name: '' })).toEqual({ kind: 'declined', detail: 'HTTP 400' })
})

test('unknown: an answer that was lost', async () => {
  await tell(sandbox, '/control/faults', { provider: 'tracker', fault: 'lost_answer' })
  const tracker = createWith(sandbox.settings.trackerWriteKey)
  expect(await tracker.track({ ...event, id: 'evt_2' })).toMatchObject({ kind: 'unknown' })
  await tell(sandbox, '/control/faults', { provider: 'tracker', fault: 'none' })
})
