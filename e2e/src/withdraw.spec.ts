// Money from the balance to an account of one's own, as a person takes it there: every way, every refusal, every end, with
// the ledger verified after each.
import type { Page } from '@playwright/test'
import { balanceOf, operationOf, ownReference } from './api.ts'
import { expect, test } from './fixtures.ts'
import { lookInEachLanguage, speak } from './look.ts'
import { operator } from './operator.ts'
import type { Sandbox } from './sandbox.ts'
import { anyOf, filled, textsIn } from './texts.ts'
import { WithdrawForm } from './withdraw-form.ts'

const { common, errors, history, home, statuses, withdraw: words } = textsIn('fr')
const PHONE = '+33639980101'
const refused = /status of (403|409|410|422|429|503)/

test.use({ as: 'owner@jokko.example' })

/** Up to the code, for 100 euros to a new number in Côte d’Ivoire. */
async function toCode(page: Page, number: string, amount = '100'): Promise<WithdrawForm> {
  const form = new WithdrawForm(page)
  await form.open()
  await form.amount.fill(amount)
  await form.toOrange(number)
  await form.goOn()
  return form
}

/** The other bank sends back what it had booked. */
async function returnedByBank(sandbox: Sandbox, amount: string): Promise<void> {
  const answer = await fetch(new URL('/bank/payments', sandbox.url))
  const payments = (await answer.json()) as { id: string; status: string; amount: string }[]
  const booked = payments.find(payment => payment.status === 'booked' && payment.amount === amount)
  const back = await fetch(new URL(`/bank/payments/${booked?.id}/return`, sandbox.url), { method: 'POST' })
  expect(back.status).toBe(200)
}

