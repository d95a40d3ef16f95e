// Short messages for what has no field: shown 5 s, paused under the pointer or the focus, announced.
import i18next from 'i18next'

type Tone = 'info' | 'success' | 'failure'

const colours: Record<Tone, string> = { info: 'indigo', success: 'leaf', failure: 'clay' }

/** The toast's own code is loaded with the first message. */
export async function notify(message: string, tone: Tone = 'info'): Promise<void> {
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
