// The deposit as a whole: opened over the dashboard, kept as a draft, its step in the address.
import type { Deposit } from '@jokko/contract/deposit'
import type { OperationDetail } from '@jokko/contract/history'
import type { CountryDetail } from '@jokko/contract/reference'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, lazy, Suspense, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDraft, removeDraft, writeDraft } from '../app/draft-storage.ts'
import { useOverlays } from '../app/flows.ts'
import { useUser } from '../app/session.tsx'
import { problemText } from '../common/problem-text.ts'
import { QuestionDialog } from '../common/question-dialog.tsx'
import { SlideUp } from '../common/slide-up.tsx'
import { countAttempt, useUnfinished } from '../common/unfinished.ts'
import { wayToPay } from '../common/way-to-pay.ts'
import { AmountStep } from './amount-step.tsx'
import { type DepositRoute, useDepositAddress } from './deposit-address.ts'
import { countryQuery, operationQuery } from './deposit-api.ts'
import { type DepositFlow, DepositProvider } from './deposit-context.ts'
import { draftOf, restoreDeposit } from './deposit-draft.ts'
import {
  type DepositEvent,
  type DepositState,
  depositMethods,
  depositReducer,
  hasTyped,
  reachableStep,
  type StepName,
  stepNames,
} from './deposit-flow.ts'

const methodStep = () => import('./method-step.tsx')
const MethodStep = lazy(() => methodStep().then(file => ({ default: file.MethodStep })))
const paymentStep = () => import('./payment-step.tsx')
const PaymentStep = lazy(() => paymentStep().then(file => ({ default: file.PaymentStep })))
const openedDeposit = () => import('./opened-deposit.tsx')
const OpenedDeposit = lazy(() => openedDeposit().then(file => ({ default: file.OpenedDeposit })))
const GoingToPay = lazy(() => import('./going-to-pay.tsx').then(file => ({ default: file.GoingToPay })))

/** Fetched while the step before is filled in; what cannot be had now is told when it is needed. */
const loadNext = (step: StepName): void => {
  if (step === 'amount') methodStep().catch(() => undefined)
  if (step === 'method') paymentStep().catch(() => undefined)
  if (step === 'payment') openedDeposit().catch(() => undefined)
}

const draftName = 'deposit'
const unfinished = 'Deposit Unfinished In 10 Mins'

/** The deposit and its changes, kept as a draft in this tab. */
function useKeptDeposit({ address }: DepositRoute) {
  const user = useUser()
  const [state, dispatch] = useReducer(depositReducer, undefined, () =>
    restoreDeposit(readDraft(user.id, draftName), address.from),
  )
  // What still arrives while the dialog goes would bring the draft back.
  const isForgotten = useRef(false)
  useEffect(() => {
    if (isForgotten.current) return
    if (hasTyped(state)) writeDraft(user.id, draftName, draftOf(state))
    else removeDraft(user.id, draftName)
  }, [state, user.id])
  const forget = () => {
    isForgotten.current = true
    removeDraft(user.id, draftName)
  }
  return { state, dispatch, forget }
}

const hasFailed = ({ status }: OperationDetail): boolean => status === 'deposit_failed'

/** To repeat one begins as it did; to pay for one that failed leaves the way to pay to be chosen. */
function begin(operation: OperationDetail, home: CountryDetail, tell: Dispatch<DepositEvent>): void {
  tell({ type: 'amount_typed', side: 'source', text: operation.amount_without_fee })
  const method = depositMethods(home).find(({ name }) => name === operation.payment_type)
  if (method !== undefined && !hasFailed(operation)) tell({ type: 'method_chosen', methodId: method.id })
}

/** True until what it repeats has been read. What cannot be read is typed instead. */
function useStart(state: DepositState, home: CountryDetail | undefined, tell: Dispatch<DepositEvent>) {
  const client = useQueryClient()
  const { i18n } = useTranslation()
  const { from } = state
  const [isStarting, setStarting] = useState(from !== undefined && !hasTyped(state))
  useEffect(() => {
    if (!isStarting || from === undefined || home === undefined) return
    client
      .ensureQueryData(operationQuery(from, i18n.language))
      .then(operation => begin(operation, home, tell))
      .catch(() => undefined)
      .finally(() => setStarting(false))
  }, [isStarting, from, home, client, i18n.language, tell])
  return isStarting
}

/** The step to show; the address follows where it asks for more than there is. */
function useStep(state: DepositState, home: CountryDetail | undefined, { address, goTo }: DepositRoute) {
  const wanted =
    stepNames.find(name => name === address.step) ?? (state.from === undefined ? 'amount' : 'method')
  const step = home && reachableStep(state, home, wanted)
  const isSettled = step === undefined || address.step === step
  useEffect(() => {
    if (!isSettled) void goTo(step, { replace: true })
  }, [isSettled, step, goTo])
  return step
}

