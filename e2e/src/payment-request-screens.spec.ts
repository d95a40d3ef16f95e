// Every screen of a payment request, for who asks and for who pays, in two sizes and every language.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { askHundred } from './api.ts'
import { test as base, expect } from './fixtures.ts'
import { lookInEachLanguage } from './look.ts'
import { anyOf, textsIn } from './texts.ts'

const REQUESTER = 'owner@jokko.example'
const PAYER = 'person@jokko.example'

type More = Parameters<typeof askHundred>[1]

/** Requests of somebody else's: their ids. */
const test = base.extend<{ asked: (more?: More) => Promise<string> }>({
  asked: async ({ apiOf }, use) => {
    await use(async more => {
      const reason = `Facture ${randomUUID().slice(0, 6)}`
      return (await askHundred(await apiOf(REQUESTER), { reason, ...more })).id
    })
  },
})

const { errors, flow, 'payment-request': words, statuses } = textsIn('fr')
const heading = (page: Page, name: string) => page.getByRole('heading', { name: anyOf(name) })
const method = (page: Page, name: keyof typeof statuses.payin) =>
  page.getByRole('radio', { name: new RegExp(`^${statuses.payin[name]}`) })
const form = '[role=dialog]'

test.describe('asking', () => {
  test.use({ as: REQUESTER })

  test('the form, its mistakes, the link, the list, taking back', async ({ page }) => {
    await page.goto('/dashboard/home')
    // An address that has no place to break, beside the state of its request.
    await askHundred(page, { reason: 'Facture 11', payer: { email: 'restricted@jokko.example' } })
    await page.goto('/dashboard/home?flow=payment_request')
    const dialog = page.getByRole('dialog', { name: words.ask.title })
    await expect(dialog.getByRole('heading', { name: words.list.heading })).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    const row = page.getByTestId('request-row').filter({ hasText: 'restricted@jokko.example' })
    const endsWithin = async () => {
      const { x, width } = (await row.boundingBox()) ?? { x: 0, width: 360 }
      return x + width <= 360 - x + 1
    }
    await expect.poll(endsWithin, 'the card ends within the screen').toBe(true)
    await lookInEachLanguage(page, form)
    await dialog.getByRole('radio', { name: words.ask.payer_phone }).check()
    await dialog.getByRole('button', { name: words.ask.create }).first().click()
    await expect(dialog.getByText(errors.PhoneNumberError)).toBeVisible()
    await lookInEachLanguage(page, form)
    await dialog.getByRole('radio', { name: words.ask.payer_anyone }).check()
    await dialog.getByLabel(words.ask.amount).fill('100')
    await dialog.getByLabel(words.ask.reason).fill('Facture 12')
    await dialog.getByRole('button', { name: words.ask.create }).first().click()
    await expect(dialog.getByRole('heading', { name: words.made.heading })).toBeVisible()
    await lookInEachLanguage(page, form)
    await dialog
      .getByRole('button', { name: anyOf(words.list.cancel) })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: words.list.cancel_title })).toBeVisible()
    await lookInEachLanguage(page, '[role=dialog]:last-of-type')
  })
})

test.describe('paying', () => {
  test.use({ as: PAYER })

  test('who asks, the ways to pay, our account, its details', async ({ page, asked }) => {
    await page.goto(`/payment/${await asked({ payer: { email: PAYER } })}`)
    await expect(heading(page, words.who.heading)).toBeVisible()
    await lookInEachLanguage(page)
    await page.getByRole('button', { name: flow.continue }).click()
    await expect(heading(page, words.method.heading)).toBeVisible()
    await lookInEachLanguage(page)
    await method(page, 'mobile_money').check()
    await page.getByRole('button', { name: anyOf(words.method.pay) }).click()
    await expect(page.getByLabel(words.method.wallet)).toHaveAttribute('aria-invalid', 'true')
    await lookInEachLanguage(page)
    await method(page, 'bank_transfer').check()
    await page.getByRole('button', { name: words.method.order }).click()
    await page.getByRole('button', { name: flow.our_bank.continue }).waitFor()
    await lookInEachLanguage(page)
    await page.getByRole('button', { name: flow.our_bank.continue }).click()
    await expect(heading(page, words.bank.heading)).toBeVisible()
    await lookInEachLanguage(page)
  })

  test('waiting for its payer, declined, late, not theirs', async ({
    page,
    asked,
    sandbox,
    silentConsole,
  }) => {
    silentConsole.allow(/403/)
    const [left, refused] = [await asked(), await asked({ payer: { email: PAYER } })]
    await page.goto(`/payment/${left}?step=amount`)
    await method(page, 'card').check()
    await page.getByRole('button', { name: anyOf(words.method.pay) }).click()
    await page.waitForURL(/\/pay\//)
    await page.goto(`/payment/${left}`)
    await expect(heading(page, words.going.heading)).toBeVisible()
    await lookInEachLanguage(page)
    await page.goto(`/payment/${refused}`)
    await page.getByRole('button', { name: words.who.decline, exact: true }).click()
    await page.getByRole('button', { name: words.who.decline_yes }).click()
    await expect(heading(page, words.end.declined)).toBeVisible()
    await lookInEachLanguage(page)
    const late = await asked({ expires_in: 600 })
    await sandbox.advance({ minutes: 11 })
    await page.goto(`/payment/${late}`)
    await expect(heading(page, words.end.expired)).toBeVisible()
    await lookInEachLanguage(page)
    await page.goto(`/payment/opn_${randomUUID()}`)
    await expect(heading(page, words.oops.heading)).toBeVisible()
    await lookInEachLanguage(page)
  })
})
