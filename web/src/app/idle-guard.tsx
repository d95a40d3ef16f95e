// Ends a session that nobody uses: a warning one minute before, one step to stay, the same in every tab.
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { refreshUser } from './session.tsx'
import { endSession, signOut } from './session-end.ts'
import { readStored, writeStored } from './storage.ts'

const IdleDialog = lazy(() => import('./idle-dialog.tsx').then(file => ({ default: file.IdleDialog })))

const warningMs = 60_000
const keepAliveMs = 4 * 60_000
const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

const lastActivity = (): number => Number(readStored('activity') ?? Date.now())

/** Milliseconds since the last sign of life in any tab of this browser. */
const idleFor = (): number => Date.now() - lastActivity()

/** Notes signs of life, and tells the server now and then that someone works on a long form. */
function useSignsOfLife(isPaused: boolean): void {
  const toldServerAt = useRef(Date.now())
  useEffect(() => {
    if (isPaused) return
    const note = () => {
      const now = Date.now()
      if (now - lastActivity() > 1000) writeStored('activity', String(now))
      if (now - toldServerAt.current > keepAliveMs) {
        toldServerAt.current = now
        void refreshUser()
      }
    }
    for (const sign of signsOfLife) addEventListener(sign, note, { passive: true })
    return () => {
      for (const sign of signsOfLife) removeEventListener(sign, note)
    }
  }, [isPaused])
}

/** Seconds until the session ends, once the warning is due. */
function useSecondsLeft(limitMs: number): [number | undefined, () => void] {
  const [secondsLeft, setSecondsLeft] = useState<number>()
  const isEnding = useRef(false)
  const check = useCallback(() => {
    const left = limitMs - idleFor()
    if (left <= 0 && !isEnding.current) {
      isEnding.current = true
      signOut('idle').catch(() => endSession('idle'))
    }
    setSecondsLeft(left <= warningMs ? Math.max(0, Math.ceil(left / 1000)) : undefined)
  }, [limitMs])
  useEffect(() => {
    const timer = setInterval(check, 1000)
    return () => clearInterval(timer)
  }, [check])
  return [secondsLeft, check]
}

export function IdleGuard({ idleSeconds }: { idleSeconds: number }) {
  const [secondsLeft, check] = useSecondsLeft(idleSeconds * 1000)
  const isWarning = secondsLeft !== undefined
  useSignsOfLife(isWarning)

  const stay = () => {
    writeStored('activity', String(Date.now()))
    check()
    void refreshUser()
  }

  return <Suspense>{isWarning && <IdleDialog secondsLeft={secondsLeft} onStay={stay} />}</Suspense>
}
