// How people pay, each way as they do it: on our screens, at the company's own page, at their bank or on their phone.
import { randomInt } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Sandbox } from './sandbox.ts'
import { textsIn } from './texts.ts'
import { type PayBy, Wizard } from './wizard.ts'

const { bank, flow, payin, transfer: words } = textsIn('fr')

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Presses what sends a form, and waits until it has arrived: a page that closes takes what it was sending with it. */
async function send(page: Page, button: Locator): Promise<void> {
  const arrived = page.waitForResponse(answer => answer.request().method() === 'POST')
  await button.click()
  await arrived
}

/** Plays the payer at the sandbox's bank. */
export async function payAtTheBank(
  page: Page,
  sandbox: Sandbox,
  amount: string,
  reference: string,
): Promise<void> {
  const bankPage = await page.context().newPage()
  await bankPage.goto(new URL('/bank', sandbox.url).href)
  await bankPage.getByLabel('Amount in EUR').fill(amount)
  await bankPage.getByLabel('Reference', { exact: true }).fill(reference)
  // The reference alone may be there already, from an earlier payment.
  await send(bankPage, bankPage.getByRole('button', { name: 'Send', exact: true }))
  await expect(bankPage.getByRole('table', { name: 'Latest lines on our account' })).toContainText(reference)
  await bankPage.close()
  await sandbox.advance({ seconds: 10 })
}

/** What the instructions say is paid, exactly. */
async function byBankTransfer(page: Page, sandbox: Sandbox): Promise<void> {
  const wizard = new Wizard(page)
  await expect(wizard.heading(flow.our_bank.heading)).toBeVisible()
  await page.getByRole('button', { name: flow.our_bank.continue }).click()
  const shown = async (label: string) =>
    (await page.getByLabel(label, { exact: true }).textContent())?.trim() ?? ''
  await expect(wizard.heading(words.bank.details_heading)).toBeVisible()
  const amount = (await shown(bank.amount)).replace(/[^\d,]/g, '').replace(',', '.')
  await payAtTheBank(page, sandbox, amount, await shown(bank.reference))
  await expect(wizard.heading(words.sent.heading_paid).or(wizard.heading(words.sent.heading))).toBeVisible()
}

export const acceptedCard = '4970100000050001'

export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number)
  await page.getByRole('textbox', { name: 'Expiry date' }).fill('12/39')
  await page.getByRole('textbox', { name: 'CVC' }).fill('123')
  await page.getByRole('button', { name: /^Pay / }).click()
}

async function byCard(page: Page): Promise<void> {
  await typeCard(page, acceptedCard)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(heading(page, payin.ended.succeeded)).toBeVisible()
}

async function byInstantTransfer(page: Page, sandbox: Sandbox): Promise<void> {
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('button', { name: 'Continue to the bank' }).click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page).toHaveURL(/\/truelayer\?payment_id=/)
  await sandbox.advance({ seconds: 10 })
  await expect(heading(page, payin.ended.succeeded)).toBeVisible()
}

async function byDirectDebit(page: Page, sandbox: Sandbox): Promise<void> {
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm the payment' }).click()
  await expect(page).toHaveURL(/\/bridgeapi\/payment_status\?status=success/)
  await sandbox.advance({ minutes: 2 })
  await expect(heading(page, payin.ended.ordered)).toBeVisible()
}

export type DialCode = 221 | 224 | 225 | 237

/** Operators that ask on the phone, and a number of theirs whose owner takes the time to answer. */
const prompted: Record<DialCode, { readonly operator: string; readonly number: () => string }> = {
  221: { operator: 'Mixx by Yas', number: () => `76${randomInt(1, 10)}000005` },
  224: { operator: 'MTN MoMo', number: () => `66${randomInt(1, 10)}000005` },
  225: { operator: 'MTN MoMo', number: () => `05${randomInt(10, 100)}000005` },
  237: { operator: 'MTN MoMo', number: () => `67${randomInt(5, 10)}000005` },
}

/** From a phone, by its operator, as far as our own screen goes. */
export async function startFromPhone(page: Page, number: string, operator: string): Promise<void> {
  await page.getByLabel(payin.mobile.phone).fill(number)
  await page.getByRole('radio', { name: operator }).check()
}

export const submitPhone = (page: Page) =>
  page.getByRole('button', { name: payin.mobile.submit, exact: true }).click()

/** The phone in its owner's hand, in a tab of its own. */
export async function takePhone(page: Page, sandbox: Sandbox, number: string): Promise<Page> {
  const phone = await page.context().newPage()
  await phone.goto(new URL('/phones', sandbox.url).href)
  await phone.getByLabel('Number').fill(number)
  await phone.getByRole('button', { name: 'Open this phone' }).click()
  return phone
}

/** Then the phone is put away. */
export async function answerOn(phone: Page, answer: 'Approve' | 'Decline'): Promise<void> {
  const button = phone.getByRole('button', { name: answer })
  await send(phone, button)
  await expect(button).toHaveCount(0)
  await phone.close()
}

/** A code that the owner of the phone makes before paying; the phone may hold older ones. */
export async function makeCodeOn(phone: Page): Promise<string> {
  const make = phone.getByRole('button', { name: 'Make a payment code' })
  await expect(make).toBeVisible()
  const messages = phone.locator('.message')
  const before = await messages.count()
  await make.click()
  await expect(messages).toHaveCount(before + 1)
  const [code = ''] = /\b\d{4}\b/.exec((await messages.first().textContent()) ?? '') ?? []
  await phone.close()
  return code
}

async function byMobileMoney(page: Page, sandbox: Sandbox, dialCode: DialCode): Promise<void> {
  const { operator, number: newNumber } = prompted[dialCode]
  const number = newNumber()
  await startFromPhone(page, number, operator)
  await submitPhone(page)
  await expect(heading(page, payin.mobile.wait_for_prompt_on_your_phone)).toBeVisible()
  const phone = await takePhone(page, sandbox, `+${dialCode}${number}`)
  await answerOn(phone, 'Approve')
  await sandbox.advance({ seconds: 10 })
  await expect(heading(page, payin.ended.succeeded)).toBeVisible()
}

/** What the payer does after the summary, until our screen says that it is paid. */
export const payers: Record<PayBy, (page: Page, sandbox: Sandbox, dialCode: DialCode) => Promise<void>> = {
  balance: async page => void (await new Wizard(page).confirmedPayment()),
  bank_transfer: byBankTransfer,
  card: byCard,
  direct_debit: byDirectDebit,
  instant_bank_transfer: byInstantTransfer,
  mobile_money: byMobileMoney,
}
