// The bulk payment as a whole: opened over the dashboard, its draft kept on the server, its step in the address.
import type { CountryDetail } from '@jokko/contract/reference'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { readDraft as readKept, removeDraft as removeKept } from '../app/draft-storage.ts'
import { useUser } from '../app/session.tsx'
import { useErrorText } from '../common/error-text.ts'
import { useFlowAddress } from '../common/flow-address.ts'
import { problemText } from '../common/problem-text.ts'
import { SlideUp } from '../common/slide-up.tsx'
import { type Beginning, beginningQuery } from './beginning.ts'
import { countryQuery, deleteDraft, readBulk } from './bulk-api.ts'
import { BulkProvider, type BulkRoute, bulkSteps } from './bulk-context.ts'
import { bulkReducer, emptyTable } from './bulk-table.ts'
import { DraftFound } from './draft-found.tsx'
import { RowsStep } from './rows-step.tsx'
import { startingDraft } from './starting.ts'
import { isWrong, repeatedLines, repeatsName } from './table-facts.ts'
import { useBulkCountry, useReader, useReading } from './use-reading.ts'
import { useSavedDraft } from './use-saved-draft.ts'

const LeaveDialog = lazy(() => import('./leave-dialog.tsx').then(file => ({ default: file.LeaveDialog })))
const PaymentStep = lazy(() => import('./payment-step.tsx').then(file => ({ default: file.PaymentStep })))
const SentBulk = lazy(() => import('./sent-bulk.tsx').then(file => ({ default: file.SentBulk })))

function Waiting() {
  const { t } = useTranslation('common')
  return <FormSkeleton label={t('loading')} />
}

function CannotLoad({ text, onRetry }: { text: string; onRetry?: () => void }) {
  const { t } = useTranslation('common')
  return (
    <Alert color="clay" role="alert">
      <p className="dialog-text">{text}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{t('retry')}</Button>}
    </Alert>
  )
}

type Leave = { readonly isNeeded: boolean; readonly isUnsaved: boolean; readonly remove: () => Promise<void> }
const noLeave: Leave = { isNeeded: false, isUnsaved: false, remove: () => Promise.resolve() }

type MakingProps = {
  readonly home: CountryDetail
  readonly beginning: Beginning
  readonly route: BulkRoute
  readonly onLeaveChange: (leave: Leave) => void
  readonly onReadAgain: () => void
}

function Making({ home, beginning, route, onLeaveChange, onReadAgain }: MakingProps) {
  const first = home.receiving_countries[0]?.receiving_country.code ?? ''
  const [table, dispatch] = useReducer(bulkReducer, beginning.table ?? emptyTable(first))
  const reader = useReader()
  const saved = useSavedDraft(table, beginning.start)
  const { rules, operators } = useBulkCountry(table.country)
  useReading(table, dispatch, reader, rules)

  const { rows } = table
  const { checked } = saved
  const groups = useMemo(() => repeatedLines(rows), [rows])
  const wrong = useMemo(() => rows.filter(row => isWrong(row, checked)), [rows, checked])
  const isReady =
    rows.length > 0 &&
    wrong.length === 0 &&
    (groups.length === 0 || table.keptRepeats === repeatsName(groups))
  const isPaying = route.address.step === 'payment'
  // Read again after a refresh, the rows decide whether this step is open.
  const isRead = table.rows.every(({ read }) => read !== undefined)
  const isTooEarly = isPaying && isRead && !isReady
  const { goTo } = route
  useEffect(() => {
    if (isTooEarly) void goTo('rows', { replace: true })
  }, [isTooEarly, goTo])

  const hasRows = table.rows.length > 0
  // A refresh goes on with these rows, without asking.
  const isUnnamed = hasRows && route.address.step === undefined
  useEffect(() => {
    if (isUnnamed) void goTo('rows', { replace: true })
  }, [isUnnamed, goTo])
  const { isCurrent, remove, error } = saved
  const isPaid = error instanceof ApiError && error.code === 'bulk_has_started'
  useEffect(() => {
    onLeaveChange({ isNeeded: hasRows && !isPaid, isUnsaved: !isCurrent, remove })
    return () => onLeaveChange(noLeave)
  }, [hasRows, isPaid, isCurrent, remove, onLeaveChange])
  return (
    <BulkProvider
      value={{ table, dispatch, saved, wrong, groups, reader, rules, operators, home, route, onReadAgain }}
    >
      {isPaying && hasRows && isReady ? (
        <PaymentStep />
      ) : isPaying && hasRows && !isRead ? (
        <Waiting />
      ) : (
        <RowsStep />
      )}
    </BulkProvider>
  )
}

