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

let stopping = false
endWith(deps.log, async () => {
  stopping = true
  await sweeper.stop()
  await runner.stop()
  await close()
})
deps.log.info({ version: deps.config.version }, 'working')

// A queue that ended by itself, for instance after a long absence of the database: whoever started us starts anew.
await runner.ended.catch(error => deps.log.error({ err: error }, 'the queue failed'))
if (!stopping) {
  deps.log.error('the queue ended by itself')
  process.exit(1)
}
