// The newest payment that is still moving, live, stop by stop.
import type { OperationRow } from '@jokko/contract/history'
import { RouteSkeleton } from '@jokko/ui/skeletons'
import { StatusBadge } from '@jokko/ui/status-badge'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useOverlays } from '../app/flows.ts'
import { useAmountFormat } from '../common/amount.tsx'
import { useCountryName } from '../common/country-name.ts'
import { OperationRoute } from '../common/operation-route.tsx'
import { useOperationWords } from '../common/operation-words.ts'
import { operationQuery } from './home-api.ts'
import './en-route-card.css'

function Amounts({ row }: { row: OperationRow }) {
  const format = useAmountFormat()
  const local =
    row.local_amount !== null && row.local_currency !== null && row.local_currency !== 'EUR'
      ? format(row.local_amount, row.local_currency)
      : undefined
  return (
    <span className="en-route__amounts tabular">
      <span className="unbroken">{format(row.amount_without_fee, 'EUR')}</span>
      {local !== undefined && (
        <>
          <span aria-hidden="true">→</span> <span className="unbroken">{local}</span>
        </>
      )}
    </span>
  )
}

export function EnRouteCard({ row }: { row: OperationRow }) {
  const { t } = useTranslation('home')
  const { data, isPending } = useQuery(operationQuery(row.id))
  const { statusOf } = useOperationWords()
  const countryName = useCountryName()
  const { openOperation } = useOverlays()
  const whereTo = [row.fullname, row.payout_name, row.country === null ? null : countryName(row.country)]
  return (
    <section className="card" aria-labelledby="en-route-title">
      <header className="en-route__head">
        <h2 className="section-title" id="en-route-title">
          {t('en_route.title')}
        </h2>
        <StatusBadge tone={row.badge} label={statusOf(row)} />
        <UnstyledButton className="text-link en-route__follow" onClick={() => void openOperation(row.id)}>
          {t('en_route.details')}
        </UnstyledButton>
      </header>
      <p className="en-route__summary">
        <Amounts row={row} />
        <span className="en-route__to">{whereTo.filter(Boolean).join(' · ')}</span>
      </p>
      {isPending && <RouteSkeleton label={t('loading', { ns: 'common' })} />}
      {data !== undefined && <OperationRoute stops={data.route} />}
    </section>
  )
}
