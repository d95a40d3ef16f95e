// The job queue's worker inside our process: our log, our signals, our task list, and a pool of its own that
// survives a restart of the database.
import { EventEmitter } from 'node:events'
import { Logger as QueueLogger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { connectQueue } from '../db/database.ts'
import type { Logger } from '../log.ts'
import { startReaper } from './reaper.ts'

const CONCURRENCY = 8
/** One listens, one heartbeats; the others work. */
const MORE_CONNECTIONS = 2

export type JobRunner = {
  /** Finishes what is running and takes nothing new. */
  stop(): Promise<void>
  /** Settles when the queue has ended, for whatever reason. */
  readonly ended: Promise<void>
}

type RunnerParts = {
  databaseUrl: string
  log: Logger
  taskList: TaskList
  concurrency?: number
}

export async function startRunner({
  databaseUrl,
  log,
  taskList,
  concurrency = CONCURRENCY,
}: RunnerParts): Promise<JobRunner> {
  const events: WorkerEvents = new EventEmitter()
  const pool = connectQueue(databaseUrl, log, concurrency + MORE_CONNECTIONS)
  const reaper = await startReaper(databaseUrl, events, log)
  const runner: Runner = await run({
    events,
    pgPool: pool,
    taskList,
    concurrency,
    noHandleSignals: true,
    parsedCronItems: [],
    pollInterval: 1_000,
    logger: queueLogger(log),
  })
  return {
    async stop() {
      await runner.stop()
      await reaper.stop()
      await pool.end()
    },
    ended: runner.promise,
  }
}

function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(scope => {
    const child = log.child({
      queue: scope.label,
      task: scope.taskIdentifier,
      job: scope.jobId && String(scope.jobId),
    })
    return (level, message) => {
      if (level === 'error') child.error(message)
      else if (level === 'warning') child.warn(message)
      else child.debug(message)
    }
  })
}
