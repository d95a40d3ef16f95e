// Every screen around the transfer, in each of its states: sign-in, home for everyone who may see it, the history, and
// what stands there when something is missing. Looked at in two sizes and every language, with a silent console.
import type { Page } from '@playwright/test'
import { latestOperations } from './api.ts'
import { axe, expect, test, withoutNetwork } from './fixtures.ts'
import { goWithin } from './live.ts'
import { lookInEachLanguage, speak } from './look.ts'
import { anyOf, filled, textsIn } from './texts.ts'

const owner = 'owner@jokko.example'

/** Rows that differ in what their details show: one of each. */
async function oneOfEachState(page: Page): Promise<readonly string[]> {
  const found = new Map<string, string>()
  for (const row of await latestOperations(page)) {
    if (row.operation_type === 'campaign_referral_reward') continue
    const state = [row.operation_type, row.operation_direction, row.status, row.badge, ...row.allowed_actions]
    if (!found.has(state.join())) found.set(state.join(), row.id)
  }
  return [...found.values()]
}

const { access, common, home, history, contacts } = textsIn('fr')

test('sign-in: at first, with errors at the fields, after a session that ended', async ({ page }) => {
  await page.goto('/login')
  await lookInEachLanguage(page)
  await page.getByRole('button', { name: access.login.submit }).click()
  await expect(page.getByLabel(access.login.email)).toBeFocused()
  await expect(page.getByLabel(access.login.email)).toHaveAccessibleDescription(access.login.email_required)
  await lookInEachLanguage(page)
  await speak(page, 'es')
  await expect(page.getByText(textsIn('es').access.login.email_required)).toBeVisible()
  await speak(page, 'fr')
  await page.goto('/login?ended=expired')
  await expect(page.getByText(access.ended.expired)).toBeVisible()
  await lookInEachLanguage(page)
})

test('sign-in: a wrong password, and the notice to who was turned away', async ({ page, silentConsole }) => {
  silentConsole.allow(/status of 40[13]/)
  const signInAs = async (email: string, password: string) => {
    await page.goto('/login')
    await page.getByLabel(access.login.email).fill(email)
    await page.getByLabel(access.login.password, { exact: true }).fill(password)
    await page.getByRole('button', { name: access.login.submit }).click()
  }
  await signInAs('person@jokko.example', 'Wrong-2026!')
  await expect(page.getByRole('alert')).toBeVisible()
  await lookInEachLanguage(page)
  await signInAs('rejected@jokko.example', 'Jokko-2026!')
  await expect(page.getByRole('dialog', { name: access.rejected.title })).toBeVisible()
  await lookInEachLanguage(page)
})

test('addresses that lead nowhere, and pages that open later', async ({ page, silentConsole }) => {
  silentConsole.allow(/status of 404 .*\/nowhere/)
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: common.not_found.title })).toBeVisible()
  await lookInEachLanguage(page)
  await page.goto('/join')
  await expect(page.getByText(common.not_open.title)).toBeVisible()
  await lookInEachLanguage(page)
})

for (const { who, shows } of [
  { who: owner, shows: home.operations.title },
  { who: 'member@jokko.example', shows: home.operations.title },
  { who: 'person@jokko.example', shows: home.operations.title },
  { who: 'restricted@jokko.example', shows: home.restricted.until_first_operation },
  { who: 'listed@jokko.example', shows: anyOf(home.restricted.bank_transfer_only) },
  { who: 'inactive-company@jokko.example', shows: home.verification.inactive_title },
  { who: 'unverified@jokko.example', shows: home.verification.email_title },
  { who: 'new@jokko.example', shows: home.verification.pending_title },
  { who: 'submitted@jokko.example', shows: home.verification.submitted_title },
  { who: 'retry@jokko.example', shows: home.verification.retry_title },
]) {
  test.describe(who, () => {
    test.use({ as: who })
    test('home', async ({ page }) => {
      await page.goto('/dashboard/home')
      await expect(page.getByText(shows, { exact: true }).first()).toBeVisible()
      await lookInEachLanguage(page)
    })
  })
}

