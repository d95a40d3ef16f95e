// The route before sending: what will happen at each stop, and how long each stretch takes.
import type { PayinMethod } from '@jokko/contract/reference'
import type { Quote } from '@jokko/contract/transfer'
import { RouteLine, type RouteLineStop } from '@jokko/ui/route-line'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { payinMinutes, useDurationLabel } from '../common/durations.ts'
import { isByCompany } from '../common/way-to-pay.ts'
import { useTransfer } from './transfer-context.ts'
import { beneficiaryName, type ReadyPayout } from './transfer-state.ts'

type PlannedRouteProps = {
  readonly quote: Quote
  readonly payout: ReadyPayout
  readonly payBy: PayinMethod
}

export function PlannedRoute({ quote, payout, payBy }: PlannedRouteProps) {
  const { t } = useTranslation(['transfer', 'common', 'statuses'])
  const { beneficiary } = useTransfer().state
  const format = useAmountFormat()
  const duration = useDurationLabel()
  const isBank = payBy === 'bank_transfer'
  const company = isByCompany(payBy) ? payBy : undefined
  const total = format(quote.total_to_pay.amount, quote.total_to_pay.currency)
  const amount = format(quote.payable_target.amount, quote.payable_target.currency)
  const received = quote.on_arrival ? `≈\u00a0${amount}` : amount
  const payin = payinMinutes(quote.delivery, payout.minutes)
  const toBalance = payout.kind === 'balance'

  const stops: (RouteLineStop | undefined)[] = [
    {
      id: 'sender',
      name: t('planned.you'),
      state: 'current',
      stateLabel: t('planned.now'),
      sentence: company
        ? t(`planned.you_pay.${company}`, { amount: total })
        : t(isBank ? 'planned.you_transfer' : 'planned.debited', { amount: total }),
    },
    {
      id: 'jokko',
      name: 'Jokko',
      state: 'upcoming',
      stateLabel: isBank || company ? duration(payin) : t('planned.at_once'),
      sentence: toBalance
        ? t('planned.credits', { amount: received })
        : t(isBank ? 'planned.checks_bank' : company ? 'planned.checks_paid' : 'planned.checks'),
    },
    toBalance
      ? undefined
      : {
          id: 'payout',
          name: payout.name || t(`payout.${payout.kind}`, { ns: 'statuses' }),
          state: 'upcoming',
          stateLabel: duration(payout.minutes),
          sentence: t('planned.pays', { amount: received }),
        },
    {
      id: 'beneficiary',
      name: beneficiary === undefined ? '' : beneficiaryName(beneficiary),
      state: 'upcoming',
      stateLabel: toBalance ? duration(payout.minutes) : payout.shown,
      sentence: t('planned.receives', { amount: received }),
    },
  ]
  return (
    <RouteLine
      label={t('summary.route')}
      orientation="vertical"
      stops={stops.filter(stop => stop !== undefined)}
    />
  )
}
