// What every process of ours has: configuration, connections, clock, ledger, log, and an orderly end.
import { createClock } from './clock/clock.ts'
import { readConfig } from './config.ts'
import { connect } from './db/database.ts'
import { type Listener, listen } from './db/listener.ts'
import type { Deps } from './deps.ts'
import { createLedger } from './ledger/commit.ts'
import { createLog } from './log.ts'
import { createProviders } from './providers.ts'
import { watchReference } from './reference/data.ts'

export type Process = { deps: Deps; listener: Listener; close(): Promise<void> }

export async function openProcess(name: string): Promise<Process> {
  const config = readConfig(process.env)
  const log = createLog(name)
  const providers = createProviders(config)
  const { pool, db, close } = connect(config.databaseUrl, log)
  const listener = await listen(config.databaseUrl, log)
  const clock = await createClock(pool, listener)
  const ledger = createLedger({ pool, log })
  watchReference({ db }, listener)
  return {
    deps: { config, pool, db, ledger, clock, log, providers },
    listener,
    async close() {
      await ledger.settled()
      await listener.close()
      await close()
    },
  }
}

/** Calls `stop` once, at a signal or when whoever started us is gone; then nothing keeps the process alive. */
export function endWith(log: Deps['log'], stop: () => Promise<void>): void {
  let stopping = false
  const end = (reason: string): void => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'stopping')
    stop().then(
      () => {
        if (process.connected) process.disconnect?.()
      },
      error => {
        log.error({ err: error }, 'the stop failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => end('SIGINT'))
  process.on('SIGTERM', () => end('SIGTERM'))
  if (process.channel) process.once('disconnect', () => end('supervisor gone'))
}
