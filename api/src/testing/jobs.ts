// Works off the job queue of a test database, until nothing is left that these tasks can do now.
import { Logger, runOnce, type Task, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { connectQueue } from '../db/database.ts'
import { createLog } from '../log.ts'

/** A job that fails fails the test. */
export async function workOff(pool: pg.Pool, tasks: Record<string, Task>): Promise<void> {
  const failures: unknown[] = []
  const taskList: TaskList = {}
  for (const [name, task] of Object.entries(tasks)) {
    taskList[name] = async (payload, helpers) => {
      try {
        await task(payload, helpers)
      } catch (error) {
        failures.push(error)
        throw error
      }
    }
  }
  const queue = connectQueue(String(pool.options.connectionString), createLog('test', 'silent'), 3)
  await runOnce({
    pgPool: queue,
    taskList,
    concurrency: 1,
    noHandleSignals: true,
    parsedCronItems: [],
    logger: new Logger(() => () => undefined),
  })
  await queue.end()
  if (failures.length > 0) throw failures[0]
}

export async function jobsNamed(pool: pg.Pool, task: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query<{ payload: Record<string, unknown> }>(
    `select j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1 order by j.id`,
    [task],
  )
  return rows.map(row => row.payload)
}
