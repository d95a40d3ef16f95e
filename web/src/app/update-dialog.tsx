// A newer Jokko is out: the page must be loaded again, but never while a payment is being sent.
import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePaymentRunning } from './running-payment.ts'

export function UpdateDialog() {
  const { t } = useTranslation()
  const isPaying = usePaymentRunning()
  return (
    <Modal
      opened={!isPaying}
      onClose={() => undefined}
      title={t('update.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className="dialog-text">{t('update.text')}</p>
      <Button fullWidth data-autofocus onClick={() => location.reload()}>
        {t('update.action')}
      </Button>
    </Modal>
  )
}
