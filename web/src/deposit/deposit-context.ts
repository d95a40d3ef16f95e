// What every step of the deposit shares: the deposit, its changes, the customer's country, and the way on and back.
import type { CountryDetail } from '@jokko/contract/reference'
import { createContext, type Dispatch, useContext } from 'react'
import type { DepositEvent, DepositState, StepName } from './deposit-flow.ts'

export type DepositFlow = {
  readonly state: DepositState
  readonly dispatch: Dispatch<DepositEvent>
  /** Ways to pay and limits. */
  readonly home: CountryDetail
  readonly goTo: (step: StepName) => void
  readonly goBack: () => void
}

const DepositContext = createContext<DepositFlow | undefined>(undefined)
export const DepositProvider = DepositContext.Provider

export function useDeposit(): DepositFlow {
  const flow = useContext(DepositContext)
  if (flow === undefined) throw new Error('useDeposit is for the steps of the deposit')
  return flow
}
