// What every step of the transfer shares: the transfer, its changes, who sends, and the way on and back.
import type { CountryDetail } from '@jokko/contract/reference'
import { createContext, type Dispatch, useContext } from 'react'
import type { Sender, StepName, TransferEvent } from './transfer-flow.ts'
import type { TransferState } from './transfer-state.ts'

export type TransferFlow = {
  readonly state: TransferState
  readonly dispatch: Dispatch<TransferEvent>
  readonly sender: Sender
  /** The sender's country: ways to pay, limits, and where one can send to. */
  readonly home: CountryDetail
  readonly goTo: (step: StepName) => void
  readonly goBack: () => void
}

const TransferContext = createContext<TransferFlow | undefined>(undefined)
export const TransferProvider = TransferContext.Provider

export function useTransfer(): TransferFlow {
  const flow = useContext(TransferContext)
  if (flow === undefined) throw new Error('useTransfer is for the steps of the transfer')
  return flow
}
