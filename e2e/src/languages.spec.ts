// Another language is chosen, also in another tab, while something stands on a screen that was said in the one before: it
// follows, wherever it came from. So does the currency that amounts are shown in.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { speak } from './look.ts'
import { anyOf, type Language, textsIn } from './texts.ts'
import { WithdrawForm } from './withdraw-form.ts'
import { kouame, Wizard } from './wizard.ts'

type Texts = ReturnType<typeof textsIn>
type Said = (texts: Texts) => string

const order: readonly Language[] = ['es', 'en', 'fr']

/** What stands there says so in each language, and nothing of it in the one before. */
async function follows(page: Page, within: Locator, said: readonly Said[]): Promise<void> {
  let before: Language = 'fr'
  for (const text of said) await expect(within.getByText(anyOf(text(textsIn(before))))).toBeVisible()
  for (const language of order) {
    await speak(page, language)
    for (const text of said) {
      await expect(within.getByText(anyOf(text(textsIn(language))))).toBeVisible()
      await expect(within.getByText(anyOf(text(textsIn(before))))).toHaveCount(0)
    }
    before = language
  }
}

const dialog = (page: Page): Locator => page.locator('[role=dialog]')

test('sign-in: the fields that are empty, and what the server refuses', async ({ page, silentConsole }) => {
  silentConsole.allow(/status of 401/)
  const { access } = textsIn('fr')
  await page.goto('/login')
  const form = page.locator('form.sign-in')
  await page.getByRole('button', { name: access.login.submit }).click()
  await follows(page, form, [t => t.access.login.email_required, t => t.access.login.password_required])
  await page.getByLabel(access.login.email).fill('nobody@jokko.example')
  await page.getByLabel(access.login.password, { exact: true }).fill('wrong')
  await page.getByRole('button', { name: access.login.submit }).click()
  await follows(page, form, [t => t.errors.invalid_credentials])
})

test.describe('signed in', () => {
  test.use({ as: 'owner@jokko.example' })

  test('a new contact: what the form finds, and what the server does', async ({ page }) => {
    const { contacts } = textsIn('fr')
    await page.goto('/dashboard/home?contacts=new')
    await page.getByLabel(contacts.form.company_name, { exact: true }).fill('Atelier')
    await page.getByLabel(contacts.form.contact_first_name, { exact: true }).fill('Awa')
    await page.getByLabel(contacts.form.contact_last_name, { exact: true }).fill('Ndiaye')
    await page.getByLabel(contacts.form.phone, { exact: true }).fill('12')
    await page.getByLabel(contacts.form.email, { exact: true }).fill('awa')
    await page.getByRole('button', { name: contacts.form.submit }).click()
    const short: Said = t => t.errors.phone_number_below_min_length
    await follows(page, dialog(page), [t => t.errors.email_not_valid, short])
  })

  test('a new beneficiary: names that are missing, and a refusal of the server', async ({
    page,
    silentConsole,
  }) => {
    silentConsole.allow(/status of 422/)
    const wizard = new Wizard(page)
    await page.goto('/dashboard/home?flow=transfer')
    await wizard.phoneField.fill('+33639980101')
    await wizard.next.click()
    await follows(page, wizard.page.locator('[role=dialog]'), [t => t.errors.cantSendToSelf])
    await wizard.phoneField.fill(`+22507074${String(Date.now()).slice(-5)}`)
    await wizard.next.click()
    await expect(wizard.heading(wizard.words.who.heading_new)).toBeVisible()
    await wizard.next.click()
    await follows(page, dialog(page), [t => t.errors.FNR, t => t.errors.LNR])
    await page.route('**/api/v1/beneficiaries', route =>
      route.fulfill({ status: 422, json: refusedNames(), contentType: 'application/problem+json' }),
    )
    await wizard.dialog.getByLabel(wizard.words.who.first_name, { exact: true }).fill(kouame.first)
    await wizard.dialog.getByLabel(wizard.words.who.last_name, { exact: true }).fill(kouame.last)
    await wizard.next.click()
    await follows(page, dialog(page), [t => t.errors.hidden_characters])
  })

  test('an own account that is wrong', async ({ page }) => {
    const form = new WithdrawForm(page)
    await form.open()
    await form.amount.fill('25')
    await form.card('sepa').click()
    await form.toNewAccount()
    await form.field(form.words.account.bank_name).fill('Banque')
    await form.field(form.flow.account.iban).fill('FR76 3000 6000 0112 3456 7890 188')
    await form.priced()
    await form.next.click()
    await follows(page, dialog(page), [t => t.flow.account_problem.iban_wrong_check_digits])
  })

  test('an amount that the route does not pay, with its figures', async ({ page, silentConsole }) => {
    silentConsole.allow(/status of 422/)
    const form = new WithdrawForm(page)
    await form.open()
    await form.amount.fill('60000')
    const refused: Said = t => t.errors.withdraw_limit_exceed
    await follows(page, dialog(page), [refused])
  })

  test('a request for a payment without what it needs', async ({ page }) => {
    const { 'payment-request': words } = textsIn('fr')
    await page.goto('/dashboard/home?flow=payment_request')
    await dialog(page).getByRole('radio', { name: words.ask.payer_phone }).check()
    await dialog(page).getByRole('button', { name: words.ask.create }).first().click()
    await follows(page, dialog(page), [t => t.errors.PhoneNumberError])
  })

  test('the word on home about a payment that was begun elsewhere', async ({ page, silentConsole }) => {
    silentConsole.allow(/status of 403/)
    await page.goto('/?appref=nothing-of-this-name')
    await expect(page.getByText(textsIn('fr').home.payment_error.link_title)).toBeVisible()
    await follows(page, page.locator('main'), [
      t => t.home.payment_error.link_title,
      t => t.errors.link_not_for_you,
    ])
  })
})

/** As the server words it. */
function refusedNames() {
  const code = 'hidden_characters'
  const in_ = (language: Language) => ({ first_name: [textsIn(language).errors[code]] })
  const said = (language: Language) => textsIn(language).errors.validation
  return {
    code: 'validation',
    message: said('fr'),
    errors: in_('fr'),
    ...{ message_fr: said('fr'), message_en: said('en'), message_es: said('es') },
    ...{ errors_fr: in_('fr'), errors_en: in_('en'), errors_es: in_('es') },
  }
}

test.describe('the currency', () => {
  test.use({ as: 'owner@jokko.example' })

  test('that is chosen in one tab is shown in the other', async ({ page, context }) => {
    await page.goto('/dashboard/home')
    const other = await context.newPage()
    await other.goto('/dashboard/home')
    const balance = other.getByTestId('balance').locator('.amount-text__main')
    await expect(balance).toHaveText(/€$/)
    await page.locator('header select').first().selectOption('CFA')
    await expect(balance).toHaveText(/CFA$/)
  })
})
