// Looking at a screen as it stands, on a desk and in a hand: axe finds nothing, and nothing sticks out at the side.
import { expect, type Page } from '@playwright/test'
import { axe, languages } from './fixtures.ts'

type Size = { readonly width: number; readonly height: number }

const sizes: readonly [Size, Size] = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]

/** Nothing is still being loaded, drawn or moved: asked in the page itself, where the answer is at hand. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const quietMs = 60
    const giveUpAt = performance.now() + 20_000
    let changedAt = performance.now()
    const observer = new MutationObserver(() => {
      changedAt = performance.now()
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    // What watches the size of the window hears of a new one with a frame, and changes the page with the one after.
    for (let frames = 0; frames < 3; frames++) await new Promise(settle => requestAnimationFrame(settle))
    // Before anything is drawn, nothing says that it is busy.
    const isDrawn = () => document.querySelector('main, [role="dialog"]') !== null
    const isBusy = () => !isDrawn() || document.querySelector('[aria-busy="true"]') !== null
    while (isBusy() || performance.now() - changedAt < quietMs) {
      if (performance.now() > giveUpAt) throw new Error(isBusy() ? 'It is still busy.' : 'It never rests.')
      await new Promise(settle => requestAnimationFrame(settle))
    }
    observer.disconnect()
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
      // Few are, and the sizes are at hand.
      if (element.scrollWidth <= element.clientWidth + 1) return false
      const { clipPath, overflowX, textOverflow } = getComputedStyle(element)
      const isHidden = clipPath !== 'none' || element.closest('.visually-hidden') !== null
      const isMeant = element.matches(fields) || textOverflow === 'ellipsis' || isHidden
      // The track of a switch cuts its thumb.
      const hasWords = element.textContent?.trim() !== ''
      return hasWords && !isMeant && overflowX !== 'visible'
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
  const cut = await page.evaluate(() =>
    [
      ...document.querySelectorAll('.mantine-Button-root:not(.visually-hidden) .mantine-Button-label'),
    ].flatMap(label => (label.scrollWidth > label.clientWidth + 1 ? [label.textContent] : [])),
  )
  expect(cut, `buttons of ${page.url()} whose words are cut`).toEqual([])
}

/** Of a dialog only the dialog is looked at: the page under it has its own turn. */
async function lookInSize(page: Page, size: Size, within?: string): Promise<void> {
  const now = page.viewportSize()
  if (now?.width !== size.width || now.height !== size.height) await page.setViewportSize(size)
  await settled(page)
  await axe(page, within)
  await staysInside(page)
  await cutsNoWords(page)
}

/** As if the reader had chosen it in another tab: the screen stays where it is and changes its words. */
export async function speak(page: Page, language: (typeof languages)[number]): Promise<void> {
  await page.evaluate(async chosen => {
    const giveUpAt = performance.now() + 20_000
    localStorage.setItem('jokko.language', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'jokko.language', newValue: chosen }))
    while (document.documentElement.lang !== chosen) {
      if (performance.now() > giveUpAt) throw new Error(`It does not speak ${chosen}.`)
      await new Promise(settle => setTimeout(settle, 5))
    }
  }, language)
}

/**
 * In every language, without coming here again for each of them; ends in the one that it began with. Each language begins
 * in the size that the one before ended in, for a change of size is as dear as a change of language.
 */
export async function lookInEachLanguage(page: Page, within?: string): Promise<void> {
  const before = await page.locator('html').getAttribute('lang')
  const [first = 'fr', ...others] = [...languages].sort(one => (one === before ? -1 : 1))
  // Behind another tab nothing moves to its end.
  await page.bringToFront()
  let [here, there]: readonly [Size, Size] = sizes
  for (const language of [first, ...others]) {
    if (language !== first) await speak(page, language)
    await lookInSize(page, here, within)
    await lookInSize(page, there, within)
    ;[here, there] = [there, here]
  }
  await page.setViewportSize(sizes[0])
  await speak(page, first)
}
