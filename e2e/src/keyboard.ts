// The keyboard alone: from where the focus is, on with the Tab key.
import { expect, type Locator } from '@playwright/test'

const mostPresses = 60

/** To where the focus is wanted, however many stops lie before it. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  await expect(target).toBeEnabled()
  const { keyboard } = target.page()
  for (let presses = 0; presses < mostPresses; presses += 1) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await keyboard.press('Tab')
  }
  throw new Error(`${target} is not reached with the Tab key`)
}

/** Reached with Tab, pressed with Enter. */
export async function press(target: Locator): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.insertText(text)
}
