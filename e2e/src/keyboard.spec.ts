// Withdrawal, bulk payment and payment request by keyboard alone, from the button on the home page to the end; the focus
// is where the news is. The transfer and the deposit are walked so where they are tried.
import { randomUUID } from 'node:crypto'
import { askHundred, ownReference } from './api.ts'
import { BulkTable, fileOf, payees } from './bulk-table.ts'
import { expect, test } from './fixtures.ts'
import { press, tabTo, typeInto } from './keyboard.ts'
import { newNumber } from './numbers.ts'
import { heading } from './paying.ts'
import { anyOf, textsIn } from './texts.ts'
import { WithdrawForm } from './withdraw-form.ts'

const { bulk: bulkWords, common, flow, home, 'payment-request': request, statuses, withdraw } = textsIn('fr')

const owner = 'owner@jokko.example'
const ownersPhone = '+33639980101'

test.use({ as: owner })

test('a withdrawal', async ({ page, sandbox }) => {
  const form = new WithdrawForm(page)
  await page.goto('/dashboard/home')
  await press(page.getByRole('button', { name: home.actions.withdraw, exact: true }))
  await typeInto(form.amount, '20')
  const bankName = form.field(withdraw.account.bank_name)
  await expect(bankName.or(form.dialog.getByRole('radio', { name: withdraw.account.new }))).toBeVisible()
  if (await bankName.isVisible()) {
    await typeInto(bankName, 'Banque des Tisserands')
    await typeInto(form.field(flow.account.iban), 'FR7630006000011234567890189')
  }
  await press(form.next)
  await expect(form.heading(withdraw.code.heading)).toBeFocused()
  await typeInto(form.code, await form.lastCode(sandbox, ownersPhone))
  await expect(form.outcome('under_way')).toBeFocused()
  await press(form.dialog.getByRole('button', { name: withdraw.home_page }))
  await expect(form.dialog).toBeHidden()
  await expect(page.getByRole('button', { name: home.actions.withdraw, exact: true })).toBeFocused()
})

test('a bulk payment', async ({ page, sandbox }) => {
  const bulk = new BulkTable(page)
  await page.goto('/dashboard/home')
  const actions = page.getByRole('group', { name: home.actions.label })
  await press(actions.getByRole('button', { name: home.actions.bulk }))
  const anew = bulk.button(bulkWords.draft.anew)
  await expect(bulk.drop.or(anew)).toBeVisible()
  if (await anew.isVisible()) await press(anew)
  const country = bulk.dialog.getByLabel(bulkWords.country)
  await tabTo(country)
  // Letters that come more than a second apart begin another name.
  await expect(async () => {
    await page.keyboard.type('Côte d')
    await expect(country).toHaveValue('CI', { timeout: 2000 })
  }).toPass()
  await press(bulk.button(bulkWords.paste_open))
  const pasting = page.getByRole('dialog', { name: bulkWords.paste_title })
  await typeInto(pasting.getByLabel(bulkWords.paste_label), `Awa\tTestonde\t${newNumber()}\t11,00`)
  await press(pasting.getByRole('button', { name: bulkWords.paste_take }))
  await press(page.getByRole('button', { name: bulkWords.taken_go_on }))
  // The focus stays in the flow, which now has its table, and is not lost to the page under it.
  await expect(page.getByRole('dialog', { name: bulkWords.pasted_title })).toBeHidden()
  await expect(bulk.heading(bulkWords.heading)).toBeFocused()
  await bulk.checked()
  await press(bulk.next)
  await expect(bulk.heading(bulkWords.payment_heading)).toBeFocused()
  await typeInto(bulk.dialog.getByLabel(bulkWords.reason), 'Au clavier')
  await press(bulk.pay())
  await bulk.startedId()
  await sandbox.advance({ minutes: 1 })
  await expect(bulk.heading(bulkWords.sent.paid)).toBeVisible({ timeout: 60_000 })
  await press(bulk.button(flow.home))
  await expect(bulk.dialog).toBeHidden()
  await expect(actions.getByRole('button', { name: home.actions.bulk })).toBeFocused()
})

test('a payment request, asked', async ({ page }) => {
  await page.goto('/dashboard/home')
  await press(page.getByRole('button', { name: home.actions.payment_request }))
  const dialog = page.getByRole('dialog', { name: request.ask.title })
  await expect(dialog.getByRole('heading', { name: request.ask.heading })).toBeVisible()
  await press(dialog.getByRole('button', { name: request.ask.create }).first())
  await expect(dialog.getByLabel(request.ask.amount)).toBeFocused()
  await typeInto(dialog.getByLabel(request.ask.amount), '35')
  await typeInto(dialog.getByLabel(request.ask.reason), `Clavier ${randomUUID().slice(0, 6)}`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: request.made.heading })).toBeFocused()
  await tabTo(dialog.getByRole('button', { name: request.made.copy }))
})

test('the file of a bulk payment is taken: the focus stays in the flow', async ({ page }) => {
  const bulk = new BulkTable(page)
  await bulk.open()
  await bulk.choose(fileOf(payees(1)))
  await press(page.getByRole('button', { name: bulkWords.taken_go_on }))
  // What opened the dialog, the place for a file, is no more.
  await expect(bulk.heading(bulkWords.heading)).toBeFocused()
})

test('repeated rows of a bulk payment are decided: the focus stays where that was asked', async ({
  page,
}) => {
  const bulk = new BulkTable(page)
  await bulk.open()
  const [payee] = payees(1)
  if (payee !== undefined) await bulk.load(fileOf([payee, payee]), 2)
  await bulk.checked()
  await press(page.getByRole('button', { name: bulkWords.repeats.keep }))
  await press(page.getByRole('button', { name: bulkWords.repeats.remove_one }))
  await expect(page.getByTestId('repeats')).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(bulk.dialog.locator('table :focus')).toBeVisible()
})

test('a warning over a question: the focus is in the question again, and where it was when that goes, too', async ({
  page,
}) => {
  await page.goto('/dashboard/home')
  const leave = page.getByRole('button', { name: common.log_out.action })
  await press(leave)
  const question = page.getByRole('dialog', { name: common.log_out.question })
  await expect(question.getByRole('button', { name: common.no, exact: true })).toBeFocused()
  await page.evaluate(() => localStorage.setItem('jokko.activity', String(Date.now() - 841_000)))
  const warning = page.getByRole('dialog', { name: common.idle.title })
  await press(warning.getByRole('button', { name: common.idle.stay }))
  await expect(warning).toBeHidden()
  await expect(question.getByRole('button', { name: common.no, exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(leave).toBeFocused()
})

test('a payment request, paid', async ({ page, pageOf, sandbox }) => {
  const { id } = await askHundred(page)
  const payer = await pageOf('person@jokko.example')
  await sandbox.credit({ amount: '150.00', reference: await ownReference(payer) })
  await sandbox.advance({ seconds: 30 })
  await payer.goto(`/payment/${id}`)
  await press(payer.getByRole('button', { name: flow.continue }))
  await expect(heading(payer, request.method.heading)).toBeFocused()
  const balance = payer.getByRole('radio', { name: new RegExp(`^${statuses.payin.balance}`) })
  await expect(balance).toBeChecked()
  await press(payer.getByRole('button', { name: anyOf(request.method.pay) }))
  await expect(heading(payer, request.end.paid)).toBeFocused()
  await press(payer.getByRole('link', { name: request.end.home }))
  await expect(payer).toHaveURL(/\/dashboard\/home/)
})
