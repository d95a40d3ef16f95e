// What the live connection does not tell is read: what happens before it stands, and after it could not be had.
import { balanceOf, ownReference } from './api.ts'
import { expect, test } from './fixtures.ts'

test.use({ as: 'owner@jokko.example' })

const channels = '**/api/v1/broadcasting/auth'

/** As the balance card writes it. */
const shown = (cents: bigint) => {
  const [whole, rest] = [String(cents / 100n), String(cents % 100n).padStart(2, '0')]
  return new RegExp(`^${whole.replace(/\B(?=(\d{3})+$)/g, '\\s')},${rest}\\s€$`, 'u')
}

test('money that arrives while the page is connecting is on the balance', async ({ page, sandbox }) => {
  const connecting = Promise.withResolvers<void>()
  await page.route(channels, async route => {
    await connecting.promise
    await route.continue()
  })
  await page.goto('/dashboard/home')
  const balance = page.getByTestId('balance').locator('.amount-text__main')
  const before = await balanceOf(page)
  await expect(balance).toHaveText(shown(before))
  await sandbox.credit({ amount: '31.00', reference: await ownReference(page) })
  await sandbox.advance({ seconds: 30 })
  expect(await balanceOf(page)).toBe(before + 3_100n)
  connecting.resolve()
  await expect(balance).toHaveText(shown(before + 3_100n))
})

test('a connection that is refused once is asked for again', async ({ page, sandbox, silentConsole }) => {
  silentConsole.allow(/status of 503/)
  // Her own channel and her company's.
  const asked = new Map<string, number>()
  await page.route(channels, route => {
    const { channel_name: channel } = route.request().postDataJSON() as { channel_name: string }
    asked.set(channel, (asked.get(channel) ?? 0) + 1)
    return asked.get(channel) === 1 ? route.fulfill({ status: 503, json: {} }) : route.continue()
  })
  await page.goto('/dashboard/home')
  const balance = page.getByTestId('balance').locator('.amount-text__main')
  const before = await balanceOf(page)
  await expect(balance).toHaveText(shown(before))
  await expect.poll(() => [...asked.values()]).toEqual([2, 2])
  await sandbox.credit({ amount: '32.00', reference: await ownReference(page) })
  await sandbox.advance({ seconds: 30 })
  await expect(balance).toHaveText(shown(before + 3_200n))
})

test('what makes the connection could not be loaded: it is made later', async ({
  page,
  sandbox,
  silentConsole,
}) => {
  silentConsole.allow(/net::ERR_/)
  await page.clock.install()
  let isBroken = true
  await page.route('**/assets/pusher-*.js', route =>
    isBroken ? route.abort('connectionreset') : route.continue(),
  )
  const failed = page.waitForEvent('requestfailed', request => request.url().includes('/assets/pusher-'))
  await page.goto('/dashboard/home')
  await failed
  isBroken = false
  const balance = page.getByTestId('balance').locator('.amount-text__main')
  const before = await balanceOf(page)
  await expect(balance).toHaveText(shown(before))
  await sandbox.credit({ amount: '33.00', reference: await ownReference(page) })
  await sandbox.advance({ seconds: 30 })
  await page.clock.fastForward('00:31')
  await expect(balance).toHaveText(shown(before + 3_300n))
})
