// The warning before an idle session ends, with one step to stay.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../common/dialog.tsx'

type IdleDialogProps = { readonly secondsLeft: number; readonly onStay: () => void }

export function IdleDialog({ secondsLeft, onStay }: IdleDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('idle.title')} onClose={onStay}>
      <p className="dialog-text" role="timer">
        {t('idle.text', { count: secondsLeft })}
      </p>
      <Button fullWidth data-autofocus onClick={onStay}>
        {t('idle.stay')}
      </Button>
    </Dialog>
  )
}
