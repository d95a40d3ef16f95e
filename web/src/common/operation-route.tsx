// An operation's stops, as the server tells them, drawn as the Route: used on home, in the drawer, after a transfer.
import type { OperationDetail } from '@jokko/contract/history'
import { RouteLine, type RouteLineStop } from '@jokko/ui/route-line'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { spaced } from './amount.tsx'
import { formatMoment } from './date.ts'

type ServerStop = OperationDetail['route'][number]

/** The sentence of a stop: key `route.*` of the statuses' texts, its blanks filled by the server. */
function noteText(stop: ServerStop): string | undefined {
  const text: unknown = i18next.getResource(i18next.language, 'statuses', `route.${stop.note}`)
  if (typeof text !== 'string') return undefined
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => spaced(stop.params[name] ?? ''))
}

type OperationRouteProps = {
  readonly stops: readonly ServerStop[]
  readonly orientation?: 'auto' | 'vertical'
  readonly live?: boolean
  /** What the reader can do at a stop. */
  readonly actionAt?: (stop: ServerStop) => ReactNode
}

export function OperationRoute({ stops, orientation = 'auto', live = true, actionAt }: OperationRouteProps) {
  const { t, i18n } = useTranslation(['common', 'statuses'])
  const lines = stops.map(
    (stop): RouteLineStop => ({
      id: stop.key,
      name: stop.name ?? t(`route.stop.${stop.key}`),
      state: stop.state,
      stateLabel: t(`route.state.${stop.state}`),
      time: stop.at === null ? undefined : formatMoment(stop.at, i18n.language),
      dateTime: stop.at ?? undefined,
      sentence: noteText(stop),
      action: actionAt?.(stop),
    }),
  )
  return <RouteLine label={t('route.label')} stops={lines} orientation={orientation} live={live} />
}
