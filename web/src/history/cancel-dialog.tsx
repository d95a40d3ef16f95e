// The question before a transfer or a deposit is cancelled, and the cancelling itself.
import type { OperationDetail } from '@jokko/contract/history'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notify } from '../app/notify.ts'
import { Dialog } from '../common/dialog.tsx'
import { MoneyButton } from '../common/money-button.tsx'
import { useMoneyCommand } from '../common/money-command.ts'
import { cancelOperation } from './history-api.ts'

type CancelDialogProps = { readonly operation: OperationDetail; readonly onClose: () => void }

export function CancelDialog({ operation, onClose }: CancelDialogProps) {
  const { t } = useTranslation('history')
  const command = useMoneyCommand({
    send: key => cancelOperation(operation, key),
    onDone: () => {
      void notify(t('cancel.done'), 'success')
      onClose()
    },
  })
  const isByBank = operation.payment_type === 'bank_transfer'
  const what = operation.operation_type === 'deposit' ? 'deposit' : 'transfer'
  return (
    <Dialog title={t(`cancel.question.${what}`)} {...(command.isBusy ? {} : { onClose })}>
      <div className="dialog-text">
        {what === 'transfer' && (
          <p className="operation__sentence">{t('cancel.text', { name: operation.fullname })}</p>
        )}
        {isByBank && <p className="operation__sentence">{t('cancel.on_its_way')}</p>}
      </div>
      <div className="operation__dialog-buttons">
        <MoneyButton command={command} label={t(`cancel.confirm.${what}`)} color="clay" />
        <Button variant="default" fullWidth onClick={onClose} disabled={command.isBusy} data-autofocus>
          {t('cancel.keep')}
        </Button>
      </div>
    </Dialog>
  )
}
