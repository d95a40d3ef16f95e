// How people are paid: what the sender chooses for it in the wizard, how long it takes, and where it is seen outside.
import { randomInt } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { newNumber } from './numbers.ts'
import { payByHand } from './operator.ts'
import type { DialCode } from './paying.ts'
import type { Sandbox } from './sandbox.ts'
import { anyOf, textsIn } from './texts.ts'
import type { Wizard } from './wizard.ts'

const { flow, transfer: words, statuses } = textsIn('fr')

export type Payee = {
  readonly title: string
  readonly dialCode: DialCode
  /** As it is dialled there. */
  readonly number: string
  /** One of the sender's contacts already. */
  readonly isKnown?: true
  /** Fills in the payout step. */
  readonly choose: (wizard: Wizard) => Promise<void>
  readonly takes: Parameters<Sandbox['advance']>[0]
  /** What one of us does in between. */
  readonly byHand?: (id: string) => void
  /** Where the outside shows that it was paid; a Jokko balance is nowhere outside. */
  readonly seen?: (page: Page, sandbox: Sandbox) => Promise<void>
}

type Kind = keyof typeof statuses.payout

/** The step before has a kind of the same name, as a way to pay. */
export async function chooseKind(wizard: Wizard, kind: Kind): Promise<void> {
  await expect(wizard.heading(anyOf(words.payout.heading))).toBeVisible()
  await wizard.dialog.getByText(statuses.payout[kind], { exact: true }).click()
}

const field = ({ dialog }: Wizard, label: string) => dialog.getByLabel(label, { exact: true })

const rowsOf = (page: Page, caption: string): Locator =>
  page.getByRole('table', { name: caption }).getByRole('row')

/** The newest payout that says so is this one, and it was paid. */
const paidAt =
  (path: '/hub2' | '/partner', caption: string, ...says: readonly string[]) =>
  async (page: Page, { url }: Sandbox) => {
    await page.goto(new URL(path, url).href)
    const ours = says.reduce((rows, hasText) => rows.filter({ hasText }), rowsOf(page, caption))
    await expect(ours.first()).toContainText('successful')
  }

const atHub2 = (...says: readonly string[]) => paidAt('/hub2', 'Transfers, newest first', ...says)
const atPartner = (...says: readonly string[]) => paidAt('/partner', 'Payouts, newest first', ...says)

const shortly = { seconds: 10 }
const holder = 'Kouamé Traoré'

function onMobileMoney(): Payee {
  const number = newNumber()
  return {
    title: 'Orange Money in Côte d’Ivoire',
    dialCode: 225,
    number,
    choose: ({ dialog }) => expect(dialog.getByRole('radio', { name: 'Orange Money' })).toBeChecked(),
    takes: shortly,
    async seen(page, { url }) {
      await page.goto(new URL(`/phones/${encodeURIComponent(`+225${number}`)}`, url).href)
      await expect(rowsOf(page, 'Payouts to this number').nth(1)).toContainText('successful')
    },
  }
}

/** A bank of the list, and whose account it is. */
export async function chooseBank(wizard: Wizard): Promise<void> {
  await chooseKind(wizard, 'bank_transfer')
  await field(wizard, words.payout.bank).selectOption({ index: 1 })
  await wizard.dialog.getByLabel(words.payout.holder).fill(holder)
}

const typeIban = ({ dialog }: Wizard) =>
  dialog.getByRole('textbox', { name: flow.account.iban }).fill('CI49 CI99 9010 0100 0000 0012 3490')

const atBank = (): Payee => ({
  title: 'a bank account in Côte d’Ivoire, by IBAN',
  dialCode: 225,
  number: newNumber(),
  async choose(wizard) {
    await chooseBank(wizard)
    await typeIban(wizard)
  },
  takes: { hours: 1 },
  seen: atHub2('bank'),
})

const withMicrofinance = (): Payee => {
  const member = `PAM-${randomInt(100_000, 1_000_000)}`
  return {
    title: 'a microfinance account in Senegal',
    dialCode: 221,
    number: `77${randomInt(1_000_000, 10_000_000)}`,
    async choose(wizard) {
      await chooseKind(wizard, 'mfi')
      await field(wizard, words.payout.mfi).selectOption('UM-PAMECAS')
      await wizard.dialog.getByLabel(words.payout.mfi_owner_id).fill(member)
      await wizard.dialog.getByLabel(words.payout.holder).fill(holder)
    },
    takes: shortly,
    seen: atPartner(member),
  }
}

const onWallet = (): Payee => {
  const number = `677${randomInt(100_000, 1_000_000)}`
  return {
    title: 'a wallet in Cameroon',
    dialCode: 237,
    number,
    choose: wizard => chooseKind(wizard, 'wallet'),
    takes: shortly,
    seen: atPartner('wallet', number),
  }
}

const delivered = (): Payee => {
  const number = newNumber()
  return {
    title: 'cash that is brought',
    dialCode: 225,
    number,
    choose: wizard => chooseKind(wizard, 'delivery'),
    takes: shortly,
    seen: atPartner('delivery', number),
  }
}

const byHand = (): Payee => ({
  title: 'a bank that is not in the list, paid by hand',
  dialCode: 225,
  number: newNumber(),
  async choose(wizard) {
    await chooseBank(wizard)
    await field(wizard, words.payout.bank).selectOption('other')
    await field(wizard, words.payout.bank_name).fill('Banque du Lac')
    await typeIban(wizard)
  },
  takes: shortly,
  byHand: payByHand,
})

const inGuinea = (): Payee => {
  const account = String(randomInt(1_000_000_000, 10_000_000_000))
  return {
    title: 'a bank account in Guinea',
    dialCode: 224,
    number: `62${randomInt(1_000_000, 10_000_000)}`,
    async choose(wizard) {
      await chooseBank(wizard)
      await field(wizard, flow.account.rib_bank).fill('010')
      await field(wizard, flow.account.rib_account).fill(account)
    },
    takes: { hours: 1 },
    seen: atPartner(account),
  }
}

/** The owner's business partner in Douala has an account with us. */
const onBalance = (): Payee => ({
  title: 'a Jokko balance',
  dialCode: 237,
  number: '677123451',
  isKnown: true,
  choose: ({ dialog }) => dialog.getByLabel(words.payout.toggle).click(),
  takes: shortly,
})

export const payees = {
  onMobileMoney,
  atBank,
  withMicrofinance,
  onWallet,
  delivered,
  byHand,
  inGuinea,
  onBalance,
} satisfies Record<string, () => Payee>
