// Every job by its name, with the function that does it. What is not in this list is never run.
import type { TaskList } from 'graphile-worker'
import type { Deps } from '../deps.ts'
import { handleWebhook } from '../webhooks/worker.ts'
import { fetchRates } from './rates.ts'
import type { Routine } from './sweeper.ts'

export function tasks(deps: Deps): TaskList {
  return {
    handle_webhook: payload => handleWebhook(deps, payload),
    fetch_rates: () => fetchRates(deps),
  }
}

/** What is asked for again and again, on our clock; the bank also tells us when it has something new. */
export const routines: readonly Routine[] = [{ task: 'fetch_rates', everySeconds: 3_600 }]
