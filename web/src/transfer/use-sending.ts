// Carries a confirmed transfer to the server, and keeps asking with the same key until there is an answer.
import type { Payment } from '@jokko/contract/transfer'
import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useCallback, useEffect, useRef } from 'react'
import { ApiError, isUnknownOutcome } from '../app/client.ts'
import { readAgain } from '../app/query.ts'
import { paymentStarts } from '../app/running-payment.ts'
import { refusalFrom } from '../common/refusal.ts'
import { submitPayment } from './transfer-api.ts'
import type { TransferEvent } from './transfer-flow.ts'
import type { Submission } from './transfer-state.ts'

const firstPauseMs = 2000
const longestPauseMs = 20_000

/** Too many questions at once is no answer about this one. */
const isUndecided = (error: unknown): boolean =>
  isUnknownOutcome(error) || (error instanceof ApiError && (error.status === 429 || error.status === 401))

export const pauseBefore = (tries: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, tries - 1))

export function useSending(
  submission: Submission | undefined,
  dispatch: Dispatch<TransferEvent>,
  onAccepted: (payment: Payment) => void,
): { askNow: () => void } {
  const client = useQueryClient()
  const sent = useRef(new Set<string>())
  const accepted = useRef(onAccepted)
  accepted.current = onAccepted

  const send = useCallback(
    async (one: Submission) => {
      const over = paymentStarts()
      try {
        const payment = await submitPayment(one)
        accepted.current(payment)
        dispatch({ type: 'accepted', key: one.key, paymentId: payment.id })
        void readAgain(client, ['operations', 'current-user', 'contacts'])
      } catch (error) {
        if (isUndecided(error)) dispatch({ type: 'outcome_unknown', key: one.key })
        else dispatch({ type: 'refused', key: one.key, refusal: refusalFrom(error) })
      } finally {
        over()
      }
    },
    [client, dispatch],
  )

  useEffect(() => {
    if (submission?.state !== 'sending') return
    // One request for each try, also where effects run twice.
    const tryId = `${submission.key}:${submission.tries}`
    if (sent.current.has(tryId)) return
    sent.current.add(tryId)
    void send(submission)
  }, [submission, send])

  const key = submission?.state === 'unknown' ? submission.key : undefined
  const tries = submission?.tries ?? 0
  const askNow = useCallback(() => {
    if (key !== undefined) dispatch({ type: 'asked_again', key })
  }, [key, dispatch])
  useEffect(() => {
    if (key === undefined) return
    const timer = setTimeout(askNow, pauseBefore(tries))
    addEventListener('online', askNow)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', askNow)
    }
  }, [key, tries, askNow])
  return { askNow }
}
