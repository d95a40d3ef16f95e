// What a withdrawal costs and brings, beside the form while it is filled in.
import type { QuoteFigures } from '@jokko/contract/transfer'
import { fromDecimal, subtract, toDecimal } from '@jokko/core/money'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { useDurationLabel } from '../common/durations.ts'
import { SummaryPanel } from '../common/summary-panel.tsx'

type Line = { readonly label: string; readonly value: string; readonly isStrong?: boolean }

type WithdrawPanelProps = {
  readonly figures: QuoteFigures | undefined
  readonly isComputing: boolean
  /** Absent: this withdrawal may be taken from it already. */
  readonly balance: string | undefined
}

/** What the balance is afterwards; nothing where it would not be enough. */
function left(balance: string, total: string): string | undefined {
  const has = fromDecimal(balance, 'EUR')
  const taken = fromDecimal(total, 'EUR')
  const rest = has && taken && subtract(has, taken)
  return rest && rest.minor >= 0n ? toDecimal(rest) : undefined
}

export function WithdrawPanel({ figures, isComputing, balance }: WithdrawPanelProps) {
  const { t } = useTranslation('withdraw')
  const format = useAmountFormat()
  const duration = useDurationLabel()
  const after =
    figures === undefined || balance === undefined ? undefined : left(balance, figures.total_to_pay.amount)
  const lines: readonly Line[] = [
    { label: t('panel.amount'), value: figures ? format(figures.source.amount, 'EUR') : '–' },
    { label: t('panel.fee'), value: figures ? format(figures.fee, 'EUR') : '–' },
    {
      label: t('panel.total'),
      value: figures ? format(figures.total_to_pay.amount, 'EUR') : '–',
      isStrong: true,
    },
    {
      label: t('panel.received'),
      value: figures ? format(figures.payable_target.amount, figures.payable_target.currency) : '–',
      isStrong: true,
    },
    { label: t('deadline'), value: figures ? duration(figures.delivery) : '–' },
    ...(after === undefined ? [] : [{ label: t('panel.left'), value: format(after, 'EUR') }]),
  ]
  return (
    <SummaryPanel title={t('panel.title')} isBusy={isComputing}>
      <dl className="fee-lines">
        {lines.map(({ label, value, isStrong }) => (
          <div key={label} className={isStrong ? 'fee-lines__total' : undefined}>
            <dt>{label}</dt>
            <dd className="unbroken">{value}</dd>
          </div>
        ))}
      </dl>
    </SummaryPanel>
  )
}
