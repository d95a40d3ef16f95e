// Every step of a bulk payment in each of its states, on a desk and in a hand, in three languages: axe finds nothing, and
// nothing sticks out. Most can be reached without money moving; the last two are looked at where they are paid.
import { BulkTable, csv, fileOf, fixture, payees } from './bulk-table.ts'
import { expect, test } from './fixtures.ts'
import { lookInEachLanguage, speak } from './look.ts'
import { textsIn } from './texts.ts'

const dialogOnly = '[role=dialog]'

test.use({ as: 'owner@jokko.example' })

const { errors, common } = textsIn('fr')

test('the file: asked for, refused, doubtful, taken; and cells to paste', async ({ page }) => {
  const bulk = new BulkTable(page)
  await bulk.open()
  await lookInEachLanguage(page, dialogOnly)
  await bulk.choose(fixture('csv19_not_a_csv.csv'))
  await expect(bulk.drop.getByRole('alert')).toHaveText(errors.Drag_Drop_Csv_Error)
  await lookInEachLanguage(page, dialogOnly)
  await bulk.button(bulk.words.paste_open).click()
  const pasting = page.getByRole('dialog', { name: bulk.words.paste_title })
  await expect(pasting.getByLabel(bulk.words.paste_label)).toBeVisible()
  // What was wrong with the file is nothing that these cells did.
  await expect(pasting).not.toContainText(errors.Drag_Drop_Csv_Error)
  await lookInEachLanguage(page, dialogOnly)
  await bulk.button(bulk.words.paste_cancel).click()
  await bulk.choose(csv('Nom;Couleur\nKonan;bleu\n'))
  await expect(page.getByRole('dialog', { name: bulk.words.format_title })).toBeVisible()
  await lookInEachLanguage(page, dialogOnly)
  await bulk.button(bulk.words.format_retry).click()
  await bulk.choose(fileOf(payees(2)))
  await expect(page.getByRole('dialog', { name: bulk.words.taken_title })).toBeVisible()
  await lookInEachLanguage(page, dialogOnly)
})

test('the table: wrong rows, repeated rows, another file, leaving, and a draft that is found', async ({
  page,
}) => {
  const bulk = new BulkTable(page)
  await bulk.open()
  await bulk.load(fixture('csv20_mixed_rows.csv'), 8)
  await bulk.checked()
  await lookInEachLanguage(page, dialogOnly)
  await speak(page, 'es')
  await expect(page.locator('tr[data-line="2"]')).toContainText(textsIn('es').errors.Please_enter_amount)
  await speak(page, 'fr')
  await bulk.button(bulk.words.file_other).click()
  await lookInEachLanguage(page, dialogOnly)
  await page.locator('input[type=file]').setInputFiles({ ...fixture('csv10_exact_duplicates.csv') })
  await bulk.taken(5)
  await bulk.checked()
  await expect(page.getByTestId('repeats')).toBeVisible()
  await lookInEachLanguage(page, dialogOnly)
  await bulk.dialog.getByRole('button', { name: common.close }).click()
  await expect(page.getByRole('dialog', { name: bulk.words.leave.question })).toBeVisible()
  await lookInEachLanguage(page, dialogOnly)
  await bulk.button(bulk.words.leave.leave).click()
  await page.goto('/dashboard/home?flow=bulk')
  await expect(page.getByTestId('draft-found')).toBeVisible()
  await lookInEachLanguage(page, dialogOnly)
})

test('a short message on a phone: it lies over neither the heading nor what is pressed next', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const bulk = new BulkTable(page)
  await bulk.open()
  await bulk.load(fileOf(payees(1)), 1)
  await bulk.cell(1, 'first_name').focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text', 'Awa\n'.repeat(1000))
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  const message = page.getByRole('alert').filter({ hasText: '999' })
  await expect(message).toBeVisible()
  await bulk.heading(bulk.words.heading).scrollIntoViewIfNeeded()
  const box = async (of: typeof message) => (await of.boundingBox()) ?? { y: 0, height: 0 }
  const [toast, heading, totals] = [
    await box(message),
    await box(bulk.heading(bulk.words.heading)),
    await box(bulk.totals),
  ]
  expect(toast.y).toBeGreaterThan(heading.y + heading.height)
  expect(toast.y + toast.height).toBeLessThanOrEqual(totals.y)
})

test('the payment: what is missing, and its cost', async ({ page }) => {
  const bulk = new BulkTable(page)
  await bulk.toPayment(fileOf(payees(2)), 2, '')
  await bulk.pay().click()
  await expect(bulk.dialog.getByLabel(bulk.words.reason)).toBeFocused()
  await lookInEachLanguage(page, dialogOnly)
})
