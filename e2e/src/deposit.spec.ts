// Money onto the balance as a person brings it there: both halves of the first step, every way to pay at the companies'
// own pages, every refusal, and every end, with the ledger verified after each.
import type { Page } from '@playwright/test'
import { balanceOf, latestOperations } from './api.ts'
import { DepositForm } from './deposit-form.ts'
import { axe, expect, test } from './fixtures.ts'
import { press, tabTo } from './keyboard.ts'
import { lookInEachLanguage } from './look.ts'
import { heading, payAtTheBank, payers, startFromPhone, submitPhone, typeCard } from './paying.ts'
import type { Sandbox } from './sandbox.ts'
import { filled, textsIn } from './texts.ts'
import type { PayBy } from './wizard.ts'

const { bank, common, deposit: words, errors, flow, history, home, payin, statuses } = textsIn('fr')

test.use({ as: 'owner@jokko.example' })

/** Of the 100 euros that every deposit here brings. */
const totals = {
  bank_transfer: '100,00 €',
  direct_debit: '100,30 €',
  instant_bank_transfer: '100,40 €',
  card: '101,60 €',
  mobile_money: '102,00 €',
} as const satisfies Partial<Record<PayBy, string>>

type Way = keyof typeof totals

/** Up to the company's own page. */
async function goToPay(page: Page, way: Way): Promise<void> {
  const form = new DepositForm(page)
  await form.open()
  await form.toMethods('100')
  await form.choose(way, way === 'mobile_money' ? 'Côte d’Ivoire' : undefined)
  await axe(page)
  await form.pay(totals[way]).click()
}

const drawerOf = (page: Page) => page.getByRole('dialog', { name: statuses.type.deposit })

/** Tells how many deposits there are since now: of all operations, only the newest are listed. */
async function depositsFromNow(page: Page): Promise<() => Promise<number>> {
  const ids = async () =>
    (await latestOperations(page))
      .filter(({ operation_type }) => operation_type === 'deposit')
      .map(({ id }) => id)
  const known = new Set(await ids())
  return async () => (await ids()).filter(id => !known.has(id)).length
}

const newest = async (page: Page) =>
  (await latestOperations(page)).find(({ operation_type }) => operation_type === 'deposit')

test.describe('the amount', () => {
  test('in euros or in CFA: what is typed stays, the other follows, and both are in the panel', async ({
    page,
  }) => {
    const form = new DepositForm(page)
    await form.open()
    await form.euros.fill('250')
    await expect(form.cfa).toHaveValue(/^163\s989$/)
    await form.cfa.fill('10000')
    await expect(form.cfa).toHaveValue('10000')
    await expect(form.euros).toHaveValue('15,24')
    await expect(form.figure(words.panel.type)).toHaveText(words.panel.type_value)
    await expect(form.figure(words.panel.amount)).toHaveText(/15,24\s€/)
    await expect(form.figure(words.panel.rate)).toHaveText(/1\s€ = 655,957\sCFA/)
    await form.next.click()
    await expect(form.heading(words.method.heading)).toBeVisible()
    await page.goBack()
    await expect(form.cfa).toHaveValue('10000')
    await page.reload()
    await expect(form.cfa).toHaveValue('10000')
  })

  for (const { name, typed, side, code, blanks } of [
    { name: 'nothing', typed: '', side: 'euros', code: 'the_euro_amount_field_is_required', blanks: {} },
    { name: 'cant_deposit_zero', typed: '0', side: 'euros', code: 'cant_deposit_zero', blanks: {} },
    { name: 'zero in CFA', typed: '0', side: 'cfa', code: 'cant_deposit_zero', blanks: {} },
    {
      name: 'You_can_send_between: too little',
      typed: '4,99',
      side: 'euros',
      code: 'You_can_send_between',
      blanks: { min: '5,00 €', max: '50 000,00 €' },
    },
    {
      name: 'You_can_send_between: too much',
      typed: '60000',
      side: 'euros',
      code: 'You_can_send_between',
      blanks: { min: '5,00 €', max: '50 000,00 €' },
    },
  ] as const) {
    test(`refused at its field: ${name}`, async ({ page }) => {
      const form = new DepositForm(page)
      await form.open()
      const field = form[side]
      await field.fill(typed)
      await form.next.click()
      const sentence = filled(errors[code], blanks).replaceAll(/\s/g, ' ')
      await expect.poll(async () => (await field.getAttribute('aria-invalid')) === 'true').toBe(true)
      await expect(form.dialog.getByText(sentence)).toBeVisible()
      await expect(form.heading(words.amount.heading)).toBeVisible()
      await axe(page, '[role=dialog]')
    })
  }
})

