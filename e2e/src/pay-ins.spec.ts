// Paying through a company, as a person does it: from the summary to its page, there, and back to a screen that says
// where the money is. Every way to pay, with different ways to be paid.
import type { Page } from '@playwright/test'
import { operationsFor } from './api.ts'
import { axe, expect, ledgerVerify, test } from './fixtures.ts'
import { newNumber } from './numbers.ts'
import type { Sandbox } from './sandbox.ts'
import { textsIn } from './texts.ts'
import { kouame, Wizard } from './wizard.ts'

const { errors, payin, statuses } = textsIn('fr')

test.use({ as: 'owner@jokko.example' })
test.afterEach(() => expect(ledgerVerify()).toContain('The ledger holds'))

type Way = Parameters<Wizard['payBy']>[0]

/** Up to the company's page: 100 euros to a new number in Côte d'Ivoire. */
async function goToPay(page: Page, way: Way): Promise<string> {
  const phone = `+225${newNumber()}`
  const reason = `Facture ${phone.slice(-6)}`
  const wizard = new Wizard(page)
  await wizard.open()
  await wizard.toPhone(phone)
  await wizard.newPerson(kouame)
  await wizard.amount('100,00', reason)
  await wizard.payBy(way)
  await wizard.payoutAsProposed()
  await axe(page)
  await wizard.dialog.getByRole('button', { name: /€$/ }).last().click()
  return reason
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** The screen after paying, then the transfer itself, which arrives. */
async function arrives(
  page: Page,
  sandbox: Sandbox,
  reason: string,
  said: string = payin.ended.succeeded,
): Promise<void> {
  await expect(heading(page, said)).toBeVisible()
  await axe(page)
  await sandbox.advance({ minutes: 3 })
  await page.getByRole('link', { name: payin.way.see_transfer }).click()
  const drawer = page.getByRole('dialog', { name: statuses.type.direct_transfer })
  await expect(drawer.getByText(statuses.status.transfer_completed, { exact: true })).toBeVisible()
  expect(await operationsFor(page, reason)).toHaveLength(1)
}

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number)
  await page.getByRole('textbox', { name: 'Expiry date' }).fill('12/39')
  await page.getByRole('textbox', { name: 'CVC' }).fill('123')
  await page.getByRole('button', { name: /^Pay / }).click()
}

test.describe('a card', () => {
  test('on Monext’s page, with its 3-D Secure step: it arrives', async ({ page, sandbox }) => {
    const reason = await goToPay(page, 'card')
    await typeCard(page, '4970100000050001')
    await page.getByRole('button', { name: 'Approve' }).click()
    await arrives(page, sandbox, reason)
  })

  test('refused by the bank: it says so, and offers another way', async ({ page }) => {
    const reason = await goToPay(page, 'card')
    await typeCard(page, '4970100000040002')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(heading(page, payin.ended.failed)).toBeVisible()
    await expect(page.getByText(statuses.payin_failure.refused_by_bank)).toBeVisible()
    await expect(page.getByRole('link', { name: payin.way.other_method })).toBeVisible()
    await axe(page)
    expect(await operationsFor(page, reason)).toHaveLength(1)
  })

  test('the way back works in another browser, and shows no name', async ({ page, browser }) => {
    await goToPay(page, 'card')
    await typeCard(page, '4970100000050001')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(heading(page, payin.ended.succeeded)).toBeVisible()
    const elsewhere = await browser.newContext({ locale: 'fr-FR' })
    const other = await elsewhere.newPage()
    await other.goto(page.url())
    await expect(heading(other, payin.ended.succeeded)).toBeVisible()
    await expect(other.getByText(kouame.last)).toHaveCount(0)
    await elsewhere.close()
  })
})

test.describe('an instant bank payment', () => {
  test('whose account, then the order at the bank: it arrives', async ({ page, sandbox }) => {
    const reason = await goToPay(page, 'instant_bank_transfer')
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('button', { name: 'Continue to the bank' }).click()
    await page.getByRole('button', { name: /^Pay / }).click()
    await expect(page).toHaveURL(/\/truelayer\?payment_id=/)
    await sandbox.advance({ seconds: 10 })
    await arrives(page, sandbox, reason)
  })

  test('somebody else’s account: nothing is taken, and it is said why', async ({ page, silentConsole }) => {
    silentConsole.allow(/409/)
    await goToPay(page, 'instant_bank_transfer')
    await page.getByLabel('Whose account is it?').selectOption('other')
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByText(errors.not_account_holder)).toBeVisible()
    await axe(page)
  })
})

test('a direct debit counts when it is at our bank: it arrives', async ({ page, sandbox }) => {
  const reason = await goToPay(page, 'direct_debit')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm the payment' }).click()
  await expect(page).toHaveURL(/\/bridgeapi\/payment_status\?status=success/)
  await sandbox.advance({ minutes: 2 })
  await arrives(page, sandbox, reason, payin.ended.ordered)
})

test.describe('mobile money', () => {
  test('approved on the phone: it arrives', async ({ page, sandbox }) => {
    const reason = await goToPay(page, 'mobile_money')
    await expect(heading(page, payin.mobile.choose)).toBeVisible()
    await axe(page)
    await page.getByLabel(payin.mobile.phone).fill('0500123499')
    await page.getByRole('radio', { name: 'MTN MoMo' }).check()
    await page.getByRole('button', { name: payin.mobile.submit, exact: true }).click()
    await sandbox.advance({ seconds: 30 })
    await arrives(page, sandbox, reason)
  })

  test('a code made beforehand, for Orange in Côte d’Ivoire: asked for before anything is charged', async ({
    page,
  }) => {
    await goToPay(page, 'mobile_money')
    await page.getByLabel(payin.mobile.phone).fill('0700123499')
    await page.getByRole('radio', { name: 'Orange Money' }).check()
    await expect(page.getByText('#144*82#')).toBeVisible()
    await axe(page)
  })
})
