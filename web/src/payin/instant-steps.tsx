// The steps of an instant bank payment, as a route.
import { RouteLine } from '@jokko/ui/route-line'
import { useTranslation } from 'react-i18next'
import type { InstantStops } from './returned-payment.ts'

const names = ['holder', 'order', 'arrival'] as const

export function InstantSteps({ stops }: { stops: InstantStops }) {
  const { t } = useTranslation('payin')
  return (
    <RouteLine
      label={t('instant.steps')}
      orientation="vertical"
      stops={names.map((name, place) => {
        const state = stops[place] ?? 'upcoming'
        return { id: name, name: t(`instant.${name}`), state, stateLabel: t(`instant.${state}`) }
      })}
    />
  )
}
