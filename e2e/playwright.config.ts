// Browser tests: Chromium at a desktop's and a phone's size, each worker on a real stack of its own.
import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'

const executablePath = findBrowser()

/**
 * What Playwright switches off already, which a second list would replace, and the windows of suggestions that a
 * browser without a screen builds and draws beside every page: a fifth of all that a test costs.
 */
const switchedOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopupDebug',
  'OmniboxPopup',
  'OmniboxAimPopup',
]

const launchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${switchedOff.join(',')}`,
    // A page of a test lives for seconds: with room for what it makes meanwhile, its memory is tidied up less often.
    '--js-flags=--min-semi-space-size=64',
  ],
}

const screens = /\/screens.*\.spec\.ts$/
const desk = { width: 1280, height: 800 }

export default defineConfig({
  testDir: 'src',
  outputDir: '../test-results/browser',
  globalSetup: './src/stack.ts',
  // One stack is soonest there for a single file; `npm test` asks for as many as gain something.
  workers: Number(process.env['E2E_WORKERS'] ?? 1),
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // Limits for a machine that is busy with something else too; an idle one needs a tenth of them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions,
    screenshot: 'only-on-failure',
    // Recording every test costs a quarter of the time; one that fails is run again with `--trace on`.
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    // First, while the demo history is as it was seeded: other tests move the clock. Each looks in both sizes itself.
    { name: 'screens', testMatch: screens, fullyParallel: true, use: { viewport: desk } },
    { name: 'desktop', testIgnore: screens, use: { viewport: desk } },
    {
      name: 'phone',
      testMatch: /\/(access|transfer)\.spec\.ts$/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true },
    },
  ],
})
