// The drawer at the right (800 px, the whole width on a phone): details of one thing over the page. Put together
// from the parts of Mantine's dialogs, as slide-up.tsx is.
import {
  ModalBase,
  ModalBaseBody,
  ModalBaseCloseButton,
  ModalBaseContent,
  ModalBaseOverlay,
  ModalBaseTitle,
} from '@mantine/core'
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
    <ModalBase
      opened={isOpen}
      onClose={onClose}
      closeOnClickOutside
      closeOnEscape
      trapFocus
      returnFocus
      lockScroll
      withinPortal
      transitionProps={{ transition: 'slide-left', duration: 200 }}
    >
      <ModalBaseOverlay color="#14172b" backgroundOpacity={0.5} />
      <ModalBaseContent className="side-drawer" radius={0} innerProps={{ className: 'side-drawer__place' }}>
        <div className="side-drawer__head">
          <ModalBaseTitle className="side-drawer__title" tabIndex={-1} data-autofocus>
            {title}
          </ModalBaseTitle>
          <ModalBaseCloseButton aria-label={t('close')} size={44} />
        </div>
        <ModalBaseBody className="side-drawer__body">{children}</ModalBaseBody>
      </ModalBaseContent>
    </ModalBase>
  )
}
