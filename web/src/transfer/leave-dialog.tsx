// The question before what was typed is lost.
import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('transfer')
  return (
    <Modal opened onClose={onStay} title={t('leave.question')} withCloseButton={false}>
      <p className="dialog-text">{t('leave.text')}</p>
      <div className="dialog-buttons">
        <Button variant="default" onClick={onLeave}>
          {t('leave.leave')}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {t('leave.stay')}
        </Button>
      </div>
    </Modal>
  )
}
