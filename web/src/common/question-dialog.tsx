// A short question over the transfer, with two answers.
import { Button, Modal } from '@mantine/core'
import './question-dialog.css'

type Answer = { readonly label: string; readonly onGive: () => void; readonly isGrave?: boolean }

type QuestionDialogProps = {
  readonly title: string
  readonly text: string
  /** The harmless answer: it has the focus, and Escape gives it. */
  readonly safe: Answer
  readonly other: Answer
}

/** Put together from the parts: the ready-made head would be a second banner of the page. */
export function QuestionDialog({ title, text, safe, other }: QuestionDialogProps) {
  return (
    <Modal.Root opened onClose={safe.onGive} centered>
      <Modal.Overlay color="#14172b" backgroundOpacity={0.5} />
      <Modal.Content radius="md">
        <Modal.Body className="question">
          <Modal.Title className="question__title">{title}</Modal.Title>
          <p className="dialog-text">{text}</p>
          <div className="dialog-buttons">
            <Button variant="default" onClick={safe.onGive} data-autofocus>
              {safe.label}
            </Button>
            <Button {...(other.isGrave ? { color: 'clay' } : {})} onClick={other.onGive}>
              {other.label}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
