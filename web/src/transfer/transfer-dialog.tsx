// The transfer as a whole: opened over the dashboard, kept as a draft, its step in the address.
import type { Payment } from '@jokko/contract/transfer'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDraft, removeDraft, writeDraft } from '../app/draft-storage.ts'
import { useUser } from '../app/session.tsx'
import { problemText } from '../common/problem-text.ts'
import { SlideUp } from '../common/slide-up.tsx'
import { countAttempt, useUnfinished } from '../common/unfinished.ts'
import { wayToPay } from '../common/way-to-pay.ts'
import { loadNext, Step } from './steps.tsx'
import { type SentStep, useTransferAddress } from './transfer-address.ts'
import { countryQuery } from './transfer-api.ts'
import { type TransferFlow, TransferProvider } from './transfer-context.ts'
import { draftOf, restoreTransfer } from './transfer-draft.ts'
import {
  hasTyped,
  isWorthKeeping,
  reachableStep,
  type StepName,
  stepBefore,
  stepNames,
  transferReducer,
} from './transfer-flow.ts'
import type { TransferState } from './transfer-state.ts'
import { useSending } from './use-sending.ts'
import { useStart } from './use-start.ts'

const LeaveDialog = lazy(() => import('./leave-dialog.tsx').then(file => ({ default: file.LeaveDialog })))
const Leaving = lazy(() => import('./leaving.tsx').then(file => ({ default: file.Leaving })))
const SentTransfer = lazy(() => import('./sent-transfer.tsx').then(file => ({ default: file.SentTransfer })))

type Route = ReturnType<typeof useTransferAddress>
const draftName = 'transfer'
const unfinished = 'Transfer Unfinished In 10 Mins'

const isStep = (step: StepName | SentStep | undefined): step is StepName =>
  stepNames.some(name => name === step)

/** The transfer and its changes, kept as a draft in this tab. */
function useKeptTransfer({ address }: Route) {
  const user = useUser()
  const sender = useMemo(
    () => ({ country: user.country, countryId: user.country_id }),
    [user.country, user.country_id],
  )
  const reducer = useMemo(() => transferReducer(sender), [sender])
  const [state, dispatch] = useReducer(reducer, undefined, () =>
    restoreTransfer(readDraft(user.id, draftName), { to: address.to, from: address.from }),
  )
  // What still arrives while the dialog goes would bring the draft back.
  const isForgotten = useRef(false)
  useEffect(() => {
    if (isForgotten.current) return
    if (isWorthKeeping(state)) writeDraft(user.id, draftName, draftOf(state))
    else removeDraft(user.id, draftName)
  }, [state, user.id])
  const forget = () => {
    isForgotten.current = true
    removeDraft(user.id, draftName)
  }
  return { state, dispatch, sender, forget }
}

/** The step to show; the address follows where it asks for more than there is. */
function useStep(state: TransferState, { address, goTo }: Route, isStarting: boolean): StepName {
  /** Where the address is about to be: what is filled in meanwhile does not take it further. */
  const heading = useRef<StepName>(undefined)
  const wanted = isStep(address.step) ? address.step : (heading.current ?? 'summary')
  const step = reachableStep(state, wanted)
  const isOver = address.payment !== undefined || state.paymentId !== undefined
  const isSettled = isStarting || isOver || address.step === step
  useEffect(() => {
    heading.current = isSettled ? undefined : step
    if (!isSettled) void goTo(step, { replace: true })
  }, [isSettled, step, goTo])
  return step
}

/** Back from a finished transfer leads out of it, never to its form. */
function useWayOutWhenFinished(state: TransferState, { address, close }: Route): void {
  const earlier = useRef(address.payment)
  useEffect(() => {
    const wasShown = earlier.current !== undefined && earlier.current === state.paymentId
    if (wasShown && address.payment === undefined) void close()
    earlier.current = address.payment
  }, [address.payment, state.paymentId, close])
}

/** A draft that was come back to says so, and can be put aside. */
function Resumed({ onStartOver }: { onStartOver: () => void }) {
  const { t } = useTranslation('flow')
  return (
    <p className="flow-resumed" role="status">
      {t('resumed')}{' '}
      <Anchor component="button" type="button" onClick={onStartOver}>
        {t('start_over')}
      </Anchor>
    </p>
  )
}

