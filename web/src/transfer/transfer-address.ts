// The part of the address that says where the transfer stands, so that Back moves one step and a refresh stays.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { type StepName, stepNames } from './transfer-flow.ts'

export type SentStep = 'bank' | 'details' | 'done'
const sentSteps = ['bank', 'details', 'done'] as const satisfies readonly SentStep[]

export type TransferAddress = {
  readonly step: StepName | SentStep | undefined
  /** The payment that was made: its pages are rebuilt from the server. */
  readonly payment: string | undefined
  /** Which of our accounts is paid into. */
  readonly account: number | undefined
  readonly to: string | undefined
  readonly from: string | undefined
}

type Search = Record<string, unknown>

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export function readTransferAddress(search: Search): TransferAddress {
  const payment = textIn(search['payment'])
  const account = Number(search['account'])
  return {
    step: [...stepNames, ...sentSteps].find(step => step === search['step']),
    payment: payment !== undefined && /^[a-z]{3}_[0-9a-f-]{36}$/.test(payment) ? payment : undefined,
    account: Number.isInteger(account) && account > 0 ? account : undefined,
    to: textIn(search['to']),
    from: textIn(search['from']),
  }
}

/** The page under the flow, as it was. */
const pageOnly = ({
  flow: _flow,
  to: _to,
  from: _from,
  step: _step,
  payment: _payment,
  account: _account,
  ...page
}: Search): Search => page

export function useTransferAddress() {
  const navigate = useNavigate()
  const router = useRouter()
  const search: Search = useSearch({ strict: false })
  const address = readTransferAddress(search)
  /** Steps entered from the one before, in this visit: only over these can Back go with the browser. */
  const trail = useRef<string[]>([])

  const change = useCallback(
    (from: (search: Search) => Search, replace: boolean) =>
      navigate({ to: '.', search: from as never, replace, resetScroll: false }),
    [navigate],
  )

  const goTo = useCallback(
    (
      step: StepName | SentStep,
      { replace = false, account }: { replace?: boolean; account?: number } = {},
    ) => {
      if (!replace) trail.current.push(step)
      const extra = account === undefined ? {} : { account }
      return change(previous => ({ ...previous, step, ...extra }), replace)
    },
    [change],
  )

  const goBack = useCallback(
    (to: StepName | SentStep) => {
      if (trail.current.pop() !== undefined) router.history.back()
      else void change(previous => ({ ...previous, step: to }), true)
    },
    [change, router],
  )

  const showPayment = useCallback(
    (payment: string, step: SentStep) => {
      trail.current = []
      return change(
        ({ to: _to, from: _from, account: _account, ...previous }) => ({ ...previous, step, payment }),
        true,
      )
    },
    [change],
  )

  const startAgain = useCallback(
    () => change(previous => ({ ...pageOnly(previous), flow: 'transfer' }), true),
    [change],
  )
  const showOperation = useCallback(
    (operation: string) => change(previous => ({ ...pageOnly(previous), operation }), true),
    [change],
  )
  const close = useCallback(() => change(pageOnly, true), [change])

  return { address, goTo, goBack, showPayment, startAgain, showOperation, close }
}
