// The bulk payment as a person makes it: the file, the table, the payment, by what the screen says.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { newNumber } from './numbers.ts'
import { anyOf, filled, type Language, textsIn } from './texts.ts'

const fixtures = resolve(import.meta.dirname, '../../web/fixtures/bulk')

export type NamedFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

export const csv = (text: string, name = 'payees.csv'): NamedFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

export const fixture = (name: string): NamedFile => ({
  name,
  mimeType: 'text/csv',
  buffer: readFileSync(resolve(fixtures, name)),
})

const header = 'identification_number;first_name;last_name;email;phone_number;amount_without_fees'

export type Payee = { readonly first: string; readonly phone: string; readonly amount: string }

/** A file of these, as French Excel saves it. */
export const fileOf = (payees: readonly Payee[], name?: string): NamedFile =>
  csv(
    `\ufeff${header}\r\n${payees.map(({ first, phone, amount }, place) => `E-${place + 1};${first};Konan;;${phone};${amount}\r\n`).join('')}`,
    name,
  )

/** So many people whom nobody has paid before. */
export const payees = (count: number, amount = '10,00'): Payee[] =>
  Array.from({ length: count }, (_, place) => ({ first: `Awa${place + 1}`, phone: newNumber(), amount }))

export type Column = keyof ReturnType<typeof textsIn>['bulk']['column']

export class BulkTable {
  readonly page: Page
  /** The flow itself: the page under it stays in the tree. */
  readonly dialog: Locator
  readonly words: ReturnType<typeof textsIn>['bulk']
  readonly flow: ReturnType<typeof textsIn>['flow']
  readonly next: Locator
  readonly totals: Locator
  readonly drop: Locator

  constructor(page: Page, language: Language = 'fr') {
    const { bulk, flow } = textsIn(language)
    this.page = page
    this.words = bulk
    this.flow = flow
    this.dialog = page.getByRole('dialog', { name: bulk.title, exact: true })
    this.next = this.dialog.getByRole('button', { name: flow.continue, exact: true })
    this.totals = this.dialog.getByTestId('totals')
    this.drop = page.getByTestId('file-drop')
  }

  heading(name: string | RegExp): Locator {
    return this.dialog.getByRole('heading', { level: 2, name })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  /** A field of the table. */
  cell(line: number, column: Column): Locator {
    const name = filled(this.words.cell, { column: this.words.column[column], line: String(line) })
    return this.dialog.getByLabel(name, { exact: true })
  }

  row(line: number): Locator {
    return this.dialog.locator(`tr[data-line="${line}"]`)
  }

  /** The flow with nothing in it, whatever an earlier test left. */
  async open(): Promise<void> {
    await this.page.goto('/dashboard/home?flow=bulk')
    const anew = this.button(this.words.draft.anew)
    await expect(this.heading(this.words.heading).or(anew)).toBeVisible()
    if (await anew.isVisible()) await anew.click()
    await expect(this.heading(this.words.heading)).toBeVisible()
    await expect(this.drop).toBeVisible()
    await this.dialog.getByLabel(this.words.country).selectOption('CI')
  }

  async choose(file: NamedFile): Promise<void> {
    await this.page.locator('input[type=file]').setInputFiles({ ...file })
  }

  /** Drops files from the desk onto the place for them. */
  async dropFiles(files: readonly NamedFile[]): Promise<void> {
    const carried = files.map(({ name, mimeType, buffer }) => ({
      name,
      mimeType,
      bytes: buffer.toString('base64'),
    }))
    const transfer = await this.page.evaluateHandle(given => {
      const all = new DataTransfer()
      for (const { name, mimeType, bytes } of given) {
        const data = Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0))
        all.items.add(new File([data], name, { type: mimeType }))
      }
      return all
    }, carried)
    await this.drop.dispatchEvent('drop', { dataTransfer: transfer })
  }

  /** The file is read, and the table stands. */
  async taken(rows: number, title: 'taken_title' | 'pasted_title' = 'taken_title'): Promise<void> {
    const { taken_text_one, taken_text_other, taken_go_on } = this.words
    const told = this.page.getByRole('dialog', { name: this.words[title] })
    const text = rows === 1 ? taken_text_one : taken_text_other
    await expect(told).toContainText(filled(text, { count: String(rows) }))
    await told.getByRole('button', { name: taken_go_on }).click()
    await expect(told).toBeHidden()
  }

  async load(file: NamedFile, rows: number): Promise<void> {
    await this.choose(file)
    await this.taken(rows)
  }

  async checked(): Promise<void> {
    await expect(this.totals).toContainText(this.words.save.done)
  }

  /** Up to the payment of these people. */
  async toPayment(file: NamedFile, rows: number, why: string): Promise<void> {
    await this.open()
    await this.load(file, rows)
    await this.checked()
    await this.next.click()
    await expect(this.heading(this.words.payment_heading)).toBeVisible()
    await this.dialog.getByLabel(this.words.reason).fill(why)
  }

  payBy(name: string): Locator {
    return this.dialog.getByRole('radio', { name: new RegExp(`^${name}`) })
  }

  pay(total?: string): Locator {
    return this.press(this.words.pay, total)
  }

  order(total?: string): Locator {
    return this.press(this.words.order, total)
  }

  private press(text: string, total: string | undefined): Locator {
    const name = total === undefined ? anyOf(text) : filled(text, { amount: total })
    return this.dialog.getByRole('button', { name })
  }

  /** The id of the bulk that the page shows. */
  async startedId(): Promise<string> {
    await expect(this.page).toHaveURL(/payment=opn_/)
    return new URL(this.page.url()).searchParams.get('payment') ?? ''
  }
}
