// A full-screen dialog that slides up: the frame of transfer, deposit, withdrawal and bulk payment.
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './slide-up.css'

type SlideUpProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Escape does not throw away what someone is typing. */
  readonly closeOnEscape?: boolean
}

export function SlideUp({ title, onClose, children, closeOnEscape = false }: SlideUpProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      fullScreen
      radius={0}
      closeOnEscape={closeOnEscape}
      transitionProps={{ transition: 'slide-up', duration: 180 }}
      closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
      classNames={{
        content: 'slide-up',
        header: 'slide-up__header',
        title: 'slide-up__title',
        body: 'slide-up__body',
      }}
    >
      <div className="slide-up__column">{children}</div>
    </Modal>
  )
}
