// Step "beneficiaries": the country, a file or cells, and the table to check and correct.
import { Button, NativeSelect } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../app/notify.ts'
import { useCountryName } from '../common/country-name.ts'
import { useErrorText } from '../common/error-text.ts'
import { StepHeading } from '../common/flow-step.tsx'
import { type Column, columns } from './bulk-columns.ts'
import { useBulk } from './bulk-context.ts'
import { BulkFrame } from './bulk-frame.tsx'
import { mostRows, rowsAfterPaste } from './bulk-table.ts'
import { FileDrop } from './file-drop.tsx'
import { DoubtDialog, OtherFileDialog, PasteDialog, TakenDialog } from './intake-dialogs.tsx'
import { Obstacles } from './obstacles.tsx'
import type { TableHandle } from './rows-table.tsx'
import { repeatsName, servedRow } from './table-facts.ts'
import { TotalsBar } from './totals-bar.tsx'
import { useIntake } from './use-intake.ts'
import { useRowView } from './use-row-view.ts'
import { useProposal, useWaysToPay } from './ways-to-pay.ts'
import './rows-step.css'

const RowsTable = lazy(() => import('./rows-table.tsx').then(file => ({ default: file.RowsTable })))

function CountryChoice() {
  const { t } = useTranslation('bulk')
  const countryName = useCountryName()
  const { table, dispatch, home } = useBulk()
  const countries = home.receiving_countries.map(({ receiving_country }) => receiving_country)
  return (
    <NativeSelect
      className="bulk-country"
      label={t('country')}
      value={table.country}
      onChange={event => dispatch({ type: 'country_chosen', country: event.currentTarget.value })}
      data={countries.map(({ code, country_code }) => ({
        value: code,
        label: `${countryName(code)} (+${country_code})`,
      }))}
    />
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null

/** Cells that are pasted anywhere while there is no table yet. */
function usePasteAnywhere(isOn: boolean, onPaste: (text: string) => void): void {
  const latest = useRef(onPaste)
  latest.current = onPaste
  useEffect(() => {
    if (!isOn) return
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text') ?? ''
      if (!isTyping(event.target) && text.trim() !== '') latest.current(text)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [isOn])
}

type Asking = 'file' | 'paste' | undefined
type Dialogs = { readonly asking: Asking; readonly onAnswered: () => void }

function IntakeDialogs({ asking, onAnswered, ...taking }: Dialogs & ReturnType<typeof useIntake>) {
  const { intake, takeFiles, takePasted, goOn, forget } = taking
  const close = () => {
    forget()
    onAnswered()
  }
  if (intake.kind === 'doubtful') return <DoubtDialog intake={intake} onRetry={forget} onGoOn={goOn} />
  if (intake.kind === 'taken') return <TakenDialog intake={intake} onClose={close} />
  if (asking === 'file') return <OtherFileDialog intake={intake} onFiles={takeFiles} onClose={close} />
  if (asking === 'paste') return <PasteDialog intake={intake} onPaste={takePasted} onClose={close} />
  return null
}

type WaysProps = { readonly onAsk: (asking: Asking) => void }

function WaysIn({ onAsk }: WaysProps) {
  const { t } = useTranslation('bulk')
  const { dispatch, table } = useBulk()
  const hasRows = table.rows.length > 0
  return (
    <div className="bulk-ways">
      {hasRows && (
        <Button variant="default" onClick={() => onAsk('file')}>
          {t('file_other')}
        </Button>
      )}
      <Button variant="default" onClick={() => onAsk('paste')}>
        {t('paste_open')}
      </Button>
      <Button
        variant="default"
        disabled={table.rows.length >= mostRows}
        onClick={() => dispatch({ type: 'row_added' })}
      >
        {t('row_add')}
      </Button>
      <a className="text-link" href="/sample.csv" download>
        {t('sample')}
      </a>
    </div>
  )
}

/** Pasted over the rows from the cursor on; never cut to fit. */
function usePasteBlock(shown: readonly { readonly line: number }[]) {
  const { table, dispatch, reader } = useBulk()
  const errorText = useErrorText()
  return async (line: number, column: Column, text: string) => {
    const block = (await reader?.cells(text)) ?? []
    const from = shown.findIndex(row => row.line === line)
    const lines = shown.slice(Math.max(0, from)).map(row => row.line)
    if (rowsAfterPaste(table.rows.length, lines.length, block.length) > mostRows) {
      void notify(errorText('bulk_too_many_rows', { max: String(mostRows) }), 'failure')
      return
    }
    dispatch({ type: 'block_pasted', lines, column, block })
  }
}

function Table() {
  const { t } = useTranslation(['bulk', 'common'])
  const { table, saved, wrong, groups, route } = useBulk()
  const { rows } = table
  const view = useRowView(rows, saved.checked)
  useProposal(useWaysToPay())
  const handle = useRef<TableHandle>(null)
  const [isChecked, setChecked] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const pasteBlock = usePasteBlock(view.shown)
  const repeats = repeatsName(groups)
  const isUndecided = groups.length > 0 && table.keptRepeats !== repeats
  const isFree = wrong.length === 0 && !isUndecided && rows.length > 0
  const goToWrong = (after = 0) => {
    const next = wrong.find(({ line }) => line > after) ?? wrong[0]
    if (next === undefined) return
    const fields = [
      ...(next.read?.problems ?? []).map(({ field }) => field),
      ...(servedRow(next, saved.checked)?.problems ?? []).map(({ field }) => field),
    ]
    handle.current?.focusCell(next.line, columns.find(column => fields.includes(column)) ?? 'first_name')
  }
  // Pressed while the last change was still on its way to the server.
  const isSettled = saved.isCurrent && rows.every(({ read }) => read !== undefined)
  useEffect(() => {
    if (!isWaiting || !(isSettled || saved.error !== null)) return
    setWaiting(false)
    if (isSettled && isFree) void route.goTo('payment')
  }, [isWaiting, isSettled, isFree, saved.error, route.goTo])
  const goOn = () => {
    setChecked(true)
    if (wrong.length > 0) goToWrong()
    else if (!isUndecided && rows.length > 0) setWaiting(true)
    if (!saved.isCurrent) saved.saveNow()
  }
  return (
    <>
      <Obstacles
        groups={groups}
        isUndecided={isUndecided}
        isPressed={isChecked}
        wrong={wrong.length}
        isPart={view.isPart}
        onPart={view.showOnlyWrong}
        onNext={goToWrong}
      />
      <Suspense fallback={<p className="flow-note">{t('loading', { ns: 'common' })}</p>}>
        <RowsTable
          rows={view.shown}
          groups={groups}
          sort={view.sort}
          onSort={view.sortBy}
          onPasteBlock={(...pasted) => void pasteBlock(...pasted)}
          handle={handle}
        />
      </Suspense>
      <TotalsBar onContinue={goOn} isWaiting={isWaiting} />
    </>
  )
}

export function RowsStep() {
  const { t } = useTranslation('bulk')
  const { table } = useBulk()
  const taking = useIntake()
  const [asking, setAsking] = useState<Asking>()
  /** What was refused before belongs to what was tried then. */
  const ask = (what: Asking) => {
    taking.forget()
    setAsking(what)
  }
  const hasRows = table.rows.length > 0
  const isQuiet = asking === undefined && taking.intake.kind !== 'taken' && taking.intake.kind !== 'doubtful'
  usePasteAnywhere(!hasRows && isQuiet, taking.takePasted)
  return (
    <BulkFrame stage="beneficiary" isWide={hasRows}>
      <StepHeading>{t('heading')}</StepHeading>
      <div className="bulk-intake">
        <CountryChoice />
        {!hasRows && <p className="flow-note">{t('intro', { max: mostRows })}</p>}
        {!hasRows && (
          <FileDrop
            intake={asking === undefined ? taking.intake : { kind: 'none' }}
            onFiles={taking.takeFiles}
          />
        )}
        {hasRows && table.fileName !== '' && (
          <p className="flow-note bulk-file-name">{t('file_name', { name: table.fileName })}</p>
        )}
        <WaysIn onAsk={ask} />
      </div>
      {hasRows && <Table />}
      <IntakeDialogs {...taking} asking={asking} onAnswered={() => setAsking(undefined)} />
    </BulkFrame>
  )
}