test.describe('the ways to pay', () => {
  test('the balance is none of them; each has its fee, its time and its limit', async ({ page }) => {
    const form = new DepositForm(page)
    await form.open()
    await form.toMethods('200')
    await expect(form.method('balance')).toHaveCount(0)
    for (const [way, fee] of [
      ['bank_transfer', 'Gratuit'],
      ['direct_debit', '0,60 €'],
      ['instant_bank_transfer', '0,80 €'],
      ['card', '3,20 €'],
      ['mobile_money', '4,00 €'],
    ] as const) {
      await expect(form.method(way)).toContainText(new RegExp(fee.replace(' ', '\\s')))
    }
    await form.method('card').check()
    await expect(form.figure(words.panel.mode)).toHaveText(statuses.payin.card)
    await expect(form.figure(words.panel.fee)).toHaveText(/3,20\s€/)
    await expect(form.figure(words.panel.total)).toHaveText(/203,20\s€/)
    await axe(page, '[role=dialog]')
  })

  test('method_limit_error_max: more than a method takes is said on its card', async ({ page }) => {
    const form = new DepositForm(page)
    await form.open()
    await form.toMethods('40000')
    await expect(form.method('card')).toBeDisabled()
    await expect(form.method('bank_transfer')).toBeEnabled()
    await expect(
      form.dialog.getByText(new RegExp(errors.method_limit_error_max.split('{{')[0] ?? '')).first(),
    ).toBeVisible()
  })

  test('mobile money asks for the country of the phone before it goes on', async ({ page }) => {
    const form = new DepositForm(page)
    await form.open()
    await form.toMethods('100')
    await form.method('mobile_money').check()
    await form.next.click()
    await expect(form.wallet).toHaveAccessibleDescription(new RegExp(words.method.wallet_choose))
    await axe(page, '[role=dialog]')
  })

  test.describe('restricted', () => {
    test.use({ as: 'restricted@jokko.example' })
    test('temp_restriction: only the bank transfer, and why', async ({ page }) => {
      const form = new DepositForm(page)
      await form.open()
      await form.toMethods('100')
      await expect(form.method('bank_transfer')).toBeChecked()
      await expect(form.method('card')).toHaveCount(0)
      await expect(form.dialog.getByText(new RegExp(errors.temp_restriction))).toBeVisible()
    })
  })
})

test.describe('who may', () => {
  test.use({ as: 'member@jokko.example' })
  test('another user of the company is offered no deposit, and its address leads home', async ({ page }) => {
    await page.goto('/dashboard/home?flow=deposit')
    await expect(page).toHaveURL(/\/dashboard\/home$/)
    await expect(page.getByRole('button', { name: home.actions.deposit, exact: true })).toHaveCount(0)
  })
})

