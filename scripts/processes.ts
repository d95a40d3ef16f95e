// Questions about and signals to processes by their number, for those that this process did not start itself.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** A zombie counts as gone: it holds nothing, and in a container nobody may ever collect it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
  const status = `/proc/${pid}/stat`
  if (process.platform !== 'linux' || !existsSync(status)) return process.platform !== 'linux'
  const afterName = readFileSync(status, 'utf8').split(') ').at(-1) ?? ''
  return !afterName.startsWith('Z')
}

/** The command line, or an empty text where the system does not tell. */
export function processCommand(pid: number): string {
  const file = `/proc/${pid}/cmdline`
  if (existsSync(file)) return readFileSync(file, 'utf8').replaceAll('\0', ' ').trim()
  const windows = [
    '-NoProfile',
    '-Command',
    `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`,
  ]
  const [program, args] =
    process.platform === 'win32' ? ['powershell', windows] : ['ps', ['-p', String(pid), '-o', 'args=']]
  return spawnSync(program, args, { encoding: 'utf8' }).stdout ?? ''
}

export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false
    await delay(20)
  }
  return true
}

/** Asks with the signal, waits, and kills what has not ended by then. */
export async function endProcess(pid: number, signal: NodeJS.Signals, milliseconds: number): Promise<void> {
  if (!isAlive(pid)) return
  process.kill(pid, signal)
  if (await waitForEnd(pid, milliseconds)) return
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  await waitForEnd(pid, 5000)
}
