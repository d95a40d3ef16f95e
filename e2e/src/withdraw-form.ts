// A withdrawal as a person makes it: amount, way, account, code, by what the screen says.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Sandbox } from './sandbox.ts'
import { anyOf, type Language, textsIn } from './texts.ts'

type Way = 'mobile_money' | 'bank_transfer' | 'delivery' | 'wallet' | 'sepa'
type Channel = 'sms' | 'whatsapp' | 'mail'

export class WithdrawForm {
  readonly page: Page
  readonly dialog: Locator
  readonly words: ReturnType<typeof textsIn>['withdraw']
  readonly flow: ReturnType<typeof textsIn>['flow']
  readonly statuses: ReturnType<typeof textsIn>['statuses']
  readonly amount: Locator
  readonly country: Locator
  readonly next: Locator
  readonly code: Locator
  readonly confirm: Locator

  constructor(page: Page, language: Language = 'fr') {
    const { flow, statuses, withdraw: words } = textsIn(language)
    this.page = page
    this.words = words
    this.flow = flow
    this.statuses = statuses
    this.dialog = page.getByRole('dialog', { name: words.Enter_Withdraw_details })
    this.amount = this.field(words.amount)
    this.country = this.dialog.getByLabel(words.country)
    this.next = this.dialog.getByRole('button', { name: words.continue, exact: true })
    this.code = this.dialog.getByLabel(words.code.label)
    this.confirm = this.dialog.getByRole('button', { name: words.code.confirm })
  }

  async open(): Promise<void> {
    await this.page.goto('/dashboard/home?flow=withdraw')
    await expect(this.heading(this.words.heading)).toBeVisible()
  }

  heading(name: string | RegExp): Locator {
    return this.dialog.getByRole('heading', { level: 2, name })
  }

  field(label: string): Locator {
    return this.dialog.getByRole('textbox', { name: label, exact: true })
  }

  card(way: Way): Locator {
    const name = way === 'sepa' ? this.words.sepa : this.statuses.payout[way]
    return this.dialog.getByRole('radio', { name: new RegExp(`^${name}`) })
  }

  /** A figure of the panel, by what stands before it. */
  figure(label: string): Locator {
    return this.dialog.locator('dl > div').filter({ hasText: label }).locator('dd')
  }

  /** The price of what was typed is there. */
  async priced(): Promise<void> {
    await expect(this.figure(this.words.panel.total)).not.toHaveText('…')
    await expect(this.next).toBeEnabled()
  }

  /** Where accounts are kept already, another one. */
  async toNewAccount(): Promise<void> {
    const isNew = this.dialog.getByRole('radio', { name: this.words.account.new })
    const { bank_name, number } = this.words.account
    const fields = this.field(bank_name).or(this.dialog.getByLabel(number, { exact: true }))
    await expect(isNew.or(fields).first()).toBeVisible()
    if (await isNew.isVisible()) await isNew.click()
  }

  async toSepa(iban: string, owner?: string): Promise<void> {
    // The same account, where another test has kept it.
    const kept = this.dialog.getByRole('radio', { name: iban.replaceAll(' ', '').slice(-4) })
    await expect(kept.or(this.field(this.words.account.bank_name)).first()).toBeVisible()
    if (await kept.isVisible()) {
      await kept.check()
      return
    }
    await this.toNewAccount()
    if (owner !== undefined) await this.field(this.words.account.owner).fill(owner)
    await this.field(this.words.account.bank_name).fill('Banque des Tisserands')
    await this.field(this.flow.account.iban).fill(iban)
  }

  async toOrange(number: string): Promise<void> {
    await this.country.selectOption('CI')
    await this.card('mobile_money').click()
    await this.toNewAccount()
    await this.dialog.getByRole('radio', { name: 'Orange Money', exact: true }).click()
    await this.dialog.getByLabel(this.words.account.number, { exact: true }).fill(number)
    await this.field(this.words.account.owner).fill('Awa Ndiaye')
  }

  /** On to the code. */
  async goOn(): Promise<void> {
    await this.priced()
    await this.next.click()
    await expect(this.heading(this.words.code.heading)).toBeVisible()
  }

  tab(channel: Channel): Locator {
    return this.dialog.getByRole('tab', { name: this.words.code.tab[channel] })
  }

  /** The last code that came to this number or address. */
  async lastCode(sandbox: Sandbox, to: string): Promise<string> {
    const messages = await sandbox.inbox(to)
    const codes = messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
    const [newest = ''] = codes
    expect(newest, `a code came to ${to}`).not.toBe('')
    return newest
  }

  /** Types the last code, which is sent by its last digit, and waits until it was taken. */
  async enterCode(sandbox: Sandbox, to: string): Promise<void> {
    await this.code.fill(await this.lastCode(sandbox, to))
    await expect(this.dialog).toBeVisible()
    await expect(this.heading(this.words.code.heading)).toBeHidden()
  }

  /** The id of the withdrawal in the address. */
  id(): string {
    return new URL(this.page.url()).searchParams.get('payment') ?? ''
  }

  outcome(
    name: keyof ReturnType<typeof textsIn>['withdraw']['end'] &
      ('done' | 'under_way' | 'unknown' | 'failed' | 'held' | 'expired'),
  ): Locator {
    return this.heading(anyOf(this.words.end[name].heading))
  }
}
