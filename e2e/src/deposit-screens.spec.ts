// Every step of the deposit in its states, what stands at its ends, and the screen of money that arrived. Looked at in two
// sizes and every language.
import { randomUUID } from 'node:crypto'
import { latestOperations } from './api.ts'
import { DepositForm } from './deposit-form.ts'
import { expect, test, withoutNetwork } from './fixtures.ts'
import { lookInEachLanguage } from './look.ts'
import { textsIn } from './texts.ts'

const formOnly = '[role=dialog]'

test.use({ as: 'owner@jokko.example' })

const { bank, common, deposit: words, flow, history, statuses } = textsIn('fr')

test('the amount, the ways to pay, the price, no network', async ({ page, context, silentConsole }) => {
  silentConsole.allow(withoutNetwork)
  const form = new DepositForm(page)
  await form.open()
  await lookInEachLanguage(page, formOnly)
  await form.euros.fill('4')
  await form.next.click()
  await expect(form.euros).toHaveAttribute('aria-invalid', 'true')
  await lookInEachLanguage(page, formOnly)
  await form.toMethods('8000')
  await form.method('mobile_money').or(form.method('bank_transfer')).first().waitFor()
  await lookInEachLanguage(page, formOnly)
  await page.goBack()
  await form.toMethods('100')
  await form.method('mobile_money').check()
  await form.next.click()
  await expect(form.wallet).toHaveAttribute('aria-invalid', 'true')
  await lookInEachLanguage(page, formOnly)
  await form.choose('card')
  await expect(form.dialog.getByRole('timer')).toBeVisible()
  await lookInEachLanguage(page, formOnly)
  await context.setOffline(true)
  await expect(form.dialog.getByText(common.offline.title)).toBeVisible()
  await lookInEachLanguage(page, formOnly)
})

test('by bank transfer: the choice of our account, the details, what arrived', async ({ page, sandbox }) => {
  const form = new DepositForm(page)
  await form.open()
  await form.toMethods('100')
  await form.choose('bank_transfer')
  await form.order().click()
  await expect(form.heading(flow.our_bank.heading)).toBeVisible()
  await lookInEachLanguage(page, formOnly)
  await page.getByRole('button', { name: flow.our_bank.continue }).click()
  await expect(form.heading(words.bank.heading)).toBeVisible()
  await lookInEachLanguage(page, formOnly)
  const reference = (await page.getByLabel(bank.reference, { exact: true }).textContent())?.trim() ?? ''
  await sandbox.credit({ amount: '100.00', reference })
  await sandbox.advance({ seconds: 30 })
  await expect(form.heading(words.live.done)).toBeVisible()
  await lookInEachLanguage(page, formOnly)
  const [done] = (await latestOperations(page)).filter(({ status }) => status === 'deposit_completed')
  await page.goto(`/dashboard/received/${done?.id}`)
  await expect(page.getByRole('heading', { name: words.received.heading })).toBeVisible()
  await lookInEachLanguage(page)
})

test('money that nobody knows here: said, and a way on', async ({ page, silentConsole }) => {
  silentConsole.allow(/404|422/)
  for (const id of [`opn_${randomUUID()}`, 'nothing']) {
    await page.goto(`/dashboard/received/${id}`)
    await expect(page.getByRole('heading', { name: words.received.unknown })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: words.received.all })).toBeVisible()
  }
  await lookInEachLanguage(page)
  await page.getByRole('main').getByRole('link', { name: flow.home }).click()
  await expect(page).toHaveURL(/\/dashboard\/home/)
})

test('by card: waiting for the payer, then closed', async ({ page }) => {
  const form = new DepositForm(page)
  await form.open()
  await form.toMethods('100')
  await form.choose('card')
  await form.dialog.getByRole('button', { name: /101[.,]60/ }).click()
  await page.waitForURL(/\/pay\//)
  await page.goto('/dashboard/home')
  const [waiting] = (await latestOperations(page)).filter(({ status }) => status === 'payment_requested')
  await page.goto(`/dashboard/home?flow=deposit&step=done&payment=${waiting?.id}`)
  await expect(form.heading(words.live.waiting)).toBeVisible()
  await lookInEachLanguage(page, formOnly)
  await page.goto(`/dashboard/home?operation=${waiting?.id}`)
  await lookInEachLanguage(page)
  await page.getByRole('button', { name: statuses.action.cancel }).click()
  await page.getByRole('button', { name: history.cancel.confirm.deposit }).click()
  await expect(page.getByRole('button', { name: statuses.action.use_another_method })).toBeVisible()
  await page.goto(`/dashboard/home?flow=deposit&step=done&payment=${waiting?.id}`)
  await expect(form.heading(words.live.closed)).toBeVisible()
  await lookInEachLanguage(page, formOnly)
})
