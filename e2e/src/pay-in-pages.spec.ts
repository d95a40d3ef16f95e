// The pages that payers come back to, as far as they go without a company: addresses that name no payment, no network,
// no session; in every language and two sizes, by keyboard, with what axe says.
import { expect, test, withoutNetwork } from './fixtures.ts'
import { lookInEachLanguage } from './look.ts'
import { textsIn } from './texts.ts'

const madeUp = 'pin_01a2207d-0441-7908-9520-662e7fb9a90a.NrJwfKNI1ED7lww-9WVMFA'

const pages = [
  [
    'mobile_money',
    ['', `?ref=${madeUp}`, '?payment=opn_01a2207c-443e-7c39-a714-c851a9c904aa'],
    '/mobile_money',
  ],
  [
    'card',
    [
      'successful',
      `successful?ref=${madeUp}`,
      `cancelled?ref=${madeUp}`,
      `failed?ref=${madeUp}`,
      `pending?ref=${madeUp}`,
    ],
    '/payline/',
  ],
  ['direct_debit', ['?status=success', `?status=success&ref=${madeUp}`], '/bridgeapi/payment_status'],
  [
    'instant_bank_transfer',
    [
      '',
      `?ref=${madeUp}`,
      `?code=C0DE&state=${madeUp}`,
      `?error=access_denied&state=${madeUp}`,
      '?payment_id=b7c0f4b6-0c4e-4f2e-9d2e-0d4d0f9d7a11&error=tl_hpp_abandoned',
    ],
    '/truelayer',
  ],
] as const

const { access, common, home, payin } = textsIn('fr')

for (const [title, addresses, path] of pages) {
  test(`addresses that name no payment are told so: ${path}`, async ({ page, silentConsole }) => {
    silentConsole.allow(/status of 404/)
    for (const address of addresses) {
      await page.goto(`${path}${address}`)
      await expect(page.getByRole('heading', { level: 1, name: payin.title[title] })).toBeVisible()
      await expect(page.getByRole('heading', { level: 2, name: payin.not_found.title })).toBeFocused()
      await expect(page).toHaveTitle(`${payin.title[title]} · Jokko`)
    }
    await lookInEachLanguage(page)
  })
}

test('without a session, the ways out lead to the sign-in page', async ({ page }) => {
  await page.goto('/mobile_money')
  await page.getByRole('link', { name: payin.way.login }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/payline/failed')
  await page.getByRole('button', { name: payin.close }).click()
  await expect(page.getByRole('heading', { name: access.login.welcome })).toBeVisible()
})

test('no network: the page says so, and goes on when it is back', async ({
  page,
  context,
  silentConsole,
}) => {
  silentConsole.allow(withoutNetwork, /status of 404/)
  // Two quiet repeats go before.
  const told = page.getByRole('alert').getByText(common.problem.offline)
  await page.route('**/api/v1/payments/hub2/**', route => route.abort('internetdisconnected'))
  await page.goto(`/mobile_money?ref=${madeUp}`)
  await expect(told).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(common.offline.title)).toBeVisible()
  await context.setOffline(false)
  await lookInEachLanguage(page)
  // Another language asks anew, and repeats quietly again.
  await expect(told).toBeVisible()
  await page.unroute('**/api/v1/payments/hub2/**')
  await page.getByRole('button', { name: common.retry }).click()
  await expect(page.getByRole('heading', { name: payin.not_found.title })).toBeVisible()
})

test('by keyboard: from the heading to the way out, and back to the close button', async ({ page }) => {
  await page.goto('/mobile_money')
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: payin.way.login })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: payin.close })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
})

test.describe('signed in', () => {
  test.use({ as: 'owner@jokko.example' })

  test('the ways out lead home', async ({ page, silentConsole }) => {
    silentConsole.allow(/status of 404/)
    await page.goto(`/truelayer?ref=${madeUp}`)
    await expect(page.getByText(payin.not_found.text_signed_in)).toBeVisible()
    await lookInEachLanguage(page)
    await page.getByRole('link', { name: payin.way.home }).click()
    await expect(page.getByText(home.operations.title, { exact: true })).toBeVisible()
  })
})
