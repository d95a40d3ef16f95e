// What the live connection tells the page: proof that a screen changed because it was told, not because it asked.
import { expect, type Page } from '@playwright/test'

export type LiveEvents = {
  /** Waits until the page was told that this operation has reached this state. */
  reached(operationId: string, state: string): Promise<void>
}

/** Listens from now on; call it before the page is opened. */
export function listenToLiveEvents(page: Page): LiveEvents {
  const told: string[] = []
  page.on('websocket', socket => socket.on('framereceived', ({ payload }) => told.push(String(payload))))
  return {
    reached: (operationId, state) =>
      expect
        .poll(() => told.some(frame => frame.includes(operationId) && frame.includes(`\\"${state}\\"`)), {
          message: `the page is told that ${operationId} is ${state}`,
        })
        .toBe(true),
  }
}

/** Marks this load of the page; the mark is gone once it was loaded again. */
export async function markThisLoad(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-loaded-once', ''))
  return () => expect(page.locator('html')).toHaveAttribute('data-loaded-once', '')
}

/** As a link within the app leads there: what is loaded stays loaded. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate(to => history.pushState({}, '', to), address)
  await expect(page).toHaveURL(address)
}
