// The ways to be paid out that a country has, as cards: how long each takes, and the most that one payment may be.
import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { ChoiceCard } from '../common/choice-card.tsx'
import { useDuration } from '../common/durations.ts'
import { methodsOf, type PayoutTables } from './payout-tables.ts'
import type { PayoutKind } from './transfer-state.ts'

type KindChoiceProps = {
  readonly kinds: readonly PayoutKind[]
  /** Absent where what was chosen before is not there any more. */
  readonly kind: PayoutKind | undefined
  readonly tables: PayoutTables
  readonly onChoose: (kind: PayoutKind) => void
}

/** Operators have ceilings of their own, which are told where one is chosen. */
function useKindText(tables: PayoutTables): (kind: PayoutKind) => string | undefined {
  const { t } = useTranslation('transfer')
  const duration = useDuration()
  const format = useAmountFormat()
  return kind => {
    const method = methodsOf(tables.country).find(({ name }) => name === kind)
    if (method === undefined) return undefined
    const time = t('payout.kind_time', { time: duration(method.delivery_minutes) })
    if (kind === 'mobile_money' || method.max_amount === null) return time
    return `${time} · ${t('payout.kind_ceiling', { amount: format(method.max_amount, method.currency) })}`
  }
}

export function KindChoice({ kinds, kind, tables, onChoose }: KindChoiceProps) {
  const { t } = useTranslation(['transfer', 'statuses'])
  const textOf = useKindText(tables)
  const nameOf = (one: PayoutKind) => t(`payout.${one}`, { ns: 'statuses' })
  if (kinds.length === 1 && kind !== undefined) {
    return (
      <div className="payout-kind">
        <p className="payout-kind__only">{nameOf(kind)}</p>
        <p className="flow-note">{textOf(kind)}</p>
      </div>
    )
  }
  return (
    <Radio.Group
      label={t('payout.kind')}
      value={kind ?? null}
      onChange={chosen => {
        const found = kinds.find(one => one === chosen)
        if (found !== undefined) onChoose(found)
      }}
    >
      <div className="choices payout-kinds">
        {kinds.map(one => (
          <ChoiceCard key={one} value={one} title={nameOf(one)} text={textOf(one)} />
        ))}
      </div>
    </Radio.Group>
  )
}
