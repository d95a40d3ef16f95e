// A flow that somebody leaves unfinished: the server is told by name, after ten minutes without a sign of life and when
// the page goes. Nothing that was typed is told.
import type { TrackedEvent } from '@jokko/contract/tracking'
import { useEffect } from 'react'
import { api } from '../app/client.ts'
import { readStored, removeStored, writeStored } from '../app/storage.ts'

const idleMs = 10 * 60_000
const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Calls back once when nobody did anything for long, and once when the page is left; returns what stops it. */
export function watchUnfinished(page: EventTarget, tell: (abandoned: boolean) => void): () => void {
  const isTold = new Set<boolean>()
  const tellOnce = (abandoned: boolean) => {
    if (isTold.has(abandoned)) return
    isTold.add(abandoned)
    tell(abandoned)
  }
  let timer = setTimeout(tellOnce, idleMs, false)
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(tellOnce, idleMs, false)
  }
  const leave = () => tellOnce(true)
  for (const sign of signsOfLife) page.addEventListener(sign, restart, { passive: true })
  page.addEventListener('pagehide', leave)
  return () => {
    clearTimeout(timer)
    for (const sign of signsOfLife) page.removeEventListener(sign, restart)
    page.removeEventListener('pagehide', leave)
  }
}

const counterOf = {
  'Transfer Unfinished In 10 Mins': 'transfer-attempts',
  'Deposit Unfinished In 10 Mins': 'deposit-attempts',
} as const satisfies Record<TrackedEvent['event'], string>

const attemptsAt = (event: TrackedEvent['event']): number => Number(readStored(counterOf[event]) ?? '0')

/** A flow was given up: counted until the person signs out or the page is left. */
export function countAttempt(event: TrackedEvent['event']): void {
  writeStored(counterOf[event], String(attemptsAt(event) + 1))
}

function tellServer(event: TrackedEvent['event'], abandoned: boolean): void {
  const body: TrackedEvent = { event, abandoned, attempts: attemptsAt(event) }
  // Whoever is gone hears of no failure, and whoever is still here has lost nothing by it.
  api.post('/tracked-events', { body, keepalive: true, isSessionProbe: true }).catch(() => undefined)
  if (abandoned) for (const counter of Object.values(counterOf)) removeStored(counter)
}

export function useUnfinished(event: TrackedEvent['event'], isUnfinished: boolean): void {
  useEffect(() => {
    if (!isUnfinished) return
    return watchUnfinished(window, abandoned => tellServer(event, abandoned))
  }, [event, isUnfinished])
}