test.describe('to the end', () => {
  test('over SEPA: the name is checked, the code confirms, the bank books it', async ({ page, sandbox }) => {
    const before = await balanceOf(page)
    const form = new WithdrawForm(page)
    await form.open()
    await expect(form.card('sepa')).toBeChecked()
    await form.amount.fill('120')
    await form.priced()
    await expect(form.figure(words.panel.fee)).toHaveText(/0,30\s€/)
    await expect(form.figure(words.panel.total)).toHaveText(/120,30\s€/)
    await form.toSepa('FR76 3000 6000 0112 3456 7890 189')
    await form.goOn()
    expect(await balanceOf(page)).toBe(before - 120_30n)
    await form.enterCode(sandbox, PHONE)
    await expect(form.outcome('under_way')).toBeVisible()
    await sandbox.advance({ days: 2 })
    await expect(form.outcome('done')).toBeVisible()
    await form.dialog.getByRole('button', { name: words.end.details }).click()
    const drawer = page.getByRole('dialog', { name: statuses.type.withdraw })
    await expect(drawer.getByText(statuses.status.withdraw_completed).first()).toBeVisible()
    // In two days other money may have come back, too.
    const then = await balanceOf(page)

    // Days later the other bank sends it back: amount and fee are on the balance again, and the details say so.
    await returnedByBank(sandbox, '120.00')
    await sandbox.advance({ minutes: 2 })
    await expect.poll(() => balanceOf(page)).toBe(then + 120_30n)
    await expect(drawer.getByText(anyOf(history.returned_after_paid))).toBeVisible()
    await lookInEachLanguage(page)
  })

  test('in a hand, an IBAN is seen to its last digit', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const form = new WithdrawForm(page)
    await form.open()
    const iban = form.field(textsIn('fr').flow.account.iban)
    const hidden = () => iban.evaluate(field => field.scrollWidth - field.clientWidth)
    await form.toNewAccount()
    await iban.fill('FR76 3000 6000 0112 3456 7890 189')
    expect(await hidden()).toBe(0)
    await form.country.selectOption('CI')
    await form.card('bank_transfer').click()
    await iban.fill('CI49 CI99 9010 0100 0000 0012 3490')
    expect(await hidden()).toBe(0)
  })

  test('a large first payment waits for a person of ours, who releases it', async ({ page, sandbox }) => {
    const before = await balanceOf(page)
    await sandbox.credit({ amount: '15500.30', reference: await ownReference(page) })
    await sandbox.advance({ seconds: 30 })
    await expect.poll(() => balanceOf(page)).toBe(before + 15_500_30n)
    const form = new WithdrawForm(page)
    await form.open()
    await form.amount.fill('15500')
    await form.toNewAccount()
    await form.toSepa('FR76 3000 4000 0312 3456 7890 143')
    await form.goOn()
    await form.enterCode(sandbox, PHONE)
    await expect(form.outcome('held')).toBeVisible()
    // All of it is set aside: in the two days that follow, other money may come back, too.
    expect(await balanceOf(page)).toBe(before)
    await expect(form.dialog.getByText(anyOf(words.end.held.text))).toBeVisible()
    await lookInEachLanguage(page)
    operator('release', form.id(), '--reason', 'rappelé')
    await expect(form.outcome('under_way')).toBeVisible()
    await sandbox.advance({ days: 2 })
    await expect(form.outcome('done')).toBeVisible()
    expect(await operationOf(page, form.id())).toMatchObject({
      status: 'withdraw_completed',
      amount: '15500.30',
    })
  })

  test('a name that the bank knows otherwise is corrected before anything is held', async ({
    page,
    sandbox,
    silentConsole,
  }) => {
    silentConsole.allow(refused)
    const iban = 'FR1420041010050500013M02606'
    await fetch(new URL('/control/bank/holders', sandbox.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ iban, name: 'Atelier Ndiaye et Filles SARL' }),
    })
    const before = await balanceOf(page)
    const form = new WithdrawForm(page)
    await form.open()
    await form.amount.fill('10')
    await form.priced()
    await form.toNewAccount()
    await form.toSepa(iban)
    await form.next.click()
    const question = page.getByRole('dialog', { name: words.payee.close_match.title })
    await expect(question.getByText('Atelier Ndiaye et Filles SARL')).toBeVisible()
    await lookInEachLanguage(page)
    expect(await balanceOf(page)).toBe(before)
    await question.getByRole('button', { name: words.payee.correct }).click()
    await expect(form.heading(words.code.heading)).toBeVisible()
    await form.dialog.getByRole('button', { name: words.code.back }).click()
    await expect(form.heading(words.heading)).toBeVisible()
    expect(await balanceOf(page)).toBe(before)
  })

  test('a name that is another’s is written anew, from what was typed', async ({
    page,
    sandbox,
    silentConsole,
  }) => {
    silentConsole.allow(refused)
    const iban = 'FR7630066100410001056789095'
    await fetch(new URL('/control/bank/holders', sandbox.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ iban, name: 'Atelier Ndiaye' }),
    })
    const form = new WithdrawForm(page)
    await form.open()
    await form.amount.fill('10')
    await form.priced()
    await form.toNewAccount()
    await form.toSepa(iban, 'Somebody Else')
    await form.next.click()
    const question = page.getByRole('dialog', { name: words.payee.no_match.title })
    await question.getByRole('button', { name: words.payee.change }).click()
    const owner = form.field(words.account.owner)
    await expect(owner).toBeFocused()
    await expect(form.field(textsIn('fr').flow.account.iban)).toHaveValue(/6789 095$/)
    await owner.fill('Atelier Ndiaye')
    await form.next.click()
    await expect(form.heading(words.code.heading)).toBeVisible()
    await form.dialog.getByRole('button', { name: words.code.back }).click()
    await expect(form.dialog.getByText(/9095 · Atelier Ndiaye/)).toBeVisible()
  })

  test('mobile money: a wrong code says how many tries are left, the right one pays', async ({
    page,
    sandbox,
    silentConsole,
  }) => {
    silentConsole.allow(refused)
    const before = await balanceOf(page)
    const form = await toCode(page, '0712345601')
    await form.code.fill('123')
    await form.confirm.click()
    await expect(form.dialog.getByText(errors.otp_invalid)).toBeVisible()
    const code = await form.lastCode(sandbox, PHONE)
    await form.code.fill(code === '000000' ? '000001' : '000000')
    const left = filled(words.code.tries_left_other, { count: '4' })
    await expect(form.dialog.getByText(errors.invalid_otp)).toContainText(left)
    await lookInEachLanguage(page)
    // Nothing typed: that is said, and how many tries are left stays said.
    await form.confirm.click()
    await expect(form.dialog.getByText(errors.otp_invalid)).toContainText(left)
    await form.code.fill(code)
    await expect(form.outcome('under_way').or(form.outcome('done'))).toBeVisible()
    await sandbox.advance({ minutes: 2 })
    await expect(form.outcome('done')).toBeVisible()
    await form.dialog.getByRole('button', { name: words.home_page }).click()
    await expect(form.dialog).toBeHidden()
    expect(await balanceOf(page)).toBe(before - 100_50n)
  })

  test('mobile money: once no try is left, a new code is asked for', async ({
    page,
    sandbox,
    silentConsole,
  }) => {
    silentConsole.allow(refused)
    const form = await toCode(page, '0712345688')
    const code = await form.lastCode(sandbox, PHONE)
    const others = ['000001', '000002', '000003', '000004', '000005', '000006'].filter(one => one !== code)
    for (const [count, other] of others.slice(0, 3).entries()) {
      await form.code.fill(other)
      const left = filled(words.code.tries_left_other, { count: String(4 - count) })
      await expect(form.dialog.getByText(left)).toBeVisible()
    }
    await form.code.fill(others[3] ?? '')
    await expect(form.dialog.getByText(filled(words.code.tries_left_one, { count: '1' }))).toBeVisible()
    await form.code.fill(others[4] ?? '')
    await expect(form.dialog.getByText(errors.otp_expired)).toBeVisible()
  })

  test('declined: it says why, and amount and fee are on the balance again', async ({ page, sandbox }) => {
    const before = await balanceOf(page)
    const form = await toCode(page, '0700000002')
    await form.enterCode(sandbox, PHONE)
    await sandbox.advance({ minutes: 2 })
    await expect(form.outcome('failed')).toBeVisible()
    await expect(form.dialog.getByText(statuses.withdraw_failure.payee_account_closed)).toBeVisible()
    await lookInEachLanguage(page)
    expect(await balanceOf(page)).toBe(before)
  })

  test('nobody knows: that is said, and the answer comes three hours later', async ({ page, sandbox }) => {
    const form = await toCode(page, '0700000006')
    await form.enterCode(sandbox, PHONE)
    await sandbox.advance({ minutes: 2 })
    await expect(form.outcome('unknown')).toBeVisible()
    await lookInEachLanguage(page)
    await sandbox.advance({ hours: 4 })
    await expect(form.outcome('done')).toBeVisible()
  })

  test('cash that is brought: its end says that it was handed over, and speaks of no account', async ({
    page,
    sandbox,
  }) => {
    const form = new WithdrawForm(page)
    await form.open()
    await form.amount.fill('60')
    await form.country.selectOption('CI')
    await form.card('delivery').click()
    await form.goOn()
    await form.enterCode(sandbox, PHONE)
    await sandbox.advance({ hours: 7 })
    await expect(form.outcome('done')).toBeVisible()
    await expect(form.dialog.getByText(words.end.done.handed)).toBeVisible()
    await expect(form.dialog.getByText(words.end.done.text)).toHaveCount(0)
    await lookInEachLanguage(page)
  })

  test('everything: the most that can be paid, and what stays', async ({ page }) => {
    const form = new WithdrawForm(page)
    await form.open()
    await form.country.selectOption('GN')
    await form.card('mobile_money').click()
    await form.dialog.getByRole('button', { name: words.all }).click()
    await expect(form.dialog.getByText(anyOf(words.all_leaves))).toBeVisible()
    await form.priced()
    await expect(form.figure(words.panel.received)).toHaveText(/000\sGNF/)
  })
})

