// What a page makes the browser load: the compressed JavaScript and CSS of the sign-in page, of the dashboard's home,
// and of whatever else is largest, read from the bundler's own list of which file needs which.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Figure, measured, say } from './report.ts'
import { root } from './stage.ts'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

type Page = {
  name: string
  /** What the address, or what a person opened on it, loads beside the frame of the app. */
  opens: readonly string[]
  texts: readonly string[]
}

const dashboard = ['src/app/shell.tsx', 'src/app/bottom-bar.tsx']
const home = [...dashboard, 'src/home/home-page.tsx']
const homeTexts = ['common', 'home', 'statuses']

const pages: readonly Page[] = [
  { name: 'login', opens: ['src/access/login-page.tsx'], texts: ['common', 'access'] },
  { name: 'dashboard', opens: home, texts: homeTexts },
  {
    name: 'history',
    opens: [...dashboard, 'src/history/history-page.tsx'],
    texts: ['common', 'history', 'statuses'],
  },
  {
    name: 'operation',
    opens: [...home, 'src/history/operation-drawer.tsx'],
    texts: [...homeTexts, 'history'],
  },
  {
    name: 'transfer',
    opens: [...home, 'src/transfer/transfer-dialog.tsx'],
    texts: [...homeTexts, 'transfer', 'flow'],
  },
  // The sentences of the error catalogue follow once the details stand, as in a transfer.
  {
    name: 'withdraw',
    opens: [...home, 'src/withdraw/withdraw-dialog.tsx'],
    texts: [...homeTexts, 'withdraw', 'flow'],
  },
  { name: 'contacts', opens: [...home, 'src/contacts/contacts-page.tsx'], texts: [...homeTexts, 'contacts'] },
  // Addresses of their own, outside of the dashboard: where payers go and come back to.
  ...[
    ['mobile-money', 'src/mobile-money/mobile-money-page.tsx'],
    ['card-return', 'src/payin/payline-page.tsx'],
    ['debit-return', 'src/payin/payment-status-page.tsx'],
    ['instant-return', 'src/payin/truelayer-page.tsx'],
  ].map(([name = '', page = '']) => ({ name, opens: [page], texts: ['common', 'payin', 'errors'] })),
]

/** A transfer loads each step while the one before is filled in, and the phone tables with the first digit. */
const transferToItsEnd: Page = {
  name: 'transfer, to its end',
  opens: [
    ...home,
    'src/transfer/transfer-dialog.tsx',
    'src/transfer/who-step.tsx',
    'src/transfer/amount-step.tsx',
    'src/transfer/method-step.tsx',
    'src/transfer/payout-step.tsx',
    'src/transfer/summary-step.tsx',
    'src/transfer/sent-transfer.tsx',
  ],
  texts: [...homeTexts, 'transfer', 'flow', 'errors'],
}

/** Loaded when a person opens them, comes that far, or something happens. Every other part counts as loaded with the page. */
const known: ReadonlySet<string> = new Set([
  ...[...pages, transferToItsEnd].flatMap(({ opens }) => opens),
  'src/transfer/leave-dialog.tsx',
  'src/transfer/leaving.tsx',
  'src/transfer/beginning.ts',
  'src/common/country-picker.tsx',
  'src/common/dialog-box.tsx',
  'src/history/bank-details.tsx',
  'src/history/short-choices.tsx',
  'src/deposit/method-step.tsx',
  'src/deposit/payment-step.tsx',
  'src/deposit/going-to-pay.tsx',
  'src/deposit/opened-deposit.tsx',
  'src/withdraw/new-account.tsx',
  'src/withdraw/account-problems.ts',
  'src/withdraw/add-account.ts',
  'src/withdraw/verification-step.tsx',
  'src/withdraw/confirmation-step.tsx',
  'src/bulk/leave-dialog.tsx',
  'src/bulk/payment-step.tsx',
  'src/bulk/rows-table.tsx',
  'src/bulk/result-rows.tsx',
  'src/bulk/sent-bulk.tsx',
  '../ui/src/qr-code.tsx',
  'src/app/log-out-dialog.tsx',
  'src/app/person-menu.tsx',
  'src/app/open-menu.tsx',
  'src/app/idle-dialog.tsx',
  'src/app/toasts.tsx',
  'src/app/update-dialog.tsx',
  'src/access/turned-away-notice.tsx',
  'src/contacts/new-contact-dialog.tsx',
])

