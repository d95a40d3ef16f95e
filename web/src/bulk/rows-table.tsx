// The editable table of beneficiaries: up to 999 rows, of which only the visible ones are drawn.
import { NativeSelect, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { type FocusEvent, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, columns } from './bulk-columns.ts'
import { useBulk } from './bulk-context.ts'
import type { TableRow } from './bulk-table.ts'
import { cellId, type RowActions, RowCells } from './row-cells.tsx'
import { servedRow } from './table-facts.ts'
import type { Sort, SortKey } from './use-row-view.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import './rows-table.css'

const rowHeight = 72
const sortKeys: readonly SortKey[] = ['line', ...columns]

export type TableHandle = { readonly focusCell: (line: number, column: Column) => void }

type SortProps = { readonly sort: Sort; readonly onSort: (sort: Sort) => void }

function Head({ sort, onSort }: SortProps) {
  const { t } = useTranslation('bulk')
  return (
    <thead className="bulk-head">
      <tr aria-rowindex={1} className="bulk-row bulk-head__row">
        {sortKeys.map(key => {
          const isSorted = sort.key === key
          const Icon = !isSorted ? IconArrowsSort : sort.isDown ? IconArrowDown : IconArrowUp
          return (
            <th
              key={key}
              scope="col"
              aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : 'none'}
            >
              <UnstyledButton
                className="bulk-head__sort"
                data-sorted={isSorted || undefined}
                onClick={() => onSort({ key, isDown: isSorted && !sort.isDown })}
              >
                {t(`column.${key}`)}
                <Icon size={14} aria-hidden />
              </UnstyledButton>
            </th>
          )
        })}
        <th scope="col">
          <span className="visually-hidden">{t('row_actions')}</span>
        </th>
      </tr>
    </thead>
  )
}

/** Where rows are cards, there is no head to press on. */
function SortSelect({ sort, onSort }: SortProps) {
  const { t } = useTranslation('bulk')
  return (
    <NativeSelect
      className="bulk-sort"
      label={t('sort_by')}
      value={sort.key}
      onChange={event => {
        const key = sortKeys.find(one => one === event.currentTarget.value)
        if (key !== undefined) onSort({ key, isDown: false })
      }}
      data={sortKeys.map(key => ({ value: key, label: t(`column.${key}`) }))}
    />
  )
}

const lineOf = (target: EventTarget): number | undefined => {
  const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-line]') : null
  return row === null ? undefined : Number(row.dataset['line'])
}

type RowsTableProps = SortProps & {
  readonly rows: readonly TableRow[]
  readonly groups: readonly (readonly number[])[]
  readonly onPasteBlock: RowActions['onPasteBlock']
  readonly handle: Ref<TableHandle>
}

/** Each line's twins, as text, so that a row is drawn again only when they change. */
function useTwins(groups: RowsTableProps['groups']): ReadonlyMap<number, string> {
  return useMemo(
    () =>
      new Map(
        groups.flatMap(lines =>
          lines.map(line => [line, lines.filter(other => other !== line).join(' ')] as const),
        ),
      ),
    [groups],
  )
}

export function RowsTable({ rows, groups, sort, onSort, onPasteBlock, handle }: RowsTableProps) {
  const { t } = useTranslation('bulk')
  const { dispatch, saved, operators } = useBulk()
  const list = useRef<HTMLTableSectionElement>(null)
  const [focused, setFocused] = useState<number>()
  const keys = useMemo(() => rows.map(({ line }) => line), [rows])
  const virtual = useVirtualRows({ list, keys, estimate: rowHeight, focused })
  const twins = useTwins(groups)

  const focusCell = (line: number, column: Column) => {
    const place = keys.indexOf(line)
    if (place < 0) return
    virtual.scrollToIndex(place, { align: 'auto' })
    setFocused(line)
    // It is drawn in the frame after the one that scrolls.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => document.getElementById(cellId(line, column))?.focus()),
    )
  }
  useImperativeHandle(handle, () => ({ focusCell }))
  const latest = useRef({ focusCell, onPasteBlock, keys })
  latest.current = { focusCell, onPasteBlock, keys }
  const actions = useMemo(
    (): RowActions => ({
      dispatch,
      onMove: (line, column, by) => {
        const next = latest.current.keys[latest.current.keys.indexOf(line) + by]
        if (next !== undefined) latest.current.focusCell(next, column)
      },
      onPasteBlock: (...pasted) => latest.current.onPasteBlock(...pasted),
      onRemove: line => {
        const place = latest.current.keys.indexOf(line)
        const next = latest.current.keys[place + 1] ?? latest.current.keys[place - 1]
        dispatch({ type: 'rows_removed', lines: [line] })
        if (next !== undefined) latest.current.focusCell(next, 'first_name')
      },
    }),
    [dispatch],
  )
  return (
    <>
      <SortSelect sort={sort} onSort={onSort} />
      <table className="bulk-table" aria-label={t('table_label')} aria-rowcount={rows.length + 1}>
        <Head sort={sort} onSort={onSort} />
        <tbody
          ref={list}
          className="bulk-table__body"
          style={{ height: virtual.getTotalSize() }}
          onFocus={(event: FocusEvent) => setFocused(lineOf(event.target))}
        >
          {virtual.getVirtualItems().map(item => {
            const row = rows[item.index]
            return row === undefined ? null : (
              <tr
                key={item.key}
                aria-rowindex={item.index + 2}
                className="bulk-row"
                data-line={row.line}
                data-index={item.index}
                ref={virtual.measureElement}
                style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
              >
                <RowCells
                  row={row}
                  served={servedRow(row, saved.checked)}
                  twins={twins.get(row.line) ?? ''}
                  operators={operators}
                  actions={actions}
                />
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
