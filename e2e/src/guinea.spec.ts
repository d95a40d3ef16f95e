// Guinea by bank transfer: the rate is that of the day of arrival. The sender says how much must arrive at least; it is
// sent on by itself, or waits on the balance until they send it at the rate of the day.
import type { Page } from '@playwright/test'
import { balanceOf, centsOf, operationOf } from './api.ts'
import { axe, expect, test } from './fixtures.ts'
import { payAtTheBank } from './paying.ts'
import type { Sandbox } from './sandbox.ts'
import { anyOf, filled, textsIn } from './texts.ts'
import { Wizard } from './wizard.ts'

const { flow, transfer: words, bank, history, statuses } = textsIn('fr')
const owner = 'owner@jokko.example'

test.use({ as: owner })

test.afterEach(async ({ sandbox }) => {
  await sandbox.moveMarket(1)
  // Rates are asked for every hour.
  await sandbox.advance({ hours: 1, minutes: 5 })
})

const newOrangeNumber = (): string => `+22462${Math.floor(1_000_000 + Math.random() * 8_000_000)}`
const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s/g, ' ')

/** 100 euros, ordered in the wizard, as far as our bank details. */
async function ordered(page: Page, { phone, choose }: { phone: string; choose?: string }) {
  const wizard = new Wizard(page)
  await wizard.toSummary({ phone, euros: '100', reason: 'Franc guinéen', by: 'bank_transfer' })
  await expect(
    wizard.dialog.getByText(filled(words.summary.promise_today, { name: 'Kouamé Traoré' })),
  ).toBeVisible()
  await expect(wizard.dialog.getByText(words.summary.on_arrival.text)).toBeVisible()
  const atLeast = (amount: string) => wizard.dialog.getByRole('radio', { name: new RegExp(`^${amount}`) })
  await expect(atLeast('932.000.GNF')).toBeChecked()
  if (choose) await atLeast(choose).click()
  await axe(page)
  await wizard.order('102,18 €').click()
  await expect(wizard.heading(flow.our_bank.heading)).toBeVisible()
  await page.getByRole('button', { name: flow.our_bank.continue }).click()
  await expect(wizard.heading(words.bank.details_heading)).toBeVisible()
  const reference = (await page.getByLabel(bank.reference, { exact: true }).textContent()) ?? ''
  return { wizard, reference, id: new URL(page.url()).searchParams.get('payment') ?? '' }
}

async function arrivesAt(page: Page, sandbox: Sandbox, part: number, reference: string): Promise<void> {
  await sandbox.moveMarket(part)
  await sandbox.advance({ minutes: 10 })
  await payAtTheBank(page, sandbox, '102.18', reference)
}

test('less arrives than on the day of the order, and as much as was asked for: it is sent on by itself', async ({
  page,
  sandbox,
}) => {
  const phone = newOrangeNumber()
  const { wizard, reference, id } = await ordered(page, { phone, choose: '923.000.GNF' })
  await expect(wizard.dialog.getByText(/au moins 923.000.GNF/)).toBeVisible()

  await arrivesAt(page, sandbox, 0.985, reference)

  await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
  await expect(page.getByTestId('confirmation')).toContainText(/926.000.GNF/)
  expect(plain((await sandbox.inbox(phone))[0]?.text)).toContain('926 000 GNF')
  expect((await operationOf(page, id)).local_amount).toBe('926000')
})

test('it would be less than was asked for: on the balance, told, and sent at the rate of the day', async ({
  page,
  sandbox,
}) => {
  const phone = newOrangeNumber()
  const before = await balanceOf(page)
  const { wizard, reference, id } = await ordered(page, { phone })
  await arrivesAt(page, sandbox, 0.97, reference)

  await expect(wizard.heading(words.sent.heading_waiting)).toBeVisible()
  expect(await balanceOf(page)).toBe(before + 10_218n)
  expect(await sandbox.inbox(phone)).toEqual([])
  const mail = (await sandbox.inbox(owner)).find(({ subject }) => subject?.includes('vous attend'))
  expect(plain(mail?.text)).toContain('moins que les 932 000 GNF que vous avez demandés')

  await page.getByRole('button', { name: words.sent.decide }).click()
  const drawer = page.getByRole('dialog', { name: statuses.type.direct_transfer })
  await expect(drawer.getByText(/aurait reçu 912.000.GNF/)).toBeVisible()
  await expect(drawer.getByText(statuses.step.put_on_balance)).toBeVisible()
  await axe(page)
  await drawer.getByRole('button', { name: statuses.action.send_at_todays_rate }).click()
  await expect(drawer.getByText(/912.000.GNF/).first()).toBeVisible()
  await axe(page)
  await drawer.getByRole('button', { name: anyOf(history.todays_rate.confirm) }).click()
  await expect(page.getByText(history.todays_rate.done)).toBeVisible()

  await sandbox.advance({ seconds: 10 })
  await expect(drawer.getByText(statuses.status.transfer_completed, { exact: true })).toBeVisible()
  expect(plain((await sandbox.inbox(phone))[0]?.text)).toContain('912 000 GNF')
  // The fees once, and the cents that no further thousand francs could use.
  const { amount } = await operationOf(page, id)
  expect((await balanceOf(page)) - before).toBe(10_218n - centsOf(amount))
})

test('left on the balance: the transfer is over, and the money stays', async ({ page, sandbox }) => {
  const before = await balanceOf(page)
  const { reference, id } = await ordered(page, { phone: newOrangeNumber() })
  await arrivesAt(page, sandbox, 0.97, reference)
  await page.goto(`/dashboard/home?operation=${id}`)
  const drawer = page.getByRole('dialog', { name: statuses.type.direct_transfer })
  await drawer.getByRole('button', { name: statuses.action.cancel, exact: true }).click()
  await expect(page.getByText(history.cancel.stays_on_balance)).toBeVisible()
  await page.getByRole('button', { name: history.cancel.confirm.transfer }).click()
  await expect(page.getByText(history.cancel.done)).toBeVisible()
  expect(await balanceOf(page)).toBe(before + 10_218n)
})
