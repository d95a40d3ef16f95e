// A full-screen dialog that slides up: the frame of transfer, deposit, withdrawal and bulk payment.
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
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
  return (
    <Modal.Root
      opened
      onClose={onClose}
      fullScreen
      closeOnEscape={closeOnEscape}
      transitionProps={{ transition: 'slide-up', duration: 180 }}
    >
      <Modal.Content className="slide-up" radius={0}>
        <div className="slide-up__head">
          <Modal.Title tabIndex={-1} data-autofocus>
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={t('close')} size={44} />
        </div>
        <Modal.Body className="slide-up__body">
          <div className="slide-up__column" data-width={width}>
            {children}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