test.describe('the code', () => {
  test('by WhatsApp it takes the place of the first; by e-mail not for a new account', async ({
    page,
    sandbox,
  }) => {
    // Another code may be asked for after half a minute.
    test.slow()
    const form = await toCode(page, '0712345671', '20')
    await form.tab('mail').click()
    await expect(form.dialog.getByText(errors.code_by_phone_required)).toBeVisible()
    await form.tab('whatsapp').click()
    const send = form.dialog.getByRole('button', { name: words.code.send.whatsapp })
    await expect(send).toBeDisabled()
    await expect(send).toBeEnabled({ timeout: 60_000 })
    await send.click()
    await expect(form.dialog.getByText(anyOf(words.code.sent_to))).toBeVisible()
    const [newest] = await sandbox.inbox(PHONE)
    expect(newest?.channel).toBe('whatsapp')
    await form.enterCode(sandbox, PHONE)
    await expect(form.outcome('under_way').or(form.outcome('done'))).toBeVisible()
  })

  test('not entered in ten minutes: the money is free again, and the screen says so', async ({
    page,
    sandbox,
  }) => {
    const before = await balanceOf(page)
    const form = await toCode(page, '0712345672', '20')
    await sandbox.advance({ minutes: 11 })
    await expect(form.outcome('expired')).toBeVisible()
    await lookInEachLanguage(page)
    expect(await balanceOf(page)).toBe(before)
  })

  test('left and come back to: a refresh, another tab, and the history lead to it', async ({
    page,
    context,
    sandbox,
  }) => {
    const form = await toCode(page, '0712345673', '20')
    const id = form.id()
    await page.reload()
    await expect(form.heading(words.code.heading)).toBeVisible()
    await page.goBack()
    await expect(form.dialog).toBeHidden()
    const tab = await context.newPage()
    await tab.goto(`/dashboard/home?operation=${id}`)
    const drawer = tab.getByRole('dialog', { name: statuses.type.withdraw })
    await drawer.getByRole('button', { name: statuses.action.enter_code }).click()
    const there = new WithdrawForm(tab)
    await there.enterCode(sandbox, PHONE)
    await expect(there.outcome('under_way').or(there.outcome('done'))).toBeVisible()
    expect((await operationOf(tab, id)).status).not.toBe('withdraw_requested')
    await tab.close()
  })
})

