// Two ways on from a short bank transfer: the rest from the balance, or everything back.
import { useTranslation } from 'react-i18next'
import { notify } from '../app/notify.ts'
import { useUser } from '../app/session.tsx'
import { useAmountFormat } from '../common/amount.tsx'
import { MoneyButton } from '../common/money-button.tsx'
import { useMoneyCommand } from '../common/money-command.ts'
import { FigureList } from './figure-list.tsx'
import { settleShort } from './history-api.ts'
import { balanceAfter, type ShortOperation } from './short-figures.ts'

type CommandProps = { readonly operation: ShortOperation; readonly onDone: () => void }

/** What the beneficiary gets: in their currency where there is one. */
export function useArrivingText(operation: ShortOperation): string {
  const format = useAmountFormat()
  const { local_amount, local_currency } = operation
  return local_amount === null || local_currency === null
    ? format(operation.amount_without_fee, 'EUR')
    : format(local_amount, local_currency)
}

export function RestFromBalance({ operation, onDone }: CommandProps) {
  const { t } = useTranslation('history')
  const format = useAmountFormat()
  const arriving = useArrivingText(operation)
  const balance = useUser().client.euro_balance
  const { missing } = operation
  const command = useMoneyCommand({
    send: key => settleShort(operation.id, { choice: 'pay_rest_from_balance' }, key),
    onDone: () => {
      void notify(t('short.balance_done'), 'success')
      onDone()
    },
  })
  return (
    <>
      <p className="operation__sentence">
        {t('short.balance_text', { name: operation.fullname, amount: arriving })}
      </p>
      <FigureList
        figures={[
          { label: t('short.balance_now'), value: format(balance, 'EUR') },
          { label: t('short.balance_debit'), value: format(missing, 'EUR'), isStrong: true },
          { label: t('short.balance_then'), value: format(balanceAfter(balance, missing), 'EUR') },
        ]}
      />
      <MoneyButton
        command={command}
        label={t('short.balance_confirm', { missing: format(missing, 'EUR') })}
      />
    </>
  )
}

export function RefundShort({ operation, onDone }: CommandProps) {
  const { t } = useTranslation('history')
  const format = useAmountFormat()
  const received = format(operation.received_so_far, 'EUR')
  const command = useMoneyCommand({
    send: key => settleShort(operation.id, { choice: 'refund' }, key),
    onDone: () => {
      void notify(t('short.refund_done'), 'success')
      onDone()
    },
  })
  return (
    <>
      <p className="operation__sentence">{t('short.refund_text', { received, name: operation.fullname })}</p>
      <MoneyButton command={command} label={t('short.refund_confirm', { received })} color="clay" />
    </>
  )
}
