// Every way to pay with every way to be paid that makes sense, as people do it: through the wizard, at the company that
// collects, until the beneficiary has the money, here and outside. The ledger is verified after each test.
import type { Page } from '@playwright/test'
import { operationOf } from './api.ts'
import { expect, test } from './fixtures.ts'
import { type Payee, payees } from './payees.ts'
import { payers } from './paying.ts'
import type { Sandbox } from './sandbox.ts'
import { anyOf, textsIn } from './texts.ts'
import { kouame, type PayBy, Wizard } from './wizard.ts'

const { payin, statuses, transfer: words } = textsIn('fr')

test.use({ as: 'owner@jokko.example' })
test.describe.configure({ mode: 'parallel' })

const ways = Object.keys(payers) as PayBy[]
const names = Object.keys(payees) as (keyof typeof payees)[]

/** Up to the summary: 60 euros, to somebody new except where an account with us is what it is about. */
async function toSummary(page: Page, way: PayBy, payee: Payee): Promise<Wizard> {
  const wizard = new Wizard(page)
  await wizard.open()
  const number = `+${payee.dialCode}${payee.number}`
  if (payee.isKnown) {
    await wizard.toKnown(number)
  } else {
    await wizard.toPhone(number)
    await wizard.newPerson(kouame)
  }
  await wizard.amount('60', `Par ${way}`)
  await wizard.payBy(way)
  await expect(wizard.heading(anyOf(words.payout.heading))).toBeVisible()
  await payee.choose(wizard)
  await wizard.next.click()
  await expect(wizard.heading(words.summary.heading)).toBeVisible()
  return wizard
}

/** Paid without leaving us, the confirmation tells it; paid at a company, the details do, from the way back. */
async function arrives(page: Page, sandbox: Sandbox, wizard: Wizard, payee: Payee): Promise<void> {
  const isHere = page.url().includes('flow=transfer')
  if (!isHere) await page.getByRole('link', { name: payin.way.see.transfer }).click()
  await expect(page).toHaveURL(/(payment|operation)=opn_/)
  const { searchParams } = new URL(page.url())
  const id = searchParams.get('payment') ?? searchParams.get('operation') ?? ''
  await sandbox.advance(payee.takes)
  payee.byHand?.(id)
  const drawer = page.getByRole('dialog', { name: statuses.type.direct_transfer })
  const done = isHere
    ? wizard.heading(words.sent.heading_paid)
    : drawer.getByText(statuses.status.transfer_completed, { exact: true })
  await expect(done).toBeVisible()
  expect((await operationOf(page, id)).badge).toBe('done')
}

for (const way of ways) {
  test.describe(statuses.payin[way], () => {
    for (const name of names) {
      test(`to ${payees[name]().title}`, async ({ page, sandbox }) => {
        const payee = payees[name]()
        const wizard = await toSummary(page, way, payee)
        await wizard.confirm().click()
        await payers[way](page, sandbox, payee.dialCode)
        await arrives(page, sandbox, wizard, payee)
        await payee.seen?.(page, sandbox)
      })
    }
  })
}
