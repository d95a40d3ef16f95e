// The steps of an instant bank payment, as a route.
import type { ReturnedPayment } from '@jokko/contract/pay-in'
import { RouteLine } from '@jokko/ui/route-line'
import { useTranslation } from 'react-i18next'
import { instantStops } from './returned-payment.ts'

const names = ['holder', 'order', 'arrival'] as const

export function InstantSteps({ status }: { status: ReturnedPayment['status'] | 'checking' }) {
  const { t } = useTranslation('payin')
  const states = instantStops(status)
  return (
    <RouteLine
      label={t('instant.steps')}
      orientation="vertical"
      stops={names.map((name, place) => {
        const state = states[place] ?? 'upcoming'
        return { id: name, name: t(`instant.${name}`), state, stateLabel: t(`instant.${state}`) }
      })}
    />
  )
}
