// The screens of a withdrawal in each language, on a desk and in a hand: axe finds nothing, nothing sticks out.
import { expect, test } from './fixtures.ts'
import { lookInEachLanguage } from './look.ts'
import { textsIn } from './texts.ts'
import { WithdrawForm } from './withdraw-form.ts'

const PHONE = '+33639980101'

test.use({ as: 'owner@jokko.example' })

test('details, code, and end of a withdrawal', async ({ page, sandbox }) => {
  const { withdraw: words } = textsIn('fr')
  const form = new WithdrawForm(page)
  await form.open()
  await form.amount.fill('25')
  await form.priced()
  await lookInEachLanguage(page, '[role="dialog"]')
  await form.toOrange('0712345701')
  await form.priced()
  await lookInEachLanguage(page, '[role="dialog"]')
  await form.goOn()
  await lookInEachLanguage(page, '[role="dialog"]')
  await form.enterCode(sandbox, PHONE)
  await sandbox.advance({ minutes: 2 })
  await expect(form.heading(words.end.done.heading)).toBeVisible()
  await lookInEachLanguage(page, '[role="dialog"]')
})
