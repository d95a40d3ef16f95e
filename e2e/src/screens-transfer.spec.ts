// Every step of the transfer in each of its states, and what stands at its end. Looked at in two sizes and in every
// language; no money moves.
import type { Page } from '@playwright/test'
import { latestOperations } from './api.ts'
import { expect, test } from './fixtures.ts'
import { goWithin } from './live.ts'
import { lookInEachLanguage } from './look.ts'
import { newNumber } from './numbers.ts'
import { anyOf, filled, textsIn } from './texts.ts'
import { kouadio, kouame, Wizard } from './wizard.ts'

const wizardOnly = '[role=dialog]'

test.use({ as: 'owner@jokko.example' })

const { flow, transfer: words, common, errors, history, statuses } = textsIn('fr')

/** At the payout to a person who was added on the way. */
async function toPayout(page: Page, euros: string, by: 'balance' | 'bank_transfer'): Promise<Wizard> {
  const wizard = new Wizard(page)
  await wizard.open()
  await wizard.toPhone(`+225${newNumber()}`)
  await wizard.newPerson(kouame)
  await wizard.amount(euros, 'Écrans')
  await wizard.payBy(by)
  await expect(wizard.heading(anyOf(words.payout.heading))).toBeVisible()
  return wizard
}

test('the beneficiary: a number, the countries, a wrong number, a known one, a new one', async ({ page }) => {
  const wizard = new Wizard(page)
  await wizard.open()
  await lookInEachLanguage(page)
  await page.getByRole('button', { name: anyOf(common.phone.country) }).click()
  await expect(wizard.dialog.getByRole('option').first()).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
  await page.keyboard.press('Escape')
  await wizard.phoneField.fill('0701')
  await wizard.next.click()
  await expect(wizard.phoneField).toHaveAccessibleDescription(errors.phone_number_below_min_length)
  await lookInEachLanguage(page, wizardOnly)
  await wizard.toPhone(kouadio)
  await expect(wizard.heading(words.who.heading_found)).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
  await page.goBack()
  await wizard.toPhone(`+225${newNumber()}`)
  await expect(wizard.heading(words.who.heading_new)).toBeVisible()
  await wizard.next.click()
  await expect(page.getByLabel(words.who.first_name)).toBeFocused()
  await lookInEachLanguage(page, wizardOnly)
  await page.getByText(words.who.business, { exact: true }).click()
  await expect(page.getByLabel(words.who.company_name)).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
  await page.getByText(words.who.individual, { exact: true }).click()
  await wizard.newPerson({ first: 'Xxx', last: 'Test' })
  const doubt = filled(words.name_doubt.title, { name: 'Xxx Test' })
  await expect(page.getByRole('dialog', { name: doubt })).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
})

test('the amount and the ways to pay: missing, ambiguous, too much, compared', async ({ page }) => {
  const wizard = new Wizard(page)
  await wizard.open()
  await wizard.toKnown(kouadio)
  await lookInEachLanguage(page, wizardOnly)
  await wizard.next.click()
  await expect(wizard.reason).toHaveAccessibleDescription(anyOf(errors.reasonError))
  await lookInEachLanguage(page, wizardOnly)
  await wizard.euros.fill('12,345')
  await expect(wizard.euros).toHaveAccessibleDescription(anyOf(flow.amount.ambiguous))
  await lookInEachLanguage(page, wizardOnly)
  await wizard.amount('120', 'Écrans')
  await expect(wizard.heading(words.method.heading)).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
  await page.getByRole('button', { name: common.close, exact: true }).click()
  await expect(page.getByRole('dialog', { name: words.leave.question })).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
})

