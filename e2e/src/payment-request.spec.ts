// A payment request as people live it: asked on the screen, paid by every way there is, refused, late, taken back, and
// back at the requester's; the ledger is verified after each.

import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PaymentRequest } from '@jokko/contract/payment-request'
import type { Browser, Page } from '@playwright/test'
import { askHundred, balanceOf, operationsFor, ownReference } from './api.ts'
import { axe, test as base, expect, signIn } from './fixtures.ts'
import { lookInEachLanguage } from './look.ts'
import { newNumber } from './numbers.ts'
import { operator } from './operator.ts'
import {
  acceptedCard,
  answerOn,
  heading,
  payAtTheBank,
  startFromPhone,
  submitPhone,
  takePhone,
  typeCard,
} from './paying.ts'
import type { Sandbox } from './sandbox.ts'
import { ownStack } from './stack.ts'
import { anyOf, filled, textsIn } from './texts.ts'
import { kouame, Wizard } from './wizard.ts'

const {
  access,
  bank,
  common,
  errors,
  flow,
  history,
  home,
  payin,
  'payment-request': words,
  statuses,
} = textsIn('fr')

const REQUESTER = 'owner@jokko.example'
const PAYER = 'person@jokko.example'
const NAME = 'Atelier Ndiaye SARL'

/** In a browser and a session of their own, for it is ended. */
async function asOther<T>(browser: Browser, email: string, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    baseURL: ownStack().webUrl,
    storageState: { cookies: [], origins: [] },
  })
  try {
    const page = await context.newPage()
    await signIn(page, email)
    return await work(page)
  } finally {
    await context.close()
  }
}

type More = Parameters<typeof askHundred>[1]

/** Requests of somebody else's. */
const test = base.extend<{ asked: (more?: More) => Promise<PaymentRequest> }>({
  asked: async ({ apiOf }, use) => {
    await use(async more => {
      const reason = `Facture ${randomUUID().slice(0, 6)}`
      return askHundred(await apiOf(REQUESTER), { reason, ...more })
    })
  },
})

test.use({ as: PAYER })

async function toMethods(page: Page, { id }: { id: string }): Promise<void> {
  await page.goto(`/payment/${id}`)
  await expect(page.getByRole('heading', { name: anyOf(words.who.heading) })).toBeVisible()
  await page.getByRole('button', { name: flow.continue }).click()
  await expect(heading(page, words.method.heading)).toBeVisible()
}

const method = (page: Page, name: keyof typeof statuses.payin) =>
  page.getByRole('radio', { name: new RegExp(`^${statuses.payin[name]}`) })

const payButton = (page: Page, amount: string) =>
  page.getByRole('button', { name: anyOf(filled(words.method.pay, { amount })) })

const paid = (page: Page) => expect(heading(page, words.end.paid)).toBeVisible()