test.describe('signed in', () => {
  test.use({ as: owner })

  test('home: the hidden balance, a payment that failed, the question before leaving', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('jokko.payment-problem', '{"code":"offline"}'))
    await page.goto('/dashboard/home')
    await page.getByRole('button', { name: home.balance.hide }).click()
    await expect(page.getByText(home.payment_error.title)).toBeVisible()
    await lookInEachLanguage(page)
    await page.getByRole('button', { name: common.log_out.action }).click()
    await expect(page.getByRole('dialog', { name: common.log_out.question })).toBeVisible()
    await lookInEachLanguage(page, '[role=dialog]')
  })

  test('contacts: all of them, none that matches, a new one', async ({ page }) => {
    await page.goto('/dashboard/home?contacts=all')
    await expect(page.getByRole('dialog', { name: contacts.title })).toBeVisible()
    await lookInEachLanguage(page, '[role=dialog]')
    await page.getByRole('searchbox').fill('Zzzz')
    await expect(page.getByText(filled(contacts.not_found, { search: 'Zzzz' }))).toBeVisible()
    await lookInEachLanguage(page, '[role=dialog]')
    await page.goto('/dashboard/home?contacts=new')
    await expect(page.getByRole('dialog', { name: contacts.form.title })).toBeVisible()
    await lookInEachLanguage(page, '[role=dialog]')
  })

  test('what opens later says so', async ({ page }) => {
    await page.goto('/dashboard?flow=deposit')
    await expect(page.getByRole('dialog', { name: common.flows.deposit })).toBeVisible()
    await lookInEachLanguage(page, '[role=dialog]')
    await page.goto('/dashboard/profile')
    await expect(page.getByText(common.not_open.title)).toBeVisible()
    await lookInEachLanguage(page)
  })

  test('history: its rows, and none that matches', async ({ page }) => {
    await page.goto('/dashboard/history')
    await expect(page.getByRole('table').getByRole('row')).not.toHaveCount(0)
    await lookInEachLanguage(page)
    await page.getByRole('searchbox', { name: history.search }).fill('Zzzz')
    await expect(page.getByText(history.no_data_message)).toBeVisible()
    await lookInEachLanguage(page)
  })

  test('details: an operation in each state, its follow-up and its figures', async ({ page }) => {
    test.slow()
    await page.goto('/dashboard/home')
    const ids = await oneOfEachState(page)
    expect(ids.length).toBeGreaterThan(15)
    for (const id of ids) {
      await goWithin(page, '/dashboard/home')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await goWithin(page, `/dashboard/home?operation=${id}`)
      await expect(page.getByRole('dialog').getByRole('heading', { level: 3 })).toBeVisible()
      await lookInEachLanguage(page, '[role=dialog]')
      const details = page.getByRole('tab', { name: history.tab.details })
      // An operation that waits for documents shows nothing else.
      if ((await details.count()) === 0) continue
      await details.click()
      await expect(page.getByRole('heading', { name: history.facts.references })).toBeVisible()
      await lookInEachLanguage(page, '[role=dialog]')
    }
  })

  test('details: none of ours', async ({ page, silentConsole }) => {
    silentConsole.allow(/status of 404/)
    await page.goto('/dashboard/home?operation=opn_01900000-0000-7000-8000-000000000000')
    await expect(page.getByText(history.drawer.not_found)).toBeVisible()
    await lookInEachLanguage(page, '[role=dialog]')
  })
})

test.describe('nothing yet', () => {
  test.use({ as: 'new@jokko.example' })
  test('an empty history', async ({ page }) => {
    await page.goto('/dashboard/history')
    await expect(page.getByText(history.none, { exact: true })).toBeVisible()
    await lookInEachLanguage(page)
  })
})

