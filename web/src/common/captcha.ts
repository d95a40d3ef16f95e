// The proof of work against robots: solved in the background by a worker, nothing to click, nobody tracked.
import type { CaptchaChallenge } from '@jokko/contract/access'
import solverAddress from 'altcha/workers/pbkdf2?worker&url'
import type { Challenge } from 'altcha-lib/types'
import { useCallback, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { api } from '../app/client.ts'
import { startWorker } from '../app/trusted-types.ts'

export type CaptchaState = 'idle' | 'working' | 'solved' | 'failed'

/** A little before the server's two minutes. */
const freshForMs = 110_000

type Solved = { readonly payload: string; readonly at: number }

async function solve(): Promise<Solved> {
  const [{ solveChallengeWorkers }, answer] = await Promise.all([
    import('altcha-lib'),
    api.get<z.infer<typeof CaptchaChallenge>>('/captcha/challenge', { isSessionProbe: true }),
  ])
  const challenge = answer as unknown as Challenge
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(2, navigator.hardwareConcurrency || 1),
    createWorker: () => startWorker(solverAddress),
  })
  if (solution === null) throw new Error('The proof of work found no solution')
  return { payload: btoa(JSON.stringify({ challenge, solution })), at: performance.now() }
}

/** `prepare` starts early (first focus); `payload` gives a fresh proof and waits for it if need be. */
export function useCaptcha() {
  const [state, setState] = useState<CaptchaState>('idle')
  const running = useRef<Promise<Solved>>(undefined)

  const start = useCallback(() => {
    setState('working')
    const attempt = solve()
    running.current = attempt
    attempt.then(
      () => setState('solved'),
      () => {
        running.current = undefined
        setState('failed')
      },
    )
    return attempt
  }, [])

  const prepare = useCallback(() => {
    if (running.current === undefined) start().catch(() => undefined)
  }, [start])

  const payload = useCallback(async (): Promise<string> => {
    const solved = await (running.current ?? start())
    if (performance.now() - solved.at < freshForMs) return solved.payload
    return (await start()).payload
  }, [start])

  /** A proof is good for one try. */
  const reset = useCallback(() => {
    running.current = undefined
    setState('idle')
  }, [])

  useEffect(() => {
    if (state !== 'solved') return
    const timer = setTimeout(reset, freshForMs)
    return () => clearTimeout(timer)
  }, [state, reset])

  return { state, prepare, payload, reset }
}
