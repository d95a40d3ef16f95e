// The five latest operations: a table where there is room, rows on narrow screens.
import type { OperationRow } from '@jokko/contract/history'
import { EmptyState } from '@jokko/ui/empty-state'
import { Flag } from '@jokko/ui/flag'
import { RowsSkeleton } from '@jokko/ui/skeletons'
import { StatusBadge } from '@jokko/ui/status-badge'
import { Alert, Button, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOverlays } from '../app/flows.ts'
import { useShownEuros } from '../common/amount.tsx'
import { useCountryName } from '../common/country-name.ts'
import { formatMinute } from '../common/date.ts'
import { useOperationWords } from '../common/operation-words.ts'
import { problemText } from '../common/problem-text.ts'
import { latestOperationsQuery } from './home-api.ts'
import './operations-card.css'

function DirectionIcon({ row }: { row: OperationRow }) {
  const { t } = useTranslation('home')
  const isSending = row.operation_direction === 'Sending'
  const Icon = isSending ? IconArrowUpRight : IconArrowDownLeft
  return (
    <Icon
      className="operations__direction"
      data-direction={isSending ? 'out' : 'in'}
      size={20}
      stroke={1.75}
      role="img"
      aria-label={t(isSending ? 'operations.sending' : 'operations.receiving')}
    />
  )
}

function useRowTexts(row: OperationRow) {
  const { t, i18n } = useTranslation('home')
  const { typeOf, statusOf } = useOperationWords()
  const countryName = useCountryName()
  const shown = useShownEuros()(row.amount)
  const name =
    row.beneficiaries === null ? row.fullname : t('operations.beneficiaries', { count: row.beneficiaries })
  return {
    type: typeOf(row),
    status: statusOf(row),
    name,
    date: formatMinute(row.start_date, i18n.language),
    country: row.country === null ? undefined : countryName(row.country),
    amount: shown.main,
    open: t('operations.open', { type: typeOf(row), name }),
  }
}

/** A reward has nothing to open. */
const canOpen = (row: OperationRow): boolean => row.operation_type !== 'campaign_referral_reward'

function TableRow({ row }: { row: OperationRow }) {
  const texts = useRowTexts(row)
  const { openOperation } = useOverlays()
  const open = canOpen(row) ? () => void openOperation(row.id) : undefined
  return (
    <tr data-open={open === undefined ? undefined : true} onClick={open}>
      <td>
        <span className="operations__type">
          <DirectionIcon row={row} />
          {open === undefined ? (
            texts.type
          ) : (
            <UnstyledButton className="operations__open" onClick={open} aria-label={texts.open}>
              {texts.type}
            </UnstyledButton>
          )}
        </span>
      </td>
      <td className="operations__date tabular unbroken">{texts.date}</td>
      <td>{texts.name}</td>
      <td>
        {row.country !== null && (
          <span className="operations__country">
            <Flag country={row.country} />
            {texts.country}
          </span>
        )}
      </td>
      <td className="operations__amount tabular unbroken">{texts.amount}</td>
      <td>
        <StatusBadge tone={row.badge} label={texts.status} />
      </td>
    </tr>
  )
}

function OperationsTable({ rows }: { rows: readonly OperationRow[] }) {
  const { t } = useTranslation('home')
  return (
    <table className="operations__table">
      <thead>
        <tr>
          <th scope="col">{t('operations.type')}</th>
          <th scope="col">{t('operations.date')}</th>
          <th scope="col">{t('operations.contact')}</th>
          <th scope="col">{t('operations.country')}</th>
          <th scope="col" className="operations__amount">
            {t('operations.amount')}
          </th>
          <th scope="col">{t('operations.status')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <TableRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function CompactRow({ row }: { row: OperationRow }) {
  const texts = useRowTexts(row)
  const { openOperation } = useOverlays()
  const content = (
    <>
      <DirectionIcon row={row} />
      <span className="operations__name">{texts.name}</span>
      <span className="operations__amount tabular unbroken">{texts.amount}</span>
      <span className="operations__kind">{texts.type}</span>
      <StatusBadge tone={row.badge} label={texts.status} />
      <span className="operations__date tabular">{texts.date}</span>
    </>
  )
  return (
    <li>
      {canOpen(row) ? (
        <UnstyledButton className="operations__row" onClick={() => void openOperation(row.id)}>
          {content}
        </UnstyledButton>
      ) : (
        <div className="operations__row">{content}</div>
      )}
    </li>
  )
}

function List({ rows }: { rows: readonly OperationRow[] }) {
  const isWide = useMediaQuery('(width >= 1070px)', undefined, { getInitialValueInEffect: false })
  if (isWide) return <OperationsTable rows={rows} />
  return (
    <ul className="operations__list">
      {rows.map(row => (
        <CompactRow key={row.id} row={row} />
      ))}
    </ul>
  )
}

export function OperationsCard() {
  const { t } = useTranslation('home')
  const { data, error, refetch } = useQuery(latestOperationsQuery)
  return (
    <section className="card operations" aria-labelledby="operations-title">
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
      {data !== undefined && data.results.length > 0 && <List rows={data.results} />}
    </section>
  )
}
