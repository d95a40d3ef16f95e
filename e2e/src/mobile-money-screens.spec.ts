// The mobile-money page of a live payment in each of its states, in every language and two sizes: the way to each leads
// through the phone, the operator's page or nobody's hand, and every one stands a refresh and a second tab.
import type { Page } from '@playwright/test'
import { DepositForm } from './deposit-form.ts'
import { expect, test } from './fixtures.ts'
import { lookInEachLanguage } from './look.ts'
import { answerOn, heading, startFromPhone, submitPhone, takePhone } from './paying.ts'
import { anyOf, type Language, textsIn } from './texts.ts'

const { common, errors, payin, statuses } = textsIn('fr')

test.use({ as: 'owner@jokko.example' })

/** A hundred euros to be paid from a phone in Côte d'Ivoire, on the page that asks which. */
async function toChoose(page: Page): Promise<void> {
  const form = new DepositForm(page)
  await form.open()
  await form.toMethods('100')
  await form.choose('mobile_money', 'Côte d’Ivoire')
  await form.pay('102,00 €').click()
  await expect(heading(page, payin.mobile.choose)).toBeVisible()
}

async function chosen(page: Page, number: string, operator: string): Promise<void> {
  await toChoose(page)
  await startFromPhone(page, number, operator)
  await submitPhone(page)
}

/** The state is looked at, and is the same after a refresh and in another tab. */
async function stands(page: Page, title: string): Promise<void> {
  await expect(heading(page, title)).toBeVisible()
  await lookInEachLanguage(page)
  await page.reload()
  await expect(heading(page, title)).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await expect(heading(tab, title)).toBeVisible()
  await tab.close()
}

test('the choice of an operator, what is missing in it, and a code that is made beforehand', async ({
  page,
}) => {
  await toChoose(page)
  await stands(page, payin.mobile.choose)
  await page.getByLabel(payin.mobile.phone).fill('07')
  await submitPhone(page)
  await expect(page.getByText(errors.phone_number_below_min_length)).toBeVisible()
  await lookInEachLanguage(page)
  await startFromPhone(page, '0700123497', 'Orange Money')
  await submitPhone(page)
  await expect(page.getByText(errors.otp_required)).toBeVisible()
  await lookInEachLanguage(page)
})

test('a code: asked for, wrong, right', async ({ page, sandbox, silentConsole }) => {
  silentConsole.allow(/status of 4\d\d/)
  await chosen(page, '0554000001', 'MTN MoMo')
  await stands(page, payin.mobile.code_title)
  const code = page.getByLabel(payin.mobile.code, { exact: true })
  await code.fill('9999')
  await expect(page.getByText(payin.mobile.failed_before)).toBeVisible()
  await stands(page, payin.mobile.choose)
  await startFromPhone(page, '0554000001', 'MTN MoMo')
  await submitPhone(page)
  const confirmed = page.waitForResponse(answer => answer.url().endsWith('/hub2/confirm'))
  await code.fill('1234')
  await confirmed
  await sandbox.advance({ seconds: 10 })
  await stands(page, payin.ended.succeeded)
})

test('a prompt on the phone: waited for, declined there, and given up here', async ({ page, sandbox }) => {
  await chosen(page, '0545000005', 'MTN MoMo')
  await stands(page, payin.mobile.wait_for_prompt_on_your_phone)
  const phone = await takePhone(page, sandbox, '+2250545000005')
  await answerOn(phone, 'Decline')
  await sandbox.advance({ seconds: 10 })
  await expect(page.getByText(statuses.payin_failure.declined_by_payer)).toBeVisible()
  await lookInEachLanguage(page)
  await page.getByRole('button', { name: payin.way.cancel }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await lookInEachLanguage(page, '[role=dialog]')
  await page.getByRole('button', { name: payin.cancel.confirm }).click()
  await stands(page, payin.ended.cancelled)
})

/** What an operator's own pace decides, held still: the page's other words stay the server's. */
async function answersAlways(page: Page, changes: (language: Language) => object): Promise<void> {
  await page.context().route('**/api/v1/payments/hub2/*', async route => {
    const response = await route.fetch()
    const language = (route.request().headers()['accept-language'] ?? 'fr') as Language
    const json: unknown = await response.json()
    await route.fulfill({ response, json: Object.assign({}, json, { nextAction: null }, changes(language)) })
  })
  await page.reload()
}

test('a payment that the operator works on', async ({ page }) => {
  // A phone of its own: what it is asked stays unanswered.
  await chosen(page, '0545127305', 'MTN MoMo')
  await expect(heading(page, payin.mobile.wait_for_prompt_on_your_phone)).toBeVisible()
  await answersAlways(page, () => ({ status: 'processing' }))
  await stands(page, payin.mobile.processing_title)
})

test('a payment that ends in failure, with its reason', async ({ page }) => {
  await toChoose(page)
  await answersAlways(page, language => {
    const message = textsIn(language).statuses.payin_failure.insufficient_funds
    return { status: 'failed', lastPaymentFailure: { code: 'insufficient_funds', message } }
  })
  await expect(page.getByText(statuses.payin_failure.insufficient_funds)).toBeVisible()
  await stands(page, payin.ended.failed)
})

test('the operator’s own page, and a payment that nobody makes in time', async ({ page, sandbox }) => {
  await chosen(page, '0100123496', 'Wave')
  await stands(page, payin.mobile.redirect_title)
  await sandbox.advance({ minutes: 40 })
  await expect(page.getByRole('heading', { name: anyOf(payin.ended.expired) })).toBeVisible()
  await lookInEachLanguage(page)
  await page.getByRole('button', { name: common.close, exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/home/)
})
