// Payees that do not get their money at once: what the sender sees, and where the money is. The sandbox plays them by
// the end of their number; the whole list is tried on the API.
import type { Page } from '@playwright/test'
import { balanceOf, sendHundred } from './api.ts'
import { expect, test } from './fixtures.ts'
import { lookInEachLanguage } from './look.ts'
import { newNumber } from './numbers.ts'
import { anyOf, filled, textsIn } from './texts.ts'

const { history, statuses, common } = textsIn('fr')
const { status, info, payout_failure, route } = statuses

test.use({ as: 'owner@jokko.example' })

/** 100.00 EUR from the balance, 101.10 with the fees, to a scripted number; its details are open. */
async function sendAndWatch(page: Page, script: '02' | '05' | '09' | '10') {
  const before = await balanceOf(page)
  const { id } = await sendHundred(page, {
    phone: newNumber(script),
    by: 'balance',
    reason: `Numéro ${script}`,
  })
  await page.goto(`/dashboard/home?operation=${id}`)
  const drawer = page.getByRole('dialog', { name: statuses.type.direct_transfer })
  return {
    drawer,
    badge: (text: string) => drawer.getByText(text, { exact: true }).first(),
    stop: (name: string) =>
      drawer.getByRole('list', { name: common.route.label }).getByRole('listitem').filter({ hasText: name }),
    spent: async () => before - (await balanceOf(page)),
  }
}

const refunded = filled(info.refunded_to_balance, { amount: '101,10 €' })

test('02: declined; the reason and what to do are said, and amount and fees are back', async ({
  page,
  sandbox,
}) => {
  const { drawer, badge, spent } = await sendAndWatch(page, '02')
  await sandbox.advance({ seconds: 10 })
  await expect(badge(status.transfer_failed)).toBeVisible()
  await expect(drawer.getByText(payout_failure.payee_account_closed).first()).toBeVisible()
  await expect(drawer.getByText(refunded)).toBeVisible()
  await expect(drawer.getByRole('button', { name: statuses.action.repeat })).toBeVisible()
  expect(await spent()).toBe(0n)
  await lookInEachLanguage(page)
})

test('05: no answer is shown as unknown, not as failed; then failed, and the money is back', async ({
  page,
  sandbox,
}) => {
  const { drawer, badge, stop, spent } = await sendAndWatch(page, '05')
  await sandbox.advance({ seconds: 1 })
  await expect(badge(status.still_checking)).toBeVisible()
  await expect(drawer.getByText(info.outcome_unknown)).toBeVisible()
  await expect(stop('Orange Money')).toContainText(anyOf(route.payout_unknown))
  expect(await spent()).toBe(10_110n)
  await lookInEachLanguage(page)

  await sandbox.advance({ hours: 1 })
  await expect(badge(status.transfer_failed)).toBeVisible()
  await expect(drawer.getByText(refunded)).toBeVisible()
  expect(await spent()).toBe(0n)
})

test('09: the operator is down; the transfer waits, says until when, and goes on by itself', async ({
  page,
  sandbox,
}) => {
  const { badge, stop, spent } = await sendAndWatch(page, '09')
  await sandbox.advance({ minutes: 1 })
  await expect(badge(status.pending)).toBeVisible()
  await expect(stop('Orange Money')).toContainText(
    anyOf(filled(route.payout_operator_down, { name: 'Orange Money' })),
  )
  await lookInEachLanguage(page)

  await sandbox.advance({ hours: 2 })
  await expect(badge(status.transfer_completed)).toBeVisible()
  expect(await spent()).toBe(10_110n)
})

test('10: paid, and taken back after two days: the operation stays, and a linked one gives the money back', async ({
  page,
  sandbox,
}) => {
  // What others left under way reaches the balance before it is looked at, not in the days that are waited for below.
  await sandbox.advance({ days: 8 })
  const { drawer, badge, spent } = await sendAndWatch(page, '10')
  await sandbox.advance({ seconds: 10 })
  await expect(badge(status.transfer_completed)).toBeVisible()
  expect(await spent()).toBe(10_110n)

  await sandbox.advance({ days: 3 })
  await expect(drawer.getByText(history.returned_after_paid)).toBeVisible()
  await expect(drawer.getByText(route.payout_returned)).toBeVisible()
  await lookInEachLanguage(page)
  await drawer.getByRole('tab', { name: history.tab.details }).click()
  await drawer.getByRole('button', { name: new RegExp(`${statuses.type.pay_out}.*101,10`) }).click()
  await expect(page.getByRole('dialog', { name: statuses.type.pay_out })).toContainText('101,10 €')
  expect(await spent()).toBe(0n)
})
