// The withdrawal as a whole: opened over the dashboard, its step in the address; once opened, rebuilt from the server.
import type { Cashout } from '@jokko/contract/withdraw'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, lazy, Suspense, useEffect, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '../app/config.ts'
import { readDraft, removeDraft, writeDraft } from '../app/draft-storage.ts'
import { useUser } from '../app/session.tsx'
import { useErrorTextSoon } from '../common/error-text.ts'
import { useFlowAddress } from '../common/flow-address.ts'
import { problemText } from '../common/problem-text.ts'
import { SlideUp } from '../common/slide-up.tsx'
import { DetailsStep } from './details-step.tsx'
import { useMethods, useTables } from './use-withdrawal.ts'
import { cashoutQuery } from './withdraw-api.ts'
import {
  cardKinds,
  outcomeOf,
  startWithdrawal,
  type WithdrawEvent,
  type WithdrawState,
  withdrawReducer,
} from './withdraw-flow.ts'
import './withdraw.css'

const VerificationStep = lazy(() =>
  import('./verification-step.tsx').then(file => ({ default: file.VerificationStep })),
)
const ConfirmationStep = lazy(() =>
  import('./confirmation-step.tsx').then(file => ({ default: file.ConfirmationStep })),
)

const steps = ['details', 'verification', 'confirmation'] as const
const draftName = 'withdraw'
/** The live connection tells at once; this asks where it cannot be had. */
const askAgainMs = 5000

type Route = ReturnType<typeof useFlowAddress<(typeof steps)[number]>>

function Waiting() {
  const { t } = useTranslation('common')
  return <FormSkeleton label={t('loading')} fields={4} />
}

function NotRead({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('common')
  return (
    <Alert color="clay" role="alert">
      <p className="dialog-text">{problemText(error)}</p>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </Alert>
  )
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Amount, country and way; never an account. */
function restored(draft: unknown, owner: string): WithdrawState {
  const start = startWithdrawal(owner)
  if (typeof draft !== 'object' || draft === null) return start
  const { amount, country, kind } = draft as Record<string, unknown>
  return {
    ...start,
    amount: textIn(amount) ?? '',
    country: textIn(country),
    kind: cardKinds.find(known => known === kind),
  }
}

function useKeptWithdrawal() {
  const user = useUser()
  const owner = user.company?.name ?? user.full_name
  const [state, dispatch] = useReducer(withdrawReducer, undefined, () =>
    restored(readDraft(user.id, draftName), owner),
  )
  const { amount, country, kind } = state
  useEffect(() => {
    if (amount === '' && country === undefined && kind === undefined) removeDraft(user.id, draftName)
    else writeDraft(user.id, draftName, { amount, country, kind })
  }, [user.id, amount, country, kind])
  return { state, dispatch, forget: () => removeDraft(user.id, draftName) }
}

/** True until what it repeats has been read; what cannot be read is typed instead. */
function useStart(from: string | undefined, dispatch: Dispatch<WithdrawEvent>): boolean {
  const client = useQueryClient()
  const [isStarting, setStarting] = useState(from !== undefined)
  useEffect(() => {
    if (from === undefined) return
    client
      .fetchQuery(cashoutQuery(from))
      .then(cashout => dispatch({ type: 'repeated', cashout }))
      .catch(() => undefined)
      .finally(() => setStarting(false))
  }, [from, client, dispatch])
  return isStarting
}

type MakingProps = Pick<ReturnType<typeof useKeptWithdrawal>, 'state' | 'dispatch'> & {
  readonly onOpened: (cashout: Cashout) => void
}

function Making({ state, dispatch, onOpened }: MakingProps) {
  const { errorText } = useErrorTextSoon()
  const { data: config } = useQuery({ ...configQuery, staleTime: 0 })
  const { data: offer, error, refetch } = useMethods(state)
  const tables = useTables(offer)
  if (config?.withdraw_open === false)
    return (
      <Alert color="amber" role="status">
        {errorText('withdraw_closed')}
      </Alert>
    )
  if (error !== null && offer === undefined) return <NotRead error={error} onRetry={() => void refetch()} />
  if (offer === undefined || tables === undefined || config === undefined) return <Waiting />
  if (tables.cards.length === 0)
    return (
      <Alert color="amber" role="status">
        {errorText('No_Withdraw_Mode_Found')}
      </Alert>
    )
  return <DetailsStep state={state} dispatch={dispatch} offer={offer} tables={tables} onOpened={onOpened} />
}

const isMoving = (cashout: Cashout | undefined): boolean =>
  cashout === undefined || ['under_way', 'unknown', 'held'].includes(outcomeOf(cashout))

type OpenedProps = { readonly id: string; readonly route: Route; readonly onHome: () => void }

/** After it was opened: any tab and any refresh shows the same. */
function Opened({ id, route, onHome }: OpenedProps) {
  const { data, error, refetch } = useQuery({
    ...cashoutQuery(id),
    refetchInterval: ({ state }) => (isMoving(state.data) ? askAgainMs : false),
  })
  const { address, goTo, startAgain, showOperation } = route
  const step = data?.step
  useEffect(() => {
    if (step !== undefined && address.step !== step) void goTo(step, { replace: true })
  }, [step, address.step, goTo])
  if (data === undefined)
    return error === null ? <Waiting /> : <NotRead error={error} onRetry={() => void refetch()} />
  return (
    <Suspense fallback={<Waiting />}>
      {data.code === null ? (
        <ConfirmationStep
          cashout={data}
          onHome={onHome}
          onDetails={() => void showOperation(id)}
          onAgain={() => void startAgain()}
        />
      ) : (
        <VerificationStep cashout={data} code={data.code} onCancelled={() => void startAgain()} />
      )}
    </Suspense>
  )
}

export function WithdrawDialog() {
  const { t } = useTranslation('withdraw')
  const client = useQueryClient()
  const route = useFlowAddress('withdraw', steps)
  const { address, showPayment, close } = route
  const { state, dispatch, forget } = useKeptWithdrawal()
  const isStarting = useStart(address.payment === undefined ? address.from : undefined, dispatch)
  const leave = () => {
    if (address.payment !== undefined) forget()
    void close()
  }
  const opened = (cashout: Cashout) => {
    client.setQueryData(cashoutQuery(cashout.id).queryKey, cashout)
    void showPayment(cashout.id, 'verification')
  }
  return (
    <SlideUp width="wide" title={t('Enter_Withdraw_details')} onClose={leave}>
      {address.payment !== undefined && <Opened id={address.payment} route={route} onHome={leave} />}
      {address.payment === undefined && isStarting && <Waiting />}
      {address.payment === undefined && !isStarting && (
        <Making state={state} dispatch={dispatch} onOpened={opened} />
      )}
    </SlideUp>
  )
}
