// The place where toasts appear; loaded after the first screen.
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'

export function Toasts() {
  return <Notifications position="top-right" limit={4} />
}