test.describe('asking', () => {
  test.use({ as: REQUESTER })

  test('a link and a code, its place in the list, and taken back', async ({ page }) => {
    await page.goto('/dashboard/home')
    await page.getByRole('button', { name: home.actions.payment_request }).click()
    const dialog = page.getByRole('dialog', { name: words.ask.title })
    await dialog.getByRole('button', { name: words.ask.create }).first().click()
    await expect(dialog.getByLabel(words.ask.amount)).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByText(errors.reasonError)).toBeVisible()
    const reason = `Facture ${randomUUID().slice(0, 6)}`
    await dialog.getByLabel(words.ask.amount).fill('250,50')
    await dialog.getByLabel(words.ask.reason).fill(reason)
    await dialog.getByRole('radio', { name: words.ask.payer_email }).check()
    await dialog.getByLabel(words.ask.email, { exact: true }).fill('claire')
    await dialog.getByRole('button', { name: words.ask.create }).first().click()
    await expect(dialog.getByText(errors.email_not_valid)).toBeVisible()
    await dialog.getByLabel(words.ask.email, { exact: true }).fill(PAYER)
    await dialog.getByRole('button', { name: words.ask.create }).first().click()
    await expect(dialog.getByRole('heading', { name: words.made.heading })).toBeVisible()
    await expect(dialog.getByTestId('made-link')).toContainText(/\/payment\/opn_/)
    await expect(dialog.getByRole('img', { name: words.made.qr })).toBeVisible()
    await axe(page, '[role=dialog]')
    const row = dialog.getByTestId('request-row').filter({ hasText: reason })
    await expect(row).toContainText(PAYER)
    await row.getByRole('button', { name: anyOf(words.list.cancel) }).click()
    await page.getByRole('button', { name: words.list.cancel_yes }).click()
    await expect(row).toHaveAttribute('data-state', 'cancelled')
  })

  test('the answer is lost: what was asked stays as it was, and is one request', async ({
    page,
    silentConsole,
  }) => {
    silentConsole.allow(/ERR_CONNECTION_RESET/)
    await page.goto('/dashboard/home')
    await page.getByRole('button', { name: home.actions.payment_request }).click()
    const dialog = page.getByRole('dialog', { name: words.ask.title })
    const reason = `Facture ${randomUUID().slice(0, 6)}`
    await dialog.getByLabel(words.ask.amount).fill('12,50')
    await dialog.getByLabel(words.ask.reason).fill(reason)
    let isLost = true
    await page.route('**/api/v1/payment-requests', async route => {
      if (!isLost || route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await dialog.getByRole('button', { name: words.ask.create }).first().click()
    const again = dialog.getByRole('button', { name: common.command.check_again })
    await expect(again).toBeVisible({ timeout: 60_000 })
    await expect(dialog.getByLabel(words.ask.reason)).toBeDisabled()
    isLost = false
    await again.click()
    await expect(dialog.getByRole('heading', { name: words.made.heading })).toBeVisible()
    await expect(dialog.getByTestId('request-row').filter({ hasText: reason })).toHaveCount(1)
  })

  test('from its details: the link again, the same once more, and taken back', async ({ page }) => {
    const { id, url, reason } = await askHundred(page, { reason: `Loyer ${randomUUID().slice(0, 6)}` })
    const details = `/dashboard/home?operation=${id}`
    await page.goto(details)
    await page.getByRole('button', { name: statuses.action.show_link }).click()
    await expect(page.getByTestId('made-link')).toContainText(url)
    await expect(page.getByRole('img', { name: words.made.qr })).toBeVisible()
    await page.reload()
    await expect(page.getByTestId('made-link')).toContainText(url)
    await page.goBack()
    await page.getByRole('button', { name: statuses.action.repeat }).click()
    const dialog = page.getByRole('dialog', { name: words.ask.title })
    await expect(dialog.getByLabel(words.ask.reason)).toHaveValue(reason)
    await expect(dialog.getByLabel(words.ask.amount)).toHaveValue('100.00')
    await dialog.getByRole('button', { name: words.ask.create }).first().click()
    const rows = dialog.getByTestId('request-row').filter({ hasText: reason })
    await expect(rows).toHaveCount(2)

    await page.goto(details)
    await page.getByRole('button', { name: statuses.action.cancel, exact: true }).click()
    const question = page.getByRole('dialog', { name: history.cancel.question.request })
    await lookInEachLanguage(page)
    await question.getByRole('button', { name: history.cancel.confirm.request }).click()
    await expect(question).toBeHidden()
    await expect(page.getByRole('button', { name: statuses.action.show_link })).toBeHidden()
    await page.getByRole('button', { name: statuses.action.repeat }).click()
    await expect(rows.and(page.locator('[data-state=cancelled]'))).toHaveCount(1)
  })
})

/** Enough for this test, whatever the ones before have left. */
async function fillBalance(page: Page, sandbox: Sandbox): Promise<void> {
  const before = await balanceOf(page)
  await sandbox.credit({ amount: '150.00', reference: await ownReference(page) })
  await sandbox.advance({ seconds: 30 })
  await expect.poll(() => balanceOf(page)).toBe(before + 15_000n)
}

test.describe('paying', () => {
  test('from the balance: paid at once, on both sides', async ({ page, asked, sandbox }) => {
    const request = await asked()
    await fillBalance(page, sandbox)
    const before = await balanceOf(page)
    await toMethods(page, request)
    await axe(page)
    await method(page, 'balance').check()
    await payButton(page, '100,60 €').click()
    await paid(page)
    await lookInEachLanguage(page)
    expect(await balanceOf(page)).toBe(before - 10_060n)
    await page.reload()
    await paid(page)
    await page.getByRole('link', { name: words.end.home }).click()
    await expect(page).toHaveURL(/\/dashboard\/home/)

    // Repeated, it is a transfer of one's own: to whom is said anew, how much and why are kept.
    const [transfer] = await operationsFor(page, request.reason)
    await page.goto(`/dashboard/home?operation=${transfer?.id}`)
    await page.getByRole('button', { name: statuses.action.repeat }).click()
    const wizard = new Wizard(page)
    await wizard.toPhone(`+225${newNumber()}`)
    await wizard.newPerson(kouame)
    await expect(wizard.euros).toHaveValue('100.00')
    await expect(wizard.reason).toHaveValue(request.reason)
  })

  test('by bank transfer: our account, the details, then paid', async ({ page, asked, sandbox }) => {
    const request = await asked()
    await toMethods(page, request)
    await method(page, 'bank_transfer').check()
    await page.getByRole('button', { name: words.method.order }).click()
    await expect(heading(page, flow.our_bank.heading)).toBeVisible()
    await axe(page)
    await page.reload()
    await page.getByRole('button', { name: flow.our_bank.continue }).click()
    await expect(heading(page, words.bank.heading)).toBeVisible()
    await axe(page)
    const reference = (await page.getByLabel(bank.reference, { exact: true }).textContent())?.trim() ?? ''
    await payAtTheBank(page, sandbox, '100.50', reference)
    await paid(page)
  })

  test('by bank transfer, short: what is missing is said, and the way on leads to the choices', async ({
    page,
    asked,
    sandbox,
  }) => {
    const request = await asked()
    await toMethods(page, request)
    await method(page, 'bank_transfer').check()
    await page.getByRole('button', { name: words.method.order }).click()
    await page.getByRole('button', { name: flow.our_bank.continue }).click()
    await expect(heading(page, words.bank.heading)).toBeVisible()
    const reference = (await page.getByLabel(bank.reference, { exact: true }).textContent())?.trim() ?? ''
    await payAtTheBank(page, sandbox, '60.00', reference)
    await expect(heading(page, words.end.short)).toBeVisible()
    await lookInEachLanguage(page)
    await page.getByRole('link', { name: words.end.short_choose }).click()
    await expect(page.getByRole('button', { name: statuses.action.refund })).toBeVisible()
    await expect(page.getByRole('button', { name: statuses.action.send_less })).toHaveCount(0)
    await sandbox.credit({ amount: '40.50', reference })
    await sandbox.advance({ seconds: 10 })
    await page.goto(`/payment/${request.id}`)
    await paid(page)
  })

  const elsewhere: Record<
    'card' | 'instant_bank_transfer' | 'direct_debit' | 'mobile_money',
    { total: string; pay: (page: Page, sandbox: Sandbox) => Promise<void> }
  > = {
    card: {
      total: '101,90 €',
      pay: async page => {
        await typeCard(page, acceptedCard)
        await page.getByRole('button', { name: 'Approve' }).click()
        await expect(heading(page, payin.ended.succeeded)).toBeVisible()
      },
    },
    instant_bank_transfer: {
      total: '100,90 €',
      pay: async (page, sandbox) => {
        await page.getByRole('button', { name: 'Allow' }).click()
        await page.getByRole('button', { name: 'Continue to the bank' }).click()
        await page.getByRole('button', { name: /^Pay / }).click()
        await expect(page).toHaveURL(/\/truelayer\?payment_id=/)
        await sandbox.advance({ seconds: 10 })
        await expect(heading(page, payin.ended.succeeded)).toBeVisible()
      },
    },
    direct_debit: {
      total: '100,80 €',
      pay: async (page, sandbox) => {
        await page.getByRole('button', { name: 'Continue', exact: true }).click()
        await page.getByRole('button', { name: 'Confirm the payment' }).click()
        await expect(page).toHaveURL(/\/bridgeapi\/payment_status\?status=success/)
        await sandbox.advance({ minutes: 2 })
        await expect(heading(page, payin.ended.ordered)).toBeVisible()
        await sandbox.advance({ days: 2 })
      },
    },
    mobile_money: {
      total: '102,50 €',
      pay: async (page, sandbox) => {
        await startFromPhone(page, '0545000005', 'MTN MoMo')
        await submitPhone(page)
        await expect(heading(page, payin.mobile.wait_for_prompt_on_your_phone)).toBeVisible()
        const phone = await takePhone(page, sandbox, '+2250545000005')
        await answerOn(phone, 'Approve')
        await sandbox.advance({ seconds: 10 })
        await expect(heading(page, payin.ended.succeeded)).toBeVisible()
      },
    },
  }

  for (const [name, { total, pay }] of Object.entries(elsewhere)) {
    test(`by ${name}: at the company’s page, back to the request, paid`, async ({ page, asked, sandbox }) => {
      const request = await asked()
      await toMethods(page, request)
      await method(page, name as 'card').check()
      if (name === 'mobile_money') {
        await payButton(page, total).click()
        await expect(page.getByLabel(words.method.wallet)).toHaveAttribute('aria-invalid', 'true')
        await page.getByLabel(words.method.wallet).selectOption({ label: 'Côte d’Ivoire' })
      }
      await payButton(page, total).click()
      await pay(page, sandbox)
      await page.getByRole('link', { name: payin.way.see.request }).click()
      await paid(page)
    })
  }

  test('insufficient: said at the way to pay, before anything is sent', async ({ page, asked }) => {
    const request = await asked({ amount: '14000.00' })
    await toMethods(page, request)
    await method(page, 'balance').check()
    await expect(page.getByText(words.method.insufficient)).toBeVisible()
    await page.getByRole('button', { name: anyOf(words.method.pay) }).click()
    await expect(page.getByText(words.method.insufficient)).toBeFocused()
    // Nor does any way propose a smaller amount, which its payer cannot choose.
    await expect(page.getByText(anyOf(words.method.ceiling)).first()).toBeVisible()
    await expect(page.getByText(anyOf(errors.method_limit_error_max))).toHaveCount(0)
  })

  test('whose account is not active yet: said in the place of the ways to pay', async ({ asked, pageOf }) => {
    const request = await asked()
    const page = await pageOf('customer@jokko.example')
    await toMethods(page, request)
    await expect(page.getByText(errors.account_inactive)).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expect(page.getByRole('button', { name: anyOf(words.method.pay) })).toHaveCount(0)
    await axe(page)
  })

  test('left at the company’s page: waited for, given up, paid otherwise', async ({
    page,
    asked,
    sandbox,
  }) => {
    const request = await asked()
    await fillBalance(page, sandbox)
    await toMethods(page, request)
    await method(page, 'card').check()
    await payButton(page, '101,90 €').click()
    await page.waitForURL(/\/pay\//)
    await page.goto(`/payment/${request.id}`)
    await expect(heading(page, words.going.heading)).toBeVisible()
    await axe(page)
    await page.getByRole('button', { name: words.going.other }).click()
    await page.getByRole('button', { name: words.going.other_yes }).click()
    await expect(page.getByText(words.method.failed_before)).toBeVisible()
    await method(page, 'balance').check()
    await payButton(page, '100,60 €').click()
    await paid(page)
  })

  test('from two tabs: once, and the other tab sees it', async ({
    page,
    asked,
    context,
    sandbox,
    silentConsole,
  }) => {
    silentConsole.allow(/409/)
    const request = await asked()
    await fillBalance(page, sandbox)
    const other = await context.newPage()
    const before = await balanceOf(page)
    for (const tab of [page, other]) {
      await toMethods(tab, request)
      await method(tab, 'balance').check()
    }
    await Promise.all([page, other].map(tab => payButton(tab, '100,60 €').click()))
    await Promise.all([paid(page), paid(other)])
    expect(await balanceOf(page)).toBe(before - 10_060n)
  })

  test('the answer is lost: it is asked about as it was paid, and no other way is chosen meanwhile', async ({
    page,
    asked,
    sandbox,
    silentConsole,
  }) => {
    silentConsole.allow(/ERR_CONNECTION_RESET/)
    const request = await asked()
    await fillBalance(page, sandbox)
    await toMethods(page, request)
    await method(page, 'balance').check()
    const before = await balanceOf(page)
    const bodies: (string | null)[] = []
    let isLost = true
    await page.route(`**/api/v1/payments/${request.id}`, async route => {
      const isPaying = route.request().method() === 'PUT'
      if (isPaying) bodies.push(route.request().postData())
      if (!isLost) return route.continue()
      if (isPaying) await route.fetch()
      return route.abort('connectionreset')
    })
    await payButton(page, '100,60 €').click()
    const again = page.getByRole('button', { name: common.command.check_again })
    await expect(again).toBeVisible({ timeout: 60_000 })
    await expect(method(page, 'bank_transfer')).toBeDisabled()
    await expect(method(page, 'balance')).toBeChecked()
    await lookInEachLanguage(page)
    isLost = false
    await again.click()
    await paid(page)
    expect(new Set(bodies).size).toBe(1)
    expect(await balanceOf(page)).toBe(before - 10_060n)
  })

  test('Back leads from the ways to pay to who asks', async ({ page, asked }) => {
    const request = await asked()
    await toMethods(page, request)
    await page.goBack()
    await expect(page.getByRole('heading', { name: anyOf(words.who.heading) })).toBeVisible()
  })
})

test.describe('not paying', () => {
  test('declined by whom it names', async ({ page, asked }) => {
    const request = await asked({ payer: { email: PAYER } })
    await page.goto(`/payment/${request.id}`)
    await page.getByRole('button', { name: words.who.decline, exact: true }).click()
    await page.getByRole('button', { name: words.who.decline_yes }).click()
    await expect(heading(page, words.end.declined)).toBeVisible()
    await axe(page)
  })

  test('late: its time has passed', async ({ page, asked, sandbox }) => {
    const request = await asked({ expires_in: 600 })
    await sandbox.advance({ minutes: 11 })
    await page.goto(`/payment/${request.id}`)
    await expect(heading(page, words.end.expired)).toBeVisible()
  })

  test('somebody else’s: Oops, and the way to another account', async ({ asked, browser }) => {
    const request = await asked({ payer: { email: 'customer@jokko.example' } })
    await asOther(browser, PAYER, async page => {
      await page.goto(`/payment/${request.id}`)
      await expect(heading(page, words.oops.heading)).toBeVisible()
      await axe(page)
      await page.getByRole('button', { name: words.oops.other_account }).click()
      await expect(page).toHaveURL(new RegExp(`/login\\?.*request=${request.id}`))
      await page.locator('input[name=email]').fill('customer@jokko.example')
      await page.locator('input[name=password]').fill('Jokko-2026!')
      await page.locator('form button[type=submit]').click()
      await expect(page.getByRole('heading', { name: anyOf(words.who.heading) })).toBeVisible()
    })
  })

  test('one’s own: said, with the link to pass on, and what became of it', async ({ pageOf }) => {
    const page = await pageOf(REQUESTER)
    const request = await askHundred(page)
    await page.goto(`/payment/${request.id}`)
    await expect(heading(page, words.end.own)).toBeVisible()
    await expect(page.getByRole('status', { name: words.made.link })).toHaveText(request.url)
    await expect(page.getByRole('button', { name: words.made.copy })).toBeVisible()
    await expect(page.getByRole('img', { name: words.made.qr })).toBeVisible()
    await lookInEachLanguage(page)
    await page.getByRole('link', { name: words.end.requests }).click()
    const row = page.getByTestId('request-row').filter({ hasText: request.reason }).first()
    await row.getByRole('button', { name: anyOf(words.list.cancel) }).click()
    await page.getByRole('button', { name: words.list.cancel_yes }).click()
    await expect(row).toHaveAttribute('data-state', 'cancelled')
    await page.goto(`/payment/${request.id}`)
    await expect(heading(page, words.end.cancelled)).toBeVisible()
    await expect(page.getByText(words.end.own_cancelled)).toBeVisible()
    await expect(page.getByRole('button', { name: words.made.copy })).toHaveCount(0)
    await lookInEachLanguage(page)
  })

  test('one’s own company’s, to a colleague: said, with nothing to press that is refused', async ({
    pageOf,
  }) => {
    const { id } = await askHundred(await pageOf(REQUESTER))
    const page = await pageOf('member@jokko.example')
    await page.goto(`/payment/${id}`)
    await expect(heading(page, words.end.own)).toBeVisible()
    await expect(page.getByText(words.end.own_of_company)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('link', { name: words.end.requests })).toHaveCount(0)
    await lookInEachLanguage(page)
  })

  test('one’s own, while somebody pays it: that is said, and the link is not to be sent again', async ({
    pageOf,
  }) => {
    const page = await pageOf(REQUESTER)
    const payer = await pageOf(PAYER)
    const request = await askHundred(page)
    await toMethods(payer, request)
    await method(payer, 'bank_transfer').check()
    await payer.getByRole('button', { name: words.method.order }).click()
    await expect(payer.getByRole('button', { name: flow.our_bank.continue })).toBeVisible()
    await page.goto(`/payment/${request.id}`)
    await expect(page.getByText(words.end.own_accepted)).toBeVisible()
    await expect(page.getByRole('button', { name: words.made.copy })).toHaveCount(0)
    await lookInEachLanguage(page)
  })
})

test.describe('by an app', () => {
  /** The shop that payers come back to. */
  async function shopAt(work: (address: string, seen: URL[]) => Promise<void>): Promise<void> {
    const seen: URL[] = []
    const server = createServer((request, response) => {
      seen.push(new URL(request.url ?? '/', 'http://localhost'))
      response
        .setHeader('content-type', 'text/html')
        .end('<title>Shop</title><link rel="icon" href="data:,">Merci')
    })
    await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
    try {
      await work(`http://localhost:${(server.address() as AddressInfo).port}/return`, seen)
    } finally {
      server.close()
    }
  }

  async function askedByApp(page: Page, address: string): Promise<{ id: string; url: string }> {
    const told = operator(
      'app',
      REQUESTER,
      '--title',
      'Boutique',
      '--redirects',
      address,
      '--reason',
      'essai',
    )
    const [key = ''] = /jk_test_[\w-]+/.exec(told) ?? []
    const answer = await page.request.post('/api/v1/developer/v1/payment-requests', {
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() },
      data: { amount: '100.00', currency: 'EUR', reason: 'Commande 7', redirect_url: `${address}?order=7` },
    })
    expect(answer.status()).toBe(201)
    return (await answer.json()) as { id: string; url: string }
  }

  test('signed in by its public name, paid, and back at the shop with the payment in the address', async ({
    page,
    sandbox,
  }) => {
    await fillBalance(page, sandbox)
    await shopAt(async (address, seen) => {
      const { id, url } = await askedByApp(page, address)
      await page.goto(url)
      await expect(page).toHaveURL(new RegExp(`/payment/${id}\\?status=anonymous`))
      await page.getByRole('button', { name: flow.continue }).click()
      await method(page, 'balance').check()
      await payButton(page, '100,60 €').click()
      await paid(page)
      await expect(page).toHaveURL(/status=anonymous/)
      await page.getByRole('button', { name: anyOf(words.end.back) }).click()
      await page.waitForURL(/\/return\?/)
      const [back] = seen
      expect([back?.searchParams.get('payment_id'), back?.searchParams.get('order')]).toEqual([id, '7'])
    })
  })

  for (const { when, pay } of [
    { when: 'before anything is paid', pay: async () => undefined },
    {
      when: 'on the way back from the page of Wave',
      pay: async (page: Page, sandbox: Sandbox) => {
        await startFromPhone(page, '0100123498', 'Wave')
        await submitPhone(page)
        await page.getByRole('button', { name: payin.mobile.redirect_go }).click()
        await page.getByRole('button', { name: 'Approve' }).click()
        await expect(page).toHaveURL(/\/mobile_money\?.*status=anonymous/)
        await sandbox.advance({ seconds: 30 })
        await expect(heading(page, payin.ended.succeeded)).toBeVisible()
      },
    },
  ]) {
    test(`by mobile money, ${when}: closing signs out and leads back to who asked`, async ({
      browser,
      sandbox,
    }) => {
      await shopAt(async address => {
        await asOther(browser, PAYER, async page => {
          const { id, url } = await askedByApp(page, address)
          await page.goto(url)
          await page.getByRole('button', { name: flow.continue }).click()
          await method(page, 'mobile_money').check()
          await page.getByLabel(words.method.wallet).selectOption({ label: 'Côte d’Ivoire' })
          await payButton(page, '').click()
          await expect(page).toHaveURL(/\/mobile_money\?.*status=anonymous/)
          await expect(heading(page, payin.mobile.choose)).toBeVisible()
          await pay(page, sandbox)
          await page.getByRole('button', { name: common.close, exact: true }).first().click()
          await page.waitForURL(new RegExp(`/return\\?.*payment_id=${id}`))
          await page.goto('/dashboard/home')
          await expect(page).toHaveURL(/\/login/)
        })
      })
    })
  }

  test('a name that leads to nothing of one’s own: forgotten, said at home', async ({
    page,
    silentConsole,
  }) => {
    silentConsole.allow(/403/)
    await page.goto('/?appref=AAAAAAAAAAAAAAAAAAAAAA')
    await expect(page).toHaveURL(/\/dashboard\/home$/)
    await expect(page.getByText(errors.link_not_for_you)).toBeVisible()
  })

  test.describe('without a session', () => {
    test.use({ as: undefined })

    test('signs in first, and comes to the payment', async ({ page }) => {
      const { id, url } = await askedByApp(page, 'http://localhost/return')
      await page.goto(url)
      await expect(page.getByRole('heading', { name: access.login.welcome })).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: access.login.asked })).toBeVisible()
      await axe(page)
      await page.locator('input[name=email]').fill(PAYER)
      await page.locator('input[name=password]').fill('Jokko-2026!')
      await page.locator('form button[type=submit]').click()
      await expect(page).toHaveURL(new RegExp(`/payment/${id}`))
      await expect(
        page.getByRole('heading', { name: filled(words.who.heading, { name: NAME }) }),
      ).toBeVisible()
      // As the page of a company leads back to it.
      await page.goto(`/payment/${id}?step=amount`)
      await expect(page).toHaveURL(/status=anonymous/)
      await expect(heading(page, words.method.heading)).toBeVisible()
    })

    test('comes by the link itself, too, and stays anonymous where it says so', async ({ page, asked }) => {
      const request = await asked()
      await page.goto(`/payment/${request.id}?status=anonymous`)
      await expect(page).toHaveURL(new RegExp(`/login\\?request=${request.id}`))
      await expect(page.getByText(access.login.asked)).toBeVisible()
      await page.locator('input[name=email]').fill(PAYER)
      await page.locator('input[name=password]').fill('Jokko-2026!')
      await page.locator('form button[type=submit]').click()
      await expect(page).toHaveURL(new RegExp(`/payment/${request.id}\\?status=anonymous`))
    })
  })
})
