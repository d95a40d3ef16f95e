// The place where toasts appear; loaded after the first screen.
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import './toasts.css'

export function Toasts() {
  return <Notifications className="toasts" position="top-right" limit={4} />
}
