// Moving about in the transfer: Back, refresh, closing, and addresses that should not open it.
import { balanceOf, operationOf, operationsFor } from './api.ts'
import { expect, test } from './fixtures.ts'
import { newNumber } from './numbers.ts'
import { anyOf, filled, textsIn } from './texts.ts'
import { Wizard } from './wizard.ts'

const { bank, flow, transfer: words, common, home } = textsIn('fr')

test.use({ as: 'owner@jokko.example' })

test('UI-04: after Back, the new amount is what is quoted, confirmed and charged', async ({ page }) => {
  const wizard = new Wizard(page)
  const before = await balanceOf(page)
  await wizard.toContact()
  await wizard.amount('25', 'Retour en arrière')
  await wizard.payBy('balance')
  await wizard.payoutAsProposed()
  await expect(wizard.send('25,63 €')).toBeVisible()

  for (const heading of [anyOf(words.payout.heading), words.method.heading, anyOf(words.amount.heading_to)]) {
    await page.goBack()
    await expect(wizard.heading(heading)).toBeVisible()
  }
  await expect(wizard.euros).toHaveValue('25')
  await wizard.amount('23', 'Retour en arrière')
  await wizard.payBy('balance')
  await wizard.payoutAsProposed()
  await expect(page.getByRole('button', { name: /25,63/ })).toHaveCount(0)
  const button = wizard.send()
  const total = /(\d+),(\d\d)/.exec((await button.textContent()) ?? '')
  await button.click()

  const sent = await operationOf(page, await wizard.confirmedPayment())
  expect(sent.amount_without_fee).toBe('23.00')
  expect(sent.amount).toBe(`${total?.[1]}.${total?.[2]}`)
  expect(before - (await balanceOf(page))).toBe(BigInt(`${total?.[1]}${total?.[2]}`))
  // The form is over: Back leads out of it.
  await page.goBack()
  await expect(wizard.send()).toHaveCount(0)
})

test('UI-04: another beneficiary after Back is the one who is paid', async ({ page }) => {
  const wizard = new Wizard(page)
  await wizard.toContact()
  await wizard.amount('12', 'Un autre')
  await expect(wizard.heading(words.method.heading)).toBeVisible()
  for (let step = 0; step < 3; step += 1) await page.goBack()
  await wizard.toPhone(`+225${newNumber()}`)
  await wizard.newPerson({ first: 'Awa', last: 'Koné' })
  await expect(wizard.heading(filled(words.amount.heading_to, { name: 'Awa Koné' }))).toBeVisible()
  await wizard.next.click()
  await wizard.payBy('balance')
  await wizard.payoutAsProposed()
  await expect(page.getByText(filled(words.summary.promise, { name: 'Awa Koné' }))).toBeVisible()
})

test('UI-05: a refresh at any step keeps everything', async ({ page }) => {
  test.slow()
  const wizard = new Wizard(page)
  await wizard.open()
  await wizard.phoneField.fill('0709')
  await page.reload()
  await expect(wizard.phoneField).toHaveValue('0709')

  await wizard.toPhone(`+225${newNumber()}`)
  await page.getByLabel(words.who.first_name).fill('Aya')
  await page.reload()
  await expect(page.getByLabel(words.who.first_name)).toHaveValue('Aya')
  await wizard.newPerson({ first: 'Aya', last: 'Kouassi' })

  await wizard.euros.fill('40,50')
  await wizard.reason.fill('Rafraîchir')
  await page.reload()
  await expect(wizard.euros).toHaveValue('40,50')
  await expect(wizard.reason).toHaveValue('Rafraîchir')
  await wizard.next.click()

  await wizard.method('bank_transfer').click()
  await page.reload()
  await expect(wizard.method('bank_transfer')).toBeChecked()
  await wizard.next.click()

  await page.getByRole('radio', { name: 'Wave' }).click()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Wave' })).toBeChecked()
  await wizard.next.click()

  await expect(wizard.heading(words.summary.heading)).toBeVisible()
  await page.reload()
  await expect(wizard.heading(words.summary.heading)).toBeVisible()
  await expect(page.getByText(filled(words.summary.promise, { name: 'Aya Kouassi' }))).toBeVisible()
  await wizard.order().click()

  await expect(wizard.heading(flow.our_bank.heading)).toBeVisible()
  await page.getByRole('button', { name: flow.our_bank.continue }).click()
  const reference = page.getByLabel(bank.reference, { exact: true })
  const shown = await reference.textContent()
  await page.reload()
  await expect(reference).toHaveText(shown ?? '')
  expect(await operationsFor(page, 'Rafraîchir')).toHaveLength(1)
})

