// Works off the job queue of a test database, until nothing is left that these tasks can do now.
import { Logger, runOnce, type TaskList } from 'graphile-worker'
import type pg from 'pg'

export async function workOff(pool: pg.Pool, taskList: TaskList): Promise<void> {
  await runOnce({
    pgPool: pool,
    taskList,
    concurrency: 1,
    noHandleSignals: true,
    parsedCronItems: [],
    logger: new Logger(() => () => undefined),
  })
}

export async function jobsNamed(pool: pg.Pool, task: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query<{ payload: Record<string, unknown> }>(
    `select j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1 order by j.id`,
    [task],
  )
  return rows.map(row => row.payload)
}