test('the payout: mobile money, another number, a bank by IBAN and by RIB', async ({ page }) => {
  const wizard = await toPayout(page, '120', 'balance')
  await lookInEachLanguage(page, wizardOnly)
  await page.getByRole('radio', { name: words.payout.other_number }).click()
  await wizard.next.click()
  await expect(page.getByLabel(words.payout.number, { exact: true })).toBeFocused()
  await lookInEachLanguage(page, wizardOnly)
  await page.getByText(statuses.payout.bank_transfer, { exact: true }).click()
  await wizard.next.click()
  await expect(page.getByLabel(words.payout.bank, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await lookInEachLanguage(page, wizardOnly)
  await page.getByRole('textbox', { name: flow.account.iban }).fill('CI49CI9990100100000000123409')
  await expect(page.getByText(flow.account_problem.iban_wrong_check_digits)).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
  await page.getByRole('tab', { name: flow.account.rib }).click()
  await expect(page.getByLabel(flow.account.rib_key, { exact: true })).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
})

test('the summary: too much for the balance, a price that does not come, an outcome that is not known', async ({
  page,
  silentConsole,
}) => {
  silentConsole.allow(/status of (422|503)|net::ERR_/)
  const wizard = await toPayout(page, '4990', 'bank_transfer')
  await page.getByText(statuses.payout.bank_transfer, { exact: true }).click()
  await page.getByText(statuses.payout.mobile_money, { exact: true }).click()
  await wizard.next.click()
  await expect(page.getByText(words.ways_out.title_ceiling)).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)

  await page.goto('/dashboard/home?flow=transfer&step=amount')
  await wizard.amount('40', 'Écrans')
  await wizard.payBy('balance')
  await page.route('**/api/v1/quotes', route => route.fulfill({ status: 503, json: {} }))
  await wizard.payoutAsProposed()
  await expect(page.getByRole('button', { name: common.retry })).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
  await page.unroute('**/api/v1/quotes')
  await page.getByRole('button', { name: common.retry }).click()
  await page.route('**/api/v1/payments/direct', route => route.abort('connectionreset'))
  await wizard.send().click()
  await expect(wizard.heading(words.checking.title)).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
})

test('by bank transfer: the summary, the choice of our account, the instructions', async ({ page }) => {
  const wizard = await toPayout(page, '75', 'bank_transfer')
  await wizard.next.click()
  await expect(wizard.order()).toBeEnabled()
  await lookInEachLanguage(page, wizardOnly)
  await wizard.order().click()
  await expect(wizard.heading(flow.our_bank.heading)).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
  await page.getByRole('button', { name: flow.our_bank.continue }).click()
  await expect(wizard.heading(words.bank.details_heading)).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
})

test('to Guinea by bank transfer: the ways to pay, what must arrive at least, the instructions', async ({
  page,
}) => {
  const wizard = new Wizard(page)
  await wizard.open()
  await wizard.toPhone(`+22462${newNumber().slice(3)}`)
  await wizard.newPerson(kouame)
  await wizard.amount('75', 'Écrans')
  await expect(page.getByText(words.method.rate_on_arrival).first()).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
  await wizard.payBy('bank_transfer')
  await wizard.payoutAsProposed()
  await expect(wizard.dialog.getByText(words.summary.on_arrival.title)).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
  await wizard.order().click()
  await page.getByRole('button', { name: flow.our_bank.continue }).click()
  await expect(wizard.heading(words.bank.details_heading)).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
})

test('to Guinea, on the balance: why, and what the rate of the day brings', async ({ page }) => {
  await page.goto('/dashboard/home')
  const waits = (await latestOperations(page)).find(
    ({ country, status, local_amount }) => country === 'GN' && status === 'pending' && local_amount === null,
  )
  await page.goto(`/dashboard/home?operation=${waits?.id}`)
  const offer = page.getByRole('button', { name: statuses.action.send_at_todays_rate })
  await expect(offer).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
  await offer.click()
  await expect(page.getByRole('button', { name: anyOf(history.todays_rate.confirm) })).toBeVisible()
  await lookInEachLanguage(page, wizardOnly)
})

test('the end: arrived, under way, not arrived, waiting, closed', async ({ page }) => {
  await page.goto('/dashboard/home')
  const transfers = (await latestOperations(page)).filter(
    ({ operation_type, operation_direction }) =>
      operation_type === 'direct_transfer' && operation_direction === 'Sending',
  )
  const seen = new Map(transfers.map(row => [row.badge === 'failed' ? row.status : row.badge, row.id]))
  expect(seen.size).toBeGreaterThan(3)
  for (const id of seen.values()) {
    await goWithin(page, '/dashboard/home')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await goWithin(page, `/dashboard/home?flow=transfer&step=done&payment=${id}`)
    await expect(page.getByTestId('confirmation')).toBeVisible()
    await lookInEachLanguage(page, wizardOnly)
  }
})
