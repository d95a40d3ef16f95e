// What each way to deposit costs for an amount; before there is one, for 200 EUR. Nothing is asked that would be refused.
import type { CashInMethod } from '@jokko/contract/reference'
import type { FeeResponse } from '@jokko/contract/transfer'
import { eur, type Money, toDecimal } from '@jokko/core/money'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useUser } from '../app/session.tsx'
import { feeQuery } from './deposit-api.ts'
import { useDeposit } from './deposit-context.ts'
import { amountProblem, type DepositState, depositMethods, obstacleOf, principalOf } from './deposit-flow.ts'

const probe = eur(20_000n)
const debounceMs = 400

function useFeeQuery() {
  const user = useUser()
  const { home } = useDeposit()
  return (method: CashInMethod | undefined, state: DepositState) => {
    const isPriced = principalOf(state) === undefined || amountProblem(state, home) === undefined
    const amount: Money = principalOf(state) ?? probe
    return {
      ...feeQuery(user.id, {
        euro_amount: toDecimal(amount),
        sending_country_id: user.country_id,
        cashin_method_id: method?.id ?? 0,
      }),
      enabled: isPriced && method !== undefined && obstacleOf(method, false, amount) === undefined,
      retry: false,
    }
  }
}

/** In the order of the methods. */
export function useFees(): readonly (FeeResponse | undefined)[] {
  const { state, home } = useDeposit()
  const query = useFeeQuery()
  return useQueries({ queries: depositMethods(home).map(method => query(method, state)) }).map(
    ({ data }) => data,
  )
}

/** Of the method that is chosen, once the amount stands still. */
export function useChosenFee(): FeeResponse | undefined {
  const { state, home } = useDeposit()
  const query = useFeeQuery()
  const [still] = useDebouncedValue(state, debounceMs)
  const method = depositMethods(home).find(({ id }) => id === state.methodId)
  const { data } = useQuery(query(method, still))
  return still.amount.text === state.amount.text ? data : undefined
}
