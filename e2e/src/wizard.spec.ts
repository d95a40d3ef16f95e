// The transfer wizard under people's hands: what they type, Back, refresh, a broken line, two tabs, the keyboard.
import type { Locator, Page } from '@playwright/test'
import { balanceOf, operationOf, operationsFor } from './api.ts'
import { expect, test } from './fixtures.ts'
import { newNumber } from './numbers.ts'
import { anyOf, filled, textsIn } from './texts.ts'
import { kouame, Wizard } from './wizard.ts'

const { transfer: words, errors, home, statuses } = textsIn('fr')
const kouadio = '+2250707451233'

test.use({ as: 'owner@jokko.example' })

/** The id of the payment that the page confirms. */
async function confirmedPayment(page: Page): Promise<string> {
  await expect(page).toHaveURL(/payment=opn_/)
  return new URL(page.url()).searchParams.get('payment') ?? ''
}

/** To one of the owner's contacts, at the amount. */
async function toContact(wizard: Wizard): Promise<void> {
  await wizard.open()
  await wizard.toPhone(kouadio)
  await expect(wizard.heading(words.who.heading_found)).toBeVisible()
  await wizard.next.click()
  await expect(wizard.euros).toBeVisible()
}

test.describe('what is typed as an amount', () => {
  test('UI-01: it is read in every habit, and never guessed', async ({ page }) => {
    const wizard = new Wizard(page)
    await toContact(wizard)
    for (const [typed, francs] of [
      ['1 234,56', '809 818'],
      ['1\u00a0234,56', '809 818'],
      ['1\u202f234,56', '809 818'],
      ['1234,5', '809 779'],
      ['25,00', '16 399'],
      ['25.00', '16 399'],
      ['25,5', '16 727'],
      ['', ''],
    ] as const) {
      await wizard.euros.fill(typed)
      await expect(wizard.local, typed).toHaveValue(new RegExp(`^${francs.replace(' ', '\\s')}$`, 'u'))
    }
    await wizard.reason.fill('UI-01')
    for (const [typed, sentence] of [
      ['25,,0', errors.amount_invalid],
      ['1,2,3', errors.amount_invalid],
      ['12,345', words.amount.ambiguous],
      ['10,005', words.amount.ambiguous],
    ] as const) {
      await wizard.euros.fill(typed)
      await wizard.next.click()
      await expect(wizard.euros, typed).toHaveAccessibleDescription(anyOf(sentence))
      await expect(wizard.euros).toBeFocused()
      await expect(wizard.euros).toHaveValue(typed)
    }
  })

  test('UI-03: signs, exponents, wheel and arrows change nothing', async ({ page }) => {
    const wizard = new Wizard(page)
    await toContact(wizard)
    for (const refused of ['-5', '+5', '1e3', '0x10']) {
      await wizard.euros.fill(refused)
      await expect(wizard.euros, refused).toHaveValue('')
    }
    await wizard.euros.pressSequentially('-2e5+')
    await expect(wizard.euros).toHaveValue('25')
    await wizard.euros.hover()
    await page.mouse.wheel(0, 240)
    await wizard.euros.press('ArrowUp')
    await wizard.euros.press('ArrowDown')
    await expect(wizard.euros).toHaveValue('25')
    await expect(wizard.euros).toHaveAttribute('inputmode', 'decimal')
  })
})

test('UI-04: after Back, the new amount is what is quoted, confirmed and charged', async ({ page }) => {
  const wizard = new Wizard(page)
  const before = await balanceOf(page)
  await toContact(wizard)
  await wizard.amount('25', 'Retour en arrière')
  await wizard.payBy('balance')
  await wizard.payoutAsProposed()
  await expect(wizard.send('25,63 €')).toBeVisible()

  for (const heading of [anyOf(words.payout.heading), words.method.heading, anyOf(words.amount.heading_to)]) {
    await page.goBack()
    await expect(wizard.heading(heading)).toBeVisible()
  }
  await expect(wizard.euros).toHaveValue('25')
  await wizard.amount('23', 'Retour en arrière')
  await wizard.payBy('balance')
  await wizard.payoutAsProposed()
  await expect(page.getByRole('button', { name: /25,63/ })).toHaveCount(0)
  const button = wizard.send()
  const total = /(\d+),(\d\d)/.exec((await button.textContent()) ?? '')
  await button.click()

  const sent = await operationOf(page, await confirmedPayment(page))
  expect(sent.amount_without_fee).toBe('23.00')
  expect(sent.amount).toBe(`${total?.[1]}.${total?.[2]}`)
  expect(before - (await balanceOf(page))).toBe(BigInt(`${total?.[1]}${total?.[2]}`))
  // The form is over: Back leads out of it.
  await page.goBack()
  await expect(wizard.send()).toHaveCount(0)
})

