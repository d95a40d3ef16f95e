// What the looking at screens sees: a helper that sees nothing finds nothing.
import type { Page } from '@playwright/test'
import { expect, languages, test } from './fixtures.ts'
import { lookInEachLanguage, staysInside } from './look.ts'

const dialog = (inner: string) =>
  `<div role="dialog" style="width: 300px; height: 200px; overflow-y: auto">${inner}</div>`
const wide = '<div style="width: 400px">wide</div>'
const long = 'words '.repeat(60)
const cut = 'width: 200px; overflow: hidden; white-space: nowrap'

for (const [what, inner] of [
  ['in a dialog that scrolls', wide],
  ['in what cuts it', `<div style="${cut}">${long}</div>`],
  ['in what scrolls within a dialog', `<div style="width: 200px; overflow: auto">${wide}</div>`],
])
  test(`what sticks out ${what} is seen`, async ({ page }) => {
    await page.setContent(dialog(inner ?? ''))
    await expect(staysInside(page)).rejects.toThrow('sticks out')
  })

test('what fits, a long text in a field, an ellipsis and words for a screen reader are let alone', async ({
  page,
}) => {
  await page.setContent(
    dialog(`<p>fits</p><input value="${long}" style="width: 100px">
      <p style="${cut}; text-overflow: ellipsis">${long}</p>
      <span style="position: absolute; ${cut}; width: 1px; clip-path: inset(50%)">${long}</span>`),
  )
  await staysInside(page)
})

/** A page whose button has no words in one language at one width, and that is right in all else. */
const wrongIn = (language: string, width: number) => `<!doctype html><html lang="fr"><title>Look</title>
  <main><h1>Look</h1><button>Go on</button></main><script>
    const judge = () => {
      const isWrong = document.documentElement.lang === '${language}' && innerWidth === ${width}
      document.querySelector('button').textContent = isWrong ? '' : 'Go on'
    }
    addEventListener('storage', ({ newValue }) => {
      document.documentElement.lang = newValue
      judge()
    })
    addEventListener('resize', judge)
    judge()
  </script></html>`

async function lookAtPage(page: Page, body: string): Promise<void> {
  await page.route('**/look', route => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/look')
  await lookInEachLanguage(page)
}

for (const language of languages)
  for (const width of [360, 1280])
    test(`what is wrong at ${width} pixels in ${language} only is seen`, async ({ page }) => {
      await expect(lookAtPage(page, wrongIn(language, width))).rejects.toThrow('button-name')
    })

test('a page that is right in every language and size is let alone', async ({ page }) => {
  await lookAtPage(page, wrongIn('none', 0))
})
