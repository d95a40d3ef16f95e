// Operations, each a press away from its details: a table where there is room, rows on narrow screens.
import type { OperationRow } from '@jokko/contract/history'
import { Flag } from '@jokko/ui/flag'
import { StatusBadge } from '@jokko/ui/status-badge'
import { UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOverlays } from '../app/flows.ts'
import { useShownEuros } from './amount.tsx'
import { useCounterparty } from './counterparty.ts'
import { useCountryName } from './country-name.ts'
import { formatClock, formatDay, formatMinute } from './date.ts'
import { DirectionIcon } from './direction-icon.tsx'
import { useOperationWords } from './operation-words.ts'
import './operation-list.css'

export type Column = 'type' | 'start_date' | 'end_date' | 'country' | 'name' | 'amount' | 'status'

function useRow(row: OperationRow) {
  const { t } = useTranslation('common')
  const { typeOf, statusOf } = useOperationWords()
  const { openOperation } = useOverlays()
  const countryName = useCountryName()
  const amount = useShownEuros()(row.amount).main
  const name = useCounterparty()(row)
  const type = typeOf(row)
  // A reward has nothing to open.
  const canOpen = row.operation_type !== 'campaign_referral_reward'
  return {
    type,
    name,
    amount,
    status: statusOf(row),
    country: row.country === null ? undefined : countryName(row.country),
    label: t('operations.open', { type, name, amount }),
    open: canOpen ? () => void openOperation(row.id) : undefined,
  }
}

type Shown = ReturnType<typeof useRow>

/** The day, and the time under it: two dates find room beside each other. */
function Moment({ iso }: { iso: string }) {
  const { i18n } = useTranslation()
  return (
    <time className="operation-list__moment tabular" dateTime={iso}>
      {formatDay(iso, i18n.language)} <span>{formatClock(iso, i18n.language)}</span>
    </time>
  )
}

function TypeCell({ row, shown }: { row: OperationRow; shown: Shown }) {
  return (
    <span className="operation-list__type">
      <DirectionIcon direction={row.operation_direction} className="operation-list__direction" />
      {shown.open === undefined ? (
        shown.type
      ) : (
        <UnstyledButton onClick={shown.open} aria-label={shown.label}>
          {shown.type}
        </UnstyledButton>
      )}
    </span>
  )
}

function CountryCell({ row, shown }: { row: OperationRow; shown: Shown }) {
  if (row.country === null) return null
  return (
    <span className="operation-list__type">
      <Flag country={row.country} />
      {shown.country}
    </span>
  )
}

const cellOf: Record<Column, (row: OperationRow, shown: Shown) => ReactNode> = {
  type: (row, shown) => <TypeCell row={row} shown={shown} />,
  start_date: row => <Moment iso={row.start_date} />,
  end_date: row => (row.end_date === null ? '–' : <Moment iso={row.end_date} />),
  country: (row, shown) => <CountryCell row={row} shown={shown} />,
  name: (_, shown) => shown.name,
  amount: (_, shown) => <span className="tabular unbroken">{shown.amount}</span>,
  status: (row, shown) => <StatusBadge tone={row.badge} label={shown.status} />,
}

function TableRow({ row, columns }: { row: OperationRow; columns: readonly Column[] }) {
  const shown = useRow(row)
  return (
    <tr data-open={shown.open === undefined ? undefined : true} onClick={shown.open}>
      {columns.map(column => (
        <td key={column} data-column={column}>
          {cellOf[column](row, shown)}
        </td>
      ))}
    </tr>
  )
}

function CompactRow({ row }: { row: OperationRow }) {
  const { i18n } = useTranslation()
  const shown = useRow(row)
  const content = (
    <>
      <DirectionIcon direction={row.operation_direction} className="operation-list__direction" />
      <span className="operation-list__name">{shown.name}</span>
      <span className="operation-list__amount tabular unbroken">{shown.amount}</span>
      <span className="operation-list__state">
        <span className="operation-list__kind">{shown.type}</span>
        <StatusBadge tone={row.badge} label={shown.status} />
      </span>
      <span className="operation-list__date tabular">{formatMinute(row.start_date, i18n.language)}</span>
    </>
  )
  return (
    <li>
      {shown.open === undefined ? (
        <div className="operation-list__row">{content}</div>
      ) : (
        <UnstyledButton className="operation-list__row" onClick={shown.open}>
          {content}
        </UnstyledButton>
      )}
    </li>
  )
}

type OperationListProps = {
  readonly rows: readonly OperationRow[]
  readonly columns: readonly Column[]
  /** The id of the heading that names the table. */
  readonly labelledBy: string
  /** What stands over a column instead of its name, a `<th>`: for instance one that sorts. */
  readonly headOf?: (column: Column) => ReactNode | undefined
}

function Table({ rows, columns, labelledBy, headOf }: OperationListProps) {
  const { t } = useTranslation('common')
  const nameOf = (column: Column) =>
    column === 'start_date' && !columns.includes('end_date') ? 'date' : column
  return (
    <table className="operation-list__table" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {columns.map(
            column =>
              headOf?.(column) ?? (
                <th scope="col" key={column} data-column={column}>
                  {t(`operations.column.${nameOf(column)}`)}
                </th>
              ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <TableRow key={row.id} row={row} columns={columns} />
        ))}
      </tbody>
    </table>
  )
}

export function useHasRoomForTable(): boolean {
  return useMediaQuery('(width >= 1070px)', undefined, { getInitialValueInEffect: false })
}

export function OperationList(props: OperationListProps) {
  const hasRoom = useHasRoomForTable()
  if (hasRoom) return <Table {...props} />
  return (
    <ul className="operation-list__list">
      {props.rows.map(row => (
        <CompactRow key={row.id} row={row} />
      ))}
    </ul>
  )
}