/** Over home, as a person opens it. */
async function openFromHome(wizard: Wizard): Promise<void> {
  await wizard.page.goto('/dashboard/history')
  await wizard.page.goto('/dashboard/home')
  await wizard.page.getByRole('button', { name: home.actions.transfer, exact: true }).click()
  await expect(wizard.heading(words.beneficiary.heading)).toBeVisible()
}

test.describe('Back never leads into a transfer that is over', () => {
  test('closed halfway: the page alone is left, and what was before it', async ({ page }) => {
    const wizard = new Wizard(page)
    await openFromHome(wizard)
    await wizard.toContactFromHere()
    await wizard.amount('25', 'Fermé')
    await expect(wizard.heading(words.method.heading)).toBeVisible()
    await page.reload()
    await expect(wizard.heading(words.method.heading)).toBeVisible()
    await wizard.dialog.getByRole('button', { name: common.close }).click()
    await page.getByRole('button', { name: words.leave.leave }).click()
    await expect(wizard.dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/dashboard\/home$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard\/history/)
    await expect(wizard.dialog).toHaveCount(0)
  })

  test('opened by its address: the page takes its place', async ({ page }) => {
    const wizard = new Wizard(page)
    await page.goto('/dashboard/history')
    await wizard.toContact()
    await wizard.dialog.getByRole('button', { name: common.close }).click()
    await page.getByRole('button', { name: words.leave.leave }).click()
    await expect(page).toHaveURL(/\/dashboard\/home$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard\/history/)
  })

  test('finished: its steps are gone with it', async ({ page }) => {
    const wizard = new Wizard(page)
    await openFromHome(wizard)
    await wizard.toContactFromHere()
    await wizard.amount('11', 'Terminé')
    await wizard.payBy('balance')
    await wizard.payoutAsProposed()
    await wizard.send().click()
    await wizard.confirmedPayment()
    await page.getByRole('button', { name: words.sent.details }).click()
    await expect(page).toHaveURL(/\/dashboard\/home\?operation=/)
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard\/home$/)
    await expect(wizard.dialog).toHaveCount(0)
  })

  test('another one begins anew: Back leads out of it', async ({ page }) => {
    const wizard = new Wizard(page)
    await openFromHome(wizard)
    await wizard.toContactFromHere()
    await wizard.amount('11', 'Encore')
    await wizard.payBy('balance')
    await wizard.payoutAsProposed()
    await wizard.send().click()
    await wizard.confirmedPayment()
    await page.getByRole('button', { name: words.sent.again }).click()
    await expect(wizard.heading(words.beneficiary.heading)).toBeVisible()
    await expect(wizard.phoneField).toHaveValue('')
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard\/home$/)
    await expect(wizard.dialog).toHaveCount(0)
  })
})

for (const who of ['unverified@jokko.example', 'inactive-company@jokko.example']) {
  test.describe(who, () => {
    test.use({ as: who })

    test('who may not send is not led into a transfer by its address', async ({ page }) => {
      await page.goto('/dashboard/history')
      await page.goto('/dashboard/home?flow=transfer&step=amount')
      await expect(page).toHaveURL(/\/dashboard\/home$/)
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.goBack()
      await expect(page).toHaveURL(/\/dashboard\/history/)
    })
  })
}
