// The part of the address that says where a money flow stands, so that Back moves one step and a refresh stays. A flow
// that is over takes its steps out of the browser's history: Back never leads into an empty form.
import { type RouterHistory, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { type Flow, pageOnly } from '../app/flows.ts'

export type FlowAddress<Step extends string> = {
  readonly step: Step | undefined
  /** The payment that was made: its pages are rebuilt from the server. */
  readonly payment: string | undefined
  /** Which of our accounts is paid into. */
  readonly account: number | undefined
  readonly to: string | undefined
  readonly from: string | undefined
}

type Search = Record<string, unknown>

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export function readFlowAddress<Step extends string>(
  search: Search,
  steps: readonly Step[],
): FlowAddress<Step> {
  const payment = textIn(search['payment'])
  const account = Number(search['account'])
  return {
    step: steps.find(step => step === search['step']),
    payment: payment !== undefined && /^[a-z]{3}_[0-9a-f-]{36}$/.test(payment) ? payment : undefined,
    account: Number.isInteger(account) && account > 0 ? account : undefined,
    to: textIn(search['to']),
    from: textIn(search['from']),
  }
}

type Place = { readonly __TSR_index: number; readonly flowFirst?: number; readonly isOverPage?: true }

/** What each entry of a flow remembers of where the flow began. */
export const beginningOf = ({ __TSR_index: here, flowFirst = here, isOverPage }: Place) => ({
  flowFirst,
  ...(isOverPage && { isOverPage }),
})

/** Entries to go back to the flow's first one. */
export const stepsBehind = (place: Place): number => place.__TSR_index - beginningOf(place).flowFirst

function goBackBy(history: RouterHistory, entries: number): Promise<void> {
  if (entries === 0) return Promise.resolve()
  history.flush()
  return new Promise(arrived => {
    const stop = history.subscribe(() => {
      stop()
      arrived()
    })
    history.go(-entries)
  })
}

/** One move at a time: steps, within the flow. */
function useMoves<Step extends string>() {
  const navigate = useNavigate()
  const router = useRouter()
  /** Steps entered from the one before, in this visit: only over these can Back go with the browser. */
  const trail = useRef<Step[]>([])
  const change = useCallback(
    (from: (search: Search) => Search, replace: boolean) =>
      navigate({ to: '.', search: from as never, state: beginningOf, replace, resetScroll: false }),
    [navigate],
  )
  const goTo = useCallback(
    (step: Step, { replace = false, account }: { replace?: boolean; account?: number } = {}) => {
      if (!replace) trail.current.push(step)
      const extra = account === undefined ? {} : { account }
      return change(previous => ({ ...previous, step, ...extra }), replace)
    },
    [change],
  )
  const goBack = useCallback(
    (to: Step) => {
      if (trail.current.pop() !== undefined) router.history.back()
      else void change(previous => ({ ...previous, step: to }), true)
    },
    [change, router],
  )
  /** In the place of the whole flow, however many steps it took. */
  const replaceAll = useCallback(
    async (from: (search: Search) => Search) => {
      trail.current = []
      await goBackBy(router.history, stepsBehind(router.history.location.state))
      return change(from, true)
    },
    [change, router],
  )
  return { goTo, goBack, replaceAll }
}

export function useFlowAddress<Step extends string>(flow: Flow, steps: readonly Step[]) {
  const router = useRouter()
  const search: Search = useSearch({ strict: false })
  const address = readFlowAddress(search, steps)
  const { goTo, goBack, replaceAll } = useMoves<Step>()
  const isLeaving = useRef(false)

  const showPayment = useCallback(
    (payment: string, step: Step) =>
      replaceAll(({ to: _to, from: _from, account: _account, ...previous }) => ({
        ...previous,
        step,
        payment,
      })),
    [replaceAll],
  )
  const startAgain = useCallback(
    () => replaceAll(previous => ({ ...pageOnly(previous), flow })),
    [replaceAll, flow],
  )
  /** Out of the flow, once, whoever asks for it meanwhile. */
  const leave = useCallback(async (go: () => Promise<void>) => {
    if (isLeaving.current) return
    isLeaving.current = true
    await go()
    isLeaving.current = false
  }, [])
  const showOperation = useCallback(
    (operation: string) => leave(() => replaceAll(previous => ({ ...pageOnly(previous), operation }))),
    [leave, replaceAll],
  )
  const close = useCallback(
    () =>
      leave(() => {
        const place = router.history.location.state
        return place.isOverPage ? goBackBy(router.history, stepsBehind(place) + 1) : replaceAll(pageOnly)
      }),
    [leave, replaceAll, router],
  )
  return { address, goTo, goBack, showPayment, startAgain, showOperation, close }
}
