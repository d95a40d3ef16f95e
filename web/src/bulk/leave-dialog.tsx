// The question before a bulk payment is left: its draft is kept, unless it is thrown away.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../common/dialog.tsx'

type LeaveDialogProps = {
  /** The last changes are not on the server yet. */
  readonly isUnsaved: boolean
  readonly onStay: () => void
  readonly onLeave: () => void
  readonly onDelete: () => void
}

export function LeaveDialog({ isUnsaved, onStay, onLeave, onDelete }: LeaveDialogProps) {
  const { t } = useTranslation('bulk')
  return (
    <Dialog title={t('leave.question')} onClose={onStay}>
      <p className="dialog-text">{t(isUnsaved ? 'leave.text_unsaved' : 'leave.text')}</p>
      <div className="dialog-buttons">
        <Button variant="subtle" color="clay" onClick={onDelete}>
          {t('leave.delete')}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t('leave.leave')}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {t('leave.stay')}
        </Button>
      </div>
    </Dialog>
  )
}
