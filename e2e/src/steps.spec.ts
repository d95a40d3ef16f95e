// Every step of deposit, withdrawal, bulk payment and payment request: after a refresh it is as it was, another tab at the
// same address shows what has been made and begins anew what has not, and Back leads where one came from and never into
// an order that was given. The transfer's steps are walked so where it is tried.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { askHundred, latestOperations, ownReference } from './api.ts'
import { BulkTable, fileOf, payees } from './bulk-table.ts'
import { DepositForm } from './deposit-form.ts'
import { expect, test } from './fixtures.ts'
import { heading, payAtTheBank } from './paying.ts'
import { anyOf, textsIn } from './texts.ts'
import { WithdrawForm } from './withdraw-form.ts'

const { bank, deposit, flow, bulk: bulkWords, 'payment-request': request, statuses, withdraw } = textsIn('fr')

const ownersPhone = '+33639980101'

type Look = (page: Page) => Promise<void>
type Step = {
  readonly go: () => Promise<void>
  readonly stands: Look
  /** What another tab shows at this address, where it is not the same. */
  readonly inAnotherTab?: Look
}

async function walk(page: Page, steps: readonly Step[]): Promise<void> {
  const tab = await page.context().newPage()
  for (const { go, stands, inAnotherTab = stands } of steps) {
    await page.bringToFront()
    await go()
    await stands(page)
    await page.reload()
    await stands(page)
    await tab.goto(page.url())
    await inAnotherTab(tab)
  }
  await tab.close()
}

async function back(page: Page, looks: readonly Look[]): Promise<void> {
  for (const look of looks) {
    await page.goBack()
    await look(page)
  }
}

test.use({ as: 'owner@jokko.example' })
// Each of them loads a dozen pages.
test.slow()

test('deposit', async ({ page }) => {
  const form = new DepositForm(page)
  const shows =
    (name: string): Look =>
    on =>
      expect(new DepositForm(on).heading(name)).toBeVisible()
  const anew: Look = on => expect(new DepositForm(on).euros).toHaveValue('')
  const amount: Look = on => expect(new DepositForm(on).euros).toHaveValue('100')
  const method: Look = on => expect(new DepositForm(on).method('bank_transfer')).toBeChecked()
  await walk(page, [
    {
      go: async () => {
        await form.open()
        await form.euros.fill('100')
      },
      stands: amount,
      inAnotherTab: anew,
    },
    {
      go: async () => {
        await form.next.click()
        await form.method('bank_transfer').check()
      },
      stands: method,
      inAnotherTab: anew,
    },
    { go: () => form.next.click(), stands: shows(deposit.payment.heading), inAnotherTab: anew },
  ])
  await back(page, [method, amount])
  await form.next.click()
  await method(page)
  await form.next.click()
  await walk(page, [
    { go: () => form.order().click(), stands: shows(flow.our_bank.heading) },
    {
      go: () => page.getByRole('button', { name: flow.our_bank.continue }).click(),
      stands: shows(deposit.bank.heading),
    },
  ])
  await back(page, [shows(flow.our_bank.heading), on => expect(new DepositForm(on).order()).toHaveCount(0)])
})