export async function benchWeb(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'jokko-bench-web-'))
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const build = [vite, 'build', '--manifest', '--logLevel', 'error', '--emptyOutDir', '--outDir', folder]
    execFileSync(process.execPath, build, { cwd: join(root, 'web'), stdio: ['ignore', 'ignore', 'inherit'] })
    const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
    return figuresOf(folder, manifest)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Screens that the router and the dashboard load and that have no line above, each with the texts of its area. */
function otherScreens(manifest: Manifest): Page[] {
  const loadedBy = (frame: string) =>
    (manifest[frame]?.dynamicImports ?? []).filter(
      name => name.startsWith('src/') && !name.startsWith('src/app/') && !known.has(name),
    )
  const textsOf = (name: string) => {
    const area = name.split('/')[1] ?? ''
    return `../locales/fr/${area}.json` in manifest ? [area, 'flow', 'errors'] : ['flow', 'errors']
  }
  const nameOf = (file: string) => basename(file, '.tsx')
  return [
    ...loadedBy('src/app/shell.tsx').map(file => ({
      name: nameOf(file),
      opens: [...home, file],
      texts: [...homeTexts, ...textsOf(file)],
    })),
    ...loadedBy('index.html').map(file => ({
      name: nameOf(file),
      opens: [...dashboard, file],
      texts: ['common', ...textsOf(file)],
    })),
  ]
}

function figuresOf(folder: string, manifest: Manifest): Figure[] {
  const screens = [...pages, ...otherScreens(manifest)]
  const onDemand = new Set([...known, ...screens.flatMap(({ opens }) => opens)])
  const sizes = screens.map(page => ({ name: page.name, ...sizeOf(folder, manifest, page, onDemand) }))
  const toItsEnd = { name: transferToItsEnd.name, ...sizeOf(folder, manifest, transferToItsEnd, onDemand) }
  for (const { name, js, css } of [...sizes, toItsEnd]) say(`web ${name}: JavaScript ${js} kB, CSS ${css} kB`)
  const [login, dashboardHome, ...others] = sizes
  if (!login || !dashboardHome) throw new Error('there are no pages')
  const largest = others.reduce((a, b) => (b.js > a.js ? b : a))
  const most = Math.max(...sizes.map(({ css }) => css))
  return [
    measured('web-login', [login.js], { floor: 175, goal: 140 }, { unit: 'kB gzip' }),
    measured('web-dashboard', [dashboardHome.js], { floor: 245, goal: 190 }, { unit: 'kB gzip' }),
    measured('web-route', [largest.js], { floor: 260, goal: 210 }, { unit: 'kB gzip', page: largest.name }),
    measured('web-css', [most], { floor: 40, goal: 25 }, { unit: 'kB gzip' }),
  ]
}

function sizeOf(
  folder: string,
  manifest: Manifest,
  { opens, texts }: Page,
  onDemand: ReadonlySet<string>,
): { js: number; css: number } {
  const languageFiles = texts.map(area => `../locales/fr/${area}.json`)
  const chunks = reachable(manifest, ['index.html', ...opens, ...languageFiles], onDemand)
  const kilobytes = (files: Iterable<string>) => {
    const bytes = [...new Set(files)].reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length,
      0,
    )
    return Math.round(bytes / 100) / 10
  }
  return {
    js: kilobytes(chunks.map(({ file }) => file).filter(file => file.endsWith('.js'))),
    css: kilobytes(chunks.flatMap(({ css = [] }) => css)),
  }
}

/** Everything these parts import, and what they fetch on their own. */
function reachable(manifest: Manifest, starts: readonly string[], onDemand: ReadonlySet<string>): Chunk[] {
  const isOnDemand = (name: string): boolean =>
    onDemand.has(name) || name.startsWith('../locales/') || phoneTables.test(name)
  const found = new Map<string, Chunk>()
  const visit = (name: string): void => {
    if (found.has(name)) return
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}`)
    found.set(name, chunk)
    for (const next of chunk.imports ?? []) visit(next)
    for (const next of chunk.dynamicImports ?? []) if (!isOnDemand(next)) visit(next)
  }
  for (const start of starts) visit(start)
  return [...found.values()]
}

/** The phone tables are shared by areas, so the bundler names them after their file alone. */
const phoneTables = /^_phone-[\w-]{8}\.js$/
