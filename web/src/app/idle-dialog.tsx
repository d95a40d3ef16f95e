// The warning before an idle session ends, with one step to stay.
import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type IdleDialogProps = { readonly secondsLeft: number; readonly onStay: () => void }

export function IdleDialog({ secondsLeft, onStay }: IdleDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onStay} title={t('idle.title')} withCloseButton={false}>
      <p className="dialog-text" role="timer">
        {t('idle.text', { count: secondsLeft })}
      </p>
      <Button fullWidth data-autofocus onClick={onStay}>
        {t('idle.stay')}
      </Button>
    </Modal>
  )
}
