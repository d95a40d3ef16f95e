// What the table sums up to, always in sight: amounts at once, fees and total as soon as the server has checked the rows.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { useBulk } from './bulk-context.ts'
import { SaveProblem } from './save-problem.tsx'
import { sumOf } from './table-facts.ts'
import './totals-bar.css'

function SaveState() {
  const { t } = useTranslation('bulk')
  const { saved } = useBulk()
  return (
    <p className="totals__saved" role="status">
      {t(saved.isCurrent ? 'save.done' : saved.error === null ? 'save.running' : 'save.failed')}
    </p>
  )
}

function Figures() {
  const { t } = useTranslation('bulk')
  const { table, saved, wrong } = useBulk()
  const format = useAmountFormat()
  const bulk = saved.isCurrent ? saved.checked?.bulk : undefined
  const pending = '…'
  // What is wrong is paid to nobody, and counts nowhere.
  const excluded = new Set(wrong)
  const right = table.rows.filter(row => !excluded.has(row))
  return (
    <dl className="totals__figures tabular" aria-label={t('totals.label')}>
      <div>
        <dt>{t('totals.rows', { count: right.length })}</dt>
        <dd>{format(sumOf(right), 'EUR')}</dd>
      </div>
      <div>
        <dt>{t('totals.fees')}</dt>
        <dd>{bulk === undefined ? pending : format(bulk.total_fees, 'EUR')}</dd>
      </div>
      <div className="totals__total">
        <dt>{t('totals.total')}</dt>
        <dd>{bulk === undefined ? pending : format(bulk.total_to_pay, 'EUR')}</dd>
      </div>
    </dl>
  )
}

type TotalsBarProps = { readonly onContinue: () => void; readonly isWaiting: boolean }

export function TotalsBar({ onContinue, isWaiting }: TotalsBarProps) {
  const { t } = useTranslation(['bulk', 'flow'])
  return (
    <div className="totals" data-testid="totals">
      <SaveProblem />
      <Figures />
      <div className="totals__on">
        <SaveState />
        <Button onClick={onContinue} loading={isWaiting}>
          {t('continue', { ns: 'flow' })}
        </Button>
      </div>
    </div>
  )
}
