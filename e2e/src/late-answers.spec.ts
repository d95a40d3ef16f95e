// Of two answers the newer is shown, whichever comes last; a price that was refused cannot be accepted again, and
// what is pressed twice is sent once.
import type { Page, Request, Route } from '@playwright/test'
import { latestOperations, operationOf, sendHundred } from './api.ts'
import { BulkTable, fileOf, payees } from './bulk-table.ts'
import { DepositForm } from './deposit-form.ts'
import { expect, test } from './fixtures.ts'
import { lookInEachLanguage, speak } from './look.ts'
import { newNumber } from './numbers.ts'
import { heading, payAtTheBank, startFromPhone, submitPhone } from './paying.ts'
import { anyOf, textsIn } from './texts.ts'
import { WithdrawForm } from './withdraw-form.ts'
import { Wizard } from './wizard.ts'

const { common, errors, flow, history, payin, statuses } = textsIn('fr')
const ownPhone = '+33639980101'

test.use({ as: 'owner@jokko.example' })

/** No request of this page ends because it takes too long. */
const isPatient = (page: Page) =>
  page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal
  })

/** Resolves once the page has given this request up. */
const givenUp = (page: Page, request: Request) =>
  page.waitForEvent('requestfailed', { predicate: failed => failed === request })

const isReading = (request: Request, path: RegExp) =>
  request.method() === 'GET' && path.test(new URL(request.url()).pathname)

/** The next reading of this stays on its way. */
async function heldReading(page: Page, path: RegExp): Promise<Request> {
  const held = Promise.withResolvers<Request>()
  await page.route(path, async route => {
    if (isReading(route.request(), path)) held.resolve(route.request())
    else await route.fallback()
  })
  return held.promise
}

/** A hundred euros to be paid from a phone in Côte d’Ivoire, on the page that asks which. */
async function toOperators(page: Page): Promise<void> {
  const form = new DepositForm(page)
  await form.open()
  await form.toMethods('100')
  await form.choose('mobile_money', 'Côte d’Ivoire')
  await form.pay('102,00 €').click()
  await expect(heading(page, payin.mobile.choose)).toBeVisible()
}

/** How often this was sent. */
function sentTo(page: Page, path: RegExp): () => number {
  let times = 0
  page.on('request', request => {
    if (request.method() === 'POST' && path.test(request.url())) times += 1
  })
  return () => times
}

const quoteExpired = (route: Route) =>
  route.fulfill({
    status: 409,
    json: { code: 'quote_expired', status: 409, message: errors.quote_expired, request_id: 'req_late' },
  })

test.describe('the newer answer stays', () => {
  test('a payment’s state that was asked for before its code was typed', async ({ page }) => {
    await isPatient(page)
    await toOperators(page)
    await startFromPhone(page, '0554000001', 'MTN MoMo')
    await submitPhone(page)
    await expect(heading(page, payin.mobile.code_title)).toBeVisible()
    const older = await heldReading(page, /\/payments\/hub2\/[^/]+$/)
    const isGivenUp = givenUp(page, older)
    await page.getByLabel(payin.mobile.code, { exact: true }).fill('1234')
    await isGivenUp
    await expect(heading(page, payin.mobile.code_title)).toBeHidden()
  })

  test('a withdrawal’s state that was read after its code was confirmed', async ({ page, sandbox }) => {
    await page.routeWebSocket(/./, () => undefined)
    const form = new WithdrawForm(page)
    await form.open()
    await form.amount.fill('20')
    await form.toOrange(newNumber())
    await form.goOn()
    let readings = 0
    await page.route(/\/cashout\/[^/]+$/, route => {
      readings += 1
      // What would be asked later on says nothing here.
      return readings === 1 ? route.continue() : undefined
    })
    await page.route('**/verifyPayout', async route => {
      const response = await route.fetch()
      await sandbox.advance({ minutes: 2 })
      await expect.poll(async () => (await operationOf(page, form.id())).status).toBe('withdraw_completed')
      await route.fulfill({ response })
    })
    await form.enterCode(sandbox, ownPhone)
    await expect(form.outcome('done')).toBeVisible()
  })

  test('a price that was asked for before the way back and forth', async ({ page }) => {
    await isPatient(page)
    const wizard = new Wizard(page)
    await wizard.toContact()
    await wizard.amount('10', 'Aller et retour')
    await wizard.payBy('balance')
    const older = Promise.withResolvers<Request>()
    await page.route('**/api/v1/quotes', route => older.resolve(route.request()), { times: 1 })
    await wizard.payoutAsProposed()
    const isGivenUp = older.promise.then(request => givenUp(page, request))
    await older.promise
    await page.goBack()
    await isGivenUp
    await wizard.payoutAsProposed()
    await expect(wizard.send()).toBeEnabled()
  })
})

test('what is said of a table’s rows in another language is asked of the rows as they are by then', async ({
  page,
}) => {
  await isPatient(page)
  const table = new BulkTable(page)
  await table.open()
  await table.load(fileOf(payees(1)), 1)
  await table.checked()
  const older = Promise.withResolvers<Request>()
  await page.route(/\/bulkTransfers\/[^/]+\/rows/, route => older.resolve(route.request()), { times: 1 })
  await speak(page, 'en')
  const request = await older.promise
  const isGivenUp = givenUp(page, request)
  const english = new BulkTable(page, 'en')
  await english.cell(1, 'amount_without_fees').fill('11')
  await isGivenUp
  await english.checked()
})

