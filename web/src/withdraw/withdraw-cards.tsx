// The ways to have money paid out, as cards: what each costs for the amount, how long it takes, how much it pays at most.
import type { WithdrawMethod } from '@jokko/contract/withdraw'
import { compare, fromDecimal, isZero } from '@jokko/core/money'
import { Radio } from '@mantine/core'
import { IconBuildingBank, IconDeviceMobile, IconTruckDelivery, IconWallet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { useDurationLabel } from '../common/durations.ts'
import '../common/radio-cards.css'
import '../common/method-card.css'
import { type Card, type CardKind, cardKinds } from './withdraw-flow.ts'

const icons: Record<CardKind, typeof IconWallet> = {
  mobile_money: IconDeviceMobile,
  bank_transfer: IconBuildingBank,
  wallet: IconWallet,
  delivery: IconTruckDelivery,
}

/** Operators differ in what they pay at most: the most that one of them pays. */
const most = (routes: readonly WithdrawMethod[]): string | undefined =>
  routes
    .map(({ max_euros }) => max_euros)
    .filter(text => text !== null)
    .reduce<string | undefined>((largest, text) => (isLarger(text, largest) ? text : largest), undefined)

function isLarger(text: string, than: string | undefined): boolean {
  const [one, other] = [fromDecimal(text, 'EUR'), fromDecimal(than ?? '0', 'EUR')]
  return one !== undefined && other !== undefined && compare(one, other) > 0
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <span className="method__fact">
      <span className="method__label">{label} </span>
      <span className="tabular unbroken">{children}</span>
    </span>
  )
}

function Facts({ route, routes }: { route: WithdrawMethod; routes: readonly WithdrawMethod[] }) {
  const { t } = useTranslation(['flow', 'withdraw'])
  const format = useAmountFormat()
  const duration = useDurationLabel()
  const cost = route.price && fromDecimal(route.price.fee, 'EUR')
  const ceiling = most(routes)
  const shown = !route.price ? '–' : cost && isZero(cost) ? t('method.free') : format(route.price.fee, 'EUR')
  return (
    <span className="method__facts">
      <Fact label={t('method.cost')}>{shown}</Fact>
      <Fact label={t('deadline', { ns: 'withdraw' })}>{duration(route.delivery)}</Fact>
      <Fact label={t('method.ceiling')}>
        {ceiling === undefined ? t('no_ceiling', { ns: 'withdraw' }) : format(ceiling, 'EUR')}
      </Fact>
    </span>
  )
}

type WithdrawCardProps = {
  readonly card: Card
  /** Whose price the card tells. */
  readonly route: WithdrawMethod
  readonly isChosen: boolean
}

function WithdrawCard({ card, route, isChosen }: WithdrawCardProps) {
  const { t } = useTranslation(['withdraw', 'statuses'])
  const Icon = icons[card.kind]
  const isSepa = card.kind === 'bank_transfer' && route.is_sepa
  const obstacle = route.refusal?.message
  return (
    <Radio.Card className="method" value={card.kind}>
      <Radio.Indicator className="method__mark" />
      <span className="method__body">
        <span className="method__head">
          <Icon size={22} stroke={1.75} aria-hidden />
          <span className="method__name">
            {isSepa ? t('sepa') : t(`payout.${card.kind}`, { ns: 'statuses' })}
          </span>
        </span>
        <span className="method__hint">{t(isSepa ? 'hint.sepa' : `hint.${card.kind}`)}</span>
        {obstacle !== undefined && (
          <span
            className="method__obstacle"
            {...(isChosen ? { 'data-step-error': true, tabIndex: -1, role: 'alert' } : {})}
          >
            {obstacle}
          </span>
        )}
        <Facts route={route} routes={card.routes} />
      </span>
    </Radio.Card>
  )
}

type WithdrawCardsProps = {
  readonly cards: readonly Card[]
  readonly chosen: Card | undefined
  /** The route of the chosen card. */
  readonly route: WithdrawMethod | undefined
  readonly error: string | undefined
  readonly onChoose: (kind: CardKind) => void
}

export function WithdrawCards({ cards, chosen, route, error, onChoose }: WithdrawCardsProps) {
  const { t } = useTranslation('withdraw')
  return (
    <Radio.Group
      label={t('method')}
      value={chosen?.kind ?? null}
      error={error}
      errorProps={{ role: 'alert' }}
      onChange={value => {
        const kind = cardKinds.find(known => known === value)
        if (kind !== undefined) onChoose(kind)
      }}
    >
      <div className="methods withdraw-cards">
        {cards.map(card => {
          const own = card === chosen ? (route ?? card.routes[0]) : card.routes[0]
          return own && <WithdrawCard key={card.kind} card={card} route={own} isChosen={card === chosen} />
        })}
      </div>
    </Radio.Group>
  )
}
