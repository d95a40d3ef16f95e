// What a bulk costs in all, as the server counts it.
import type { Bulk } from '@jokko/contract/bulk'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { SummaryPanel } from '../common/summary-panel.tsx'
import { useBulk } from './bulk-context.ts'

/** What was typed as the reason changes no price: the figures stand while it is kept. */
export function usePricedBulk(): Bulk | undefined {
  const { saved, table } = useBulk()
  const bulk = saved.checked?.bulk
  return saved.isCurrent || bulk?.cashin_method_id === table.methodId ? bulk : undefined
}

export function CostPanel() {
  const { t } = useTranslation('bulk')
  const { table } = useBulk()
  const format = useAmountFormat()
  const bulk = usePricedBulk()
  const euros = (amount: string | undefined) => (amount === undefined ? '…' : format(amount, 'EUR'))
  return (
    <SummaryPanel title={t('cost.title')} isBusy={bulk === undefined}>
      <dl className="fee-lines">
        <div>
          <dt>{t('cost.rows')}</dt>
          <dd>{table.rows.length}</dd>
        </div>
        <div>
          <dt>{t('cost.amounts')}</dt>
          <dd>{euros(bulk?.total_without_fees)}</dd>
        </div>
        <div>
          <dt>{t('cost.fees')}</dt>
          <dd>{euros(bulk?.total_fees)}</dd>
        </div>
        {bulk !== undefined && bulk.local_currency !== null && (
          <div>
            <dt>{t('cost.local')}</dt>
            <dd>{format(bulk.local_total, bulk.local_currency)}</dd>
          </div>
        )}
        <div className="fee-lines__total">
          <dt>{t('cost.total')}</dt>
          <dd>{euros(bulk?.total_to_pay)}</dd>
        </div>
      </dl>
    </SummaryPanel>
  )
}
