// What each way to deposit costs for an amount; before there is one, for 200 EUR.
import type { CashInMethod } from '@jokko/contract/reference'
import type { FeeResponse } from '@jokko/contract/transfer'
import { eur, type Money, toDecimal } from '@jokko/core/money'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useUser } from '../app/session.tsx'
import { feeQuery } from './deposit-api.ts'

const probe = eur(20_000n)

function useFeeQuery() {
  const user = useUser()
  return (method: CashInMethod | undefined, amount: Money | undefined) => ({
    ...feeQuery(user.id, {
      euro_amount: toDecimal(amount ?? probe),
      sending_country_id: user.country_id,
      cashin_method_id: method?.id ?? 0,
    }),
    enabled: method?.available === true,
    retry: false,
  })
}

/** In the order of the methods. */
export function useFees(
  methods: readonly CashInMethod[],
  amount: Money | undefined,
): readonly (FeeResponse | undefined)[] {
  const query = useFeeQuery()
  return useQueries({ queries: methods.map(method => query(method, amount)) }).map(({ data }) => data)
}

export function useMethodFee(
  method: CashInMethod | undefined,
  amount: Money | undefined,
): FeeResponse | undefined {
  const query = useFeeQuery()
  return useQuery(query(method, amount)).data
}
