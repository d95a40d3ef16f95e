// A full-screen dialog that slides up: the frame of transfer, deposit, withdrawal and bulk payment. Put together from
// the parts of Mantine's Modal, which as a whole brings a scroll area along that nothing here uses.
import {
  ModalBase,
  ModalBaseBody,
  ModalBaseCloseButton,
  ModalBaseContent,
  ModalBaseTitle,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OfflineBanner } from '../app/offline-banner.tsx'
import { useFocusBack } from './use-focus-back.ts'
import './slide-up.css'

type SlideUpProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Off by default: Escape does not throw away what someone is typing. */
  readonly closeOnEscape?: boolean
  /** column: for a form; wide: for a list. */
  readonly width?: 'column' | 'wide'
}

export function SlideUp({ title, onClose, children, closeOnEscape = false, width = 'column' }: SlideUpProps) {
  const { t } = useTranslation()
  useFocusBack('.slide-up')
  return (
    <ModalBase
      opened
      onClose={onClose}
      closeOnEscape={closeOnEscape}
      trapFocus
      lockScroll
      withinPortal
      transitionProps={{ transition: 'slide-up', duration: 180 }}
    >
      <ModalBaseContent className="slide-up" radius={0} innerProps={{}}>
        <div className="slide-up__head">
          <ModalBaseTitle className="slide-up__title" tabIndex={-1} data-autofocus>
            {title}
          </ModalBaseTitle>
          <ModalBaseCloseButton aria-label={t('close')} size={44} />
        </div>
        <ModalBaseBody className="slide-up__body">
          <div className="slide-up__column" data-width={width}>
            <OfflineBanner />
            {children}
          </div>
        </ModalBaseBody>
      </ModalBaseContent>
    </ModalBase>
  )
}
