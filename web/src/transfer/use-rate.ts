// The rate between euros and the beneficiary's currency: learned with a first look-up of 10 EUR.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../app/session.tsx'
import { countryQuery, rateQuery } from './transfer-api.ts'
import { useTransfer } from './transfer-context.ts'
import { localCurrencyOf } from './transfer-flow.ts'

/** A floating rate is asked again after this time while someone is typing. */
const floatingRateMs = 60_000

export function useRate() {
  const user = useUser()
  const { state, dispatch, sender, home } = useTransfer()
  const { beneficiary } = state
  const currency = localCurrencyOf(beneficiary)
  const { data: country } = useQuery({
    ...countryQuery(beneficiary?.country ?? ''),
    enabled: beneficiary !== undefined,
  })
  const routes = country?.cashout_methods.filter(({ cashout_method }) => cashout_method.currency === currency)
  const route = routes?.find(({ cashout_method: { id } }) => id === state.readyPayout?.routeId) ?? routes?.[0]
  const request = {
    sending_country_id: sender.countryId,
    receiving_country_id: beneficiary?.country_id ?? 0,
    cashin_method_id: home.cash_in_methods[0]?.cash_in_method.id ?? 0,
    cashout_method_id: route?.cashout_method.id ?? 0,
  }
  const { data, error } = useQuery({
    ...rateQuery(user.id, request),
    enabled: route !== undefined,
    refetchInterval: ({ state: { data: known } }) =>
      known?.figures.rate_is_fixed === false ? floatingRateMs : false,
  })
  const figures = data?.figures
  const rate = figures?.target.currency === currency ? figures.rate : undefined
  const isFixed = figures?.rate_is_fixed ?? false
  const step = figures?.step
  useEffect(() => {
    if (rate === undefined || step === undefined) return
    dispatch({ type: 'rate_learned', rate: { currency, rate, isFixed, step } })
  }, [rate, currency, isFixed, step, dispatch])
  return { error }
}
