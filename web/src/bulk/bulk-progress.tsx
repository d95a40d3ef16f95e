// How far a bulk is: how many rows are paid, under way or failed, each row by itself, and the ways on.
import type { Bulk } from '@jokko/contract/bulk'
import type { OperationDetail } from '@jokko/contract/history'
import { RowsSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button, Checkbox, Progress } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../app/notify.ts'
import { useAmountFormat } from '../common/amount.tsx'
import { Dialog } from '../common/dialog.tsx'
import { StepHeading } from '../common/flow-step.tsx'
import { MoneyButton } from '../common/money-button.tsx'
import { useMoneyCommand } from '../common/money-command.ts'
import { problemText } from '../common/problem-text.ts'
import { saveFile } from '../common/save-file.ts'
import { cancelBulk, countryQuery, readResultFile, resultRowsQuery, retryRows } from './bulk-api.ts'
import type { BulkRoute } from './bulk-context.ts'
import { BulkFrame } from './bulk-frame.tsx'
import { countsOf, headingOf, type RowCounts } from './bulk-outcome.ts'
import './bulk-progress.css'

const ResultRows = lazy(() => import('./result-rows.tsx').then(file => ({ default: file.ResultRows })))

const rowsAgainMs = 3000

const parts = ['paid', 'under_way', 'waiting', 'held', 'failed', 'cancelled'] as const
const colours = {
  paid: 'leaf',
  under_way: 'indigo',
  waiting: 'stone',
  held: 'amber',
  failed: 'clay',
  cancelled: 'gray',
} as const

function Counts({ counts, rows }: { counts: RowCounts; rows: number }) {
  const { t } = useTranslation('bulk')
  const share = (count: number) => (rows === 0 ? 0 : (count / rows) * 100)
  return (
    <>
      <Progress.Root size={12} aria-hidden="true">
        {parts.map(part => (
          <Progress.Section key={part} value={share(counts[part])} color={colours[part]} aria-hidden />
        ))}
      </Progress.Root>
      <dl className="bulk-counts tabular" data-testid="bulk-counts">
        {parts.map(part =>
          counts[part] === 0 && part !== 'paid' ? null : (
            <div key={part} data-part={part}>
              <dt>{t(`count.${part}`)}</dt>
              <dd>{t('count.of', { done: counts[part], rows })}</dd>
            </div>
          ),
        )}
      </dl>
    </>
  )
}

function ResultFile({ id }: { id: string }) {
  const { t } = useTranslation('bulk')
  const { mutate, isPending } = useMutation({
    mutationFn: () => readResultFile(id),
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? 'jokko.csv'),
    onError: error => void notify(problemText(error), 'failure'),
  })
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      {t('result.file')}
    </Button>
  )
}

type RetryProps = {
  readonly id: string
  readonly rows: 'failed' | 'cancelled'
  readonly count: number
  readonly onRetried: () => void
}

/** What was cancelled on purpose is not offered as something that went wrong: it has a button of its own. */
function RetryButton({ id, rows, count, onRetried }: RetryProps) {
  const { t } = useTranslation('bulk')
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryRows(id, rows),
    onSuccess: onRetried,
    onError: error => void notify(problemText(error), 'failure'),
  })
  if (count === 0) return null
  return (
    <Button loading={isPending} variant={rows === 'failed' ? 'filled' : 'default'} onClick={() => mutate()}>
      {t(`retry_${rows}`, { count })}
    </Button>
  )
}

function CancelRows({ id }: { id: string }) {
  const { t } = useTranslation('bulk')
  const [isAsking, setAsking] = useState(false)
  const command = useMoneyCommand({
    send: key => cancelBulk(id, key),
    onDone: () => setAsking(false),
  })
  return (
    <>
      <Button variant="subtle" color="clay" onClick={() => setAsking(true)}>
        {t('cancel.action')}
      </Button>
      {isAsking && (
        <Dialog title={t('cancel.question')} onClose={() => setAsking(false)}>
          <p className="dialog-text">{t('cancel.text')}</p>
          <div className="bulk-cancel">
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              {t('cancel.keep')}
            </Button>
            <MoneyButton command={command} label={t('cancel.action')} color="clay" />
          </div>
        </Dialog>
      )}
    </>
  )
}

