// Looking at a screen as it stands, on a desk and in a hand: axe finds nothing, and nothing sticks out at the side.
import { expect, type Page } from '@playwright/test'
import { axe } from './fixtures.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
] as const

/** Nothing is still being loaded, drawn or moved. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
  })
}

async function staysInside(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(excess, `pixels that ${page.url()} sticks out at the side`).toBe(0)
}

/** Of a dialog only the dialog is looked at: the page under it has its own turn. */
export async function lookAt(page: Page, within?: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await settled(page)
    await axe(page, within)
    await staysInside(page)
  }
  await page.setViewportSize(sizes[0])
}
