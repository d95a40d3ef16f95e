// After a bulk has started: rebuilt from the server by its id. The account to pay into, its details, or how far the rows are.
import type { Bulk } from '@jokko/contract/bulk'
import type { OperationDetail } from '@jokko/contract/history'
import { FormSkeleton, RouteSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { BankInstructions } from '../common/bank-instructions.tsx'
import { StepHeading } from '../common/flow-step.tsx'
import { OurBankChoice } from '../common/our-bank-choice.tsx'
import { bankDetailsQuery } from '../common/our-banks.ts'
import { useAsking } from '../common/pace.ts'
import { problemText } from '../common/problem-text.ts'
import { StillWaiting } from '../common/still-waiting.tsx'
import { operationQuery, startedQuery } from './bulk-api.ts'
import type { BulkRoute } from './bulk-context.ts'
import { BulkFrame } from './bulk-frame.tsx'
import { countsOf, headingOf } from './bulk-outcome.ts'
import { BulkProgress } from './bulk-progress.tsx'

const minute = 60_000
/** The live connection tells at once; this asks where it cannot be had. */
const pace = [
  { untilMs: 20 * minute, everyMs: 4000 },
  { untilMs: 120 * minute, everyMs: minute },
]

type ProblemProps = { readonly error: Error; readonly onRetry: () => void; readonly onHome: () => void }

/** What is not there, or not theirs, is not there at the next try either: there is a way out, too. */
function Problem({ error, onRetry, onHome }: ProblemProps) {
  const { t } = useTranslation(['common', 'flow'])
  return (
    <Alert color="clay" role="alert">
      <p className="dialog-text">{problemText(error)}</p>
      <div className="bulk-buttons">
        <Button onClick={onRetry}>{t('retry')}</Button>
        <Button variant="default" onClick={onHome}>
          {t('home', { ns: 'flow' })}
        </Button>
      </div>
    </Alert>
  )
}

type DetailsProps = { readonly id: string; readonly account: number; readonly route: BulkRoute }

function Details({ id, account, route }: DetailsProps) {
  const { t } = useTranslation(['bulk', 'common', 'flow'])
  const { data, error, refetch } = useQuery(bankDetailsQuery(id, account))
  return (
    <BulkFrame stage="confirmation">
      <StepHeading>{t('bank_heading')}</StepHeading>
      {data === undefined && error === null && (
        <FormSkeleton label={t('loading', { ns: 'common' })} fields={4} />
      )}
      {data === undefined && error !== null && (
        <Problem error={error} onRetry={() => void refetch()} onHome={() => void route.close()} />
      )}
      {data !== undefined && (
        <>
          <section className="card">
            <BankInstructions details={data} />
          </section>
          <p className="flow-note bulk-bank-note">{t('bank_next')}</p>
        </>
      )}
      <div className="bulk-buttons">
        <Button onClick={() => void route.close()}>{t('home', { ns: 'flow' })}</Button>
        <Button variant="default" onClick={() => route.goBack('bank')}>
          {t('bank_other')}
        </Button>
      </div>
    </BulkFrame>
  )
}

/** Rows that a person checks take as long as they take: nobody asks for those again and again. */
function isToAskFor(operation: OperationDetail | undefined, bulk: Bulk | undefined): boolean {
  if (operation === undefined || bulk === undefined) return true
  if (operation.done_at !== null) return false
  return headingOf(operation, countsOf(bulk), bulk.rows) !== 'held'
}

export function SentBulk({ id, route, onRetried }: { id: string; route: BulkRoute; onRetried: () => void }) {
  const { t } = useTranslation('common')
  const operation = useQuery(operationQuery(id))
  const bulk = useQuery(startedQuery(id))
  const isWaiting = isToAskFor(operation.data, bulk.data)
  const ask = () => Promise.all([operation.refetch(), bulk.refetch()])
  const { isOver, askNow } = useAsking({ isWaiting, pace, about: id, ask })
  const error = operation.error ?? bulk.error
  if (operation.data === undefined || bulk.data === undefined) {
    return (
      <BulkFrame stage="confirmation">
        {error === null ? (
          <RouteSkeleton label={t('loading')} />
        ) : (
          <Problem error={error} onRetry={() => void ask()} onHome={() => void route.close()} />
        )}
      </BulkFrame>
    )
  }
  const { address, goTo } = route
  const isUnpaid = operation.data.allowed_actions.includes('see_bank_details')
  if (isUnpaid && address.step === 'details' && address.account !== undefined)
    return <Details id={id} account={address.account} route={route} />
  if (isUnpaid && address.step === 'bank') {
    return (
      <BulkFrame stage="payment">
        <OurBankChoice onChosen={account => void goTo('details', { account })} />
      </BulkFrame>
    )
  }
  return (
    <BulkProgress
      operation={operation.data}
      bulk={bulk.data}
      route={route}
      onRetried={onRetried}
      isAsked={isWaiting && !isOver}
    >
      {isOver && (
        <Suspense>
          <StillWaiting isOver onAsk={askNow} />
        </Suspense>
      )}
    </BulkProgress>
  )
}
