// Who pays and how: each operator's way of asking its customers, and the scripted payers, told by the last six
// digits of the phone number, 0000NN.
import { second } from '../world/clock.ts'
import type { FailureCause } from './payees.ts'

/**
 * `code_first`: the payer makes a code before paying. `code_sent`: a code is asked for. `prompt`: the phone asks.
 * `page`: the payer is sent to the operator's own page.
 */
export type Way = 'code_first' | 'code_sent' | 'prompt' | 'page'

const ways: Readonly<Record<string, Readonly<Record<string, Way>>>> = {
  CI: { orange: 'code_first', mtn: 'prompt', moov: 'prompt', wave: 'page' },
  SN: { orange: 'code_sent', free: 'prompt', wave: 'page' },
  BJ: { mtn: 'prompt', moov: 'prompt' },
  BF: { orange: 'code_sent', moov: 'prompt' },
  ML: { orange: 'code_sent', moov: 'prompt' },
  TG: { togocel: 'prompt', togocom: 'prompt', moov: 'prompt' },
  CM: { orange: 'prompt', mtn: 'prompt' },
  GN: { orange: 'prompt', mtn: 'prompt' },
}

const ussdCodes: Readonly<Record<string, string>> = {
  'CI orange': '#144*82#',
  'SN orange': '#144*77#',
  'ML orange': '#144#',
  'BF orange': '*144*4*6#',
  'CI mtn': '*133#',
}

export const dialCodes: Readonly<Record<string, string>> = {
  CI: '+225',
  SN: '+221',
  BJ: '+229',
  BF: '+226',
  ML: '+223',
  TG: '+228',
  CM: '+237',
  GN: '+224',
}

export const ussdCodeOf = (country: string, provider: string) => ussdCodes[`${country} ${provider}`]

export const wayOf = (country: string, provider: string): Way | undefined => ways[country]?.[provider]

export type PayerScript = {
  readonly name: string
  /** From the prompt, or from the payer's own step, to the outcome; infinite when nobody touches the phone. */
  readonly settlesAfterMs: number
  /** Whatever the operator usually does, this payer is asked for a code. */
  readonly asksForCode?: boolean
  /** The one code that is right without being made, or `none` when every code is wrong. */
  readonly code?: '1234' | 'none'
  /** What becomes of the payment when the phone is left alone. */
  readonly failure?: FailureCause
}

const ordinary: PayerScript = { name: 'ordinary', settlesAfterMs: 2 * second }

export const declinedByPayer: FailureCause = {
  code: 'canceled_by_customer',
  message: 'The customer declined the payment',
}

export const tooLittleMoney: FailureCause = {
  code: 'customer_insufficient_funds',
  message: 'The customer has insufficient funds',
}

const scripts: Readonly<Record<string, PayerScript>> = {
  '01': { name: '01 code 1234', settlesAfterMs: 2 * second, asksForCode: true, code: '1234' },
  '02': { name: '02 insufficient funds', settlesAfterMs: 2 * second, failure: tooLittleMoney },
  '03': { name: '03 every code wrong', settlesAfterMs: 2 * second, asksForCode: true, code: 'none' },
  '04': { name: '04 declined on the phone', settlesAfterMs: 2 * second, failure: declinedByPayer },
  '05': { name: '05 silence', settlesAfterMs: Number.POSITIVE_INFINITY },
  '06': { name: '06 after the wait', settlesAfterMs: 75 * second },
}

export function payerScript(msisdn: string): PayerScript {
  const scripted = /0000(\d\d)$/.exec(msisdn)?.[1]
  return (scripted === undefined ? undefined : scripts[scripted]) ?? ordinary
}
