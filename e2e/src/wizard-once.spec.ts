// One order is one payment: double clicks, a broken line, a copy of the tab, a second tab.
import type { Locator, Page } from '@playwright/test'
import { operationOf, operationsFor } from './api.ts'
import { expect, test, withoutNetwork } from './fixtures.ts'
import { newNumber } from './numbers.ts'
import { anyOf, textsIn } from './texts.ts'
import { kouadio, kouame, Wizard } from './wizard.ts'

const { transfer: words } = textsIn('fr')

test.use({ as: 'owner@jokko.example' })

/** At the summary, with a count of what is sent; its reason is its own. */
async function ready(page: Page) {
  const wizard = new Wizard(page)
  const phone = newNumber()
  const reason = `Une fois ${phone}`
  const keys: string[] = []
  page.context().on('request', request => {
    if (request.method() !== 'POST' || !/\/payments(\/direct)?$/u.test(request.url())) return
    keys.push(request.headers()['idempotency-key'] ?? '')
  })
  await wizard.toSummary({ phone: `+225${phone}`, euros: '10', reason, by: 'balance' })
  return { wizard, keys, reason, send: wizard.send('10,55 €') }
}

test('IDM-01: a double click', async ({ page }) => {
  const { wizard, send, keys, reason } = await ready(page)
  await send.dblclick()
  await wizard.confirmedPayment()
  expect(keys).toHaveLength(1)
  expect(await operationsFor(page, reason)).toHaveLength(1)
})

test('IDM-01: Enter, Enter, and Enter held down', async ({ page }) => {
  const { wizard, send, keys, reason } = await ready(page)
  await send.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await wizard.confirmedPayment()
  expect(keys).toHaveLength(1)
  expect(await operationsFor(page, reason)).toHaveLength(1)
})

test('UI-07: the line breaks after the payment left; it is asked about with the same key', async ({
  page,
  context,
  silentConsole,
}) => {
  silentConsole.allow(withoutNetwork)
  const { wizard, send, keys, reason } = await ready(page)
  let isFirst = true
  await page.route('**/api/v1/payments/direct', async route => {
    if (!isFirst) return route.continue()
    isFirst = false
    await route.fetch()
    await context.setOffline(true)
    return route.abort('connectionreset')
  })
  await send.click()
  await expect(wizard.heading(words.checking.title)).toBeVisible()
  await expect(page.getByText(words.checking.offline)).toBeVisible()
  expect(await operationsFor(page, reason)).toHaveLength(1)

  await context.setOffline(false)
  await wizard.confirmedPayment()
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  expect(await operationsFor(page, reason)).toHaveLength(1)
})

test('a copy of the tab asks about the same payment, and makes no second one', async ({
  page,
  context,
  silentConsole,
}) => {
  silentConsole.allow(/ERR_CONNECTION_RESET/)
  const { wizard, send, keys, reason } = await ready(page)
  let isAnswerLost = true
  await context.route('**/api/v1/payments/direct', async route => {
    if (!isAnswerLost) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await send.click()
  await expect(wizard.heading(words.checking.title)).toBeVisible()
  const copyOpens = page.waitForEvent('popup')
  await page.evaluate(() => void open(location.href))
  const copy = await copyOpens
  isAnswerLost = false
  const [mine, theirs] = await Promise.all([wizard.confirmedPayment(), new Wizard(copy).confirmedPayment()])
  expect(theirs).toBe(mine)
  expect(new Set(keys).size).toBe(1)
  expect(await operationsFor(page, reason)).toHaveLength(1)
})

test('a second tab has a transfer of its own', async ({ page, context }) => {
  const { wizard, send, reason } = await ready(page)
  const other = new Wizard(await context.newPage())
  await other.open()
  await expect(other.phoneField).toHaveValue('')
  await other.toKnown(kouadio)
  await other.amount('77', 'Deuxième onglet')
  await expect(other.heading(words.method.heading)).toBeVisible()

  await page.reload()
  await expect(wizard.heading(words.summary.heading)).toBeVisible()
  await send.click()
  const { amount_without_fee } = await operationOf(page, await wizard.confirmedPayment())
  expect(amount_without_fee).toBe('10.00')
  expect(await operationsFor(page, reason)).toHaveLength(1)
  await other.page.reload()
  await expect(other.heading(words.method.heading)).toBeVisible()
  expect(await operationsFor(page, 'Deuxième onglet')).toHaveLength(0)
})

test('a second tab at any step begins anew, and the first goes on where it was', async ({
  page,
  context,
}) => {
  test.slow()
  const wizard = new Wizard(page)
  const other = new Wizard(await context.newPage())
  const isUndisturbed = async (heading: Locator) => {
    await expect(heading).toBeVisible()
    await other.page.goto(page.url())
    await expect(other.heading(words.beneficiary.heading)).toBeVisible()
    await expect(other.phoneField).toHaveValue('')
    await page.bringToFront()
    await expect(heading).toBeVisible()
  }
  await wizard.open()
  await isUndisturbed(wizard.heading(words.beneficiary.heading))
  await wizard.toPhone(`+225${newNumber()}`)
  await isUndisturbed(wizard.heading(words.who.heading_new))
  await wizard.newPerson(kouame)
  await isUndisturbed(wizard.heading(anyOf(words.amount.heading_to)))
  await wizard.amount('14', 'Deux onglets')
  await isUndisturbed(wizard.heading(words.method.heading))
  await wizard.payBy('balance')
  await isUndisturbed(wizard.heading(anyOf(words.payout.heading)))
  await wizard.payoutAsProposed()
  await isUndisturbed(wizard.heading(words.summary.heading))
  await wizard.send().click()
  const { amount_without_fee } = await operationOf(page, await wizard.confirmedPayment())
  expect(amount_without_fee).toBe('14.00')
  expect(await operationsFor(page, 'Deux onglets')).toHaveLength(1)
})