test.describe('refused', () => {
  test('more than the balance, nothing typed, and less than an account needs', async ({ page }) => {
    const form = new WithdrawForm(page)
    await form.open()
    await form.next.click()
    await expect(form.dialog.getByText(errors.enterEuros)).toBeVisible()
    await form.amount.fill('9999999')
    await expect(form.dialog.getByText(errors.Withdrawal_amount)).toBeVisible()
    await expect(form.next).toBeDisabled()
    await form.amount.fill('10')
    await form.country.selectOption('CI')
    await form.card('mobile_money').click()
    await form.toNewAccount()
    await form.priced()
    await form.next.click()
    await expect(form.dialog.getByText(errors.invalid_phone_number)).toBeVisible()
    await expect(form.dialog.getByText(errors.Select_Operator_Error)).toBeVisible()
    await lookInEachLanguage(page)
    // Another way has its own fields, of which nothing was asked yet.
    await form.card('bank_transfer').click()
    await expect(form.field(words.account.owner)).toBeVisible()
    await expect(form.dialog.getByText(errors.BankNameError)).toBeHidden()
    // What the server says of each way is in the language that was chosen here, not in that of the account.
    await speak(page, 'es')
    await expect(page.getByText(anyOf(textsIn('es').errors.route_floor)).first()).toBeVisible()
    await speak(page, 'fr')
  })

  test('while an operator has closed withdrawals', async ({ page, silentConsole }) => {
    silentConsole.allow(refused)
    const form = new WithdrawForm(page)
    await form.open()
    await form.amount.fill('10')
    await form.toSepa('FR76 3000 6000 0112 3456 7890 189')
    await form.priced()
    operator('flag', 'withdraw_open', 'false', '--reason', 'test')
    try {
      // Closed meanwhile: that is said at once, and nobody wonders what became of it.
      await form.next.focus()
      await page.keyboard.press('Enter')
      await expect(form.dialog.getByText(errors.withdraw_closed)).toBeVisible({ timeout: 3000 })
      await expect(form.next).toBeFocused()
      await page.goto('/dashboard/home?flow=withdraw')
      await expect(page.getByText(errors.withdraw_closed)).toBeVisible()
    } finally {
      operator('flag', 'withdraw_open', 'true', '--reason', 'test')
    }
  })

  test.describe('of a restricted account', () => {
    test.use({ as: 'restricted@jokko.example' })

    test('all but a bank', async ({ page }) => {
      const form = new WithdrawForm(page)
      await form.open()
      await expect(form.dialog.getByText(words.restricted)).toBeVisible()
      await expect(form.card('mobile_money')).toBeHidden()
    })
  })

  test.describe('to whom does not own the account', () => {
    test.use({ as: 'member@jokko.example' })

    test('there is no button, and the address leads home', async ({ page }) => {
      await page.goto('/dashboard/home?flow=withdraw')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByRole('button', { name: home.actions.withdraw })).toBeHidden()
    })
  })
})

