// The transfer as a person makes it: step by step, by what the screen says.
import { expect, type Locator, type Page } from '@playwright/test'
import { anyOf, filled, type Language, textsIn } from './texts.ts'

type Person = { readonly first: string; readonly last: string }

export const kouame: Person = { first: 'Kouamé', last: 'Traoré' }

/** One of the owner's contacts. */
export const kouadio = '+2250707451233'

export type PayBy = keyof ReturnType<typeof textsIn>['statuses']['payin']

export class Wizard {
  readonly page: Page
  /** The wizard itself: the page under it stays in the tree. */
  readonly dialog: Locator
  readonly words: ReturnType<typeof textsIn>['transfer']
  readonly statuses: ReturnType<typeof textsIn>['statuses']
  readonly phoneField: Locator
  readonly euros: Locator
  readonly local: Locator
  readonly reason: Locator
  readonly next: Locator

  constructor(page: Page, language: Language = 'fr') {
    const { flow, transfer: words, statuses } = textsIn(language)
    this.page = page
    this.dialog = page.getByRole('dialog', { name: words.start_Transfer })
    this.words = words
    this.statuses = statuses
    this.phoneField = this.dialog.getByLabel(words.beneficiary.phone, { exact: true })
    this.euros = this.dialog.getByLabel(words.amount.euros)
    this.local = this.dialog.getByLabel(words.amount.local)
    this.reason = this.dialog.getByLabel(words.amount.reason)
    this.next = this.dialog.getByRole('button', { name: flow.continue, exact: true })
  }

  heading(name: string | RegExp): Locator {
    return this.dialog.getByRole('heading', { level: 2, name })
  }

  /** The button that sends from the balance, by the total that it names. */
  send(total?: string): Locator {
    return this.button(this.words.summary.send, total)
  }

  /** The button that orders a transfer to be paid from the bank, by the total that it names. */
  order(total?: string): Locator {
    return this.button(this.words.summary.order, total)
  }

  /** The button that leads to the page of the company that collects the money. */
  pay(total?: string): Locator {
    return this.button(this.words.summary.pay, total)
  }

  /** Whichever of the three the summary has. */
  confirm(): Locator {
    return this.send().or(this.order()).or(this.pay())
  }

  private button(text: string, total: string | undefined): Locator {
    const name = total === undefined ? anyOf(text) : filled(text, { amount: total })
    return this.dialog.getByRole('button', { name })
  }

  method(name: PayBy): Locator {
    // From its beginning: "Bank transfer" is part of another way's name, too.
    return this.dialog.getByRole('radio', { name: new RegExp(`^${this.statuses.payin[name]}`) })
  }

  async open(): Promise<void> {
    await this.page.goto('/dashboard/home?flow=transfer')
    await expect(this.heading(this.words.beneficiary.heading)).toBeVisible()
  }

  async toPhone(number: string): Promise<void> {
    await this.phoneField.fill(number)
    // A pasted country code moves to the country's own field.
    if (number.startsWith('+')) await expect(this.phoneField).not.toHaveValue(/^\+/)
    await this.next.click()
  }

  /** At the amount, for one of the owner's contacts. */
  async toContact(): Promise<void> {
    await this.open()
    await this.toContactFromHere()
  }

  async toContactFromHere(): Promise<void> {
    await this.toKnown(kouadio)
  }

  /** At the amount, for somebody whose number is known. The step before it has a button of the same name. */
  async toKnown(number: string): Promise<void> {
    const { heading_found, heading_found_business } = this.words.who
    await this.toPhone(number)
    await expect(this.heading(heading_found).or(this.heading(heading_found_business))).toBeVisible()
    await this.next.click()
    await expect(this.euros).toBeVisible()
  }

  async newPerson({ first, last }: Person): Promise<void> {
    const { who } = this.words
    await expect(this.heading(who.heading_new)).toBeVisible()
    await this.dialog.getByLabel(who.first_name).fill(first)
    await this.dialog.getByLabel(who.last_name, { exact: true }).fill(last)
    await this.next.click()
  }

  async amount(typed: string, why: string): Promise<void> {
    await this.euros.fill(typed)
    await this.reason.fill(why)
    await this.next.click()
  }

  async payBy(name: PayBy): Promise<void> {
    await expect(this.heading(this.words.method.heading)).toBeVisible()
    await this.method(name).click()
    await this.next.click()
  }

  /** To the beneficiary's own number, with the operator that its prefix tells. */
  async payoutAsProposed(): Promise<void> {
    await expect(this.heading(anyOf(this.words.payout.heading))).toBeVisible()
    await this.next.click()
    await expect(this.heading(this.words.summary.heading)).toBeVisible()
  }

  /** The id of the payment that the page confirms. */
  async confirmedPayment(): Promise<string> {
    await expect(this.page).toHaveURL(/payment=opn_/)
    return new URL(this.page.url()).searchParams.get('payment') ?? ''
  }

  /** Up to the summary of a transfer to a number that nobody has yet. */
  async toSummary(transfer: TransferToMake): Promise<void> {
    await this.open()
    await this.toPhone(transfer.phone)
    await this.newPerson(transfer.to ?? kouame)
    await this.amount(transfer.euros, transfer.reason)
    await this.payBy(transfer.by)
    await this.payoutAsProposed()
  }
}

type TransferToMake = {
  readonly phone: string
  readonly to?: Person
  readonly euros: string
  readonly reason: string
  readonly by: PayBy
}
