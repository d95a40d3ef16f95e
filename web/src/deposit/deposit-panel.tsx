// The summary beside the steps: what kind of operation, how much, what it costs, and how it is paid.
import type { PayinMethod } from '@jokko/contract/reference'
import { toDecimal } from '@jokko/core/money'
import { eurCfa, rateToText } from '@jokko/core/rates'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatRate, useAmountFormat } from '../common/amount.tsx'
import { SummaryPanel } from '../common/summary-panel.tsx'
import { useDeposit } from './deposit-context.ts'
import { depositMethods, principalOf } from './deposit-flow.ts'
import { useChosenFee } from './use-fees.ts'
import './deposit-panel.css'

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  )
}

export type Figures = {
  readonly amount: string | undefined
  readonly fee: string | undefined
  readonly total: string | undefined
  readonly method: PayinMethod | undefined
  /** Known once the deposit was opened. */
  readonly reference?: string
}

export function DepositFigures({ amount, fee, total, method, reference }: Figures) {
  const { t, i18n } = useTranslation(['deposit', 'statuses'])
  const format = useAmountFormat()
  const inEuros = (decimal: string | undefined) => (decimal === undefined ? '–' : format(decimal, 'EUR'))
  return (
    <SummaryPanel title={t('panel.title')}>
      <dl className="fee-lines">
        <Row label={t('panel.type')}>{t('panel.type_value')}</Row>
        {method !== undefined && (
          <Row label={t('panel.mode')}>{t(`payin.${method}`, { ns: 'statuses' })}</Row>
        )}
        {amount !== undefined && <Row label={t('panel.amount')}>{inEuros(amount)}</Row>}
        {method !== undefined && <Row label={t('panel.fee')}>{inEuros(fee)}</Row>}
        <Row label={t('panel.rate')}>
          {`1\u00a0€ = ${formatRate(rateToText(eurCfa), i18n.language)}\u00a0CFA`}
        </Row>
        {method === 'bank_transfer' && (
          <Row label={t('panel.reference')}>{reference ?? t('panel.reference_later')}</Row>
        )}
        {method !== undefined && (
          <div className="fee-lines__total">
            <dt>{t('panel.total')}</dt>
            <dd className="tabular">{inEuros(total)}</dd>
          </div>
        )}
      </dl>
    </SummaryPanel>
  )
}

/** While it is put together: the price of the method that is chosen, as far as it is known. */
export function DepositPanel() {
  const { state, home } = useDeposit()
  const amount = principalOf(state)
  const method = depositMethods(home).find(({ id }) => id === state.methodId)
  const preview = useChosenFee()
  return (
    <DepositFigures
      amount={amount && toDecimal(amount)}
      fee={preview?.fee}
      total={preview?.total}
      method={amount && method?.name}
    />
  )
}