test.describe('from Cameroon', () => {
  test.use({ as: 'douala@jokko.example' })

  test('to a wallet, and as cash', async ({ page }) => {
    const form = new WithdrawForm(page)
    await form.open()
    await form.card('wallet').click()
    await expect(form.field(words.account.owner)).toBeVisible()
    await form.card('delivery').click()
    await expect(form.dialog.getByText(anyOf(words.account.delivery))).toBeVisible()
    await lookInEachLanguage(page)
  })
})

test('what a withdrawal was is repeated with its amount and its account', async ({ page, sandbox }) => {
  const form = await toCode(page, '0712345674', '30')
  const id = form.id()
  await form.enterCode(sandbox, PHONE)
  await expect(form.outcome('under_way').or(form.outcome('done'))).toBeVisible()
  await sandbox.advance({ minutes: 2 })
  await page.goto(`/dashboard/home?flow=withdraw&from=${id}`)
  await expect(form.amount).toHaveValue(/^30/)
  await expect(form.card('mobile_money')).toBeChecked()
  await form.goOn()
  await expect(form.dialog.getByText(/5674/)).toBeVisible()
  await form.dialog.getByRole('button', { name: words.code.back }).click()
  await expect(form.heading(words.heading)).toBeVisible()
})

test('nearly all of the balance, and the answer is lost again and again: what happened can still be asked', async ({
  page,
  silentConsole,
}) => {
  silentConsole.allow(/net::ERR_/)
  const before = await balanceOf(page)
  const form = new WithdrawForm(page)
  await form.open()
  await form.amount.fill(String(before / 100n - 60n))
  await form.toSepa('FR76 3000 6000 0112 3456 7890 189')
  await form.priced()
  await page.route('**/api/v1/cashout', async route => {
    await route.fetch()
    return route.abort('connectionreset')
  })
  await form.next.click()
  const askAgain = form.dialog.getByRole('button', { name: common.command.check_again })
  await expect(askAgain).toBeVisible({ timeout: 60_000 })
  const after = await balanceOf(page)
  expect(after).toBeLessThan(before)
  await page.unroute('**/api/v1/cashout')
  await askAgain.click()
  await expect(form.heading(words.code.heading)).toBeVisible()
  expect(await balanceOf(page)).toBe(after)
  await form.dialog.getByRole('button', { name: words.code.back }).click()
  await expect.poll(() => balanceOf(page)).toBe(before)
})
