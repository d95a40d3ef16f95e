// Takes the payer to where the payment goes on, when it goes on elsewhere.
import type { Payment } from '@jokko/contract/transfer'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTakeWay } from '../common/use-take-way.ts'
import { wayToPay } from '../common/way-to-pay.ts'

const route = getRouteApi('/payment/$id')

/** True when the payer is on the way. */
export function useTakeWayOnce(): (payment: Payment) => boolean {
  const takeWay = useTakeWay(route.useSearch().status)
  return useCallback(
    payment => {
      const way = wayToPay(payment)
      if (way !== undefined) takeWay(way)
      return way !== undefined
    },
    [takeWay],
  )
}
