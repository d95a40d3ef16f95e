// The operations of one page: a table where there is room, rows on narrow screens.
import type { OperationRow } from '@jokko/contract/history'
import { Flag } from '@jokko/ui/flag'
import { StatusBadge } from '@jokko/ui/status-badge'
import { NativeSelect, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOverlays } from '../app/flows.ts'
import { useShownEuros } from '../common/amount.tsx'
import { useCountryName } from '../common/country-name.ts'
import { formatClock, formatDay, formatMinute } from '../common/date.ts'
import { useOperationWords } from '../common/operation-words.ts'
import { DirectionIcon } from './direction-icon.tsx'
import { type HistorySearch, readHistorySearch, type SortKey, sortedBy } from './history-search.ts'
import './history-list.css'

type ListProps = {
  readonly rows: readonly OperationRow[]
  readonly search: HistorySearch
  readonly onChange: (search: HistorySearch) => void
  readonly isLoading: boolean
}

function useRow(row: OperationRow) {
  const { t, i18n } = useTranslation('history')
  const { typeOf, statusOf } = useOperationWords()
  const { openOperation } = useOverlays()
  const countryName = useCountryName()
  const amount = useShownEuros()(row.amount).main
  const name = row.beneficiaries === null ? row.fullname : t('beneficiaries', { count: row.beneficiaries })
  const type = typeOf(row)
  // A reward has nothing to open.
  const canOpen = row.operation_type !== 'campaign_referral_reward'
  return {
    type,
    name,
    amount,
    status: statusOf(row),
    started: formatMinute(row.start_date, i18n.language),
    country: row.country === null ? undefined : countryName(row.country),
    label: t('open', { type, name, amount }),
    open: canOpen ? () => void openOperation(row.id) : undefined,
  }
}

/** The day, and the time under it: two dates find room beside each other. */
function Moment({ iso }: { iso: string }) {
  const { i18n } = useTranslation()
  return (
    <time className="history-list__moment tabular" dateTime={iso}>
      {formatDay(iso, i18n.language)} <span>{formatClock(iso, i18n.language)}</span>
    </time>
  )
}

function TableRow({ row }: { row: OperationRow }) {
  const shown = useRow(row)
  return (
    <tr data-open={shown.open === undefined ? undefined : true} onClick={shown.open}>
      <td>
        <span className="history-list__type">
          <DirectionIcon direction={row.operation_direction} className="history-list__direction" />
          {shown.open === undefined ? (
            shown.type
          ) : (
            <UnstyledButton onClick={shown.open} aria-label={shown.label}>
              {shown.type}
            </UnstyledButton>
          )}
        </span>
      </td>
      <td>
        <Moment iso={row.start_date} />
      </td>
      <td className="history-list__end">{row.end_date === null ? '–' : <Moment iso={row.end_date} />}</td>
      <td>
        {row.country !== null && (
          <span className="history-list__type">
            <Flag country={row.country} />
            {shown.country}
          </span>
        )}
      </td>
      <td className="history-list__name">{shown.name}</td>
      <td className="history-list__amount tabular unbroken">{shown.amount}</td>
      <td>
        <StatusBadge tone={row.badge} label={shown.status} />
      </td>
    </tr>
  )
}

type SortHeadProps = Omit<ListProps, 'rows'> & { readonly sort: SortKey; readonly className?: string }

function SortHead({ sort, search, onChange, isLoading, className }: SortHeadProps) {
  const { t } = useTranslation('history')
  const isSorted = (search.sort ?? 'start_date') === sort
  const isAscending = search.order === 'asc'
  const Icon = isAscending ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
    >
      <UnstyledButton
        className="history-list__sort"
        disabled={isLoading}
        data-sorted={isSorted || undefined}
        onClick={() => onChange(sortedBy(search, sort))}
      >
        {t(`column.${sort}`)}
        <Icon size={16} aria-hidden />
      </UnstyledButton>
    </th>
  )
}

function Table({ rows, ...sorting }: ListProps) {
  const { t } = useTranslation('history')
  return (
    <table className="history-list__table" aria-labelledby="history-title">
      <thead>
        <tr>
          <th scope="col">{t('column.type')}</th>
          <SortHead sort="start_date" {...sorting} />
          <th scope="col" className="history-list__end">
            {t('column.end_date')}
          </th>
          <th scope="col">{t('column.country')}</th>
          <th scope="col">{t('column.name')}</th>
          <SortHead sort="amount" className="history-list__amount" {...sorting} />
          <th scope="col">{t('column.status')}</th>
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
  const shown = useRow(row)
  const content = (
    <>
      <DirectionIcon direction={row.operation_direction} className="history-list__direction" />
      <span className="history-list__name">{shown.name}</span>
      <span className="history-list__amount tabular unbroken">{shown.amount}</span>
      <span className="history-list__kind">{shown.type}</span>
      <StatusBadge tone={row.badge} label={shown.status} />
      <span className="history-list__date tabular">{shown.started}</span>
    </>
  )
  return (
    <li>
      {shown.open === undefined ? (
        <div className="history-list__row">{content}</div>
      ) : (
        <UnstyledButton className="history-list__row" onClick={shown.open}>
          {content}
        </UnstyledButton>
      )}
    </li>
  )
}

const sortChoices = ['start_date_desc', 'start_date_asc', 'amount_desc', 'amount_asc'] as const

function SortSelect({ search, onChange, isLoading }: Omit<ListProps, 'rows'>) {
  const { t } = useTranslation('history')
  const choose = (choice: string) => {
    const [, sort, order] = /^(.*)_(asc|desc)$/.exec(choice) ?? []
    onChange(readHistorySearch({ ...search, sort, order }))
  }
  return (
    <NativeSelect
      className="history-list__sort-select"
      label={t('sort')}
      disabled={isLoading}
      value={`${search.sort ?? 'start_date'}_${search.order ?? 'desc'}`}
      onChange={event => choose(event.currentTarget.value)}
      data={sortChoices.map(value => ({ value, label: t(`sort_choice.${value}`) }))}
    />
  )
}

export function HistoryList(props: ListProps) {
  const isWide = useMediaQuery('(width >= 1070px)', undefined, { getInitialValueInEffect: false })
  if (isWide) return <Table {...props} />
  const { rows, ...sorting } = props
  return (
    <>
      <SortSelect {...sorting} />
      <ul className="history-list__list">
        {rows.map(row => (
          <CompactRow key={row.id} row={row} />
        ))}
      </ul>
    </>
  )
}
