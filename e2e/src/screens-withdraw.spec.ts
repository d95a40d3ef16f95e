// The screens of a withdrawal in each language, on a desk and in a hand: axe finds nothing, nothing sticks out.
import { expect, languages, test } from './fixtures.ts'
import { lookAt } from './look.ts'
import { textsIn } from './texts.ts'
import { WithdrawForm } from './withdraw-form.ts'

const PHONE = '+33639980101'

for (const [place, language] of languages.entries()) {
  test.describe(language, () => {
    test.use({ as: 'owner@jokko.example', language })

    test('details, code, and end of a withdrawal', async ({ page, sandbox }) => {
      const { withdraw: words } = textsIn(language)
      const form = new WithdrawForm(page, language)
      await form.open()
      await form.amount.fill('25')
      await form.priced()
      await lookAt(page, '[role="dialog"]')
      await form.toOrange(`07123457${place}1`)
      await form.priced()
      await lookAt(page, '[role="dialog"]')
      await form.goOn()
      await lookAt(page, '[role="dialog"]')
      await form.code.fill(await form.lastCode(sandbox, PHONE))
      await sandbox.advance({ minutes: 2 })
      await expect(form.heading(words.end.done.heading)).toBeVisible()
      await lookAt(page, '[role="dialog"]')
    })
  })
}
