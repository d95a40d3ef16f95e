// Other ways to be paid than a phone: a bank account, by IBAN and by RIB, and a Jokko balance.
import type { Page } from '@playwright/test'
import { balanceOf, operationOf } from './api.ts'
import { expect, test } from './fixtures.ts'
import { newNumber } from './numbers.ts'
import { chooseBank } from './payees.ts'
import { anyOf, textsIn } from './texts.ts'
import { kouame, Wizard } from './wizard.ts'

const { flow, transfer: words } = textsIn('fr')

test.use({ as: 'owner@jokko.example' })

/** At the payout, for a new person, with a bank account as the way. */
async function toBankAccount(page: Page): Promise<Wizard> {
  const wizard = new Wizard(page)
  await wizard.open()
  await wizard.toPhone(`+225${newNumber()}`)
  await wizard.newPerson(kouame)
  await wizard.amount('60', 'Compte bancaire')
  await wizard.payBy('balance')
  await chooseBank(wizard)
  return wizard
}

/** The rest of the way, until the money is there. */
async function sendAndSeeItArrive(wizard: Wizard): Promise<string> {
  await wizard.next.click()
  await expect(wizard.heading(words.summary.heading)).toBeVisible()
  await wizard.send().click()
  return wizard.confirmedPayment()
}

test('a bank account by IBAN: a slip of the pen is said at once, and the right one is what is paid', async ({
  page,
  sandbox,
}) => {
  const wizard = await toBankAccount(page)
  const iban = page.getByRole('textbox', { name: flow.account.iban })
  await iban.fill('CI49 CI99 9010 0100 0000 0012 3409')
  await expect(iban).toHaveAccessibleDescription(anyOf(flow.account_problem.iban_wrong_check_digits))
  await iban.fill('ci49ci9990100100000000123490')
  await expect(page.getByText(flow.account.iban_ok)).toBeVisible()
  const id = await sendAndSeeItArrive(wizard)
  await sandbox.advance({ days: 1 })
  await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
  expect((await operationOf(page, id)).iban).toBe('CI49CI9990100100000000123490')
})

test('a bank account by RIB: its key is checked, and it becomes the IBAN', async ({ page, sandbox }) => {
  const wizard = await toBankAccount(page)
  await page.getByRole('tab', { name: flow.account.rib }).click()
  const part = (label: string) => page.getByLabel(label, { exact: true })
  await part(flow.account.rib_bank).fill('CI999')
  await part(flow.account.rib_branch).fill('01001')
  await part(flow.account.rib_account).fill('000000001234')
  await part(flow.account.rib_key).fill('91')
  await expect(part(flow.account.rib_key)).toHaveAccessibleDescription(flow.account_problem.rib_wrong_key)
  await part(flow.account.rib_key).fill('90')
  await expect(page.getByText(anyOf(flow.account.rib_ok))).toBeVisible()
  const id = await sendAndSeeItArrive(wizard)
  await sandbox.advance({ days: 1 })
  await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
  expect((await operationOf(page, id)).iban).toBe('CI49CI9990100100000000123490')
})

test('a Jokko balance: credited at once, in euros', async ({ page, browser, sessions }) => {
  const receiver = await browser.newContext({ storageState: await sessions('douala@jokko.example') })
  const theirs = await receiver.newPage()
  const before = await balanceOf(theirs)
  const wizard = new Wizard(page)
  await wizard.open()
  await wizard.toKnown('+237677123451')
  await wizard.amount('30', 'Sur le solde')
  await wizard.payBy('balance')
  await page.getByLabel(words.payout.toggle).click()
  await sendAndSeeItArrive(wizard)
  await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
  expect((await balanceOf(theirs)) - before).toBe(3_000n)
  await receiver.close()
})
