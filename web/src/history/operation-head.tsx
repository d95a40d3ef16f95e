// The head of an operation's details: which way, with whom, how much, and how it stands.
import type { OperationDetail } from '@jokko/contract/history'
import { Flag } from '@jokko/ui/flag'
import { StatusBadge } from '@jokko/ui/status-badge'
import { useTranslation } from 'react-i18next'
import { Amount, useAmountFormat } from '../common/amount.tsx'
import { useCounterparty } from '../common/counterparty.ts'
import { useCountryName } from '../common/country-name.ts'
import { DirectionIcon } from '../common/direction-icon.tsx'
import { useOperationWords } from '../common/operation-words.ts'
import { isToBePaid } from './operation-facts.ts'
import './operation-head.css'

/** What it costs with the fees; nothing where that is no different, or where nothing was paid. */
function useTotalSentence(operation: OperationDetail): string | undefined {
  const { t } = useTranslation('history')
  const format = useAmountFormat()
  const { amount, amount_without_fee, status, aborted, logged_in_transactor, operation_type } = operation
  if (amount === amount_without_fee || aborted || logged_in_transactor === 'receiver') return undefined
  // What came back is not what was paid.
  if (operation_type === 'pay_out') return undefined
  if (['payment_failed', 'deposit_failed', 'transfer_failed'].includes(status)) return undefined
  const values = { amount: format(amount, 'EUR') }
  if (operation_type === 'withdraw') return t('drawer.from_balance', values)
  if (operation.payment_under_way) return t('drawer.with_fees_in_all', values)
  return t(isToBePaid(operation) ? 'drawer.with_fees_planned' : 'drawer.with_fees', values)
}

function Where({ operation }: { operation: OperationDetail }) {
  const countryName = useCountryName()
  const { t } = useTranslation(['history', 'statuses'])
  const { country, payout_kind, payout_name } = operation
  const way =
    payout_name ?? (payout_kind === null ? undefined : t(`payout.${payout_kind}`, { ns: 'statuses' }))
  if (country === null && way === undefined) return null
  return (
    <p className="operation-head__where">
      {country !== null && <Flag country={country} />}
      <span>{[country === null ? undefined : countryName(country), way].filter(Boolean).join(' · ')}</span>
    </p>
  )
}

export function OperationHead({ operation }: { operation: OperationDetail }) {
  const { t } = useTranslation(['history', 'statuses'])
  const { statusOf } = useOperationWords()
  const counterparty = useCounterparty()(operation)
  const total = useTotalSentence(operation)
  const { local_amount, local_currency, outcome_unknown } = operation
  const local =
    local_amount !== null && local_currency !== null && local_currency !== 'EUR'
      ? { value: local_amount, currency: local_currency }
      : undefined
  return (
    <div className="operation-head">
      <span className="operation-head__way" data-direction={operation.operation_direction}>
        <DirectionIcon direction={operation.operation_direction} />
      </span>
      <div>
        <h3 className="operation-head__name">{counterparty}</h3>
        <Where operation={operation} />
      </div>
      <StatusBadge
        tone={operation.badge}
        label={outcome_unknown ? t('status.still_checking', { ns: 'statuses' }) : statusOf(operation)}
      />
      <div className="operation-head__amounts">
        <Amount value={operation.amount_without_fee} currency="EUR" second={local} size="display" />
        {total !== undefined && <p className="operation-head__total tabular">{total}</p>}
      </div>
    </div>
  )
}
