// Where a transfer stands, as its address says it.
import { type FlowAddress, readFlowAddress, useFlowAddress } from '../common/flow-address.ts'
import { type StepName, stepNames } from './transfer-flow.ts'

export type SentStep = 'bank' | 'details' | 'done'
const sentSteps = ['bank', 'details', 'done'] as const satisfies readonly SentStep[]

type TransferAddress = FlowAddress<StepName | SentStep>

const steps = [...stepNames, ...sentSteps]

export const readTransferAddress = (search: Record<string, unknown>): TransferAddress =>
  readFlowAddress(search, steps)

export const useTransferAddress = () => useFlowAddress('transfer', steps)
