// Messages from the companies to Jokko: sent on the world's clock, signed when sent, retried, a few at a time.
import { minute, second, type WorldClock } from './clock.ts'
import { type OutgoingMessage, openDeliveryQueue, type QueuedMessage } from './delivery-queue.ts'
import type { Company, Faults } from './faults.ts'
import type { Store } from './store.ts'

/** Answers the headers that prove where a message comes from; `spoiled` asks for a wrong proof. */
export type Signer = (message: OutgoingMessage, spoiled: boolean) => Record<string, string>

export type Deliveries = {
  signWith(company: Company, signer: Signer): void
  enqueue(message: OutgoingMessage): void
  /** What a healed company had to hold back goes out now. */
  release(company: Company): void
  nextDue(): number | undefined
  /** Nothing is due and nothing is under way. */
  isIdle(): boolean
  /** Starts what is due, up to the bound; answers at once. */
  sendDue(): void
  /** Breaks off what is under way; it counts as a failed try. */
  close(): Promise<void>
}

const maximumInFlight = 8
const answerTimeoutMs = 5_000

export function openDeliveries(store: Store, clock: WorldClock, faults: Faults): Deliveries {
  const queue = openDeliveryQueue(store, clock)
  const signers = new Map<Company, Signer>()
  const inFlight = new Map<number, Promise<void>>()
  const closing = new AbortController()

  const attempt = async (queued: QueuedMessage) => {
    const { message } = queued
    const spoiled = faults.strikes(message.company, 'bad_signature') !== undefined
    const proof = signers.get(message.company)?.(message, spoiled) ?? {}
    const answer = await post(message, proof, closing.signal)
    queue.record(queued, answer.delivered, answer.text)
  }
  const send = (queued: QueuedMessage) => {
    const outage = faults.strikes(queued.message.company, 'down')
    if (outage) return queue.postpone(queued.id, outage.until ?? clock.now() + minute)
    const underWay = attempt(queued).finally(() => inFlight.delete(queued.id))
    inFlight.set(queued.id, underWay)
  }

  return {
    signWith: (company, signer) => signers.set(company, signer),
    enqueue: message => {
      const copies = faults.strikes(message.company, 'duplicate_webhooks') ? 2 : 1
      for (let copy = 0; copy < copies; copy += 1)
        queue.insert(message, clock.now() + delayBeforeSending(faults, message.company))
    },
    release: queue.release,
    nextDue: queue.nextDue,
    isIdle: () => inFlight.size === 0 && queue.due(1).length === 0,
    sendDue: () => {
      for (const queued of queue.due(maximumInFlight * 2)) {
        if (inFlight.size >= maximumInFlight) return
        if (!inFlight.has(queued.id)) send(queued)
      }
    },
    close: async () => {
      closing.abort()
      await Promise.allSettled(inFlight.values())
    },
  }
}

/** Late: all by the same time. Out of order: each by its own, so that later ones overtake. */
function delayBeforeSending(faults: Faults, company: Company): number {
  const late = faults.strikes(company, 'late_webhooks')
  const shuffled = faults.strikes(company, 'out_of_order')
  const lateness = late ? late.delaySeconds * second : 0
  const shuffle = shuffled ? faults.draw(shuffled) * shuffled.delaySeconds * second : 0
  return Math.round(lateness + shuffle)
}

async function post(message: OutgoingMessage, proof: Record<string, string>, closing: AbortSignal) {
  try {
    const answer = await fetch(message.url, {
      ...(message.body === ''
        ? { method: 'GET', headers: proof }
        : {
            method: 'POST',
            headers: { 'content-type': message.contentType, ...proof },
            body: message.body,
          }),
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(answerTimeoutMs)]),
    })
    await answer.body?.cancel()
    return { delivered: answer.ok, text: String(answer.status) }
  } catch (error) {
    return { delivered: false, text: error instanceof Error ? error.message : String(error) }
  }
}