test('UI-04: another beneficiary after Back is the one who is paid', async ({ page }) => {
  const wizard = new Wizard(page)
  await toContact(wizard)
  await wizard.amount('12', 'Un autre')
  await expect(wizard.heading(words.method.heading)).toBeVisible()
  for (let step = 0; step < 3; step += 1) await page.goBack()
  await wizard.toPhone(`+225${newNumber()}`)
  await wizard.newPerson({ first: 'Awa', last: 'Koné' })
  await expect(wizard.heading(filled(words.amount.heading_to, { name: 'Awa Koné' }))).toBeVisible()
  await wizard.next.click()
  await wizard.payBy('balance')
  await wizard.payoutAsProposed()
  await expect(page.getByText(filled(words.summary.promise, { name: 'Awa Koné' }))).toBeVisible()
})

test('UI-05: a refresh at any step keeps everything', async ({ page }) => {
  const wizard = new Wizard(page)
  await wizard.open()
  await wizard.phoneField.fill('0709')
  await page.reload()
  await expect(wizard.phoneField).toHaveValue('0709')

  await wizard.toPhone(`+225${newNumber()}`)
  await page.getByLabel(words.who.first_name).fill('Aya')
  await page.reload()
  await expect(page.getByLabel(words.who.first_name)).toHaveValue('Aya')
  await wizard.newPerson({ first: 'Aya', last: 'Kouassi' })

  await wizard.euros.fill('40,50')
  await wizard.reason.fill('Rafraîchir')
  await page.reload()
  await expect(wizard.euros).toHaveValue('40,50')
  await expect(wizard.reason).toHaveValue('Rafraîchir')
  await wizard.next.click()

  await wizard.method('bank_transfer').click()
  await page.reload()
  await expect(wizard.method('bank_transfer')).toBeChecked()
  await wizard.next.click()

  await page.getByRole('radio', { name: 'Wave' }).click()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Wave' })).toBeChecked()
  await wizard.next.click()

  await expect(wizard.heading(words.summary.heading)).toBeVisible()
  await page.reload()
  await expect(wizard.heading(words.summary.heading)).toBeVisible()
  await expect(page.getByText(filled(words.summary.promise, { name: 'Aya Kouassi' }))).toBeVisible()
  await wizard.order().click()

  await expect(wizard.heading(words.bank.heading)).toBeVisible()
  await page.getByRole('button', { name: words.bank.continue }).click()
  const reference = page.getByLabel(words.bank.reference, { exact: true })
  const shown = await reference.textContent()
  await page.reload()
  await expect(reference).toHaveText(shown ?? '')
  expect(await operationsFor(page, 'Rafraîchir')).toHaveLength(1)
})

