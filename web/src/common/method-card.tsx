// A way to pay as a card that can be pressed anywhere: what it costs, how long it takes and how much it takes.
import type { CashInMethod, PayinMethod } from '@jokko/contract/reference'
import type { Minutes } from '@jokko/core/delivery'
import { fromDecimal, isZero, toDecimal } from '@jokko/core/money'
import { Radio } from '@mantine/core'
import { IconBolt, IconBuildingBank, IconCreditCard, IconDeviceMobile, IconWallet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from './amount.tsx'
import { useDurationLabel } from './durations.ts'
import type { Quality } from './method-qualities.ts'
import './radio-cards.css'
import './method-card.css'

const icons: Record<PayinMethod, typeof IconWallet> = {
  bank_transfer: IconBuildingBank,
  balance: IconWallet,
  direct_debit: IconBuildingBank,
  instant_bank_transfer: IconBolt,
  card: IconCreditCard,
  mobile_money: IconDeviceMobile,
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <span className="method__fact">
      <span className="method__label">{label} </span>
      <span className="tabular unbroken">{children}</span>
    </span>
  )
}

type FactsProps = Pick<MethodCardProps, 'method' | 'fee' | 'minutes'>

function Facts({ method, fee, minutes }: FactsProps) {
  const { t } = useTranslation('flow')
  const format = useAmountFormat()
  const duration = useDurationLabel()
  const cost = fee === undefined ? undefined : fromDecimal(fee, 'EUR')
  const shown = cost === undefined ? '–' : isZero(cost) ? t('method.free') : format(toDecimal(cost), 'EUR')
  return (
    <span className="method__facts">
      <Fact label={t('method.cost')}>{shown}</Fact>
      <Fact label={t('method.time')}>{minutes === undefined ? '–' : duration(minutes)}</Fact>
      <Fact label={t('method.ceiling')}>{format(method.max_amount, 'EUR')}</Fact>
    </span>
  )
}

export type MethodCardProps = {
  readonly method: Pick<CashInMethod, 'id' | 'name' | 'max_amount'>
  readonly fee: string | undefined
  readonly minutes: Minutes | undefined
  /** One line about it; absent: what is said of every method. */
  readonly hint?: string | undefined
  /** It cannot be chosen. */
  readonly isDisabled: boolean
  /** Why not. */
  readonly obstacle?: string | undefined
  readonly isChosen: boolean
  readonly qualities: readonly Quality[]
}

export function MethodCard(props: MethodCardProps) {
  const { method, hint, isDisabled, obstacle, isChosen, qualities } = props
  const { t } = useTranslation('statuses')
  const Icon = icons[method.name]
  return (
    <Radio.Card className="method" value={String(method.id)} disabled={isDisabled}>
      <Radio.Indicator className="method__mark" disabled={isDisabled} />
      <span className="method__body">
        <span className="method__head">
          <Icon size={22} stroke={1.75} aria-hidden />
          <span className="method__name">{t(`payin.${method.name}`)}</span>
          {qualities.map(quality => (
            <span className="method__quality" key={quality}>
              {t(`payin_quality.${quality}`)}
            </span>
          ))}
        </span>
        <span className="method__hint">{hint ?? t(`payin_hint.${method.name}`)}</span>
        {obstacle !== undefined && (
          <span
            className="method__obstacle"
            {...(isChosen ? { 'data-step-error': true, tabIndex: -1, role: 'alert' } : {})}
          >
            {obstacle}
          </span>
        )}
        {!isDisabled && <Facts {...props} />}
      </span>
    </Radio.Card>
  )
}
