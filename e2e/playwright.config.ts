// Browser tests: Chromium at a desktop's and a phone's size, one test at a time, on the real stack.
import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'

const executablePath = findBrowser()

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
  ],
}

const screens = /\/screens.*\.spec\.ts$/
const desk = { width: 1280, height: 800 }

export default defineConfig({
  testDir: 'src',
  outputDir: '../test-results/browser',
  globalSetup: './src/stack.ts',
  workers: 1,
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
    { name: 'screens', testMatch: screens, use: { viewport: desk } },
    { name: 'desktop', testIgnore: screens, use: { viewport: desk } },
    {
      name: 'phone',
      testMatch: /\/(access|transfer)\.spec\.ts$/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true },
    },
  ],
})
