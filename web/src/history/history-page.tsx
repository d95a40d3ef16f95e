// History (/dashboard/history): every operation of the customer, searched, filtered, sorted and paged by the server.
import { EmptyState } from '@jokko/ui/empty-state'
import { RowsSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { usePageTitle } from '../app/page-title.ts'
import { problemText } from '../common/problem-text.ts'
import { operationsQuery, pageSize } from './history-api.ts'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import { type HistorySearch, isFiltered, readHistorySearch } from './history-search.ts'
import { back, cursorOf, firstPage, forward, type PageTrail } from './page-trail.ts'
import { Pager } from './pager.tsx'
import './history-page.css'

const route = getRouteApi('/dashboard/history')

/** The list starts anew whenever the question changes, and when the server no longer knows the place. */
function useTrail(search: HistorySearch) {
  const question = JSON.stringify(search)
  const [place, setPlace] = useState({ question, trail: firstPage })
  const trail = place.question === question ? place.trail : firstPage
  return { trail, go: (next: PageTrail) => setPlace({ question, trail: next }) }
}

function useSearchChange() {
  const navigate = route.useNavigate()
  return (search: HistorySearch) =>
    void navigate({
      search: ({ q: _q, type: _type, status: _status, sort: _sort, order: _order, ...others }) => ({
        ...others,
        ...search,
      }),
      replace: true,
    })
}

function Nothing({ search, onClear }: { search: HistorySearch; onClear: () => void }) {
  const { t } = useTranslation('history')
  if (!isFiltered(search)) return <EmptyState title={t('none')} text={t('none_text')} headingLevel={2} />
  return (
    <EmptyState
      title={t('no_data_message')}
      text={t('no_data_text')}
      headingLevel={2}
      action={
        <Button variant="default" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    />
  )
}

function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Alert color="clay" role="alert">
      <p className="history__problem">{problemText(error)}</p>
      <Button variant="default" onClick={onRetry}>
        {t('retry')}
      </Button>
    </Alert>
  )
}

const lostItsPlace = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'cursor_invalid'

export function HistoryPage() {
  const { t } = useTranslation(['history', 'common'])
  const search = readHistorySearch(route.useSearch())
  const change = useSearchChange()
  const { trail, go } = useTrail(search)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    operationsQuery(search, cursorOf(trail)),
  )
  const isLost = lostItsPlace(error)
  usePageTitle(t('title'))
  useEffect(() => {
    if (isLost) go(firstPage)
  })
  const { sort, order } = search
  const clear = () => change({ ...(sort && { sort }), ...(order && { order }) })
  const isWaiting = isPlaceholderData && isFetching
  return (
    <section className="card" aria-labelledby="history-title">
      <h1 className="section-title history__title" id="history-title">
        {t('title')}
      </h1>
      <HistoryFilters search={search} onChange={change} isLoading={isWaiting} />
      {data === undefined && error === null && (
        <RowsSkeleton label={t('loading', { ns: 'common' })} rows={pageSize} />
      )}
      {error !== null && !isLost && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.results.length === 0 && <Nothing search={search} onClear={clear} />}
      {data !== undefined && data.results.length > 0 && (
        <div aria-busy={isWaiting} className="history__results" data-waiting={isWaiting || undefined}>
          <HistoryList rows={data.results} search={search} onChange={change} isLoading={isWaiting} />
          <Pager
            trail={trail}
            shown={data.results.length}
            total={data.total_count}
            isLoading={isWaiting}
            onBack={() => go(back(trail))}
            onForward={
              data.next_cursor === null ? undefined : () => go(forward(trail, data.next_cursor ?? ''))
            }
          />
        </div>
      )}
    </section>
  )
}
