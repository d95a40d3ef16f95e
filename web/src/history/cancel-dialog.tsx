// The question before an operation is cancelled, and the cancelling itself.
import type { OperationDetail } from '@jokko/contract/history'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notify } from '../app/notify.ts'
import { Dialog } from '../common/dialog.tsx'
import { MoneyButton } from '../common/money-button.tsx'
import { useMoneyCommand } from '../common/money-command.ts'
import { cancelOperation } from './history-api.ts'
import { onceCancelled } from './operation-notice.ts'

function kindOf({ operation_type }: OperationDetail): 'transfer' | 'deposit' | 'bulk' | 'request' {
  if (operation_type === 'deposit') return 'deposit'
  if (operation_type === 'bulk_transfer') return 'bulk'
  return operation_type === 'payment_request' ? 'request' : 'transfer'
}

type CancelDialogProps = { readonly operation: OperationDetail; readonly onClose: () => void }

export function CancelDialog({ operation, onClose }: CancelDialogProps) {
  const { t } = useTranslation('history')
  const money = onceCancelled(operation)
  const isRunning = operation.status === 'transfer_in_progress'
  const command = useMoneyCommand({
    send: key => cancelOperation(operation, key),
    onDone: () => {
      void notify(t(isRunning ? 'cancel.done_rest' : 'cancel.done'), 'success')
      onClose()
    },
  })
  const what = kindOf(operation)
  return (
    <Dialog title={t(`cancel.question.${what}`)} {...(command.isBusy ? {} : { onClose })}>
      <div className="dialog-text">
        {what !== 'deposit' && (
          <p className="operation__sentence">{t(`cancel.text.${what}`, { name: operation.fullname })}</p>
        )}
        {money !== undefined && <p className="operation__sentence">{t(`cancel.${money}`)}</p>}
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
