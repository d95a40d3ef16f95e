// A short question with two answers.
import { Button } from '@mantine/core'
import { Dialog } from './dialog.tsx'

type Answer = { readonly label: string; readonly onGive: () => void; readonly isGrave?: boolean }

type QuestionDialogProps = {
  readonly title: string
  readonly text: string
  /** The harmless answer: it has the focus, and Escape gives it. */
  readonly safe: Answer
  readonly other: Answer
}

export function QuestionDialog({ title, text, safe, other }: QuestionDialogProps) {
  return (
    <Dialog title={title} onClose={safe.onGive}>
      <p className="dialog-text">{text}</p>
      <div className="dialog-buttons">
        <Button variant="default" onClick={safe.onGive} data-autofocus>
          {safe.label}
        </Button>
        <Button {...(other.isGrave ? { color: 'clay' } : {})} onClick={other.onGive}>
          {other.label}
        </Button>
      </div>
    </Dialog>
  )
}