/** A start whose answer was lost: it has begun if its draft is no draft any more. */
function useLostStart({ address, showPayment }: BulkRoute): boolean {
  const user = useUser()
  const [id] = useState(() => readKept(user.id, startingDraft))
  const lost = address.payment === undefined && typeof id === 'string' ? id : undefined
  const { data, isPending } = useQuery({
    queryKey: ['bulk-start', lost],
    queryFn: async ({ signal }) => (await readBulk(lost ?? '', signal)).state,
    enabled: lost !== undefined,
    gcTime: 0,
  })
  useEffect(() => {
    if (lost === undefined || data === undefined) return
    removeKept(user.id, startingDraft)
    if (data === 'started') void showPayment(lost, 'done')
  }, [lost, data, user.id, showPayment])
  return lost !== undefined && (isPending || data === 'started')
}

type BeginProps = Omit<MakingProps, 'home' | 'beginning'> & { readonly visit: number }

function Begin({ route, visit, ...asks }: BeginProps) {
  const user = useUser()
  const errorText = useErrorText()
  const { address } = route
  const isLost = useLostStart(route)
  const home = useQuery(countryQuery(user.country))
  const beginning = useQuery(beginningQuery(address.from, visit))
  // A step in the address was come back to, and failed rows were asked for: such a draft goes on without a question.
  const [isChosen, setChosen] = useState(address.step !== undefined || visit > 0)
  const [isAnew, setAnew] = useState(false)
  const error = home.error ?? beginning.error
  if (error !== null) {
    const retry = () => void Promise.all([home.refetch(), beginning.refetch()])
    return <CannotLoad text={problemText(error)} onRetry={retry} />
  }
  if (home.data === undefined || beginning.data === undefined || isLost) return <Waiting />
  if (home.data.receiving_countries.length === 0)
    return <CannotLoad text={errorText('no_receiving_country')} />
  const { start } = beginning.data
  if (start !== undefined && !isChosen) {
    return (
      <DraftFound
        bulk={start.checked.bulk}
        onContinue={() => setChosen(true)}
        onAnew={async () => {
          await deleteDraft(start.id)
          setAnew(true)
          setChosen(true)
        }}
      />
    )
  }
  return <Making home={home.data} beginning={isAnew ? {} : beginning.data} route={route} {...asks} />
}

export function BulkDialog() {
  const { t } = useTranslation(['bulk', 'flow', 'common', 'statuses', 'errors', 'bank'])
  const route = useFlowAddress('bulk', bulkSteps)
  const leave = useRef(noLeave)
  const [isLeaving, setLeaving] = useState(false)
  const [visit, setVisit] = useState(0)
  const { address, close, startAgain } = route
  const beginAgain = async () => {
    setVisit(visit + 1)
    await startAgain()
  }
  const remove = async () => {
    await leave.current.remove()
    setLeaving(false)
    await close()
  }
  const [onLeaveChange] = useState(() => (next: Leave) => {
    leave.current = next
  })
  return (
    <SlideUp
      width="wide"
      title={t('title')}
      onClose={() => (leave.current.isNeeded ? setLeaving(true) : void close())}
    >
      <Suspense fallback={<Waiting />}>
        {address.payment === undefined ? (
          <Begin key={visit} {...{ visit, route, onLeaveChange }} onReadAgain={() => void beginAgain()} />
        ) : (
          <SentBulk id={address.payment} route={route} onRetried={() => void beginAgain()} />
        )}
      </Suspense>
      <Suspense>
        {isLeaving && (
          <LeaveDialog
            isUnsaved={leave.current.isUnsaved}
            onStay={() => setLeaving(false)}
            onLeave={() => void close()}
            onDelete={() => void remove()}
          />
        )}
      </Suspense>
    </SlideUp>
  )
}