type RowsProps = { readonly bulk: Bulk; readonly isMoving: boolean; readonly route: BulkRoute }

function Rows({ bulk: { id, country_code }, isMoving, route }: RowsProps) {
  const { t } = useTranslation(['bulk', 'common'])
  const [onlyFailed, setOnlyFailed] = useState(false)
  const { data: country } = useQuery(countryQuery(country_code))
  const { data, error, refetch } = useQuery({
    ...resultRowsQuery(id),
    refetchInterval: isMoving ? rowsAgainMs : false,
  })
  useEffect(() => {
    if (!isMoving) void refetch()
  }, [isMoving, refetch])
  if (data === undefined) {
    return error === null ? (
      <RowsSkeleton label={t('loading', { ns: 'common' })} />
    ) : (
      <Alert color="amber" role="alert">
        {problemText(error)}
      </Alert>
    )
  }
  const failed = data.filter(({ status }) => status?.endsWith('_failed') === true)
  return (
    <section aria-labelledby="bulk-rows">
      <div className="bulk-rows__head">
        <h3 className="section-title" id="bulk-rows">
          {t('result.heading')}
        </h3>
        {failed.length > 0 && (
          <Checkbox
            label={t('result.only_failed', { count: failed.length })}
            checked={onlyFailed}
            onChange={event => setOnlyFailed(event.currentTarget.checked)}
          />
        )}
      </div>
      <Suspense fallback={<RowsSkeleton label={t('loading', { ns: 'common' })} />}>
        <ResultRows
          rows={onlyFailed ? failed : data}
          dialCode={country?.country_code}
          onOpen={route.showOperation}
        />
      </Suspense>
    </section>
  )
}

type BulkProgressProps = {
  readonly operation: OperationDetail
  readonly bulk: Bulk
  readonly route: BulkRoute
  readonly onRetried: () => void
  /** Its end is asked for; else it is told by the live connection, or found on the next visit. */
  readonly isAsked: boolean
  readonly children: ReactNode
}

export function BulkProgress(props: BulkProgressProps) {
  const { operation, bulk, route, onRetried, isAsked, children } = props
  const { t } = useTranslation(['bulk', 'flow', 'statuses'])
  const format = useAmountFormat()
  const counts = countsOf(bulk)
  const isMoving = operation.done_at === null
  const heading = headingOf(operation, counts, bulk.rows)
  const canCancel = operation.allowed_actions.includes('cancel')
  const canRetry = !isMoving && counts.failed > 0
  const isUnpaid = operation.allowed_actions.includes('see_bank_details')
  return (
    <BulkFrame stage="confirmation">
      <div aria-live="polite">
        <StepHeading>{t(`sent.${heading}`)}</StepHeading>
      </div>
      <section className="card bulk-progress" data-testid="bulk-progress" data-outcome={heading}>
        <p className="bulk-progress__text">
          {t(`sent_text.${heading}`, { total: format(bulk.total_to_pay, 'EUR') })}
        </p>
        <Counts counts={counts} rows={bulk.rows} />
        {!isMoving && heading !== 'closed' && <p className="flow-note">{t('steps_completed')}</p>}
        <p className="flow-note">
          {t('sent_reference')} <span className="tabular">{operation.reference_number}</span>
        </p>
      </section>
      {children}
      <div className="bulk-buttons">
        {!isMoving &&
          (['failed', 'cancelled'] as const).map(rows => (
            <RetryButton key={rows} id={bulk.id} rows={rows} count={counts[rows]} onRetried={onRetried} />
          ))}
        <Button variant={canRetry ? 'default' : 'filled'} onClick={() => void route.close()}>
          {t('home', { ns: 'flow' })}
        </Button>
        {isUnpaid && (
          <Button variant="default" onClick={() => void route.goTo('bank')}>
            {t('action.see_bank_details', { ns: 'statuses' })}
          </Button>
        )}
        <ResultFile id={bulk.id} />
        {canCancel && <CancelRows id={bulk.id} />}
      </div>
      <Rows bulk={bulk} isMoving={isMoving && isAsked} route={route} />
    </BulkFrame>
  )
}
