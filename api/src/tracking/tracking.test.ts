// What was left unfinished reaches the tracker by its published name, with who it was and nothing that was typed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addHuman, signedIn } from '../testing/people.ts'
import { startWorld, type World } from '../testing/world.ts'

let world: World
let user: string
let headers: Record<string, string>

beforeAll(async () => {
  world = await startWorld()
  user = await addHuman(world.database.owner)
  headers = await signedIn(world.deps, user)
})
afterAll(() => world.close())

const post = (payload: object, more: Record<string, string> = headers) =>
  world.app.inject({ method: 'POST', url: '/api/v1/tracked-events', headers: more, payload })
const unfinished = { event: 'Transfer Unfinished In 10 Mins', abandoned: false, attempts: 2 }

test('204: the tracker is told by a job, also after it was down', async () => {
  await world.outside('/control/faults', { provider: 'tracker', fault: 'down', seconds: 30 })
  expect((await post(unfinished)).statusCode).toBe(204)
  expect((await post({ ...unfinished, abandoned: true })).statusCode).toBe(204)
  await world.outside('/control/faults', { provider: 'tracker', fault: 'none' })
  await expect
    .poll(async () => (await world.outside('/control/tracker')) as { events: object[] })
    .toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({
          userId: user,
          event: unfinished.event,
          properties: { abandoned: false, attempts: 2 },
        }),
        expect.objectContaining({ properties: { abandoned: true, attempts: 2 } }),
      ]),
    })
})

test('422 validation: a name that is not published, or anything more', async () => {
  expect((await post({ ...unfinished, event: 'Card Number' })).statusCode).toBe(422)
  expect((await post({ ...unfinished, iban: 'FR76' })).statusCode).toBe(422)
})

test('401 unauthenticated', async () => {
  expect((await post(unfinished, { 'x-client-key': world.deps.config.clientKey })).statusCode).toBe(401)
})
