// A short question or notice in the middle of the screen, as dialog.tsx loads it.
// The header is a plain box: Mantine's own is a second banner to a screen reader.
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusBack } from './use-focus-back.ts'

export type DialogProps = {
  readonly title: string
  readonly children: ReactNode
  /** Escape and a press beside the dialog; without it the dialog stays until it is answered. */
  readonly onClose?: () => void
  readonly isOpen?: boolean
}

const stay = () => undefined

export function DialogBox({ title, children, onClose, isOpen = true }: DialogProps) {
  useFocusBack('.dialog-box', isOpen)
  const canClose = onClose !== undefined
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose ?? stay}
      closeOnEscape={canClose}
      closeOnClickOutside={canClose}
      centered
    >
      <Modal.Overlay color="#14172b" backgroundOpacity={0.5} />
      <Modal.Content className="dialog-box" radius="md">
        <div className="dialog-head">
          <Modal.Title>{title}</Modal.Title>
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
