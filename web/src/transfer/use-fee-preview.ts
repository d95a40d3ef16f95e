// What the transfer would cost over a way to pay and a way to be paid, while it is still being put together.
import type { FeeRequest } from '@jokko/contract/transfer'
import { toDecimal } from '@jokko/core/money'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../app/session.tsx'
import { linkedAmounts } from '../common/linked-amounts.ts'
import type { LikelyRoute } from './payout-choice.ts'
import { feePreviewQuery } from './transfer-api.ts'
import { useTransfer } from './transfer-context.ts'
import { localCurrencyOf } from './transfer-flow.ts'

const debounceMs = 400

function useRequest(route: LikelyRoute | undefined): FeeRequest | undefined {
  const { state, sender } = useTransfer()
  const { beneficiary, methodId, amount } = state
  const { source, target } = linkedAmounts(amount, localCurrencyOf(beneficiary), state.rate)
  if (beneficiary === undefined || methodId === undefined || source === undefined || route === undefined) {
    return undefined
  }
  const isLocal = amount.side === 'target' && target !== undefined && target.currency === route.currency
  return {
    euro_amount: toDecimal(source),
    ...(isLocal ? { local_amount: toDecimal(target) } : {}),
    sending_country_id: sender.countryId,
    receiving_country_id: beneficiary.country_id,
    cashin_method_id: methodId,
    ...(route.routeId === undefined ? {} : { cashout_method_id: route.routeId }),
  }
}

export function useFeePreview(route: LikelyRoute | undefined) {
  const user = useUser()
  const wanted = JSON.stringify(useRequest(route) ?? null)
  const [asked] = useDebouncedValue(wanted, debounceMs)
  const request: FeeRequest | null = JSON.parse(asked)
  const { data, error } = useQuery({
    ...feePreviewQuery(user.id, request ?? { euro_amount: '0', sending_country_id: 0 }),
    enabled: request !== null,
  })
  const isCurrent = wanted === asked && request !== null
  return {
    figures: isCurrent ? data?.figures : undefined,
    error: isCurrent ? error : null,
    isComputing: wanted !== 'null' && (!isCurrent || (data === undefined && error === null)),
  }
}
