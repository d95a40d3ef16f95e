// The actions that the server allows for an operation, besides the ways on from a short transfer.
import type { OperationDetail } from '@jokko/contract/history'
import type { Action } from '@jokko/contract/transfer'
import { Button } from '@mantine/core'
import { IconListCheck, IconQrcode, IconRefresh, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Flow, useOverlays } from '../app/flows.ts'
import { useUser } from '../app/session.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { ReceiptButton } from './receipt-button.tsx'

const flowOf: Partial<Record<OperationDetail['operation_type'], Flow>> = {
  payment_request: 'payment_request',
  deposit: 'deposit',
  withdraw: 'withdraw',
  bulk_transfer: 'bulk',
}

const flowFor = ({ operation_type }: OperationDetail): Flow => flowOf[operation_type] ?? 'transfer'

function RepeatButton({ operation, action }: { operation: OperationDetail; action: Action }) {
  const { t } = useTranslation('statuses')
  const { openFlow } = useOverlays()
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={20} aria-hidden />}
      onClick={() => void openFlow(flowFor(operation), { from: operation.id })}
    >
      {t(`action.${action}`)}
    </Button>
  )
}

/** A withdrawal that waits for its code goes on where it stood. */
function EnterCodeButton({ operation }: { operation: OperationDetail }) {
  const { t } = useTranslation('statuses')
  const { openFlow } = useOverlays()
  return (
    <Button onClick={() => void openFlow('withdraw', { payment: operation.id })}>
      {t('action.enter_code')}
    </Button>
  )
}

/** The link of a request and its code to scan, as when it was made. */
function ShowLinkButton({ operation }: { operation: OperationDetail }) {
  const { t } = useTranslation('statuses')
  const { openFlow } = useOverlays()
  return (
    <Button
      leftSection={<IconQrcode size={20} aria-hidden />}
      onClick={() => void openFlow('payment_request', { payment: operation.id })}
    >
      {t('action.show_link')}
    </Button>
  )
}

/** Where the rows of a bulk are, each with what became of it. */
function BulkRowsButton({ operation }: { operation: OperationDetail }) {
  const { t } = useTranslation('history')
  const { openFlow } = useOverlays()
  return (
    <Button
      variant="default"
      leftSection={<IconListCheck size={20} aria-hidden />}
      onClick={() => void openFlow('bulk', { payment: operation.id })}
    >
      {t('actions.bulk_rows')}
    </Button>
  )
}

function CancelButton({ operation, onDone }: { operation: OperationDetail; onDone: () => void }) {
  const { t } = useTranslation('statuses')
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    onDone()
  }
  return (
    <>
      <Button
        variant="default"
        className="operation__cancel"
        leftSection={<IconX size={20} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('action.cancel')}
      </Button>
      {isAsking && <CancelDialog operation={operation} onClose={close} />}
    </>
  )
}

const hereShown: readonly Action[] = [
  'enter_code',
  'show_link',
  'cancel',
  'repeat',
  'use_another_method',
  'download_receipt',
]

const startsFlow: readonly Action[] = ['repeat', 'use_another_method', 'show_link']

export function OperationActions({ operation, onDone }: { operation: OperationDetail; onDone: () => void }) {
  const { can } = useUser()
  const isRequest = operation.operation_type === 'payment_request'
  const isRefused = (action: Action) =>
    (startsFlow.includes(action) || (isRequest && action === 'cancel')) && !can[flowFor(operation)]
  const shown = hereShown.filter(action => operation.allowed_actions.includes(action) && !isRefused(action))
  const isBulk = operation.operation_type === 'bulk_transfer'
  if (shown.length === 0 && !isBulk) return null
  return (
    <div className="operation__actions">
      {isBulk && <BulkRowsButton operation={operation} />}
      {shown.map(action => {
        if (action === 'cancel') return <CancelButton key={action} operation={operation} onDone={onDone} />
        if (action === 'enter_code') return <EnterCodeButton key={action} operation={operation} />
        if (action === 'show_link') return <ShowLinkButton key={action} operation={operation} />
        if (action === 'download_receipt') return <ReceiptButton key={action} operationId={operation.id} />
        return <RepeatButton key={action} operation={operation} action={action} />
      })}
    </div>
  )
}
