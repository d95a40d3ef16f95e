// One supervisor per data folder: a second start must not touch the database of the running one.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, processCommand } from './processes.ts'

export type Supervisor = { readonly pid: number; readonly url: string }

function lockFile(dataDir: string): string {
  return join(dataDir, 'supervisor.json')
}

function readLock(dataDir: string): Supervisor | undefined {
  try {
    return JSON.parse(readFileSync(lockFile(dataDir), 'utf8')) as Supervisor
  } catch (error) {
    const isMissing = (error as { code?: string }).code === 'ENOENT'
    // A file that is no JSON was cut short when the machine went down.
    if (isMissing || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Process numbers are reused after a crash, so the command line has to be a supervisor's. */
export function runningSupervisor(dataDir: string): Supervisor | undefined {
  const found = readLock(dataDir)
  if (found === undefined || found.pid === process.pid) return undefined
  const isOurs = isAlive(found.pid) && processCommand(found.pid).includes('run.ts')
  return isOurs ? found : undefined
}

export class AlreadyRunning extends Error {
  constructor(supervisor: Supervisor) {
    super(
      `Jokko is already running on ${supervisor.url} (process ${supervisor.pid}). Stop it there with Ctrl-C.`,
    )
  }
}

/** Throws when another supervisor holds the folder; returns how to let go. */
export function takeLock(dataDir: string, url: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const running = runningSupervisor(dataDir)
  if (running !== undefined) throw new AlreadyRunning(running)
  rmSync(lockFile(dataDir), { force: true })
  writeFileSync(lockFile(dataDir), JSON.stringify({ pid: process.pid, url }), { flag: 'wx' })
  return () => {
    if (readLock(dataDir)?.pid === process.pid) rmSync(lockFile(dataDir))
  }
}
