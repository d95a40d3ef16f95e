// Where a deposit stands, as its address says it.
import { useFlowAddress } from '../common/flow-address.ts'
import { openedSteps, stepNames } from './deposit-flow.ts'

const steps = [...stepNames, ...openedSteps]

export const useDepositAddress = () => useFlowAddress('deposit', steps)

export type DepositRoute = ReturnType<typeof useDepositAddress>
