// Of two answers the newer stays: also where the first is still on its way when something changes.
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keepAnswer, readAgain, readAgainWhere } from './query.ts'

/** A question that is on a screen, each of whose answers comes when it is given. */
function onScreen(client: QueryClient, queryKey: readonly string[]) {
  const given: ((answer: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>(resolve => given.push(resolve)),
    staleTime: 30_000,
  })
  observer.subscribe(() => undefined)
  return {
    times: () => given.length,
    answer: (text: string, question = given.length) => given[question - 1]?.(text),
    shown: () => observer.getCurrentResult().data,
  }
}

test('what was answered is asked for again', async () => {
  const client = new QueryClient()
  const screen = onScreen(client, ['operations', 'latest'])
  screen.answer('before')
  await expect.poll(screen.shown).toBe('before')
  const done = readAgain(client)
  screen.answer('after')
  await done
  expect(screen.shown()).toBe('after')
})

test('a first answer that is on its way may be older than the change: it is asked for once more', async () => {
  const client = new QueryClient()
  const screen = onScreen(client, ['operations', 'latest'])
  const done = readAgain(client)
  screen.answer('before')
  await expect.poll(screen.times).toBe(2)
  screen.answer('after')
  await done
  expect(screen.shown()).toBe('after')
})

test('a first answer in the language before, on its way as another is chosen, is asked for once more', async () => {
  const client = new QueryClient()
  const screen = onScreen(client, ['countries'])
  const done = readAgainWhere(client, () => true)
  screen.answer('Allemagne')
  await expect.poll(screen.times).toBe(2)
  screen.answer('Germany')
  await done
  expect(screen.shown()).toBe('Germany')
})

test('what tells of something else is let alone', async () => {
  const client = new QueryClient()
  const screen = onScreen(client, ['contacts', 'favorites'])
  const done = readAgain(client)
  screen.answer('before')
  await done
  expect(screen.times()).toBe(1)
})

test('what was asked for before the change and comes after the newer answer is let go', async () => {
  const client = new QueryClient()
  const screen = onScreen(client, ['operation', 'one'])
  screen.answer('first')
  await expect.poll(screen.shown).toBe('first')
  const older = readAgain(client)
  const newer = readAgain(client)
  screen.answer('newer', 3)
  await newer
  screen.answer('older', 2)
  await older
  expect(screen.shown()).toBe('newer')
})

test('a reading that was asked for before a command does not take the place of its answer', async () => {
  const client = new QueryClient()
  const screen = onScreen(client, ['payin', 'one'])
  screen.answer('to be confirmed')
  await expect.poll(screen.shown).toBe('to be confirmed')
  const reading = client.invalidateQueries({ queryKey: ['payin', 'one'] })
  keepAnswer(client, ['payin', 'one'], 'confirmed')
  screen.answer('to be confirmed')
  await reading
  expect(screen.shown()).toBe('confirmed')
})

test('a first reading that was asked for before a command does not take the place of its answer', async () => {
  const client = new QueryClient()
  const screen = onScreen(client, ['payin', 'one'])
  keepAnswer(client, ['payin', 'one'], 'confirmed')
  screen.answer('to be confirmed')
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(screen.shown()).toBe('confirmed')
})
