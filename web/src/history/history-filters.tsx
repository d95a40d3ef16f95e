// What the history is narrowed by: words that are searched as one types, the type and the status.
import type { CustomerStatus, OperationType } from '@jokko/contract/history'
import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../app/session.tsx'
import { type HistorySearch, readHistorySearch, statusGroups, typeChoices } from './history-search.ts'

const debounceMs = 800

type FilterProps = {
  readonly search: HistorySearch
  readonly onChange: (search: HistorySearch) => void
  readonly isLoading: boolean
}

function SearchField({ search, onChange }: Omit<FilterProps, 'isLoading'>) {
  const { t } = useTranslation('history')
  const applied = search.q ?? ''
  const [typed, setTyped] = useState(applied)
  const apply = (words: string) => onChange(readHistorySearch({ ...search, q: words }))
  const applyLater = useDebouncedCallback(apply, debounceMs)
  useEffect(() => setTyped(applied), [applied])
  const clear = () => {
    setTyped('')
    applyLater.cancel()
    apply('')
  }
  return (
    <TextInput
      className="history__search"
      type="search"
      label={t('search')}
      labelProps={{ className: 'visually-hidden' }}
      placeholder={t('search_placeholder')}
      value={typed}
      maxLength={80}
      enterKeyHint="search"
      onChange={event => {
        setTyped(event.currentTarget.value)
        applyLater(event.currentTarget.value)
      }}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        typed === '' ? null : <CloseButton size={36} aria-label={t('search_clear')} onClick={clear} />
      }
    />
  )
}

function TypeSelect({ search, onChange, isLoading }: FilterProps) {
  const { t } = useTranslation(['history', 'statuses'])
  const user = useUser()
  const offered = typeChoices.filter(type => type !== 'bulk_transfer' || user.is_company_owner)
  return (
    <NativeSelect
      label={t('filter.type')}
      disabled={isLoading}
      value={search.type ?? ''}
      onChange={event => onChange(readHistorySearch({ ...search, type: event.currentTarget.value }))}
      data={[
        { value: '', label: t('filter.all_types') },
        ...offered.map((value: OperationType) => ({ value, label: t(`type.${value}`, { ns: 'statuses' }) })),
      ]}
    />
  )
}

function StatusSelect({ search, onChange, isLoading }: FilterProps) {
  const { t } = useTranslation(['history', 'statuses'])
  const groups = ['transfer', 'payment', 'deposit', 'withdraw'] as const
  return (
    <NativeSelect
      label={t('filter.status')}
      disabled={isLoading}
      value={search.status ?? ''}
      onChange={event => onChange(readHistorySearch({ ...search, status: event.currentTarget.value }))}
      data={[
        { value: '', label: t('filter.all_statuses') },
        ...groups.map(group => ({
          group: t(`filter.group.${group}`),
          items: statusGroups[group].map((value: CustomerStatus) => ({
            value,
            label: t(`status.${value}`, { ns: 'statuses' }),
          })),
        })),
      ]}
    />
  )
}

export function HistoryFilters(props: FilterProps) {
  return (
    <search className="history__filters">
      <SearchField search={props.search} onChange={props.onChange} />
      <TypeSelect {...props} />
      <StatusSelect {...props} />
    </search>
  )
}
