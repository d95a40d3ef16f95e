// What became of each row: a list of up to 999, of which only the visible ones are drawn.
import type { BulkRow } from '@jokko/contract/bulk'
import { StatusBadge, type StatusTone } from '@jokko/ui/status-badge'
import { UnstyledButton } from '@mantine/core'
import i18next from 'i18next'
import { memo, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { phoneText } from '../common/phone-text.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import './result-rows.css'

const rowHeight = 68

function toneOf({ status, cancelled }: BulkRow): StatusTone {
  if (status === null || cancelled) return 'started'
  if (status.endsWith('_completed')) return 'done'
  if (status.endsWith('_failed') || status === 'suspicious') return 'failed'
  return 'progress'
}

/** The words of a status, read by a name that the server gives. */
function useStatusWords(): (row: BulkRow) => string {
  const { t, i18n } = useTranslation(['bulk', 'statuses'])
  return ({ status, cancelled }) => {
    if (cancelled) return t('result.cancelled')
    if (status === null) return t('result.waiting')
    const text: unknown = i18next.getResource(i18n.language, 'statuses', `status.${status}`)
    return typeof text === 'string' ? text : status
  }
}

type Told = {
  /** Of the country that is paid to; undefined while it is looked up. */
  readonly dialCode: number | undefined
  readonly onOpen: (operation: string) => void
}

/** As numbers are written everywhere; one that is none stays as it was typed. */
const numberOf = ({ full_phone_number: full, phone_number: typed }: BulkRow, dialCode: number | undefined) =>
  full === null || dialCode === undefined ? (full ?? typed) : phoneText(full, dialCode)

const ResultRow = memo(function ResultRow({ row, dialCode, onOpen }: Told & { readonly row: BulkRow }) {
  const { t } = useTranslation('bulk')
  const format = useAmountFormat()
  const words = useStatusWords()
  const { operation_id: operation, local_amount: local, local_currency: currency } = row
  const name = `${row.first_name} ${row.last_name}`
  return (
    <>
      <td className="result__line tabular">
        <span className="visually-hidden">{t('line')} </span>
        {row.line}
      </td>
      <td className="result__who">
        {operation === null ? (
          <span className="result__name">{name}</span>
        ) : (
          <UnstyledButton className="result__name text-link" onClick={() => onOpen(operation)}>
            {name}
          </UnstyledButton>
        )}
        <span className="result__small tabular">
          {numberOf(row, dialCode)} {row.operator_name ?? ''}
        </span>
      </td>
      <td className="result__amount tabular">
        {row.amount_in_euros !== null && format(row.amount_in_euros, 'EUR')}
        {local !== null && currency !== null && (
          <span className="result__small">{format(local, currency)}</span>
        )}
      </td>
      <td className="result__status">
        <StatusBadge tone={toneOf(row)} label={words(row)} />
        {row.failure !== null && <span className="result__small">{row.failure}</span>}
      </td>
    </>
  )
})

export function ResultRows({ rows, ...told }: Told & { readonly rows: readonly BulkRow[] }) {
  const { t } = useTranslation('bulk')
  const list = useRef<HTMLTableSectionElement>(null)
  const keys = useMemo(() => rows.map(({ line }) => line), [rows])
  const virtual = useVirtualRows({ list, keys, estimate: rowHeight })
  return (
    <table className="result" aria-label={t('result.label')} aria-rowcount={rows.length + 1}>
      <thead>
        <tr aria-rowindex={1} className="result__row result__head">
          <th scope="col">{t('column.line')}</th>
          <th scope="col">{t('result.who')}</th>
          <th scope="col" className="result__amount">
            {t('result.amount')}
          </th>
          <th scope="col">{t('result.status')}</th>
        </tr>
      </thead>
      <tbody ref={list} className="result__body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(item => {
          const row = rows[item.index]
          return row === undefined ? null : (
            <tr
              key={item.key}
              aria-rowindex={item.index + 2}
              className="result__row"
              data-line={row.line}
              data-index={item.index}
              ref={virtual.measureElement}
              style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
            >
              <ResultRow row={row} {...told} />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
