// What an operator of ours types on the command line.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import { ownStack } from './stack.ts'

export function operator(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/operator.ts', ...words], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, APP_ENV: 'test', JOKKO_DATA_DIR: ownStack().dataDir },
    encoding: 'utf8',
  })
  expect(status, `${stdout}${stderr}`).toBe(0)
  return stdout
}

/** One of us has paid it from our own account at a branch, and says so. */
export function payByHand(id: string): void {
  operator('confirm', id, '--paid', 'WIZ-2026-77', '--reason', 'payé depuis le compte de l’agence')
}
