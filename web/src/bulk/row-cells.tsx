// One row of the table as it is typed in: a field for each column, and what is wrong or known of it underneath.
import type { BulkRow } from '@jokko/contract/bulk'
import { CloseButton } from '@mantine/core'
import { type ClipboardEvent, type Dispatch, type KeyboardEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { useErrorText } from '../common/error-text.ts'
import { type Column, columns } from './bulk-columns.ts'
import type { BulkFlow } from './bulk-context.ts'
import type { BulkEvent, TableRow } from './bulk-table.ts'
import { type CellProblem, problemsOf } from './row-problems.ts'

export type RowActions = {
  readonly dispatch: Dispatch<BulkEvent>
  readonly onMove: (line: number, column: Column, by: 1 | -1) => void
  readonly onPasteBlock: (line: number, column: Column, text: string) => void
  readonly onRemove: (line: number) => void
}

type RowProps = {
  readonly row: TableRow
  readonly served: BulkRow | undefined
  /** Lines that pay the same number the same amount, parted by spaces; empty when there are none. */
  readonly twins: string
  readonly operators: BulkFlow['operators']
  readonly actions: RowActions
}

export const cellId = (line: number, column: Column): string => `bulk-${line}-${column}`
const problemsId = (line: number): string => `bulk-${line}-problems`

const keyboards: Partial<Record<Column, 'decimal' | 'tel' | 'email'>> = {
  amount_without_fees: 'decimal',
  phone_number: 'tel',
  email: 'email',
}

/** Several cells at once; a single one is pasted as anywhere else. */
const isBlock = (text: string): boolean => /[\t\r\n]/.test(text.replace(/\r?\n$/, ''))

type CellProps = Pick<RowProps, 'row' | 'actions'> & { readonly column: Column; readonly isWrong: boolean }

function TextCell({ row, column, isWrong, actions }: CellProps) {
  const { t } = useTranslation('bulk')
  const { line, cells } = row
  const move = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp') actions.onMove(line, column, -1)
    else if (event.key === 'Enter' || event.key === 'ArrowDown') actions.onMove(line, column, 1)
    else return
    event.preventDefault()
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!isBlock(text)) return
    event.preventDefault()
    actions.onPasteBlock(line, column, text)
  }
  return (
    <input
      id={cellId(line, column)}
      className="bulk-field"
      type="text"
      inputMode={keyboards[column] ?? 'text'}
      autoComplete="off"
      spellCheck={false}
      aria-label={t('cell', { column: t(`column.${column}`), line })}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? problemsId(line) : undefined}
      value={cells[column]}
      onChange={event =>
        actions.dispatch({ type: 'cell_typed', line, column, text: event.currentTarget.value })
      }
      onKeyDown={move}
      onPaste={paste}
    />
  )
}

type OperatorProps = CellProps & Pick<RowProps, 'operators'>

/** The one that the number tells, until another is chosen. */
function OperatorCell({ row, column, isWrong, operators, actions }: OperatorProps) {
  const { t } = useTranslation('bulk')
  const { line, cells, read } = row
  const value = cells.operator || read?.operator || ''
  const isKnown = operators.some(({ code }) => code === value)
  return (
    <select
      id={cellId(line, column)}
      className="bulk-field"
      aria-label={t('cell', { column: t(`column.${column}`), line })}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? problemsId(line) : undefined}
      value={isKnown ? value : ''}
      onChange={event =>
        actions.dispatch({ type: 'cell_typed', line, column, text: event.currentTarget.value })
      }
    >
      {!isKnown && <option value="">{t('operator_choose')}</option>}
      {operators.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  )
}

type NotesProps = Pick<RowProps, 'served' | 'twins'> & {
  readonly line: number
  readonly problems: readonly CellProblem[]
}

function Twins({ lines }: { lines: readonly string[] }) {
  const { t, i18n } = useTranslation('bulk')
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  return (
    <p className="bulk-row__twins">{t('row_repeats', { count: lines.length, lines: list.format(lines) })}</p>
  )
}

function Notes({ line, problems, served, twins }: NotesProps) {
  const { t } = useTranslation('bulk')
  const format = useAmountFormat()
  const { local_amount: local, local_currency: currency, fee } = served ?? {}
  const isPriced = typeof local === 'string' && typeof fee === 'string' && currency
  if (problems.length === 0 && twins === '' && !isPriced) return null
  return (
    <td colSpan={8} className="bulk-row__notes">
      {problems.length > 0 && (
        <ul className="bulk-row__problems" id={problemsId(line)}>
          {problems.map(({ column, text }) => (
            <li key={`${column} ${text}`}>
              <strong>{t('problem_at', { column: t(`column.${column}`), line })}</strong> {text}
            </li>
          ))}
        </ul>
      )}
      {twins !== '' && <Twins lines={twins.split(' ')} />}
      {problems.length === 0 && isPriced && (
        <p className="bulk-row__price tabular">
          {t('row_price', { local: format(local, currency), fee: format(fee, 'EUR') })}
        </p>
      )}
    </td>
  )
}

export const RowCells = memo(function RowCells({ row, served, twins, operators, actions }: RowProps) {
  const { t } = useTranslation('bulk')
  const errorText = useErrorText()
  const { line } = row
  const problems = problemsOf(row, served, errorText)
  const wrong = new Set(problems.map(({ column }) => column))
  return (
    <>
      <td className="bulk-row__line tabular">
        <span className="bulk-row__line-word">{t('line')} </span>
        {line}
      </td>
      {columns.map(column => (
        <td key={column} className="bulk-row__cell" data-column={column}>
          <span className="bulk-row__label" aria-hidden="true">
            {t(`column.${column}`)}
          </span>
          {column === 'operator' ? (
            <OperatorCell {...{ row, column, operators, actions }} isWrong={wrong.has(column)} />
          ) : (
            <TextCell {...{ row, column, actions }} isWrong={wrong.has(column)} />
          )}
        </td>
      ))}
      <td className="bulk-row__remove">
        <CloseButton
          size={36}
          aria-label={t('row_remove', { line })}
          onClick={() => actions.onRemove(line)}
        />
      </td>
      <Notes line={line} problems={problems} served={served} twins={twins} />
    </>
  )
})
