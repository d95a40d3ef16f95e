// Signing in and out, as people do it.
import { axe, expect, languages, signIn, test } from './fixtures.ts'

test('the owner signs in and sees the balance', async ({ page }) => {
  await signIn(page, 'owner@jokko.example')
  await expect(page).toHaveURL(/\/dashboard\/home/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await axe(page)
})

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language })

    test('the sign-in page speaks the chosen language, and axe finds nothing', async ({ page }) => {
      await page.goto('/login')
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('form button[type=submit]')).toBeVisible()
      await axe(page)
    })
  })
}

test('a wrong password and an unknown address are answered alike', async ({ page, silentConsole }) => {
  silentConsole.allow(/status of 401/)
  const answers: string[] = []
  for (const email of ['owner@jokko.example', 'nobody@jokko.example']) {
    await page.goto('/login')
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[name=password]').fill('Wrong-2026!')
    await page.locator('form button[type=submit]').click()
    answers.push((await page.getByRole('alert').textContent()) ?? '')
    await axe(page)
  }
  expect(answers[0]).not.toBe('')
  expect(answers[1]).toBe(answers[0])
})
