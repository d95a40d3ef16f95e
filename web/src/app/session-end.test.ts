// The end of a session forgets everything of this person, and a draft only ever returns to its owner.
import { beforeEach, expect, test, vi } from 'vitest'

class MemoryStorage {
  [key: string]: unknown
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null
  }
  setItem(key: string, value: string): void {
    this[key] = value
  }
  removeItem(key: string): void {
    delete this[key]
  }
}

vi.stubGlobal('localStorage', new MemoryStorage())
vi.stubGlobal('sessionStorage', new MemoryStorage())

const { endSession, hasSession, onSessionEnd, startSession } = await import('./session-end.ts')
const { readStored, writeStored } = await import('./storage.ts')
const { readDraft, writeDraft } = await import('./draft-storage.ts')

beforeEach(() => {
  for (const key of Object.keys(localStorage)) localStorage.removeItem(key)
  for (const key of Object.keys(sessionStorage)) sessionStorage.removeItem(key)
})

test('an ended session leaves the language and nothing else', () => {
  startSession('usr_1')
  writeStored('language', 'es')
  writeStored('currency', 'CFA')
  writeStored('payment-problem', 'Refused')
  localStorage.setItem('of a library', 'something')
  endSession('signed-out')
  expect(hasSession()).toBe(false)
  expect(Object.keys(localStorage)).toEqual(['jokko.language'])
  expect(readStored('language')).toBe('es')
})

test('the listeners hear why, once', () => {
  const heard: string[] = []
  onSessionEnd(reason => heard.push(reason))
  startSession('usr_1')
  endSession('idle')
  endSession('expired')
  expect(heard).toEqual(['idle'])
})

test('a draft survives for the same person and is gone for another', () => {
  startSession('usr_1')
  writeDraft('usr_1', 'transfer', { amount: '250' })
  endSession('idle')
  startSession('usr_1')
  expect(readDraft('usr_1', 'transfer')).toEqual({ amount: '250' })
  endSession('signed-out')
  startSession('usr_2')
  expect(readDraft('usr_1', 'transfer')).toBeUndefined()
})

test('a draft that cannot be read is dropped', () => {
  sessionStorage.setItem('jokko.draft.usr_1.transfer', '{broken')
  expect(readDraft('usr_1', 'transfer')).toBeUndefined()
  expect(sessionStorage.getItem('jokko.draft.usr_1.transfer')).toBeNull()
})
