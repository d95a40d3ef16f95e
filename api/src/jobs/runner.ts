// The job queue's worker inside our process: our log, our signals, our task list, and a pool that survives a
// restart of the database.
import { Logger as QueueLogger, type Runner, run, type TaskList } from 'graphile-worker'
import type { Connections } from '../db/database.ts'
import type { Logger } from '../log.ts'

export const CONCURRENCY = 8

export type JobRunner = {
  /** Finishes what is running and takes nothing new. */
  stop(): Promise<void>
  /** Settles when the queue has ended, for whatever reason. */
  readonly ended: Promise<void>
}

type RunnerParts = { pool: Connections['pool']; log: Logger; taskList: TaskList; concurrency?: number }

export async function startRunner({
  pool,
  log,
  taskList,
  concurrency = CONCURRENCY,
}: RunnerParts): Promise<JobRunner> {
  const runner: Runner = await run({
    pgPool: pool,
    taskList,
    concurrency,
    noHandleSignals: true,
    parsedCronItems: [],
    pollInterval: 1_000,
    logger: queueLogger(log),
  })
  return { stop: () => runner.stop(), ended: runner.promise }
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