test.describe('one payment', () => {
  /** At the summary, with a count of what is sent; its reason is its own. */
  async function ready(page: Page) {
    const wizard = new Wizard(page)
    const phone = newNumber()
    const reason = `Une fois ${phone}`
    const keys: string[] = []
    page.context().on('request', request => {
      if (request.method() !== 'POST' || !/\/payments(\/direct)?$/u.test(request.url())) return
      keys.push(request.headers()['idempotency-key'] ?? '')
    })
    await wizard.toSummary({ phone: `+225${phone}`, euros: '10', reason, by: 'balance' })
    return { wizard, keys, reason, send: wizard.send('10,55 €') }
  }

  test('IDM-01: a double click', async ({ page }) => {
    const { send, keys, reason } = await ready(page)
    await send.dblclick()
    await confirmedPayment(page)
    expect(keys).toHaveLength(1)
    expect(await operationsFor(page, reason)).toHaveLength(1)
  })

  test('IDM-01: Enter, Enter, and Enter held down', async ({ page }) => {
    const { send, keys, reason } = await ready(page)
    await send.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await confirmedPayment(page)
    expect(keys).toHaveLength(1)
    expect(await operationsFor(page, reason)).toHaveLength(1)
  })

  test('UI-07: the line breaks after the payment left; it is asked about with the same key', async ({
    page,
    context,
    silentConsole,
  }) => {
    silentConsole.allow(/net::ERR_/)
    const { wizard, send, keys, reason } = await ready(page)
    let isFirst = true
    await page.route('**/api/v1/payments/direct', async route => {
      if (!isFirst) return route.continue()
      isFirst = false
      await route.fetch()
      await context.setOffline(true)
      return route.abort('connectionreset')
    })
    await send.click()
    await expect(wizard.heading(words.checking.title)).toBeVisible()
    await expect(page.getByText(words.checking.offline)).toBeVisible()
    expect(await operationsFor(page, reason)).toHaveLength(1)

    await context.setOffline(false)
    await confirmedPayment(page)
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
    expect(await operationsFor(page, reason)).toHaveLength(1)
  })

  test('a copy of the tab asks about the same payment, and makes no second one', async ({
    page,
    context,
    silentConsole,
  }) => {
    silentConsole.allow(/ERR_CONNECTION_RESET/)
    const { wizard, send, keys, reason } = await ready(page)
    let isAnswerLost = true
    await context.route('**/api/v1/payments/direct', async route => {
      if (!isAnswerLost) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await send.click()
    await expect(wizard.heading(words.checking.title)).toBeVisible()
    const copyOpens = page.waitForEvent('popup')
    await page.evaluate(() => void open(location.href))
    const copy = await copyOpens
    isAnswerLost = false
    const [mine, theirs] = await Promise.all([confirmedPayment(page), confirmedPayment(copy)])
    expect(theirs).toBe(mine)
    expect(new Set(keys).size).toBe(1)
    expect(await operationsFor(page, reason)).toHaveLength(1)
  })

  test('a second tab has a transfer of its own', async ({ page, context }) => {
    const { wizard, send, reason } = await ready(page)
    const other = new Wizard(await context.newPage())
    await other.open()
    await expect(other.phoneField).toHaveValue('')
    await other.toPhone(kouadio)
    await other.next.click()
    await other.amount('77', 'Deuxième onglet')
    await expect(other.heading(words.method.heading)).toBeVisible()

    await page.reload()
    await expect(wizard.heading(words.summary.heading)).toBeVisible()
    await send.click()
    const { amount_without_fee } = await operationOf(page, await confirmedPayment(page))
    expect(amount_without_fee).toBe('10.00')
    expect(await operationsFor(page, reason)).toHaveLength(1)
    await other.page.reload()
    await expect(other.heading(words.method.heading)).toBeVisible()
    expect(await operationsFor(page, 'Deuxième onglet')).toHaveLength(0)
  })
})

test.describe('refusals stand at their field', () => {
  for (const { title, number, sentence } of [
    { title: 'cantSendToSelf: the own number', number: '+33639980101', sentence: errors.cantSendToSelf },
    {
      title: 'NotReceiver: a country that is not served',
      number: '+33612345678',
      sentence: errors.NotReceiver,
    },
    {
      title: 'phone_number_below_min_length: too short',
      number: '0701',
      sentence: errors.phone_number_below_min_length,
    },
  ]) {
    test(title, async ({ page }) => {
      const wizard = new Wizard(page)
      await wizard.open()
      await wizard.phoneField.fill(number)
      await wizard.next.click()
      await expect(wizard.phoneField).toHaveAccessibleDescription(sentence)
      await expect(wizard.phoneField).toBeFocused()
    })
  }
})

test.describe('restricted', () => {
  test.use({ as: 'restricted@jokko.example' })

  test('a restricted sender sees why, and pays by bank transfer', async ({ page }) => {
    const wizard = new Wizard(page)
    await page.goto('/dashboard/home')
    await expect(page.getByText(home.restricted.title)).toBeVisible()
    await wizard.open()
    await wizard.toPhone(`+225${newNumber()}`)
    await wizard.newPerson(kouame)
    await wizard.amount('50', 'Restreint')
    await expect(wizard.method('balance')).toHaveCount(0)
    await expect(page.getByText(errors.temp_restriction)).toBeVisible()
    await expect(wizard.method('bank_transfer')).toBeChecked()
    await wizard.next.click()
    await wizard.payoutAsProposed()
    await expect(wizard.order()).toBeEnabled()
  })
})

test.describe('other ways to be paid', () => {
  /** At the payout, for a new person, with a bank account as the way. */
  async function toBankAccount(page: Page): Promise<Wizard> {
    const wizard = new Wizard(page)
    await wizard.open()
    await wizard.toPhone(`+225${newNumber()}`)
    await wizard.newPerson(kouame)
    await wizard.amount('60', 'Compte bancaire')
    await wizard.payBy('balance')
    await page.getByText(statuses.payout.bank_transfer, { exact: true }).click()
    await page.getByLabel(words.payout.bank, { exact: true }).selectOption({ index: 1 })
    await page.getByLabel(words.payout.holder).fill('Kouamé Traoré')
    return wizard
  }

  /** The rest of the way, until the money is there. */
  async function sendAndSeeItArrive(page: Page, wizard: Wizard): Promise<string> {
    await wizard.next.click()
    await expect(wizard.heading(words.summary.heading)).toBeVisible()
    await wizard.send().click()
    return confirmedPayment(page)
  }

  test('a bank account by IBAN: a slip of the pen is said at once, and the right one is what is paid', async ({
    page,
    sandbox,
  }) => {
    const wizard = await toBankAccount(page)
    const iban = page.getByRole('textbox', { name: words.payout.iban })
    await iban.fill('CI49 CI99 9010 0100 0000 0012 3409')
    await expect(iban).toHaveAccessibleDescription(anyOf(words.account_problem.iban_wrong_check_digits))
    await iban.fill('ci49ci9990100100000000123490')
    await expect(page.getByText(words.payout.iban_ok)).toBeVisible()
    const id = await sendAndSeeItArrive(page, wizard)
    await sandbox.advance({ days: 1 })
    await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
    expect((await operationOf(page, id)).iban).toBe('CI49CI9990100100000000123490')
  })

  test('a bank account by RIB: its key is checked, and it becomes the IBAN', async ({ page, sandbox }) => {
    const wizard = await toBankAccount(page)
    await page.getByRole('tab', { name: words.payout.rib }).click()
    const part = (label: string) => page.getByLabel(label, { exact: true })
    await part(words.payout.rib_bank).fill('CI999')
    await part(words.payout.rib_branch).fill('01001')
    await part(words.payout.rib_account).fill('000000001234')
    await part(words.payout.rib_key).fill('91')
    await expect(part(words.payout.rib_key)).toHaveAccessibleDescription(words.account_problem.rib_wrong_key)
    await part(words.payout.rib_key).fill('90')
    await expect(page.getByText(anyOf(words.payout.rib_ok))).toBeVisible()
    const id = await sendAndSeeItArrive(page, wizard)
    await sandbox.advance({ days: 1 })
    await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
    expect((await operationOf(page, id)).iban).toBe('CI49CI9990100100000000123490')
  })

  test('a Jokko balance: credited at once, in euros', async ({ page, browser, sessions }) => {
    const receiver = await browser.newContext({ storageState: await sessions('douala@jokko.example') })
    const theirs = await receiver.newPage()
    const before = await balanceOf(theirs)
    const wizard = new Wizard(page)
    await wizard.open()
    await wizard.toPhone('+237677123451')
    await expect(wizard.heading(words.who.heading_found_business)).toBeVisible()
    await wizard.next.click()
    await wizard.amount('30', 'Sur le solde')
    await wizard.payBy('balance')
    await page.getByLabel(words.payout.toggle).click()
    await sendAndSeeItArrive(page, wizard)
    await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
    expect((await balanceOf(theirs)) - before).toBe(3_000n)
    await receiver.close()
  })
})

test('the whole way by keyboard alone, and the focus is where the news is', async ({ page, sandbox }) => {
  const wizard = new Wizard(page)
  const { keyboard } = page
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let presses = 0; presses < 40; presses += 1) {
      if (await target.evaluate(element => element === document.activeElement)) return
      await keyboard.press('Tab')
    }
    throw new Error(`${target} is not reached with the Tab key`)
  }
  await page.goto('/dashboard/home')
  await tabTo(page.getByRole('button', { name: home.actions.transfer, exact: true }))
  await keyboard.press('Enter')

  await tabTo(wizard.phoneField)
  await keyboard.insertText(`+225${newNumber()}`)
  await expect(wizard.phoneField).not.toHaveValue(/^\+/)
  await keyboard.press('Enter')
  await expect(wizard.heading(words.who.heading_new)).toBeFocused()
  await tabTo(page.getByLabel(words.who.first_name))
  await keyboard.type('Kouamé')
  await keyboard.press('Tab')
  await keyboard.type('Traoré')
  await keyboard.press('Enter')

  await expect(wizard.heading(anyOf(words.amount.heading_to))).toBeFocused()
  await tabTo(wizard.euros)
  await keyboard.type('15')
  await tabTo(wizard.reason)
  await keyboard.type('Clavier')
  await keyboard.press('Enter')

  await expect(wizard.heading(words.method.heading)).toBeFocused()
  await tabTo(wizard.method('balance'))
  await keyboard.press('Space')
  await expect(wizard.method('balance')).toBeChecked()
  await tabTo(wizard.next)
  await keyboard.press('Enter')

  await expect(wizard.heading(anyOf(words.payout.heading))).toBeFocused()
  await tabTo(wizard.next)
  await keyboard.press('Space')

  await expect(wizard.heading(words.summary.heading)).toBeFocused()
  await tabTo(wizard.send())
  await keyboard.press('Enter')
  await confirmedPayment(page)
  await sandbox.advance({ seconds: 10 })
  await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
  await tabTo(page.getByRole('button', { name: words.home }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