test('deposit, how it goes on and ends', async ({ page, sandbox }) => {
  const form = new DepositForm(page)
  const shows =
    (name: string): Look =>
    on =>
      expect(new DepositForm(on).heading(name)).toBeVisible()
  const gone: Look = on => expect(new DepositForm(on).order()).toHaveCount(0)
  await form.open()
  await form.toMethods('100')
  await form.choose('bank_transfer')
  await form.order().click()
  await page.getByRole('button', { name: flow.our_bank.continue }).click()
  await expect(form.heading(deposit.bank.heading)).toBeVisible()
  const reference = (await page.getByLabel(bank.reference, { exact: true }).textContent())?.trim() ?? ''
  await walk(page, [
    { go: () => payAtTheBank(page, sandbox, '100.00', reference), stands: shows(deposit.live.done) },
  ])
  await back(page, [gone, gone])

  await form.open()
  await form.toMethods('100')
  await form.choose('card')
  await form.pay('101,60 €').click()
  await page.waitForURL(/\/pay\//)
  await page.goto('/dashboard/home')
  const left = (await latestOperations(page)).find(
    ({ operation_type, status }) => operation_type === 'deposit' && status === 'payment_requested',
  )
  const ended = `/dashboard/home?flow=deposit&step=done&payment=${left?.id}`
  await walk(page, [
    { go: async () => void (await page.goto(ended)), stands: shows(deposit.live.waiting) },
    { go: () => sandbox.advance({ minutes: 40 }), stands: shows(deposit.live.closed) },
  ])
  await back(page, [gone])
})

test('withdrawal', async ({ page, sandbox }) => {
  const form = new WithdrawForm(page)
  await walk(page, [
    {
      go: async () => {
        await form.open()
        await form.amount.fill('20')
        await form.country.selectOption('CI')
        await form.card('mobile_money').click()
      },
      stands: async on => {
        const there = new WithdrawForm(on)
        await expect(there.amount).toHaveValue('20')
        await expect(there.country).toHaveValue('CI')
        await expect(there.card('mobile_money')).toBeChecked()
      },
      inAnotherTab: on => expect(new WithdrawForm(on).amount).toHaveValue(''),
    },
    {
      go: async () => {
        await form.toOrange('0712345688')
        await form.goOn()
      },
      stands: on => expect(new WithdrawForm(on).heading(withdraw.code.heading)).toBeVisible(),
    },
    {
      go: () => form.enterCode(sandbox, ownersPhone),
      stands: async on => {
        const there = new WithdrawForm(on)
        await expect(there.outcome('under_way').or(there.outcome('done'))).toBeVisible()
      },
    },
    {
      go: () => sandbox.advance({ minutes: 2 }),
      stands: on => expect(new WithdrawForm(on).outcome('done')).toBeVisible(),
    },
  ])
  await back(page, [on => expect(new WithdrawForm(on).next).toHaveCount(0)])
})

test('withdrawal, refused by the operator and never confirmed', async ({ page, sandbox }) => {
  const form = new WithdrawForm(page)
  const ends =
    (outcome: 'failed' | 'expired'): Look =>
    on =>
      expect(new WithdrawForm(on).outcome(outcome)).toBeVisible()
  const toCode = async (number: string) => {
    await form.open()
    await form.amount.fill('20')
    await form.toOrange(number)
    await form.goOn()
  }
  await toCode('0712000002')
  await form.enterCode(sandbox, ownersPhone)
  await walk(page, [{ go: () => sandbox.advance({ minutes: 2 }), stands: ends('failed') }])
  await back(page, [on => expect(new WithdrawForm(on).next).toHaveCount(0)])
  await toCode('0712345689')
  await walk(page, [{ go: () => sandbox.advance({ minutes: 11 }), stands: ends('expired') }])
  await back(page, [on => expect(new WithdrawForm(on).code).toHaveCount(0)])
})

test('bulk payment', async ({ page }) => {
  const bulk = new BulkTable(page)
  const shows =
    (name: string): Look =>
    on =>
      expect(new BulkTable(on).heading(name)).toBeVisible()
  const rows: Look = on => expect(new BulkTable(on).cell(1, 'first_name')).toHaveValue('Awa1')
  await walk(page, [
    {
      go: async () => {
        await bulk.open()
        await bulk.load(fileOf(payees(2)), 2)
        await bulk.checked()
      },
      stands: rows,
    },
    {
      go: async () => {
        await bulk.next.click()
        await bulk.dialog.getByLabel(bulkWords.reason).fill('Étape par étape')
        await bulk.payBy(statuses.payin.bank_transfer).click()
        await expect(bulk.order()).toBeEnabled()
      },
      stands: async on => {
        const there = new BulkTable(on)
        await expect(there.dialog.getByLabel(bulkWords.reason)).toHaveValue('Étape par étape')
        await expect(there.payBy(statuses.payin.bank_transfer)).toBeChecked()
      },
    },
  ])
  await back(page, [rows])
  await bulk.next.click()
  await walk(page, [
    { go: () => bulk.order().click(), stands: shows(flow.our_bank.heading) },
    { go: () => bulk.button(flow.our_bank.continue).click(), stands: shows(bulkWords.bank_heading) },
  ])
  await back(page, [shows(flow.our_bank.heading), on => expect(new BulkTable(on).order()).toHaveCount(0)])
})

test('bulk payment, how it goes on and ends', async ({ page, sandbox }) => {
  const bulk = new BulkTable(page)
  const outcome =
    (name: RegExp): Look =>
    on =>
      expect(on.getByTestId('bulk-progress')).toHaveAttribute('data-outcome', name, { timeout: 60_000 })
  await bulk.toPayment(fileOf(payees(2)), 2, 'Jusqu’au bout')
  await bulk.payBy(statuses.payin.balance).click()
  await walk(page, [
    {
      go: async () => {
        await bulk.pay().click()
        await bulk.startedId()
      },
      stands: outcome(/^(under_way|paid)$/),
    },
    { go: () => sandbox.advance({ minutes: 1 }), stands: outcome(/^paid$/) },
  ])
  await back(page, [on => expect(new BulkTable(on).pay()).toHaveCount(0)])
})

test('payment request, asked', async ({ page }) => {
  const dialogOn = (on: Page) => on.getByRole('dialog', { name: request.ask.title })
  const reason = `Étapes ${randomUUID().slice(0, 6)}`
  await page.goto('/dashboard/home')
  await walk(page, [
    {
      go: async () => {
        await page.goto('/dashboard/home?flow=payment_request')
        await dialogOn(page).getByLabel(request.ask.amount).fill('42,50')
        await dialogOn(page).getByLabel(request.ask.reason).fill(reason)
      },
      stands: async on => {
        await expect(dialogOn(on).getByLabel(request.ask.amount)).toHaveValue('42,50')
        await expect(dialogOn(on).getByLabel(request.ask.reason)).toHaveValue(reason)
      },
      inAnotherTab: on => expect(dialogOn(on).getByLabel(request.ask.amount)).toHaveValue(''),
    },
    {
      go: () => dialogOn(page).getByRole('button', { name: request.ask.create }).first().click(),
      stands: on => expect(dialogOn(on).getByTestId('made-link')).toContainText('42,50'),
    },
  ])
  await back(page, [on => expect(dialogOn(on)).toHaveCount(0)])
})

test('payment request, paid', async ({ page, pageOf }) => {
  const { id } = await askHundred(page)
  const payer = await pageOf('person@jokko.example')
  const transfer = (on: Page) =>
    on.getByRole('radio', { name: new RegExp(`^${statuses.payin.bank_transfer}`) })
  const who: Look = on => expect(on.getByRole('heading', { name: anyOf(request.who.heading) })).toBeVisible()
  const method: Look = on => expect(transfer(on)).toBeChecked()
  const shows =
    (name: string): Look =>
    on =>
      expect(heading(on, name)).toBeVisible()
  await walk(payer, [
    { go: async () => void (await payer.goto(`/payment/${id}`)), stands: who },
    {
      go: async () => {
        await payer.getByRole('button', { name: flow.continue }).click()
        await transfer(payer).check()
      },
      stands: method,
    },
  ])
  await back(payer, [who])
  await payer.goForward()
  await walk(payer, [
    {
      go: () => payer.getByRole('button', { name: request.method.order }).click(),
      stands: shows(flow.our_bank.heading),
    },
    {
      go: () => payer.getByRole('button', { name: flow.our_bank.continue }).click(),
      stands: shows(request.bank.heading),
    },
  ])
  await back(payer, [shows(flow.our_bank.heading), on => expect(transfer(on)).toHaveCount(0)])
})

test('payment request, paid and late', async ({ page, pageOf, sandbox }) => {
  const { id } = await askHundred(page)
  const { id: late } = await askHundred(page, { expires_in: 600 })
  const payer = await pageOf('person@jokko.example')
  await sandbox.credit({ amount: '150.00', reference: await ownReference(payer) })
  await sandbox.advance({ seconds: 30 })
  const shows =
    (name: string): Look =>
    on =>
      expect(heading(on, name)).toBeVisible()
  const pay = (on: Page) => on.getByRole('button', { name: anyOf(request.method.pay) })
  await payer.goto(`/payment/${id}`)
  await payer.getByRole('button', { name: flow.continue }).click()
  await payer.getByRole('radio', { name: new RegExp(`^${statuses.payin.balance}`) }).check()
  await walk(payer, [{ go: () => pay(payer).click(), stands: shows(request.end.paid) }])
  await back(payer, [on => expect(pay(on)).toHaveCount(0)])
  await sandbox.advance({ minutes: 11 })
  await walk(payer, [
    { go: async () => void (await payer.goto(`/payment/${late}`)), stands: shows(request.end.expired) },
  ])
})
