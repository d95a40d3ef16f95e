// The question before what was typed is lost.
import { useTranslation } from 'react-i18next'
import { QuestionDialog } from '../common/question-dialog.tsx'

export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('transfer')
  return (
    <QuestionDialog
      title={t('leave.question')}
      text={t('leave.text')}
      safe={{ label: t('leave.stay'), onGive: onStay }}
      other={{ label: t('leave.leave'), onGive: onLeave, isGrave: true }}
    />
  )
}
