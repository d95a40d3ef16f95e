// A payer comes back in another browser, where nobody is signed in: the page keeps the payer's language, and its way on
// leads through the sign-in to that very payment. And whoever stops halfway is told to the tracker, by name alone.
import type { Page } from '@playwright/test'
import { operationsFor } from './api.ts'
import { expect, test } from './fixtures.ts'
import { newNumber } from './numbers.ts'
import { textsIn } from './texts.ts'
import { kouame, Wizard } from './wizard.ts'

const { payin, statuses } = textsIn('fr')
const spanish = textsIn('es')

test.use({ as: 'owner@jokko.example' })

/** A transfer that waits for its payer's card: its id, and the name that its pages carry. */
async function unpaid(page: Page): Promise<{ id: string; reference: string }> {
  const phone = `+225${newNumber()}`
  const reason = `Ailleurs ${phone.slice(-6)}`
  const wizard = new Wizard(page)
  await wizard.open()
  await wizard.toPhone(phone)
  await wizard.newPerson(kouame)
  await wizard.amount('100,00', reason)
  await wizard.payBy('card')
  await wizard.payoutAsProposed()
  const accepted = page.waitForResponse(answer => answer.url().endsWith('/api/v1/payments/direct'))
  await wizard.dialog.getByRole('button', { name: /€$/ }).last().click()
  const { data } = (await (await accepted).json()) as { data: { reference: string } }
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible()
  await page.goto('/dashboard/home')
  const [operation] = await operationsFor(page, reason)
  return { id: operation?.id ?? '', reference: data.reference }
}

test('in another browser: the sign-in leads to the payment', async ({ page, browser, baseURL }) => {
  const { id, reference } = await unpaid(page)
  const elsewhere = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    baseURL: baseURL ?? '',
  })
  const other = await elsewhere.newPage()
  await other.goto(`/api/v1/returns/${reference}`)
  await expect(other).toHaveURL(/\/payline\/pending\?ref=.*lang=fr/)
  await expect(other.getByRole('heading', { name: payin.pending.title })).toBeVisible()
  await other.getByRole('link', { name: payin.way.sign_in }).click()
  await expect(other).toHaveURL(new RegExp(`/login\\?operation=${id}$`))
  await other.locator('input[name=email]').fill('owner@jokko.example')
  await other.locator('input[name=password]').fill('Jokko-2026!')
  await other.locator('form button[type=submit]').click()
  await expect(other.getByRole('dialog', { name: statuses.type.direct_transfer })).toBeVisible()
  await elsewhere.close()
})

test('in another browser: the page speaks the language that its address names', async ({
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    baseURL: baseURL ?? '',
  })
  const other = await elsewhere.newPage()
  await other.goto('/payline/failed?lang=es')
  await expect(other.getByRole('heading', { level: 1, name: spanish.payin.title.card })).toBeVisible()
  await expect(other.getByRole('heading', { name: spanish.payin.not_found.title })).toBeVisible()
  await elsewhere.close()
})

test('stopped halfway: the tracker is told by name after ten minutes, and that it was left', async ({
  page,
  sandbox,
}) => {
  await page.clock.install()
  const wizard = new Wizard(page)
  await wizard.open()
  await wizard.phoneField.pressSequentially('07')
  const tracked = await sandbox.trackedFromNow()
  const told = async () => (await tracked()).map(({ event, properties }) => ({ event, ...properties }))
  await page.clock.fastForward('10:01')
  const unfinished = { event: 'Transfer Unfinished In 10 Mins', attempts: 0 }
  await expect.poll(told).toEqual([{ ...unfinished, abandoned: false }])
  await page.goto('/terms')
  await expect.poll(told).toEqual([
    { ...unfinished, abandoned: false },
    { ...unfinished, abandoned: true },
  ])
})
