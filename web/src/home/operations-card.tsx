// The five latest operations, and the way to all of them.
import { EmptyState } from '@jokko/ui/empty-state'
import { RowsSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Column, OperationList } from '../common/operation-list.tsx'
import { problemText } from '../common/problem-text.ts'
import { latestOperationsQuery } from './home-api.ts'
import './operations-card.css'

const columns: readonly Column[] = ['type', 'start_date', 'name', 'country', 'amount', 'status']

export function OperationsCard() {
  const { t } = useTranslation('home')
  const { data, error, refetch } = useQuery(latestOperationsQuery)
  return (
    <section className="card" aria-labelledby="operations-title">
      <header className="operations__head">
        <h2 className="section-title" id="operations-title">
          {t('operations.title')}
        </h2>
        {data !== undefined && data.total_count > 0 && (
          <Link className="text-link" to="/dashboard/history">
            {t('operations.all', { count: data.total_count })}
          </Link>
        )}
      </header>
      {data === undefined && error === null && <RowsSkeleton label={t('loading', { ns: 'common' })} />}
      {data === undefined && error !== null && (
        <Alert color="clay" role="alert">
          <p className="operations__problem">{problemText(error)}</p>
          <Button size="compact-md" variant="default" onClick={() => void refetch()}>
            {t('retry', { ns: 'common' })}
          </Button>
        </Alert>
      )}
      {data?.results.length === 0 && (
        <EmptyState title={t('operations.none')} text={t('operations.none_text')} />
      )}
      {data !== undefined && data.results.length > 0 && (
        <OperationList rows={data.results} columns={columns} labelledBy="operations-title" />
      )}
    </section>
  )
}
