// From the database's word that operations moved to the channels of the people concerned, in every process.
import { companyChannel, eventNames, type OperationUpdated, userChannel } from '@jokko/contract/realtime'
import type { Listener } from '../db/listener.ts'
import type { Deps } from '../deps.ts'
import type { Audience } from './rooms.ts'

const OPERATIONS_CHANNEL = 'jokko_events'

type Moved = {
  operation_id: string
  version: number
  state: string
  parent_id: string | null
  customer_id: string
  receiver_customer_id: string | null
}

/** The newest move of each operation among these events: whoever reads again sees all of them. */
const READ_MOVED = {
  name: 'realtime-moved',
  text: `select distinct on (e.operation_id) e.operation_id, e.version, e.to_state as state,
      o.parent_id, o.customer_id, o.receiver_customer_id
    from unnest($1::bigint[], $2::bigint[]) as told (first, last)
    join app.operation_events e on e.id between told.first and told.last
    join app.operations o on o.id = e.operation_id
    order by e.operation_id, e.version desc`,
}

export function tellOperations(
  { pool, log }: Pick<Deps, 'pool' | 'log'>,
  listener: Listener,
  audience: Audience,
): void {
  let told: [bigint, bigint][] = []
  let reading = false

  async function readAndSend(): Promise<void> {
    reading = true
    try {
      // What is told during one reading is read together in the next.
      while (told.length > 0) {
        const ranges = told
        told = []
        const { rows } = await pool.query<Moved>({
          ...READ_MOVED,
          values: [ranges.map(([first]) => first), ranges.map(([, last]) => last)],
        })
        for (const row of rows) send(audience, row)
      }
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'moves could not be read: everybody reads again')
      audience.sendToAll(eventNames.resync, {})
    } finally {
      reading = false
    }
  }

  listener.on(OPERATIONS_CHANNEL, async payload => {
    const range = rangeOf(payload)
    if (!range || audience.isEmpty()) return
    told.push(range)
    if (!reading) await readAndSend()
  })
  listener.onReconnect(() => audience.sendToAll(eventNames.resync, {}))
}

function rangeOf(payload: string): [bigint, bigint] | undefined {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(payload) ?? []
  return first && last ? [BigInt(first), BigInt(last)] : undefined
}

function send(audience: Audience, { customer_id, receiver_customer_id, ...moved }: Moved): void {
  const update: OperationUpdated = moved
  for (const customer of new Set([customer_id, receiver_customer_id])) {
    if (customer === null) continue
    const channel = channelOf(customer)
    audience.send(channel, eventNames.operation, update)
    audience.send(channel, eventNames.balance, {})
  }
}

/** A company's users share its channel; a person has their own. */
export function channelOf(customerId: string): string {
  return customerId.startsWith('cmp_') ? companyChannel(customerId) : userChannel(customerId)
}
