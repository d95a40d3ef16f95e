// The programs that the supervisor keeps running: each has a log file and an ipc channel, on whose end it stops, so
// that none outlives the supervisor. One that dies is started again; one that cannot stay up ends everything.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Environment, root } from './environment.ts'
import { openLog, tailOf } from './logs.ts'

export type ServiceOptions = {
  readonly name: string
  /** The file to run, and its arguments. */
  readonly command: readonly string[]
  readonly environment: Environment
  readonly logDir: string
  readonly say: (text: string) => void
  /** Once the end has begun, a program that ends has done what it should. */
  readonly ending: AbortSignal
  /** Called when the program does not stay up. */
  readonly onFailure: (error: Error) => void
}

export type Service = {
  readonly name: string
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

const stopWithinMs = 15_000
/** A program that ends within this time of its start has not really started. */
const settledMs = 5_000
const quickEndsAllowed = 3

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise(settle => child.once('exit', settle))
  child.kill('SIGTERM')
  const kill = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await ended
  clearTimeout(kill)
}

export function startService(options: ServiceOptions): Service {
  const { name, say } = options
  const log = join(options.logDir, `${name.toLowerCase()}.log`)
  let stopping = false
  let quickEnds = 0
  let child = launch()

  function launch(): ChildProcess {
    const started = performance.now()
    const output = openLog(log)
    const launched = spawn(process.execPath, options.command, {
      cwd: root,
      env: options.environment,
      stdio: ['ignore', output, output, 'ipc'],
    })
    closeSync(output)
    launched.once('exit', (code, signal) => {
      if (stopping || options.ending.aborted || launched !== child) return
      void revive(performance.now() - started, signal ?? `code ${code}`)
    })
    return launched
  }

  async function revive(upMs: number, reason: string): Promise<void> {
    quickEnds = upMs < settledMs ? quickEnds + 1 : 0
    if (quickEnds >= quickEndsAllowed) {
      options.onFailure(
        new Error(`The ${name} does not stay up (${reason}). The end of ${log}:\n${tailOf(log)}`),
      )
      return
    }
    // Ctrl-C ends the program and reaches the supervisor at the same moment; the pause lets the news arrive.
    await delay(100 + 200 * quickEnds)
    if (stopping || options.ending.aborted) return
    say(`The ${name} ended (${reason}); starting it again.`)
    child = launch()
  }

  return {
    name,
    async restart() {
      const old = child
      stopping = true
      await end(old)
      stopping = false
      child = launch()
    },
    async stop() {
      stopping = true
      await end(child)
    },
  }
}

/** Waits until the address answers, whatever it answers; `give up` is left to the caller's signal. */
export async function answers(url: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    signal.throwIfAborted()
    if (await isAnswering(url)) return
    await delay(50)
  }
  throw new Error(`${url} does not answer after 60 s.`)
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await response.arrayBuffer()
    return response.status < 500
  } catch (error) {
    const isNetwork = error instanceof TypeError || (error as { name?: string }).name === 'TimeoutError'
    if (isNetwork) return false
    throw error
  }
}
