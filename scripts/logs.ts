// Log files of the programs that the scripts start.
import { existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'

const largest = 20 * 1024 * 1024

/** Opens for appending; a file that has grown large makes room for a new one, and one old file is kept. */
export function openLog(path: string): number {
  if (existsSync(path) && statSync(path).size > largest) renameSync(path, `${path}.old`)
  return openSync(path, 'a', 0o600)
}

export function tailOf(path: string, lines = 15): string {
  if (!existsSync(path)) return ''
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
}
