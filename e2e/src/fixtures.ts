// What every browser test starts from: a page whose console must stay silent, ready-made steps (sign in, axe, the
// sandbox's world), and the ledger verified after each test.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test'

import type axeCore from 'axe-core'
import { brokenInvariants } from '../../scripts/ledger.ts'
import { type Sandbox, sandboxAt } from './sandbox.ts'
import { ownStack } from './stack.ts'

export { expect }

type SilentConsole = {
  /** For a test that provokes a refusal: what the console may say about it. */
  readonly allow: (...patterns: RegExp[]) => void
}

export const languages = ['fr', 'en', 'es'] as const

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>
type Sessions = (email: string) => Promise<StorageState>

type Fixtures = {
  /** Who is signed in when the page opens: `test.use({ as: 'owner@jokko.example' })`. */
  as: string | undefined
  /** The language that the reader chose on an earlier visit: `test.use({ language: 'en' })`. */
  language: (typeof languages)[number]
  rememberedLanguage: undefined
  silentConsole: SilentConsole
  verifiedLedger: undefined
  sandbox: Sandbox
  /** What somebody else asks of the server, signed in and without a browser. */
  apiOf: (email: string) => Promise<{ readonly request: APIRequestContext }>
  /** Somebody else, signed in, in a browser of their own. */
  pageOf: (email: string) => Promise<Page>
}

/** What a browser itself says of a network that is gone: requests that fail, and the live connection that is closing. */
export const withoutNetwork = /net::ERR_|WebSocket is already in CLOSING or CLOSED state/

const root = resolve(import.meta.dirname, '../..')
const password = 'Jokko-2026!'

/** Collects what pages complain about: errors on the console, uncaught ones, and violations of their own policy. */
async function collectComplaints(context: BrowserContext): Promise<readonly string[]> {
  const complaints: string[] = []
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      console.error(`CSP violation: ${event.violatedDirective} blocked ${event.blockedURI} ${event.sample}`)
    })
  })
  context.on('console', message => {
    const { url, lineNumber } = message.location()
    if (message.type() === 'error') complaints.push(`${message.text()} (${url}:${lineNumber})`)
  })
  context.on('weberror', webError => {
    const thrown = webError.error()
    complaints.push(`uncaught: ${thrown.stack ?? thrown.message}`)
  })
  return complaints
}

/** Runs `npm run ledger:verify` on the stack's database and returns what it prints; throws when something is broken. */
export function ledgerVerify(): string {
  const environment = { ...process.env, JOKKO_DATA_DIR: ownStack().dataDir }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ledger-verify.ts'], {
    cwd: root,
    env: environment,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The ledger does not hold:\n${stdout}${stderr}`)
  return stdout
}

/** Well before a session ends because nobody uses it. */
const keptForMs = 8 * 60_000

/** Signs each person in once, on the sign-in page, and gives the same session to all tests that ask for it. */
function keepSessions(browser: Browser): Sessions {
  const kept = new Map<string, { state: StorageState; until: number }>()
  return async email => {
    const known = kept.get(email)
    if (known !== undefined && Date.now() < known.until) return known.state
    const context = await browser.newContext({
      baseURL: ownStack().webUrl,
      storageState: { cookies: [], origins: [] },
    })
    await signIn(await context.newPage(), email)
    const { cookies, origins } = await context.storageState()
    await context.close()
    // The last sign of life is each test's own, and so is the language.
    const marks = origins.map(({ origin, localStorage }) => ({
      origin,
      localStorage: localStorage.filter(({ name }) => name === 'jokko.session'),
    }))
    const state = { cookies, origins: marks }
    kept.set(email, { state, until: Date.now() + keptForMs })
    return state
  }
}

export const test = base.extend<Fixtures, { sessions: Sessions }>({
  sessions: [async ({ browser }, use) => use(keepSessions(browser)), { scope: 'worker' }],
  as: [undefined, { option: true }],
  storageState: async ({ as, sessions }, use) => use(as === undefined ? undefined : await sessions(as)),
  language: ['fr', { option: true }],
  rememberedLanguage: [
    async ({ context, language }, use) => {
      await context.addInitScript(chosen => {
        // An empty page has no origin and no storage.
        if (origin === 'null' || localStorage.getItem('jokko.language') !== null) return
        localStorage.setItem('jokko.language', chosen)
      }, language)
      await use(undefined)
    },
    { auto: true },
  ],
  baseURL: async ({ browserName: _browser }, use) => use(ownStack().webUrl),
  sandbox: async ({ browserName: _browser }, use) => use(sandboxAt(ownStack().sandboxUrl)),
  apiOf: async ({ playwright, sessions, baseURL }, use) => {
    const opened: APIRequestContext[] = []
    await use(async email => {
      const request = await playwright.request.newContext({
        ...(baseURL === undefined ? {} : { baseURL }),
        storageState: await sessions(email),
      })
      opened.push(request)
      return { request }
    })
    await Promise.all(opened.map(one => one.dispose()))
  },
  pageOf: async ({ browser, sessions, contextOptions }, use) => {
    const opened: BrowserContext[] = []
    await use(async email => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: ownStack().webUrl,
        storageState: await sessions(email),
      })
      opened.push(context)
      return context.newPage()
    })
    await Promise.all(opened.map(one => one.close()))
  },
  silentConsole: [
    async ({ context }, use) => {
      const complaints = await collectComplaints(context)
      const allowed: RegExp[] = []
      await use({ allow: (...patterns) => void allowed.push(...patterns) })
      // What a test answers in the server's place may still be asked for while its page is closed.
      const answering = [context, ...context.pages()]
      await Promise.all(answering.map(one => one.unrouteAll({ behavior: 'ignoreErrors' })))
      const unexpected = complaints.filter(text => !allowed.some(pattern => pattern.test(text)))
      expect(unexpected, 'the console stays silent').toEqual([])
    },
    { auto: true },
  ],
  verifiedLedger: [
    async ({ browserName: _browser }, use) => {
      await use(undefined)
      expect(await brokenInvariants(ownStack().dataDir), 'the ledger holds').toEqual([])
    },
    { auto: true },
  ],
})

/** Through the sign-in page, as a person does it, up to the first screen behind it. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(url => !url.pathname.startsWith('/login'))
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds, or nothing when this page has not loaded it yet. */
async function lookWithAxe(within: string | undefined): Promise<readonly string[] | undefined> {
  const { axe: loaded } = globalThis as { axe?: Pick<typeof axeCore, 'run'> }
  if (loaded === undefined) return undefined
  const { violations } = await loaded.run(within === undefined ? document : { include: [within] }, {
    resultTypes: ['violations'],
  })
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ target }) => `    ${target.join(' ')}`).join('\n')}`,
  )
}

/**
 * Fails with what axe finds on the present screen, or in a part of it. It is loaded once in the life of a page, and asked
 * directly: its wrapper for Playwright loads it twice for every look, for frames that our pages do not have.
 */
export async function axe(page: Page, within?: string): Promise<void> {
  let found = await page.evaluate(lookWithAxe, within)
  if (found === undefined) {
    await page.evaluate(axeSource)
    found = await page.evaluate(lookWithAxe, within)
  }
  expect(found, `axe on ${page.url()}`).toEqual([])
}
