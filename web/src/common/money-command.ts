// One press that moves money: sent once, repeated only with the same key, and honest when nobody knows the outcome.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isUnknownOutcome, newIdempotencyKey } from '../app/client.ts'
import { keepAnswer, readAgain } from '../app/query.ts'
import { paymentStarts } from '../app/running-payment.ts'

const quietRepeats = 2
const repeatDelayMs = 1500

export type MoneyCommand = {
  readonly run: () => void
  readonly isBusy: boolean
  /** The answer was lost even after repeats: pressing again asks about what was pressed, with the same key. */
  readonly isUnknown: boolean
  /** A refusal: nothing happened. */
  readonly refusal: Error | null
}

type Steps<Answer> = {
  readonly send: (idempotencyKey: string) => Promise<Answer>
  /** The question that the answer answers, too. */
  readonly answers?: QueryKey
  readonly onDone?: (answer: Answer) => void
  readonly onRefused?: (error: Error) => void
}

function withKey<Answer>(send: Steps<Answer>['send']): () => Promise<Answer> {
  const key = newIdempotencyKey()
  return () => send(key)
}

export function useMoneyCommand<Answer>({ send, answers, onDone, onRefused }: Steps<Answer>): MoneyCommand {
  /** Until its answer is known, the same is sent with the same key, whatever the screen says by then. */
  const pressed = useRef<() => Promise<Answer>>(undefined)
  const isRunning = useRef(false)
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (sendPressed: () => Promise<Answer>) => {
      const answered = paymentStarts()
      try {
        return await sendPressed()
      } finally {
        answered()
      }
    },
    retry: (failures, failure) => failures < quietRepeats && isUnknownOutcome(failure),
    retryDelay: failures => repeatDelayMs * 2 ** failures,
    // Busy until the screen shows what became of the operation.
    onSuccess: async answer => {
      pressed.current = undefined
      if (answers !== undefined) keepAnswer(queries, answers, answer)
      await readAgain(queries)
      onDone?.(answer)
    },
    onError: failure => {
      void readAgain(queries)
      if (isUnknownOutcome(failure)) return
      pressed.current = undefined
      onRefused?.(failure)
    },
    onSettled: () => {
      isRunning.current = false
    },
  })
  const run = () => {
    if (isRunning.current) return
    isRunning.current = true
    pressed.current ??= withKey(send)
    mutate(pressed.current)
  }
  const isUnknown = error !== null && isUnknownOutcome(error)
  return { run, isBusy: isPending, isUnknown, refusal: isUnknown ? null : error }
}
