// The main job, whole: an owner sends 250.00 EUR from the balance to a phone in Côte d'Ivoire and watches it arrive.
import { readFile } from 'node:fs/promises'
import { balanceOf, operationsFor } from './api.ts'
import { axe, expect, ledgerVerify, signIn, test } from './fixtures.ts'
import { listenToLiveEvents, markThisLoad } from './live.ts'
import { newNumber } from './numbers.ts'
import { filled, textsIn } from './texts.ts'
import { Wizard } from './wizard.ts'

const { transfer: words, home, statuses, history, common } = textsIn('fr')

test('250,00 € from the balance arrive as 163 990 CFA on an Orange Money number, before the owner’s eyes', async ({
  page,
  sandbox,
}) => {
  const phone = `+225${newNumber()}`
  const reason = `Facture ${phone}`
  const live = listenToLiveEvents(page)
  const wizard = new Wizard(page)
  await signIn(page, 'owner@jokko.example')
  const before = await balanceOf(page)

  await page
    .getByRole('group', { name: home.actions.label })
    .getByRole('button', { name: home.actions.transfer })
    .click()
  await wizard.toPhone(phone)
  await wizard.newPerson({ first: 'Kouamé', last: 'Traoré' })
  await wizard.amount('250,00', reason)
  await expect(wizard.heading(words.method.heading)).toBeVisible()
  // Said first, and the same to the end.
  await expect(page.getByTestId('summary-panel')).toContainText('163 990 CFA')
  await wizard.payBy('balance')
  await expect(page.getByRole('radio', { name: 'Orange Money' })).toBeChecked()
  await wizard.payoutAsProposed()

  await expect(page.getByText(filled(words.summary.promise, { name: 'Kouamé Traoré' }))).toBeVisible()
  await expect(page.getByRole('list', { name: words.summary.route })).toContainText('163 990 CFA')
  await axe(page)
  const isStillTheSamePage = await markThisLoad(page)
  await wizard.send('252,75 €').click()

  const id = await wizard.confirmedPayment()
  await sandbox.advance({ seconds: 10 })
  await live.reached(id, 'paid')
  await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
  const confirmation = page.getByTestId('confirmation')
  await expect(confirmation).toContainText(filled(words.sent.received, { name: 'Kouamé Traoré' }))
  await expect(confirmation).toContainText('163 990 CFA')
  await axe(page)

  await page.getByRole('button', { name: words.sent.details }).click()
  const drawer = page.getByRole('dialog', { name: statuses.type.direct_transfer })
  await expect(drawer.getByText(statuses.status.transfer_completed, { exact: true })).toBeVisible()
  await expect(drawer.getByRole('list', { name: common.route.label }).getByRole('listitem')).toHaveCount(4)
  await axe(page)
  await isStillTheSamePage()

  const [message] = await sandbox.inbox(phone)
  expect(message).toMatchObject({ channel: 'sms' })
  expect(message?.text.replace(/\s/g, ' ')).toContain('163 990 CFA')

  const download = page.waitForEvent('download')
  await drawer.getByRole('button', { name: statuses.action.download_receipt }).click()
  const receipt = await readFile(await (await download).path())
  expect(receipt.subarray(0, 5).toString('latin1')).toBe('%PDF-')
  expect(receipt.length).toBeGreaterThan(5_000)
  await expect(page.getByText(history.actions.receipt_done)).toBeVisible()

  expect(await operationsFor(page, reason)).toHaveLength(1)
  expect(before - (await balanceOf(page))).toBe(25_275n)
  expect(ledgerVerify()).toContain('The ledger holds')
})
