// Paying by bank transfer: the reference as a person types it, too little, twice, too late.
import type { Page } from '@playwright/test'
import { balanceOf, centsOf, operationOf, sendHundred } from './api.ts'
import { expect, test } from './fixtures.ts'
import { listenToLiveEvents } from './live.ts'
import { newNumber } from './numbers.ts'
import { payAtTheBank } from './paying.ts'
import type { Sandbox } from './sandbox.ts'
import { anyOf, filled, textsIn } from './texts.ts'
import { Wizard } from './wizard.ts'

const { flow, transfer: words, bank, history, statuses } = textsIn('fr')
const owner = 'owner@jokko.example'

test.use({ as: owner })

/** As someone copies it by hand: in groups, in small letters. */
const asTyped = (reference: string): string => (reference.toLowerCase().match(/.{1,4}/g) ?? []).join(' ')

/** The details of an operation, as anyone opens them. */
async function openDetails(page: Page, id: string) {
  await page.goto(`/dashboard/home?operation=${id}`)
  const drawer = page.getByRole('dialog', { name: statuses.type.direct_transfer })
  await expect(drawer).toBeVisible()
  return drawer
}

test('ordered in the wizard, paid with the reference in small letters and with spaces, it arrives', async ({
  page,
  sandbox,
}) => {
  const live = listenToLiveEvents(page)
  const wizard = new Wizard(page)
  const phone = `+225${newNumber()}`
  await wizard.toSummary({ phone, euros: '100', reason: 'Virement exact', by: 'bank_transfer' })
  await wizard.order('101,00 €').click()
  await expect(wizard.heading(flow.our_bank.heading)).toBeVisible()
  await page.getByRole('button', { name: flow.our_bank.continue }).click()
  await expect(wizard.heading(words.bank.details_heading)).toBeVisible()
  await expect(page.getByLabel(bank.amount, { exact: true })).toHaveText('101,00 €')
  await expect(page.getByRole('img', { name: bank.qr_label })).toBeVisible()
  const reference = (await page.getByLabel(bank.reference, { exact: true }).textContent()) ?? ''
  const id = new URL(page.url()).searchParams.get('payment') ?? ''

  await payAtTheBank(page, sandbox, '101.00', asTyped(reference))

  await live.reached(id, 'paid')
  await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
  await expect(page.getByTestId('confirmation')).toContainText('65 595 CFA')
  expect(plain((await sandbox.inbox(phone))[0]?.text)).toContain('65 595 CFA')
})

test.describe('one euro short', () => {
  /** A transfer for which 100.00 of 101.00 euros came, open on the screen. */
  async function short(page: Page, sandbox: Sandbox, reason: string) {
    const phone = newNumber()
    const { id, reference } = await sendHundred(page, { phone, by: 'bank_transfer', reason })
    const drawer = await openDetails(page, id)
    await payAtTheBank(page, sandbox, '100.00', reference)
    await expect(drawer.getByText('100,00 € reçus sur 101,00 €', { exact: true })).toBeVisible()
    return { id, phone, reference, drawer, choice: (name: RegExp) => drawer.getByRole('button', { name }) }
  }
  const { action } = statuses
  const starting = (text: string) => new RegExp(`^${text}`, 'u')
  const arrived = statuses.status.transfer_completed

  test('the rest paid by bank: all of it arrives', async ({ page, sandbox }) => {
    const { reference, drawer, choice } = await short(page, sandbox, 'Reste par virement')
    await choice(starting(action.pay_rest_by_bank)).click()
    await expect(drawer.getByLabel(bank.amount, { exact: true })).toHaveText('1,00 €')
    await expect(drawer.getByLabel(bank.reference, { exact: true })).toHaveText(reference)

    await payAtTheBank(page, sandbox, '1.00', reference)
    await expect(drawer.getByText(arrived, { exact: true })).toBeVisible()
    await expect(drawer).toContainText('65 595 CFA')
  })

  test('the rest paid from the balance: all of it arrives', async ({ page, sandbox }) => {
    const before = await balanceOf(page)
    const { drawer, choice } = await short(page, sandbox, 'Reste du solde')
    await choice(starting(action.pay_rest_from_balance)).click()
    await choice(starting(filled(history.short.balance_confirm, { missing: '1,00 €' }))).click()
    await expect(page.getByText(history.short.balance_done)).toBeVisible()

    await sandbox.advance({ seconds: 10 })
    await expect(drawer.getByText(arrived, { exact: true })).toBeVisible()
    expect(before - (await balanceOf(page))).toBe(100n)
  })

  test('less sent: what came is what is used, and the promise is the one accepted', async ({
    page,
    sandbox,
  }) => {
    const before = await balanceOf(page)
    const { id, drawer, choice } = await short(page, sandbox, 'Envoyer moins')
    await choice(starting(action.send_less)).click()
    await choice(anyOf(history.short.less_confirm)).click()
    await expect(page.getByText(history.short.less_done)).toBeVisible()

    await sandbox.advance({ seconds: 10 })
    await expect(drawer.getByText(arrived, { exact: true })).toBeVisible()
    const { amount } = await operationOf(page, id)
    expect(centsOf(amount)).toBeLessThanOrEqual(10_000n)
    // What the smaller transfer does not use is the sender's.
    expect((await balanceOf(page)) - before).toBe(10_000n - centsOf(amount))
  })

  test('refunded: the payer has it back, and the beneficiary nothing', async ({ page, sandbox }) => {
    const before = await balanceOf(page)
    const { id, phone, drawer, choice } = await short(page, sandbox, 'Rembourser')
    const bankPage = await page.context().newPage()
    await bankPage.goto(new URL('/bank', sandbox.url).href)
    const orders = bankPage.getByRole('table', { name: 'Latest SEPA orders' })
    const refunds = orders.getByRole('row').filter({ hasText: '100.00' }).filter({ hasText: 'Awa Diop' })
    const earlier = await refunds.count()
    await page.bringToFront()
    await choice(starting(action.refund)).click()
    await choice(starting(filled(history.short.refund_confirm, { received: '100,00 €' }))).click()
    await expect(page.getByText(history.short.refund_done)).toBeVisible()
    // In the day that follows, other money may come back, too.
    expect(await balanceOf(page)).toBe(before)

    await sandbox.advance({ days: 1 })
    await expect(
      drawer.getByText(filled(statuses.info.refunded_to_source, { amount: '100,00 €' })),
    ).toBeVisible()
    await bankPage.reload()
    await expect(refunds).toHaveCount(earlier + 1)
    expect((await operationOf(page, id)).linked).toEqual([])
    expect(await sandbox.inbox(`+225${phone}`)).toEqual([])
  })
})

