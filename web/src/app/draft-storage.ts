// A wizard's draft: kept in this browser tab through a refresh, Back or the end of an idle session,
// and given back to the same person only.

const prefix = 'jokko.draft.'
const keyOf = (userId: string, flow: string) => `${prefix}${userId}.${flow}`

export function readDraft(userId: string, flow: string): unknown {
  const text = sessionStorage.getItem(keyOf(userId, flow))
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    sessionStorage.removeItem(keyOf(userId, flow))
    return undefined
  }
}

export function writeDraft(userId: string, flow: string, draft: unknown): void {
  sessionStorage.setItem(keyOf(userId, flow), JSON.stringify(draft))
}

export function removeDraft(userId: string, flow: string): void {
  sessionStorage.removeItem(keyOf(userId, flow))
}

export function dropDraftsOfOthers(userId: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix) && !key.startsWith(`${prefix}${userId}.`)) sessionStorage.removeItem(key)
  }
}
