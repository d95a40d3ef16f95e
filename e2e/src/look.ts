// Looking at a screen as it stands, on a desk and in a hand: axe finds nothing, and nothing sticks out at the side.
import { expect, type Page } from '@playwright/test'
import { axe, languages } from './fixtures.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
] as const

/** Nothing is still being loaded, drawn or moved. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    // What turns while something is waited for never ends.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })
}

/**
 * Neither the page nor anything in it that scrolls or cuts, a dialog for instance, is narrower than what it holds. What a
 * person types may be longer than its field, words that end in an ellipsis say that they are cut, and what only a screen
 * reader reads has no size.
 */
export async function staysInside(page: Page): Promise<void> {
  const excess = await page.evaluate(() => {
    const root = document.documentElement
    const fields = 'input, textarea, select'
    const isNarrow = (element: Element) => {
      const { clipPath, overflowX, textOverflow } = getComputedStyle(element)
      const isMeant = element.matches(fields) || textOverflow === 'ellipsis' || clipPath !== 'none'
      // The track of a switch cuts its thumb.
      const hasWords = element.textContent?.trim() !== ''
      return hasWords && !isMeant && overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    }
    return [root, ...[...document.querySelectorAll('body, body *')].filter(isNarrow)]
      .map(element => ({ element, by: element.scrollWidth - element.clientWidth }))
      .filter(({ by }) => by > 0)
      .map(({ element, by }) => `<${element.localName} class="${element.className}"> by ${by} px`)
  })
  expect(excess, `what sticks out at the side on ${page.url()}`).toEqual([])
}

/** A button whose words do not fit hides them without a trace. */
async function cutsNoWords(page: Page): Promise<void> {
  const cut = await page
    .locator('.mantine-Button-root:not(.visually-hidden) .mantine-Button-label')
    .evaluateAll(labels =>
      labels.flatMap(label => (label.scrollWidth > label.clientWidth + 1 ? [label.textContent] : [])),
    )
  expect(cut, `buttons of ${page.url()} whose words are cut`).toEqual([])
}

/** As if the reader had chosen it in another tab: the screen stays where it is and changes its words. */
export async function speak(page: Page, language: (typeof languages)[number]): Promise<void> {
  await page.evaluate(chosen => {
    localStorage.setItem('jokko.language', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'jokko.language', newValue: chosen }))
  }, language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** In every language, without coming here again for each of them; ends in the one that it began with. */
export async function lookInEachLanguage(page: Page, within?: string): Promise<void> {
  const before = await page.locator('html').getAttribute('lang')
  const [first = 'fr', ...others] = [...languages].sort(one => (one === before ? -1 : 1))
  await lookAt(page, within)
  for (const language of others) {
    await speak(page, language)
    await lookAt(page, within)
  }
  await speak(page, first)
}

/** Of a dialog only the dialog is looked at: the page under it has its own turn. */
export async function lookAt(page: Page, within?: string): Promise<void> {
  // Behind another tab nothing moves to its end.
  await page.bringToFront()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await settled(page)
    await axe(page, within)
    await staysInside(page)
    await cutsNoWords(page)
  }
  await page.setViewportSize(sizes[0])
}
