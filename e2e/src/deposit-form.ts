// The deposit as a person makes it: step by step, by what the screen says.
import { expect, type Locator, type Page } from '@playwright/test'
import { filled, type Language, textsIn } from './texts.ts'
import type { PayBy } from './wizard.ts'

export class DepositForm {
  readonly page: Page
  readonly dialog: Locator
  readonly words: ReturnType<typeof textsIn>['deposit']
  readonly euros: Locator
  readonly cfa: Locator
  readonly next: Locator
  readonly wallet: Locator
  private readonly language: Language

  constructor(page: Page, language: Language = 'fr') {
    const { deposit: words, flow } = textsIn(language)
    this.page = page
    this.language = language
    this.words = words
    this.dialog = page.getByRole('dialog', { name: words.MakeDeposit })
    this.euros = this.dialog.getByLabel(words.amount.euros)
    this.cfa = this.dialog.getByLabel(words.amount.local)
    this.next = this.dialog.getByRole('button', { name: flow.continue, exact: true })
    this.wallet = this.dialog.getByLabel(words.method.wallet)
  }

  heading(name: string): Locator {
    return this.dialog.getByRole('heading', { level: 2, name, exact: true })
  }

  method(name: PayBy): Locator {
    const { statuses } = textsIn(this.language)
    return this.dialog.getByRole('radio', { name: new RegExp(`^${statuses.payin[name]}`) })
  }

  /** The line of the summary panel with this label. */
  figure(label: string): Locator {
    return this.dialog
      .getByRole('region', { name: this.words.panel.title })
      .locator('div', { has: this.page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
      .last()
      .locator('dd')
  }

  async open(): Promise<void> {
    await this.page.goto('/dashboard/home?flow=deposit')
    await expect(this.heading(this.words.amount.heading)).toBeVisible()
  }

  async toMethods(euros: string): Promise<void> {
    await this.euros.fill(euros)
    await this.next.click()
    await expect(this.heading(this.words.method.heading)).toBeVisible()
  }

  async choose(way: PayBy, country?: string): Promise<void> {
    await this.method(way).check()
    if (country !== undefined) await this.wallet.selectOption({ label: country })
    await this.next.click()
    await expect(this.heading(this.words.payment.heading)).toBeVisible()
  }

  order(): Locator {
    return this.dialog.getByRole('button', { name: this.words.payment.order })
  }

  pay(total: string): Locator {
    return this.dialog.getByRole('button', { name: filled(this.words.payment.pay, { amount: total }) })
  }
}