test('paid twice: the second payment is on the balance, and the sender is told', async ({
  page,
  sandbox,
}) => {
  const { id, reference } = await sendHundred(page, {
    phone: newNumber(),
    by: 'bank_transfer',
    reason: 'Payé deux fois',
  })
  const before = await balanceOf(page)
  await payAtTheBank(page, sandbox, '101.00', reference)
  await payAtTheBank(page, sandbox, '101.00', reference)
  expect((await balanceOf(page)) - before).toBe(10_100n)

  const drawer = await openDetails(page, id)
  await expect(drawer.getByText(statuses.status.transfer_completed, { exact: true })).toBeVisible()
  await drawer.getByRole('tab', { name: history.tab.details }).click()
  await drawer.getByRole('button', { name: new RegExp(`${statuses.type.deposit}.*101,00`) }).click()
  const deposit = page.getByRole('dialog', { name: statuses.type.deposit })
  await expect(deposit.getByText(statuses.status.deposit_completed, { exact: true })).toBeVisible()
  const mail = (await sandbox.inbox(owner)).find(({ text }) => text.includes('payé deux fois'))
  expect(plain(mail?.subject)).toBe('101,00 € crédités sur votre solde Jokko')
})

test('paid on the sixth banking day: the transfer is over, the money a deposit, and the sender is told', async ({
  page,
  sandbox,
}) => {
  // Eight days pass, and everything that comes due in them is worked off.
  test.slow()
  const phone = newNumber()
  const { id, reference } = await sendHundred(page, { phone, by: 'bank_transfer', reason: 'Payé trop tard' })
  const { fund_by } = await operationOf(page, id)
  // The end of the fifth banking day.
  await sandbox.advancePast(fund_by ?? '')
  const before = await balanceOf(page)
  await payAtTheBank(page, sandbox, '101.00', reference)
  expect((await balanceOf(page)) - before).toBe(10_100n)

  const drawer = await openDetails(page, id)
  await expect(drawer.getByText(statuses.route.pay_in_expired)).toBeVisible()
  await page.goto('/dashboard/history')
  await page
    .getByRole('button', { name: new RegExp(`${statuses.type.deposit}.*101,00`) })
    .first()
    .click()
  const deposit = page.getByRole('dialog', { name: statuses.type.deposit })
  await expect(deposit.getByText(statuses.status.deposit_completed, { exact: true })).toBeVisible()
  const mail = (await sandbox.inbox(owner)).find(({ text }) => text.includes('après la clôture'))
  expect(plain(mail?.subject)).toBe('101,00 € crédités sur votre solde Jokko')
  expect(await sandbox.inbox(`+225${phone}`)).toEqual([])
})

const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s/g, ' ')
