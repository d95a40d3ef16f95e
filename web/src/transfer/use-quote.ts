// The quote of the summary: asked once the figures are complete, and again, quietly, when its time ends. What is asked when
// the summary is left is given up: it would come after what is asked on the next visit.
import { useCallback, useEffect, useRef, useState } from 'react'
import { lifetimeOf, renewBeforeMs, useTimeLeft } from '../common/quote-time.ts'
import { refusalFrom } from '../common/refusal.ts'
import { createQuote } from './transfer-api.ts'
import { useTransfer } from './transfer-context.ts'
import { quoteRequest } from './transfer-flow.ts'
import { askedFor } from './transfer-state.ts'

export function useQuote() {
  const { state, dispatch, sender } = useTransfer()
  const { quote: held, submission, refusal } = state
  const request = quoteRequest(state, sender)
  const question = request === undefined ? undefined : askedFor(request)
  const current = held !== undefined && held.askedFor === question ? held : undefined
  const timeLeft = useTimeLeft(current?.endsAt)
  const asking = useRef<{ readonly question: string; readonly abandon: AbortController }>(undefined)
  const [isAsking, setAsking] = useState(false)

  const ask = useCallback(
    async (asked: string) => {
      if (asking.current?.question === asked) return
      asking.current?.abandon.abort()
      const abandon = new AbortController()
      const own = { question: asked, abandon }
      asking.current = own
      setAsking(true)
      try {
        const quote = await createQuote(JSON.parse(asked), abandon.signal)
        const endsAt = performance.now() + lifetimeOf(quote)
        dispatch({ type: 'quote_arrived', askedFor: asked, quote, endsAt })
      } catch (error) {
        if (abandon.signal.aborted) return
        dispatch({ type: 'quote_refused', askedFor: asked, refusal: refusalFrom(error) })
      } finally {
        if (asking.current === own) {
          asking.current = undefined
          setAsking(false)
        }
      }
    },
    [dispatch],
  )

  useEffect(
    () => () => {
      asking.current?.abandon.abort()
      asking.current = undefined
    },
    [],
  )

  const isDue = current === undefined ? refusal === undefined : timeLeft <= renewBeforeMs
  useEffect(() => {
    if (question !== undefined && submission === undefined && isDue) void ask(question)
  }, [question, submission, isDue, ask])

  return {
    quote: current?.quote,
    timeLeft,
    isAsking,
    askAgain: () => question !== undefined && void ask(question),
  }
}
