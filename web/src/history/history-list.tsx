// The operations of one page, in the order that the reader wants.
import type { OperationRow } from '@jokko/contract/history'
import { NativeSelect, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Column, OperationList, useHasRoomForTable } from '../common/operation-list.tsx'
import { type HistorySearch, readHistorySearch, type SortKey, sortedBy } from './history-search.ts'
import './history-list.css'

type SortingProps = {
  readonly search: HistorySearch
  readonly onChange: (search: HistorySearch) => void
  readonly isLoading: boolean
}

function SortHead({ sort, search, onChange, isLoading }: SortingProps & { readonly sort: SortKey }) {
  const { t } = useTranslation('common')
  const isSorted = (search.sort ?? 'start_date') === sort
  const isAscending = search.order === 'asc'
  const Icon = isAscending ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      data-column={sort}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
    >
      <UnstyledButton
        className="history-list__sort"
        disabled={isLoading}
        data-sorted={isSorted || undefined}
        onClick={() => onChange(sortedBy(search, sort))}
      >
        {t(`operations.column.${sort}`)}
        <Icon size={16} aria-hidden />
      </UnstyledButton>
    </th>
  )
}

const sortChoices = ['start_date_desc', 'start_date_asc', 'amount_desc', 'amount_asc'] as const

function SortSelect({ search, onChange, isLoading }: SortingProps) {
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

const columns: readonly Column[] = ['type', 'start_date', 'end_date', 'country', 'name', 'amount', 'status']

export function HistoryList({ rows, ...sorting }: SortingProps & { readonly rows: readonly OperationRow[] }) {
  const isTable = useHasRoomForTable()
  return (
    <div className="history-list">
      {!isTable && <SortSelect {...sorting} />}
      <OperationList
        rows={rows}
        columns={columns}
        labelledBy="history-title"
        headOf={column =>
          column === 'start_date' || column === 'amount' ? (
            <SortHead key={column} sort={column} {...sorting} />
          ) : undefined
        }
      />
    </div>
  )
}
