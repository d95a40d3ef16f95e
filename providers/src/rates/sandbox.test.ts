// The adapter against the simulated source of rates.
import { eurCfa, rateToText } from '@jokko/core/rates'
import type { Sandbox } from '@jokko/sandbox/sandbox'
import { startForgetfulSandbox, tell } from '@jokko/sandbox/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rates } from '../port.ts'
import { IMPATIENT_MS, PATIENT_MS } from '../testing.ts'
import { createRates } from './adapter.ts'

let sandbox: Sandbox
let rates: Rates

const createWith = (appId: string, timeoutMs = PATIENT_MS) =>
  createRates({ appEnv: 'test', url: `${sandbox.url}/rates`, appId, timeoutMs })

beforeAll(async () => {
  sandbox = await startForgetfulSandbox()
  rates = createWith(sandbox.settings.ratesAppId)
})

afterAll(() => sandbox.close())

const now = () => new Date()

test('one euro buys what the two dollar rates say', async () => {
  const answer = await rates.eurGnf({ now: now() })
  expect(answer.kind === 'known' && rateToText(answer.rate)).toBe('9412.35')
})

test('a market that jumps is refused', async () => {
  const before = await rates.eurGnf({ now: now() })
  if (before.kind !== 'known') throw new Error(before.detail)
  await tell(sandbox, '/control/rates', { symbol: 'GNF', rate: 20_000 })
  expect(await rates.eurGnf({ now: now(), last: before.rate })).toMatchObject({ reason: 'implausible' })
  expect(await rates.eurGnf({ now: now(), last: eurCfa })).toMatchObject({ reason: 'implausible' })
  await tell(sandbox, '/control/rates', { symbol: 'GNF', rate: 8659.362 })
})

test.each(['down', 'timeout', 'lost_answer', 'slow'])('a source that is %s is unavailable', async kind => {
  await tell(sandbox, '/control/faults', { provider: 'rates', fault: kind })
  const impatient = createWith(sandbox.settings.ratesAppId, IMPATIENT_MS)
  expect(await impatient.eurGnf({ now: now() })).toMatchObject({ kind: 'unavailable' })
  await tell(sandbox, '/control/faults', { provider: 'rates', fault: 'none' })
})

test('a wrong key is unavailable', async () => {
  expect(await createWith('wrong').eurGnf({ now: now() })).toMatchObject({
    kind: 'unavailable',
    detail: 'HTTP 401 invalid_app_id',
  })
})
