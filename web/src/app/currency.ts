// Which currency comes first on the screen: euros or CFA francs. Remembered until the log-out.
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'

export type ShownCurrency = 'EUR' | 'CFA'

const listeners = new Set<() => void>()

const read = (): ShownCurrency => (readStored('currency') === 'CFA' ? 'CFA' : 'EUR')

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function chooseCurrency(currency: ShownCurrency): void {
  writeStored('currency', currency)
  for (const listener of listeners) listener()
}

export const useShownCurrency = (): ShownCurrency => useSyncExternalStore(subscribe, read)
