// Finds a browser for the tests, or gets one: the headless shell, else an existing Chromium or Chrome, else Debian's package
// when root, else the one that Playwright downloads.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, root } from './environment.ts'
import { findHeadlessShell, getHeadlessShell } from './headless-shell.ts'

function candidates(environment: Environment): readonly string[] {
  const named = environment['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return [named]
  const programFolders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(
    name => environment[name] ?? [],
  )
  return [
    findHeadlessShell() ?? [],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...programFolders.map(folder => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
  ].flat()
}

export function findBrowser(environment: Environment = process.env): string | undefined {
  return candidates(environment).find(path => existsSync(path))
}

function succeeds(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: root }).status === 0
}

function installDebianPackage(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log("No browser found; installing Debian's chromium …")
  const options = ['-qq', '-y', '-o', 'Dpkg::Use-Pty=0']
  const install = ['install', '--no-install-recommends', 'chromium']
  return succeeds('apt-get', [...options, 'update']) && succeeds('apt-get', [...options, ...install])
}

function downloadPlaywrights(): boolean {
  console.log('No browser found; downloading the one of Playwright …')
  return succeeds(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
}

/** The browser's path, or nothing when Playwright knows where its own is. */
export async function requireBrowser(): Promise<string | undefined> {
  const present = process.env['CHROMIUM_PATH'] ? findBrowser() : ((await getHeadlessShell()) ?? findBrowser())
  if (present !== undefined) return present
  if (process.env['CHROMIUM_PATH'])
    throw new Error(`CHROMIUM_PATH=${process.env['CHROMIUM_PATH']} does not exist.`)
  if (installDebianPackage()) return findBrowser()
  if (downloadPlaywrights()) return undefined
  throw new Error('There is no browser and none could be installed. Install Chromium, or set CHROMIUM_PATH.')
}
