// The transfer wizard under people's hands: what they type, what it refuses, where they are, the keyboard.
import { expect, test } from './fixtures.ts'
import { tabTo } from './keyboard.ts'
import { newNumber } from './numbers.ts'
import { anyOf, textsIn } from './texts.ts'
import { kouadio, kouame, Wizard } from './wizard.ts'

const { flow, transfer: words, errors, home } = textsIn('fr')

test.use({ as: 'owner@jokko.example' })

test.describe('what is typed as an amount', () => {
  test('UI-01: it is read in every habit, and never guessed', async ({ page }) => {
    const wizard = new Wizard(page)
    await wizard.toContact()
    for (const [typed, francs] of [
      ['1 234,56', '809 820'],
      ['1\u00a0234,56', '809 820'],
      ['1\u202f234,56', '809 820'],
      ['1234,5', '809 780'],
      ['25,00', '16 400'],
      ['25.00', '16 400'],
      ['25,5', '16 725'],
      ['', ''],
    ] as const) {
      await wizard.euros.fill(typed)
      await expect(wizard.local, typed).toHaveValue(new RegExp(`^${francs.replace(' ', '\\s')}$`, 'u'))
    }
    await wizard.reason.fill('UI-01')
    for (const [typed, sentence] of [
      ['25,,0', errors.amount_invalid],
      ['1,2,3', errors.amount_invalid],
      ['12,345', flow.amount.ambiguous],
      ['10,005', flow.amount.ambiguous],
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
    await wizard.toContact()
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

test('the indicator names the step that the screen is about', async ({ page }) => {
  const wizard = new Wizard(page)
  const here = wizard.dialog.getByRole('list', { name: words.steps.label }).locator('[aria-current=step]')
  await wizard.open()
  await expect(here).toContainText(words.steps.beneficiary)
  await wizard.toKnown(kouadio)
  await expect(wizard.heading(anyOf(words.amount.heading_to))).toBeVisible()
  await expect(here).toContainText(words.steps.amount)
  await wizard.amount('25', 'Étapes')
  await expect(wizard.heading(words.method.heading)).toBeVisible()
  await expect(here).toContainText(words.steps.payment)
  await wizard.payBy('bank_transfer')
  await wizard.payoutAsProposed()
  await expect(here).toContainText(words.steps.payment)
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

test('the whole way by keyboard alone, and the focus is where the news is', async ({ page, sandbox }) => {
  const wizard = new Wizard(page)
  const { keyboard } = page
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
  await wizard.confirmedPayment()
  await sandbox.advance({ seconds: 10 })
  await expect(wizard.heading(words.sent.heading_paid)).toBeVisible()
  await tabTo(page.getByRole('button', { name: flow.home }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