test.describe('paid by', () => {
  for (const way of ['card', 'instant_bank_transfer', 'direct_debit', 'mobile_money'] as const) {
    test(`${way}: on the company’s page and back, the balance has it`, async ({ page, sandbox }) => {
      test.slow()
      const before = await balanceOf(page)
      await goToPay(page, way)
      await payers[way](page, sandbox, 225)
      await expect(page.getByText(payin.next.deposit)).toBeVisible()
      await lookInEachLanguage(page)
      await sandbox.advance({ minutes: 3 })
      await page.getByRole('link', { name: payin.way.see.deposit }).click()
      await expect(
        drawerOf(page).getByText(statuses.status.deposit_completed, { exact: true }).first(),
      ).toBeVisible()
      expect((await balanceOf(page)) - before).toBe(10_000n)
      await expect(
        drawerOf(page).getByRole('button', { name: statuses.action.download_receipt }),
      ).toBeVisible()
    })
  }

  test('bank transfer: our account, its details, and the screen tells of the money by itself', async ({
    page,
    sandbox,
  }) => {
    const before = await balanceOf(page)
    const form = new DepositForm(page)
    await form.open()
    await form.toMethods('100')
    await form.choose('bank_transfer')
    await form.order().click()
    await expect(form.heading(flow.our_bank.heading)).toBeVisible()
    await page.getByRole('button', { name: flow.our_bank.continue }).click()
    await expect(form.heading(words.bank.heading)).toBeVisible()
    const reference = (await page.getByLabel(bank.reference, { exact: true }).textContent())?.trim() ?? ''
    await expect(form.figure(words.panel.reference)).toHaveText(reference)
    const id = new URL(page.url()).searchParams.get('payment') ?? ''
    await expect(page.getByLabel(bank.payment_id, { exact: true })).toHaveText(id)
    await axe(page, '[role=dialog]')
    await page.reload()
    await expect(form.heading(words.bank.heading)).toBeVisible()
    const secondTab = await page.context().newPage()
    await secondTab.goto(page.url())
    const inSecondTab = new DepositForm(secondTab)
    await expect(secondTab.getByLabel(bank.reference, { exact: true })).toHaveText(reference)
    await payAtTheBank(page, sandbox, '100.00', reference)
    await expect(form.heading(words.live.done)).toBeVisible()
    await expect(inSecondTab.heading(words.live.done)).toBeVisible()
    await secondTab.close()
    expect((await balanceOf(page)) - before).toBe(10_000n)
  })
})

test.describe('arrived by bank transfer', () => {
  /** Asked for, and left as it is. */
  async function ordered(page: Page): Promise<string> {
    const form = new DepositForm(page)
    await form.open()
    await form.toMethods('100')
    await form.choose('bank_transfer')
    await form.order().click()
    await page.getByRole('button', { name: flow.our_bank.continue }).click()
    const reference = (await page.getByLabel(bank.reference, { exact: true }).textContent())?.trim() ?? ''
    await form.dialog.getByRole('button', { name: flow.home }).click()
    await expect(form.dialog).toBeHidden()
    return reference
  }

  /** The links in the mails about money that came, the newest first. */
  async function linksInMail(sandbox: Sandbox): Promise<readonly string[]> {
    const mails = await sandbox.inbox('owner@jokko.example')
    return mails.flatMap(({ text }) => /\S+\/dashboard\/received\/\S+/.exec(text) ?? [])
  }

  test('its mail leads to the screen that says what arrived and what one can do', async ({
    page,
    sandbox,
  }) => {
    const earlier = await linksInMail(sandbox)
    await payAtTheBank(page, sandbox, '100.00', await ordered(page))
    const newest = async () => (await linksInMail(sandbox))[0]
    await expect.poll(newest).not.toBe(earlier[0])
    await page.goto((await newest()) ?? '')
    await expect(heading(page, words.received.heading)).toBeVisible()
    await expect(page.getByText('owner@jokko.example')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: /^\+33/ })).toBeVisible()
    await lookInEachLanguage(page)
    for (const help of [
      words.received.access,
      words.received.withdraw_mobile,
      words.received.withdraw_bank,
    ]) {
      await expect(page.getByRole('link', { name: new RegExp(`^${help}`) })).toHaveAttribute(
        'target',
        '_blank',
      )
    }
    await page.getByRole('link', { name: words.received.see }).click()
    await drawerOf(page).getByRole('link', { name: history.received_link }).click()
    await expect(heading(page, words.received.heading)).toBeVisible()
    await page.getByRole('link', { name: flow.home }).click()
    await expect(page).toHaveURL(/\/dashboard\/home/)
  })

  test('short: what came is on the balance, and the deposit waits for its own amount', async ({
    page,
    sandbox,
  }) => {
    const before = await balanceOf(page)
    const reference = await ordered(page)
    await payAtTheBank(page, sandbox, '60.00', reference)
    expect((await balanceOf(page)) - before).toBe(6_000n)
    await payAtTheBank(page, sandbox, '100.00', reference)
    expect((await balanceOf(page)) - before).toBe(16_000n)
  })

  test('over, and twice: everything is on the balance', async ({ page, sandbox }) => {
    const before = await balanceOf(page)
    const reference = await ordered(page)
    await payAtTheBank(page, sandbox, '130.00', reference)
    await payAtTheBank(page, sandbox, '130.00', reference)
    expect((await balanceOf(page)) - before).toBe(26_000n)
  })

  test('cancelled in its details, and paid after all: on the balance', async ({ page, sandbox }) => {
    const before = await balanceOf(page)
    const reference = await ordered(page)
    await page.goto(`/dashboard/home?operation=${(await newest(page))?.id}`)
    await drawerOf(page).getByRole('button', { name: statuses.action.cancel }).click()
    await page.getByRole('button', { name: history.cancel.confirm.deposit }).click()
    await expect(drawerOf(page).getByText(statuses.status.aborted, { exact: true }).first()).toBeVisible()
    await payAtTheBank(page, sandbox, '100.00', reference)
    expect((await balanceOf(page)) - before).toBe(10_000n)
  })

  test('an address of nobody’s says so', async ({ page, silentConsole }) => {
    silentConsole.allow(/404/)
    await page.goto('/dashboard/received/opn_01900000-0000-7000-8000-000000000000')
    await expect(page.getByText(words.received.unknown)).toBeVisible()
    await lookInEachLanguage(page)
  })
})

