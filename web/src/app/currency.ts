// Which currency comes first on the screen: euros or CFA francs. The same in every tab, and remembered until
// the log-out.
import { useSyncExternalStore } from 'react'
import { onStoredChange, readStored, writeStored } from './storage.ts'

export type ShownCurrency = 'EUR' | 'CFA'

const listeners = new Set<() => void>()

const read = (): ShownCurrency => (readStored('currency') === 'CFA' ? 'CFA' : 'EUR')

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const deaf = onStoredChange('currency', listener)
  return () => {
    deaf()
    listeners.delete(listener)
  }
}

export function chooseCurrency(currency: ShownCurrency): void {
  writeStored('currency', currency)
  for (const listener of listeners) listener()
}

export const useShownCurrency = (): ShownCurrency => useSyncExternalStore(subscribe, read)