test.describe('a price that was refused', () => {
  test('a deposit waits for the new one, and asks for it again where it does not come', async ({
    page,
    silentConsole,
  }) => {
    silentConsole.allow(/status of 409|ERR_FAILED/)
    const form = new DepositForm(page)
    await form.open()
    await form.toMethods('100')
    await form.choose('bank_transfer')
    await expect(form.order()).toBeEnabled()
    const opened = sentTo(page, /\/api\/v1\/payin$/)
    const asked = Promise.withResolvers<Route>()
    await page.route('**/api/v1/quotes', asked.resolve, { times: 1 })
    await page.route('**/api/v1/payin', quoteExpired, { times: 1 })
    await form.order().click()
    await expect(form.dialog.getByText(errors.quote_expired)).toBeVisible()
    await expect(form.order()).toBeDisabled()
    await (await asked.promise).abort()
    await expect(form.order()).toHaveCount(0)
    await form.dialog.getByRole('button', { name: common.retry }).click()
    await form.order().click()
    await expect(form.heading(flow.our_bank.heading)).toBeVisible()
    expect(opened()).toBe(2)
  })

  test('sending less waits for the new one, and asks for it again where it does not come', async ({
    page,
    sandbox,
    silentConsole,
  }) => {
    silentConsole.allow(/status of 409|ERR_FAILED/)
    const phone = newNumber()
    const { id, reference } = await sendHundred(page, { phone, by: 'bank_transfer', reason: 'Prix refusé' })
    await payAtTheBank(page, sandbox, '100.00', reference)
    await page.goto(`/dashboard/home?operation=${id}`)
    const drawer = page.getByRole('dialog', { name: statuses.type.direct_transfer })
    await drawer.getByRole('button', { name: new RegExp(`^${statuses.action.send_less}`, 'u') }).click()
    const accept = drawer.getByRole('button', { name: anyOf(history.short.less_confirm) })
    await expect(accept).toBeVisible()
    const asked = Promise.withResolvers<Route>()
    await page.route('**/send-less', asked.resolve, { times: 1 })
    await page.route('**/short', quoteExpired, { times: 1 })
    await accept.click()
    const reading = await asked.promise
    await expect(accept).toHaveCount(0)
    await reading.fulfill({
      status: 409,
      json: { code: 'illegal_move', status: 409, message: errors.illegal_move },
    })
    await drawer.getByRole('button', { name: common.retry }).click()
    await expect(drawer.getByText(history.short.less_changed)).toBeVisible()
    await accept.click()
    await expect(page.getByText(history.short.less_done)).toBeVisible()
  })
})

test.describe('once', () => {
  test('a deposit whose answer was lost is asked about as it was, though the price was read anew', async ({
    page,
    silentConsole,
  }) => {
    silentConsole.allow(/ERR_CONNECTION_RESET/)
    const form = new DepositForm(page)
    await form.open()
    await form.toMethods('100')
    await form.choose('bank_transfer')
    const known = new Set((await latestOperations(page)).map(({ id }) => id))
    const made = async () => (await latestOperations(page)).filter(({ id }) => !known.has(id)).length
    let isLost = true
    await page.route('**/api/v1/payin', async route => {
      if (!isLost) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await form.order().click()
    await expect(form.dialog.getByText(common.command.unknown)).toBeVisible({ timeout: 60_000 })
    const renewed = page.waitForResponse('**/api/v1/quotes')
    await speak(page, 'en')
    await renewed
    isLost = false
    const english = textsIn('en')
    await page.getByRole('button', { name: english.common.command.check_again }).click()
    await expect(new DepositForm(page, 'en').heading(english.flow.our_bank.heading)).toBeVisible()
    expect(await made()).toBe(1)
  })

  test('a withdrawal whose answer was lost is asked about as it was: its details stay until the answer is known', async ({
    page,
    silentConsole,
  }) => {
    silentConsole.allow(/ERR_CONNECTION_RESET/)
    const form = new WithdrawForm(page)
    await form.open()
    await form.amount.fill('20')
    await form.toOrange(newNumber())
    await form.priced()
    const known = new Set((await latestOperations(page)).map(({ id }) => id))
    const bodies: (string | null)[] = []
    let isLost = true
    await page.route('**/api/v1/cashout', async route => {
      bodies.push(route.request().postData())
      if (!isLost) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    // By the key, whose field will not hold the focus.
    await form.amount.press('Enter')
    const again = form.dialog.getByRole('button', { name: common.command.check_again })
    await expect(again).toBeVisible({ timeout: 60_000 })
    await expect(again).toBeFocused()
    await expect(form.amount).toBeDisabled()
    await expect(form.country).toBeDisabled()
    await expect(form.card('delivery')).toBeDisabled()
    await expect(form.figure(textsIn('fr').withdraw.panel.left)).toHaveCount(0)
    await lookInEachLanguage(page, '[role="dialog"]')
    isLost = false
    await again.click()
    await expect(form.heading(textsIn('fr').withdraw.code.heading)).toBeVisible()
    expect(new Set(bodies).size).toBe(1)
    const made = (await latestOperations(page)).filter(({ id }) => !known.has(id))
    expect(made.length).toBe(1)
  })

  test('a phone that is told twice in a breath is asked once, and so is its code', async ({ page }) => {
    await toOperators(page)
    const executed = sentTo(page, /\/hub2\/execute$/)
    const confirmed = sentTo(page, /\/hub2\/confirm$/)
    await startFromPhone(page, '0554000001', 'MTN MoMo')
    await page
      .getByRole('button', { name: payin.mobile.submit, exact: true })
      .evaluate((button: HTMLButtonElement) => [button.click(), button.click()])
    await expect(heading(page, payin.mobile.code_title)).toBeVisible()
    expect(executed()).toBe(1)
    await page.getByLabel(payin.mobile.code, { exact: true }).fill('1234')
    await expect(heading(page, payin.mobile.code_title)).toBeHidden()
    expect(confirmed()).toBe(1)
  })
})
