// What the details of a withdrawal are made from: the methods with their prices, the own accounts, and the price of the
// chosen route. Prices follow what is typed: each card's after 0.8 s, the chosen one's after a second.
import type { WithdrawMethods } from '@jokko/contract/withdraw'
import { toDecimal } from '@jokko/core/money'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUser } from '../app/session.tsx'
import {
  institutionsQuery,
  methodsQuery,
  ownBankQuery,
  ownMobileQuery,
  ownWalletQuery,
  priceQuery,
} from './withdraw-api.ts'
import { cardsOf, pricedRoute, type Tables, typedEuros, type WithdrawState } from './withdraw-flow.ts'

const cardsWaitMs = 800
const priceWaitMs = 1000

const euroText = (state: WithdrawState): string | undefined => {
  const typed = typedEuros(state)
  return typed && toDecimal(typed)
}

export function useMethods(state: WithdrawState) {
  const [amount] = useDebouncedValue(euroText(state), cardsWaitMs)
  const { data, ...query } = useQuery({
    ...methodsQuery(state.country, amount),
    placeholderData: keepPreviousData,
  })
  const isOfCountry = state.country === undefined || data?.country === state.country
  return { ...query, data: isOfCountry ? data : undefined }
}

/** Own accounts of the country that is paid. */
export function useTables(offer: WithdrawMethods | undefined): Tables | undefined {
  const country = offer?.country
  const { data: institutions } = useQuery(institutionsQuery(country))
  const { data: mobile } = useQuery(ownMobileQuery)
  const { data: bank } = useQuery(ownBankQuery)
  const { data: wallet } = useQuery(ownWalletQuery)
  return useMemo(() => {
    if (!offer || !institutions || !mobile || !bank || !wallet) return undefined
    const here = (account: { country: string }) => account.country === country
    return {
      cards: cardsOf(offer.methods),
      institutions,
      mobile: mobile.filter(here),
      bank: bank.filter(here),
      wallet: wallet.filter(here),
    }
  }, [offer, institutions, mobile, bank, wallet, country])
}

/** Below one euro no price is asked for. */
const LEAST_CENTS = 100n

export function usePrice(state: WithdrawState, tables: Tables) {
  const user = useUser()
  const route = pricedRoute(state, tables)
  const typed = typedEuros(state)
  const isAsked = typed !== undefined && typed.minor >= LEAST_CENTS && route !== undefined
  const wanted = isAsked ? `${route.cashout_method_id} ${toDecimal(typed)}` : ''
  const [asked] = useDebouncedValue(wanted, priceWaitMs)
  const [method = '', euro_amount = ''] = asked.split(' ')
  const { data, error } = useQuery(
    priceQuery(
      user.id,
      asked === ''
        ? undefined
        : { euro_amount, sending_country_id: user.country_id, cashout_method_id: Number(method) },
    ),
  )
  const isCurrent = asked === wanted && asked !== ''
  return {
    figures: isCurrent ? data?.figures : undefined,
    error: isCurrent ? error : null,
    isComputing: wanted !== '' && (!isCurrent || (data === undefined && error === null)),
  }
}