test.describe('when something is missing', () => {
  test.use({ as: owner })

  test('the network', async ({ page, context, silentConsole }) => {
    silentConsole.allow(withoutNetwork)
    await page.goto('/dashboard/home')
    // What the narrow frame is made of is here before the network goes.
    await lookInEachLanguage(page)
    await context.setOffline(true)
    await expect(page.getByText(common.offline.title)).toBeVisible()
    await lookInEachLanguage(page)
  })

  test('the network, and with it another language: said at once, and the words stay', async ({
    page,
    context,
    silentConsole,
  }) => {
    silentConsole.allow(withoutNetwork)
    await page.goto('/dashboard/home')
    await expect(page.getByText(home.balance.title)).toBeVisible()
    await context.setOffline(true)
    const language = page.getByLabel(common.language, { exact: true })
    await language.selectOption('es')
    await expect(page.getByText(common.language_failed)).toBeVisible({ timeout: 2000 })
    await expect(language).toHaveValue('fr')
    await axe(page)
    await context.setOffline(false)
    await language.selectOption('es')
    await expect(page.getByText(textsIn('es').home.balance.title)).toBeVisible()
  })

  test('a part of the app that was never loaded, and no network to load it', async ({
    page,
    context,
    silentConsole,
  }) => {
    silentConsole.allow(withoutNetwork, /dynamically imported module|preload CSS/)
    await page.goto('/dashboard/home')
    const contactsLink = page.getByRole('button', { name: home.contacts.add })
    await expect(contactsLink).toBeVisible()
    // The other languages are here before the network goes.
    for (const language of ['es', 'en', 'fr'] as const) await speak(page, language)
    await context.setOffline(true)
    await contactsLink.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vous êtes hors ligne')
    await lookInEachLanguage(page)
    await context.setOffline(false)
    await page.getByRole('button').click()
    await expect(page.getByRole('dialog', { name: contacts.form.title })).toBeVisible()
  })

  test('one answer of the server, or the one that says who is signed in', async ({ page, silentConsole }) => {
    silentConsole.allow(/status of 503/)
    const fail = (path: string) =>
      page.route(path, route => route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }))
    await fail('**/api/v1/operations?*')
    await page.goto('/dashboard/home')
    await expect(page.getByRole('alert')).toBeVisible()
    await lookInEachLanguage(page)
    await page.goto('/dashboard/history')
    await expect(page.getByRole('alert')).toBeVisible()
    await lookInEachLanguage(page)
    await fail('**/api/v1/auth/current')
    await page.goto('/dashboard/home')
    await expect(page.getByRole('heading', { level: 1, name: common.cannot_load.title })).toBeVisible()
    await lookInEachLanguage(page)
  })

  test('the newest version: a dialog asks to load it', async ({ page }) => {
    await page.routeWebSocket(/\/app\//u, socket => {
      const server = socket.connectToServer()
      server.onMessage(frame => {
        const isVersion = String(frame).includes('"version.changed"')
        socket.send(isVersion ? String(frame).replace(/(version\\":\\")[^\\]*/u, '$19999.0') : frame)
      })
    })
    await page.goto('/dashboard/home')
    await expect(page.getByRole('dialog', { name: common.update.title })).toBeVisible()
    await lookInEachLanguage(page)
  })

  test('a sign of life: the warning before the session ends', async ({ page }) => {
    await page.goto('/dashboard/home')
    await expect(page.getByRole('heading', { name: home.operations.title })).toBeVisible()
    await page.evaluate(() => localStorage.setItem('jokko.activity', String(Date.now() - 841_000)))
    await expect(page.getByRole('dialog', { name: common.idle.title })).toBeVisible()
    await lookInEachLanguage(page, '[role=dialog]')
    await page.getByRole('button', { name: common.idle.stay }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('a file of the page that does not come: the page is loaded once more', async ({ page }) => {
    await page.route(/\/assets\/shell-[^/]+\.js$/, route => route.abort('aborted'), { times: 1 })
    await page.goto('/dashboard/home')
    await expect(page.getByRole('heading', { name: home.operations.title })).toBeVisible()
  })

  test('sense: an answer that cannot be shown ends on the apology', async ({ page, silentConsole }) => {
    silentConsole.allow(/TypeError|Error/)
    await page.route('**/api/v1/operations?*', route => route.fulfill({ json: { results: null } }))
    await page.goto('/dashboard/home')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nous sommes désolés')
    await lookInEachLanguage(page)
  })
})
