// Works off the job queue: payouts, webhooks, bank statements, messages, and everything that comes due.
import { CLOCK_CHANNEL } from './clock/clock.ts'
import { startRunner } from './jobs/runner.ts'
import { startSweeper } from './jobs/sweeper.ts'
import { routines, tasks } from './jobs/tasks.ts'
import { endWith, openProcess } from './process.ts'

const { deps, listener, close } = await openProcess('worker')
const runner = await startRunner({
  databaseUrl: deps.config.databaseUrl,
  log: deps.log,
  taskList: tasks(deps),
})
const sweeper = startSweeper(deps, routines)
listener.on(CLOCK_CHANNEL, async () => {
  await deps.clock.refresh()
  await sweeper.sweep()
})

endWith(deps.log, async () => {
  await sweeper.stop()
  await runner.stop()
  await close()
})
deps.log.info({ version: deps.config.version }, 'working')
