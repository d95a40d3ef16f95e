// Takes a payer to where the payment goes on.
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { leaveFor, type WayToPay } from './way-to-pay.ts'

/** `status`: of the page that leads there. */
export function useTakeWay(status?: 'anonymous'): (way: WayToPay) => void {
  const navigate = useNavigate()
  return useCallback(
    way => {
      if (way.at === 'company') leaveFor(way.url)
      else void navigate({ to: '/mobile_money', search: { ref: way.reference, ...(status && { status }) } })
    },
    [navigate, status],
  )
}
