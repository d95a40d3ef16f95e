// The ways to be paid besides mobile money and a bank of the list: a microfinance account, a wallet, cash that is
// brought, and an operator whom our team pays by hand. Each from the first screen until the money is there.
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { balanceOf, operationOf } from './api.ts'
import { expect, test } from './fixtures.ts'
import { lookInEachLanguage, speak } from './look.ts'
import { newNumber } from './numbers.ts'
import { operator, payByHand } from './operator.ts'
import { chooseKind } from './payees.ts'
import { anyOf, textsIn } from './texts.ts'
import { kouame, Wizard } from './wizard.ts'

const { transfer: words } = textsIn('fr')

test.use({ as: 'owner@jokko.example' })

/** At the payout for a new person, with this kind chosen. */
async function toKind(page: Page, kind: 'mfi' | 'wallet' | 'delivery' | 'mobile_money', phone: string) {
  const wizard = new Wizard(page)
  await wizard.open()
  await wizard.toPhone(phone)
  await wizard.newPerson(kouame)
  await wizard.amount('60', `Par ${kind}`)
  await wizard.payBy('balance')
  await chooseKind(wizard, kind)
  return wizard
}

/** Sends what the screen says; the page then confirms the payment. */
async function send(wizard: Wizard): Promise<string> {
  await wizard.next.click()
  await expect(wizard.heading(words.summary.heading)).toBeVisible()
  await wizard.send().click()
  return wizard.confirmedPayment()
}

test('microfinance: what is missing is said at each field, then it arrives', async ({ page, sandbox }) => {
  const wizard = await toKind(page, 'mfi', `+225${newNumber()}`)
  await wizard.next.click()
  const institution = page.getByLabel(words.payout.mfi, { exact: true })
  await expect(institution).toHaveAttribute('aria-invalid', 'true')
  await lookInEachLanguage(page)
  await speak(page, 'es')
  await expect(page.getByText(textsIn('es').errors.Select_Mfi_Error)).toBeVisible()
  await speak(page, 'fr')
  await institution.selectOption('UNACOOPEC-CI')
  await page.getByLabel(words.payout.mfi_owner_id).fill('8120-55-A')
  await page.getByLabel(words.payout.holder).fill('Kouamé Traoré')
  const id = await send(wizard)
  await sandbox.advance({ seconds: 10 })
  await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
  expect(await operationOf(page, id)).toMatchObject({
    bank_name: 'UNACOOPEC-CI',
    account_number: '8120-55-A',
  })
})

test('a wallet in Cameroon', async ({ page, sandbox }) => {
  const wizard = await toKind(page, 'wallet', `+237677${randomInt(100_000, 1_000_000)}`)
  await expect(page.getByLabel(words.payout.wallet_name)).toHaveValue('Kouamé Traoré')
  await lookInEachLanguage(page)
  const id = await send(wizard)
  await sandbox.advance({ seconds: 10 })
  await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
  expect((await operationOf(page, id)).payout_kind).toBe('wallet')
})

test('a delivery says what will happen; one that cannot be made gives the money back', async ({
  page,
  sandbox,
}) => {
  const before = await balanceOf(page)
  const wizard = await toKind(page, 'delivery', `+225${newNumber('02')}`)
  await expect(page.getByText(anyOf(words.payout.delivery_what))).toBeVisible()
  await page.getByLabel(words.payout.delivery_address).fill('Cocody, carrefour de la Vie')
  await lookInEachLanguage(page)
  const id = await send(wizard)
  await sandbox.advance({ seconds: 10 })
  await expect(wizard.heading(words.sent.heading_failed)).toBeVisible()
  expect((await operationOf(page, id)).status).toBe('transfer_failed')
  expect(await balanceOf(page)).toBe(before)
})

test('cash is brought', async ({ page, sandbox }) => {
  const wizard = await toKind(page, 'delivery', `+225${newNumber()}`)
  await send(wizard)
  await sandbox.advance({ seconds: 10 })
  await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
})

test('another operator is paid by hand: its time is said before paying, and an operator of ours confirms it', async ({
  page,
  sandbox,
}) => {
  const wizard = await toKind(page, 'mobile_money', `+225${newNumber()}`)
  await page.getByRole('radio', { name: words.payout.operator_other }).click()
  await expect(page.getByText(anyOf(words.payout.operator_manual))).toBeVisible()
  await page.getByLabel(words.payout.operator_name).fill('Wizall Money')
  await lookInEachLanguage(page)
  const id = await send(wizard)
  await sandbox.advance({ hours: 2 })
  await expect(wizard.heading(words.sent.heading)).toBeVisible()
  expect(operator('list')).toContain(id)
  payByHand(id)
  await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
})
