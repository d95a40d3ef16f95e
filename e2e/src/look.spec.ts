// What the looking at screens sees: a helper that sees nothing finds nothing.
import { expect, test } from './fixtures.ts'
import { staysInside } from './look.ts'

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
