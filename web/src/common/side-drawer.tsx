// The drawer at the right (800 px, the whole width on a phone): details of one thing over the page.
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './side-drawer.css'

type SideDrawerProps = {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

export function SideDrawer({ title, isOpen, onClose, children }: SideDrawerProps) {
  const { t } = useTranslation()
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={800}
      classNames={{ content: 'side-drawer' }}
    >
      <Drawer.Overlay color="#14172b" backgroundOpacity={0.5} />
      <Drawer.Content radius={0}>
        <div className="side-drawer__head">
          <Drawer.Title tabIndex={-1} data-autofocus>
            {title}
          </Drawer.Title>
          <Drawer.CloseButton aria-label={t('close')} size={44} />
        </div>
        <Drawer.Body className="side-drawer__body">{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