test.describe('not paid', () => {
  test('the card is refused: it says so, and another method begins with the same amount', async ({
    page,
  }) => {
    const before = await balanceOf(page)
    await goToPay(page, 'card')
    await typeCard(page, '4970100000040002')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(heading(page, payin.ended.failed)).toBeVisible()
    await expect(page.getByText(payin.ended.nothing_deposited)).toBeVisible()
    await lookInEachLanguage(page)
    await page.getByRole('link', { name: payin.way.other_method }).click()
    const form = new DepositForm(page)
    await expect(form.heading(words.method.heading)).toBeVisible()
    await expect(form.figure(words.panel.amount)).toHaveText(/100,00\s€/)
    await form.choose('bank_transfer')
    await form.order().click()
    await expect(form.heading(flow.our_bank.heading)).toBeVisible()
    expect(await balanceOf(page)).toBe(before)
  })

  test('left on the card page and come back: it can be gone on with, or cancelled', async ({ page }) => {
    await goToPay(page, 'card')
    await page.waitForURL(/\/pay\//)
    await page.goto('/dashboard/home')
    const id = (await newest(page))?.id ?? ''
    await page.goto(`/dashboard/home?flow=deposit&step=done&payment=${id}`)
    const form = new DepositForm(page)
    await expect(form.heading(words.live.waiting)).toBeVisible()
    await expect(form.dialog.getByText(payin.to_pay.title.deposit)).toBeVisible()
    await axe(page, '[role=dialog]')
    await form.dialog.getByRole('button', { name: payin.way.continue }).click()
    await page.waitForURL(/\/pay\//)
    await page.goto(`/dashboard/home?operation=${id}`)
    await drawerOf(page).getByRole('button', { name: statuses.action.cancel }).click()
    await page.getByRole('button', { name: history.cancel.confirm.deposit }).click()
    await expect(
      drawerOf(page).getByRole('button', { name: statuses.action.use_another_method }),
    ).toBeVisible()
  })

  test('nobody pays: it is closed, and another method is offered where one waits', async ({
    page,
    sandbox,
  }) => {
    await goToPay(page, 'card')
    await page.waitForURL(/\/pay\//)
    await page.goto('/dashboard/home')
    const id = (await newest(page))?.id ?? ''
    await page.goto(`/dashboard/home?flow=deposit&step=done&payment=${id}`)
    const form = new DepositForm(page)
    await expect(form.heading(words.live.waiting)).toBeVisible()
    await sandbox.advance({ minutes: 40 })
    await expect(form.heading(words.live.closed)).toBeVisible()
    await form.dialog.getByRole('button', { name: words.live.other_method }).click()
    await expect(form.heading(words.method.heading)).toBeVisible()
    await expect(form.figure(words.panel.amount)).toHaveText(/100,00\s€/)
  })

  test('the phone declines: it says so, and may try again', async ({ page, sandbox }) => {
    await goToPay(page, 'mobile_money')
    await startFromPhone(page, '0512000004', 'MTN MoMo')
    await submitPhone(page)
    await sandbox.advance({ seconds: 10 })
    await expect(page.getByText(statuses.payin_failure.declined_by_payer)).toBeVisible()
    await page.getByRole('button', { name: payin.way.cancel }).click()
    await expect(page.getByText(payin.cancel.deposit_text)).toBeVisible()
    await page.getByRole('button', { name: payin.cancel.confirm }).click()
    await expect(heading(page, payin.ended.cancelled)).toBeVisible()
    await expect(page.getByRole('link', { name: payin.way.other_method })).toBeVisible()
    await lookInEachLanguage(page)
  })

  test('the bank does not let us ask: home says so', async ({ page }) => {
    await goToPay(page, 'instant_bank_transfer')
    await page
      .getByRole('button', { name: 'Deny' })
      .or(page.getByRole('button', { name: 'Refuse' }))
      .first()
      .click()
    await expect(page.getByText(common.problem.bank_denied)).toBeVisible()
  })
})

test.describe('leaving', () => {
  test('asks before what was typed is lost; the next time is empty', async ({ page }) => {
    const form = new DepositForm(page)
    await page.goto('/dashboard/home')
    await page.getByRole('button', { name: home.actions.deposit, exact: true }).click()
    await form.euros.fill('75')
    await form.dialog.getByRole('button', { name: common.close, exact: true }).click()
    const question = page.getByRole('dialog', { name: words.leave.question })
    await question.getByRole('button', { name: words.leave.stay, exact: true }).click()
    await expect(form.euros).toHaveValue('75')
    await form.dialog.getByRole('button', { name: common.close, exact: true }).click()
    await question.getByRole('button', { name: words.leave.leave, exact: true }).click()
    await expect(form.dialog).toHaveCount(0)
    await form.open()
    await expect(form.euros).toHaveValue('')
  })

  test('the tracker is told of a deposit that is left unfinished', async ({ page, sandbox }) => {
    const form = new DepositForm(page)
    await form.open()
    await form.euros.fill('75')
    const tracked = await sandbox.trackedFromNow()
    await page.goto('about:blank')
    await expect
      .poll(async () => (await tracked()).map(({ event, properties }) => [event, properties['abandoned']]))
      .toEqual([['Deposit Unfinished In 10 Mins', true]])
  })
})

test.describe('by keyboard alone', () => {
  test('a price that has run out is asked for again, and nothing was opened meanwhile', async ({
    page,
    sandbox,
    silentConsole,
  }) => {
    silentConsole.allow(/status of 409/)
    const { keyboard } = page
    const form = new DepositForm(page)
    await form.open()
    const made = await depositsFromNow(page)
    await tabTo(form.euros)
    await keyboard.type('100')
    await keyboard.press('Enter')
    await expect(form.heading(words.method.heading)).toBeFocused()
    await tabTo(form.method('bank_transfer'))
    await keyboard.press('Space')
    await tabTo(form.next)
    await keyboard.press('Enter')
    await expect(form.heading(words.payment.heading)).toBeFocused()
    await sandbox.advance({ minutes: 31 })
    await tabTo(form.order())
    await keyboard.press('Enter')
    await expect(form.dialog.getByText(errors.quote_expired)).toBeVisible()
    expect(await made()).toBe(0)
    await tabTo(form.order())
    await keyboard.press('Enter')
    await expect(form.heading(flow.our_bank.heading)).toBeVisible()
    expect(await made()).toBe(1)
    await press(page.getByRole('button', { name: flow.our_bank.continue }))
    await expect(form.heading(words.bank.heading)).toBeFocused()
    await press(page.getByRole('button', { name: flow.home }))
    await expect(form.dialog).toBeHidden()
  })
})

test.describe('once', () => {
  test('pressed twice, and the answer lost: one deposit', async ({ page, silentConsole }) => {
    silentConsole.allow(/ERR_CONNECTION_RESET/)
    const form = new DepositForm(page)
    await form.open()
    const made = await depositsFromNow(page)
    await form.toMethods('100')
    await form.choose('bank_transfer')
    let lost = 0
    await page.route('**/api/v1/payin', async route => {
      if (lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      await route.abort('connectionreset')
    })
    await form.order().dblclick()
    await expect(form.heading(flow.our_bank.heading)).toBeVisible({ timeout: 60_000 })
    expect(await made()).toBe(1)
  })
})
