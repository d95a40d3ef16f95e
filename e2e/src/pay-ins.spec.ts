// Paying through a company, as a person does it: from the summary to its page, there, and back to a screen that says
// where the money is. Every way to pay, with different ways to be paid.
import type { Page } from '@playwright/test'
import { operationsFor } from './api.ts'
import { axe, expect, test } from './fixtures.ts'
import { lookInEachLanguage, speak } from './look.ts'
import { newNumber } from './numbers.ts'
import { heading, makeCodeOn, payers, startFromPhone, submitPhone, takePhone, typeCard } from './paying.ts'
import type { Sandbox } from './sandbox.ts'
import { textsIn } from './texts.ts'
import { kouame, type PayBy, Wizard } from './wizard.ts'

const { errors, payin, statuses, transfer: words } = textsIn('fr')

test.use({ as: 'owner@jokko.example' })

/** Up to the company's page: 100 euros to a new number in Côte d'Ivoire. */
async function goToPay(page: Page, way: PayBy): Promise<string> {
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
  await wizard.pay().click()
  return reason
}

/** The screen after paying, then the transfer itself, which arrives. */
async function arrives(
  page: Page,
  sandbox: Sandbox,
  reason: string,
  said: string = payin.ended.succeeded,
): Promise<void> {
  await expect(heading(page, said)).toBeVisible()
  await lookInEachLanguage(page)
  await sandbox.advance({ minutes: 3 })
  await page.getByRole('link', { name: payin.way.see.transfer }).click()
  const drawer = page.getByRole('dialog', { name: statuses.type.direct_transfer })
  await expect(drawer.getByText(statuses.status.transfer_completed, { exact: true })).toBeVisible()
  expect(await operationsFor(page, reason)).toHaveLength(1)
}

test.describe('a card', () => {
  test('on Monext’s page, with its 3-D Secure step: it arrives', async ({ page, sandbox }) => {
    const reason = await goToPay(page, 'card')
    await payers.card(page, sandbox, 225)
    await arrives(page, sandbox, reason)
  })

  test('refused by the bank: it says so, and another way is as far as the choice of it', async ({
    page,
    sandbox,
  }) => {
    const reason = await goToPay(page, 'card')
    await typeCard(page, '4970100000040002')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(heading(page, payin.ended.failed)).toBeVisible()
    await expect(page.getByText(statuses.payin_failure.refused_by_bank)).toBeVisible()
    await expect(page.getByRole('link', { name: payin.way.other_method })).toBeVisible()
    await lookInEachLanguage(page)
    expect(await operationsFor(page, reason)).toHaveLength(1)

    await page.getByRole('link', { name: payin.way.other_method }).click()
    const wizard = new Wizard(page)
    await wizard.payBy('balance')
    await wizard.payoutAsProposed()
    await wizard.send().click()
    await wizard.confirmedPayment()
    await sandbox.advance({ seconds: 10 })
    await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
    const badges = (await operationsFor(page, reason)).map(({ badge }) => badge)
    expect(badges.sort()).toEqual(['done', 'failed'])
  })

  test('the way back works in another browser, and shows no name', async ({ page, browser, sandbox }) => {
    await goToPay(page, 'card')
    await payers.card(page, sandbox, 225)
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
    await payers.instant_bank_transfer(page, sandbox, 225)
    await arrives(page, sandbox, reason)
  })

  test('somebody else’s account: nothing is taken, and it is said why', async ({ page, silentConsole }) => {
    silentConsole.allow(/409/)
    await goToPay(page, 'instant_bank_transfer')
    await page.getByLabel('Whose account is it?').selectOption('other')
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByText(errors.not_account_holder)).toBeVisible()
    await lookInEachLanguage(page)
    // The bank's word was good for one question: another language does not ask again.
    await speak(page, 'es')
    await expect(page.getByText(textsIn('es').errors.not_account_holder)).toBeVisible()
  })
})

test('a direct debit counts when it is at our bank: it arrives', async ({ page, sandbox }) => {
  const reason = await goToPay(page, 'direct_debit')
  await payers.direct_debit(page, sandbox, 225)
  await arrives(page, sandbox, reason, payin.ended.ordered)
})

test.describe('mobile money', () => {
  test('approved on the phone: it arrives', async ({ page, sandbox }) => {
    const reason = await goToPay(page, 'mobile_money')
    await expect(heading(page, payin.mobile.choose)).toBeVisible()
    await lookInEachLanguage(page)
    await payers.mobile_money(page, sandbox, 225)
    await arrives(page, sandbox, reason)
  })

  test('a code made beforehand, for Orange in Côte d’Ivoire: asked for before anything is charged', async ({
    page,
    sandbox,
  }) => {
    const reason = await goToPay(page, 'mobile_money')
    await startFromPhone(page, '0700123499', 'Orange Money')
    await expect(page.getByText('#144*82#')).toBeVisible()
    await lookInEachLanguage(page)
    await submitPhone(page)
    await expect(page.getByText(payin.mobile.choose)).toBeVisible()
    const phone = await takePhone(page, sandbox, '+2250700123499')
    await page
      .getByLabel(payin.mobile.code_first)
      .first()
      .pressSequentially(await makeCodeOn(phone))
    await submitPhone(page)
    await sandbox.advance({ seconds: 30 })
    await arrives(page, sandbox, reason)
  })

  test('approved on the page of Wave: back with the money', async ({ page, sandbox }) => {
    const reason = await goToPay(page, 'mobile_money')
    await startFromPhone(page, '0100123499', 'Wave')
    await submitPhone(page)
    await page.getByRole('button', { name: payin.mobile.redirect_go }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page).toHaveURL(/\/mobile_money/)
    await sandbox.advance({ seconds: 30 })
    await arrives(page, sandbox, reason)
  })
})
