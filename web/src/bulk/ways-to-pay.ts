// How a bulk can be paid by this payer, and which way is proposed.
import type { CashInMethod } from '@jokko/contract/reference'
import { fromDecimal } from '@jokko/core/money'
import { useEffect } from 'react'
import { useUser } from '../app/session.tsx'
import { useBulk } from './bulk-context.ts'

const ways = ['balance', 'bank_transfer']

/** What a bulk can be paid with: its rows leave when all of the money is there. */
export function useWaysToPay(): readonly CashInMethod[] {
  const { home, saved } = useBulk()
  const isRestricted = useIsRestricted()
  const isFloating = saved.checked?.bulk.local_currency === 'GNF'
  const isOffered = (name: string) => (name === 'bank_transfer' ? !isFloating : !isRestricted)
  return home.cash_in_methods
    .map(({ cash_in_method }) => cash_in_method)
    .filter(({ name, available }) => available && ways.includes(name) && isOffered(name))
}

export const useIsRestricted = (): boolean => useUser().activation_level === 'YELLOW'

/** The balance where there is some, else the first one: from the first row on, so that prices are those of its payment. */
export function useProposal(methods: readonly CashInMethod[]): void {
  const { table, dispatch } = useBulk()
  const { client } = useUser()
  const balance = fromDecimal(client.euro_balance, 'EUR')
  const hasBalance = balance !== undefined && balance.minor > 0n
  const known = methods.find(({ id }) => id === table.methodId)
  const proposed = (hasBalance ? methods.find(({ name }) => name === 'balance') : undefined) ?? methods[0]
  const methodId = known === undefined ? proposed?.id : undefined
  useEffect(() => {
    if (methodId !== undefined) dispatch({ type: 'method_chosen', methodId })
  }, [methodId, dispatch])
}