function Waiting() {
  const { t } = useTranslation('common')
  return (
    <div className="flow__columns">
      <FormSkeleton label={t('loading')} fields={3} />
    </div>
  )
}

type MakingProps = Pick<ReturnType<typeof useKeptTransfer>, 'state' | 'dispatch' | 'sender'> & {
  readonly route: Route
  readonly onAskNow: () => void
}

/** The steps up to the confirmation. */
function Making({ state, dispatch, sender, route, onAskNow }: MakingProps) {
  const { t } = useTranslation('common')
  const { data: home, error, refetch } = useQuery(countryQuery(sender.country))
  const isStarting = useStart(state, dispatch)
  const step = useStep(state, route, isStarting)
  const { address, goTo, goBack } = route
  const [isResumed, setResumed] = useState(
    address.step === undefined && isWorthKeeping(state) && state.submission === undefined,
  )
  const flow = useMemo(
    (): TransferFlow | undefined =>
      home && {
        state,
        dispatch,
        sender,
        home,
        goTo: next => void goTo(next),
        goBack: () => goBack(stepBefore(state, step)),
      },
    [state, dispatch, sender, home, goTo, goBack, step],
  )
  const hasBegun = step !== 'beneficiary' || state.phone.national !== ''
  useEffect(() => {
    if (hasBegun) loadNext(step)
  }, [hasBegun, step])
  if (error !== null && flow === undefined) {
    return (
      <Alert color="clay" role="alert">
        <p className="dialog-text">{problemText(error)}</p>
        <Button onClick={() => void refetch()}>{t('retry')}</Button>
      </Alert>
    )
  }
  if (flow === undefined || isStarting) return <Waiting />
  return (
    <TransferProvider value={flow}>
      {isResumed && state.submission === undefined && (
        <Resumed
          onStartOver={() => {
            setResumed(false)
            dispatch({ type: 'started_again' })
            void goTo('beneficiary', { replace: true })
          }}
        />
      )}
      <Suspense fallback={<Waiting />}>
        <Step key={step} step={step} onAskNow={onAskNow} />
      </Suspense>
    </TransferProvider>
  )
}

export function TransferDialog() {
  const { t } = useTranslation(['transfer', 'common', 'statuses'])
  const route = useTransferAddress()
  const { state, dispatch, sender, forget } = useKeptTransfer(route)
  const { address, showPayment, startAgain, close } = route
  const [isLeaving, setLeaving] = useState(false)
  /** Accepted a moment ago, and to be paid elsewhere: whoever comes back finds the payment instead. */
  const [departing, setDeparting] = useState<Payment>()
  const { askNow } = useSending(state.submission, dispatch, payment => {
    if (wayToPay(payment) !== undefined) setDeparting(payment)
    void showPayment(payment.id, payment.type === 'bank_transfer' ? 'bank' : 'done')
  })
  useWayOutWhenFinished(state, route)
  const isMaking = address.payment === undefined && state.paymentId === undefined
  useUnfinished(unfinished, isMaking && isWorthKeeping(state))

  const leave = () => {
    // What is on its way is asked about again when the flow is next opened.
    if (state.submission === undefined) forget()
    if (isMaking) countAttempt(unfinished)
    void close()
  }
  const isQuestionNeeded = address.payment === undefined && state.submission === undefined && hasTyped(state)
  const startNext = () => {
    dispatch({ type: 'started_again' })
    void startAgain()
  }
  return (
    <SlideUp
      width="wide"
      title={t('start_Transfer')}
      onClose={() => (isQuestionNeeded ? setLeaving(true) : leave())}
    >
      <Suspense fallback={<Waiting />}>
        {address.payment !== undefined && address.payment === departing?.id && (
          <Leaving payment={departing} onBack={() => setDeparting(undefined)} />
        )}
        {address.payment !== undefined && address.payment !== departing?.id && (
          <SentTransfer paymentId={address.payment} route={route} onAgain={startNext} />
        )}
        {address.payment === undefined && state.paymentId !== undefined && <Waiting />}
        {isMaking && (
          <Making state={state} dispatch={dispatch} sender={sender} route={route} onAskNow={askNow} />
        )}
      </Suspense>
      <Suspense>{isLeaving && <LeaveDialog onStay={() => setLeaving(false)} onLeave={leave} />}</Suspense>
    </SlideUp>
  )
}
