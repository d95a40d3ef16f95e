// What is heard and felt where nothing is seen: where one is in a transfer, what is wrong and at which field, and a code
// that arrives in one piece.
import { expect, test } from './fixtures.ts'
import { heading, startFromPhone, submitPhone } from './paying.ts'
import { filled, textsIn } from './texts.ts'
import { Wizard } from './wizard.ts'

const { errors, flow, payin, transfer: words } = textsIn('fr')

test.use({ as: 'owner@jokko.example' })

for (const { width, how } of [
  { width: 1280, how: 'by the stepper' },
  { width: 860, how: 'in words, where the stepper has no room' },
]) {
  test(`UI-08: where one is, is said ${how}; an error is tied to its field and has the focus`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const wizard = new Wizard(page)
    await wizard.toContact()
    const name = words.steps.amount
    const place = filled(flow.steps.position, { number: '2', count: '4', name })
    if (width < 900) await expect(wizard.dialog.getByRole('status').filter({ hasText: place })).toBeVisible()
    else await expect(wizard.dialog.locator('[aria-current=step]')).toHaveText(new RegExp(name))
    await wizard.next.click()
    await expect(wizard.euros).toBeFocused()
    await expect(wizard.euros).toHaveAccessibleDescription(errors.the_euro_amount_field_is_required)
    await expect(wizard.reason).toHaveAccessibleDescription(new RegExp(errors.reasonError))
    await wizard.euros.fill('25')
    await wizard.reason.fill('Lecture')
    await wizard.next.click()
    await expect(wizard.heading(words.method.heading)).toBeFocused()
  })
}

test('UI-09: a code lands whole, is one field with one name, waits for its last digit, and says what is wrong', async ({
  page,
  sandbox,
}) => {
  const wizard = new Wizard(page)
  await wizard.toContact()
  await wizard.amount('25', 'Code')
  await wizard.payBy('mobile_money')
  await wizard.payoutAsProposed()
  await wizard.pay().click()
  await startFromPhone(page, '0554000001', 'MTN MoMo')
  await submitPhone(page)
  await expect(heading(page, payin.mobile.code_title)).toBeVisible()
  const code = page.getByLabel(payin.mobile.code, { exact: true })
  await expect(code).toHaveCount(1)
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  let asked = 0
  page.on('request', request => {
    if (request.url().endsWith('/hub2/confirm')) asked += 1
  })
  await code.pressSequentially('12a3')
  await page.keyboard.press('Backspace')
  await expect(code).toHaveValue('12')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(errors.otp_required)
  await expect(code).toBeFocused()
  expect(asked).toBe(0)
  const confirmed = page.waitForResponse(answer => answer.url().endsWith('/hub2/confirm'))
  await code.fill('12 34')
  await confirmed
  await sandbox.advance({ seconds: 10 })
  await expect(heading(page, payin.ended.succeeded)).toBeVisible()
  expect(asked).toBe(1)
})
