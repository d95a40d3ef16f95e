// The rate is that of the day on which the money arrives: the sender says how much must arrive at least.
import type { Quote } from '@jokko/contract/transfer'
import { tolerancesBp } from '@jokko/core/arrival'
import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { ChoiceCard } from '../common/choice-card.tsx'
import { useTransfer } from './transfer-context.ts'
import { beneficiaryName } from './transfer-state.ts'
import './rate-of-arrival.css'

export function RateOfArrival({ choices }: { choices: NonNullable<Quote['on_arrival']> }) {
  const { t, i18n } = useTranslation('transfer')
  const { state, dispatch } = useTransfer()
  const format = useAmountFormat()
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  const name = state.beneficiary === undefined ? '' : beneficiaryName(state.beneficiary)
  const choose = (value: string) => {
    const tolerance = tolerancesBp.find(offered => String(offered) === value)
    if (tolerance !== undefined) dispatch({ type: 'tolerance_chosen', tolerance })
  }
  return (
    <section className="card arrival" aria-labelledby="arrival-title">
      <h3 className="section-title" id="arrival-title">
        {t('summary.on_arrival.title')}
      </h3>
      <p>{t('summary.on_arrival.text')}</p>
      <Radio.Group
        label={t('summary.on_arrival.question', { name })}
        value={String(state.tolerance)}
        onChange={choose}
      >
        <div className="arrival__choices">
          {choices.map(({ tolerance_bp, least }) => (
            <ChoiceCard
              key={tolerance_bp}
              value={String(tolerance_bp)}
              title={format(least.amount, least.currency)}
              text={
                tolerance_bp === 0
                  ? t('summary.on_arrival.as_today')
                  : t('summary.on_arrival.less', { percent: percent.format(tolerance_bp / 10_000) })
              }
            />
          ))}
        </div>
      </Radio.Group>
      <p className="flow-note">{t('summary.on_arrival.else')}</p>
    </section>
  )
}