const before: Record<StepName, StepName> = { amount: 'amount', method: 'amount', payment: 'method' }

type MakingProps = {
  readonly state: DepositState
  readonly dispatch: Dispatch<DepositEvent>
  readonly route: DepositRoute
  readonly onOpened: (deposit: Deposit) => void
}

function Step({ step, onOpened }: { step: StepName; onOpened: MakingProps['onOpened'] }) {
  const { t } = useTranslation('common')
  useEffect(() => loadNext(step), [step])
  if (step === 'amount') return <AmountStep />
  return (
    <Suspense fallback={<FormSkeleton label={t('loading')} fields={3} />}>
      {step === 'method' ? <MethodStep /> : <PaymentStep onOpened={onOpened} />}
    </Suspense>
  )
}

/** The steps until the deposit is opened. */
function Making({ state, dispatch, route, onOpened }: MakingProps) {
  const { t } = useTranslation('common')
  const user = useUser()
  const { data: home, error, refetch } = useQuery(countryQuery(user.country))
  const isStarting = useStart(state, home, dispatch)
  const step = useStep(state, isStarting ? undefined : home, route)
  const { goTo, goBack } = route
  const flow = useMemo(
    (): DepositFlow | undefined =>
      home &&
      step && {
        state,
        dispatch,
        home,
        goTo: next => void goTo(next),
        goBack: () => goBack(before[step]),
      },
    [state, dispatch, home, goTo, goBack, step],
  )
  if (home === undefined && error !== null) {
    return (
      <Alert color="clay" role="alert">
        <p className="dialog-text">{problemText(error)}</p>
        <Button onClick={() => void refetch()}>{t('retry')}</Button>
      </Alert>
    )
  }
  if (flow === undefined || step === undefined) return <FormSkeleton label={t('loading')} fields={3} />
  return (
    <DepositProvider value={flow}>
      <Step key={step} step={step} onOpened={onOpened} />
    </DepositProvider>
  )
}

/** Back from a finished deposit leads out of it, never to its form. */
function useWayOutWhenFinished(state: DepositState, { address, close }: DepositRoute): void {
  const earlier = useRef(address.payment)
  useEffect(() => {
    const wasShown = earlier.current !== undefined && earlier.current === state.depositId
    if (wasShown && address.payment === undefined) void close()
    earlier.current = address.payment
  }, [address.payment, state.depositId, close])
}

export function DepositDialog() {
  const { t } = useTranslation(['deposit', 'flow', 'statuses', 'errors', 'common'])
  const route = useDepositAddress()
  const { state, dispatch, forget } = useKeptDeposit(route)
  const { address, showPayment, startAgain, close } = route
  const { openFlow } = useOverlays()
  const [isLeaving, setLeaving] = useState(false)
  /** Opened a moment ago, and to be paid elsewhere: whoever comes back finds the deposit instead. */
  const [departing, setDeparting] = useState<Deposit>()
  useWayOutWhenFinished(state, route)
  const isMaking = address.payment === undefined && state.depositId === undefined
  useUnfinished(unfinished, isMaking && hasTyped(state))

  const opened = (deposit: Deposit) => {
    if (wayToPay(deposit) !== undefined) setDeparting(deposit)
    dispatch({ type: 'opened', depositId: deposit.id })
    void showPayment(deposit.id, deposit.type === 'bank_transfer' ? 'bank' : 'done')
  }
  const leave = () => {
    forget()
    if (isMaking) countAttempt(unfinished)
    void close()
  }
  /** Another one, or the same amount in another way. */
  const startNext = (from?: string) => {
    dispatch({ type: 'started_again', ...(from !== undefined && { from }) })
    void (from === undefined ? startAgain() : openFlow('deposit', { from }))
  }
  return (
    <SlideUp
      width="wide"
      title={t('MakeDeposit')}
      onClose={() => (isMaking && hasTyped(state) ? setLeaving(true) : leave())}
    >
      {address.payment !== undefined && address.payment === departing?.id && (
        <Suspense>
          <GoingToPay deposit={departing} onBack={() => setDeparting(undefined)} />
        </Suspense>
      )}
      {address.payment !== undefined && address.payment !== departing?.id && (
        <Suspense fallback={<FormSkeleton label={t('loading', { ns: 'common' })} fields={3} />}>
          <OpenedDeposit depositId={address.payment} route={route} onAgain={startNext} />
        </Suspense>
      )}
      {isMaking && <Making state={state} dispatch={dispatch} route={route} onOpened={opened} />}
      {isLeaving && (
        <QuestionDialog
          title={t('leave.question')}
          text={t('leave.text')}
          safe={{ label: t('leave.stay'), onGive: () => setLeaving(false) }}
          other={{ label: t('leave.leave'), onGive: leave, isGrave: true }}
        />
      )}
    </SlideUp>
  )
}
