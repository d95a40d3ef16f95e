// What the browser remembers between visits, and what a log-out forgets.
// Never a recipient, an amount or a key: the session itself is an HttpOnly cookie.

const prefix = 'jokko.'

/**
 * session: a session exists. activity: last sign of life, shared by all tabs. attempts: how often a flow was given up.
 * anonymous-request: the request that is paid by its public name, in a browser that may be anybody's.
 */
export type StoredKey =
  | 'session'
  | 'activity'
  | 'language'
  | 'currency'
  | 'sidebar'
  | 'balance-hidden'
  | 'payment-problem'
  | 'anonymous-request'
  | 'transfer-attempts'
  | 'deposit-attempts'

const keptAtLogOut: ReadonlySet<string> = new Set([`${prefix}language`])

export function readStored(key: StoredKey): string | undefined {
  return localStorage.getItem(prefix + key) ?? undefined
}

export function writeStored(key: StoredKey, value: string): void {
  localStorage.setItem(prefix + key, value)
}

export function removeStored(key: StoredKey): void {
  localStorage.removeItem(prefix + key)
}

/** Forgets everything but the language, what libraries stored included. Drafts stay for the same person. */
export function clearStored(): void {
  for (const key of Object.keys(localStorage)) {
    if (!keptAtLogOut.has(key)) localStorage.removeItem(key)
  }
}

/** Tells when another tab changed a value. */
export function onStoredChange(key: StoredKey, listener: (value: string | undefined) => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.key === prefix + key) listener(event.newValue ?? undefined)
  }
  addEventListener('storage', handle)
  return () => removeEventListener('storage', handle)
}
