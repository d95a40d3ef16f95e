// A newer Jokko is out: the page must be loaded again, but never while a payment is being sent.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../common/dialog.tsx'
import { usePaymentRunning } from './running-payment.ts'

export function UpdateDialog() {
  const { t } = useTranslation()
  const isPaying = usePaymentRunning()
  return (
    <Dialog isOpen={!isPaying} title={t('update.title')}>
      <p className="dialog-text">{t('update.text')}</p>
      <Button fullWidth data-autofocus onClick={() => location.reload()}>
        {t('update.action')}
      </Button>
    </Dialog>
  )
}
