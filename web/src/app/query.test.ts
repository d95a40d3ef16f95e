// Reading again what may have changed: also where the first answer is still on its way.
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readAgain } from './query.ts'

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
    answer: (text: string) => given.at(-1)?.(text),
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

test('what tells of something else is let alone', async () => {
  const client = new QueryClient()
  const screen = onScreen(client, ['contacts', 'favorites'])
  const done = readAgain(client)
  screen.answer('before')
  await done
  expect(screen.times()).toBe(1)
})
