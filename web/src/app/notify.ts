// Short messages for what has no field: shown 5 s, paused under the pointer or the focus, announced.
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'

type Tone = 'info' | 'success' | 'failure'

const colours: Record<Tone, string> = { info: 'indigo', success: 'leaf', failure: 'clay' }

let isWanted = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True from the first message on: only then is the place for toasts loaded. */
export const useToastsWanted = (): boolean => useSyncExternalStore(subscribe, () => isWanted)

export async function notify(message: string, tone: Tone = 'info'): Promise<void> {
  isWanted = true
  for (const listener of listeners) listener()
  const { notifications } = await import('@mantine/notifications')
  notifications.show({
    message,
    color: colours[tone],
    autoClose: 5000,
    role: tone === 'failure' ? 'alert' : 'status',
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('close', { ns: 'common' }) },
  })
}
