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
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={title}
      position="right"
      size={800}
      radius={0}
      overlayProps={{ opacity: 0.45 }}
      closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
      classNames={{ header: 'side-drawer__header', title: 'side-drawer__title', body: 'side-drawer__body' }}
    >
      {children}
    </Drawer>
  )
}
