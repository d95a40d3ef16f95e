// The scripted payees: what happens to a payout is told by the last six digits of the phone number, 0000NN.
import { day, hour, second } from '../world/clock.ts'

export type FailureCause = { readonly code: string; readonly message: string }

export type PayeeScript = {
  readonly name: string
  /** From the request to the outcome. */
  readonly settlesAfterMs: number
  readonly failure?: FailureCause
  /** The request is recorded, its answer never comes, and queries find nothing until this many were made or it settles. */
  readonly silentForQueries?: number
  /** Paid, then taken back this much later. */
  readonly returnsAfterMs?: number
  /** The operator refuses this number for a while, from the first try on. */
  readonly operatorDownForMs?: number
}

const ordinary: PayeeScript = { name: 'ordinary', settlesAfterMs: 2 * second }

const scripts: Record<string, PayeeScript> = {
  '01': { name: '01 paid', settlesAfterMs: 2 * second },
  '02': {
    name: '02 account closed',
    settlesAfterMs: 2 * second,
    failure: { code: 'invalid_destination', message: 'The account of the recipient is closed' },
  },
  '03': {
    name: '03 wallet ceiling',
    settlesAfterMs: 2 * second,
    failure: {
      code: 'forbidden_by_provider',
      message: 'The wallet of the recipient has reached its ceiling',
    },
  },
  '05': {
    name: '05 silence',
    settlesAfterMs: Number.POSITIVE_INFINITY,
    silentForQueries: 3,
    failure: { code: 'timeout', message: 'The operator did not execute the transfer in time' },
  },
  '06': {
    name: '06 unknown, then paid',
    settlesAfterMs: 3 * hour,
    silentForQueries: Number.POSITIVE_INFINITY,
  },
  '07': {
    name: '07 name mismatch',
    settlesAfterMs: 2 * second,
    failure: { code: 'destination_not_allowed', message: 'The name does not match the holder of the wallet' },
  },
  '09': { name: '09 operator down', settlesAfterMs: 2 * second, operatorDownForMs: hour },
  '10': { name: '10 paid, then returned', settlesAfterMs: 2 * second, returnsAfterMs: 2 * day },
}

export function scriptFor(msisdn: string | undefined): PayeeScript {
  const scripted = /0000(\d\d)$/.exec(msisdn ?? '')?.[1]
  return (scripted === undefined ? undefined : scripts[scripted]) ?? ordinary
}
