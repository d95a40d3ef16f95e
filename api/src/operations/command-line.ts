// What an operator typed, as a command with everything that it needs; or the reason why it is none.

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { isVisibleText } from '@jokko/core/visible-text'

export const HELP = `npm run operator -- list
npm run operator -- release <operation>                        a held transfer goes on
npm run operator -- refuse  <operation>                        a held transfer is given back
npm run operator -- refund  <operation> [--to balance]         what came short goes back; a refund that waits is tried again
npm run operator -- confirm <operation> --paid <reference>     a payout by hand, or of unknown outcome, was made
npm run operator -- confirm <operation> --failed <code>        … was not and will not be made, or came back
npm run operator -- match   <line> --operation <operation>     an unexplained credit pays an operation
npm run operator -- match   <line> --customer <who>            … belongs to a customer: id, e-mail or standing reference
npm run operator -- match   <line> --back                      … goes back to where it came from
npm run operator -- prefund <line> <provider> <currency> <bought>        an unexplained debit of our bank bought a float
npm run operator -- moved   <provider> <currency> <amount> <reference>   a provider put on our float what phones paid
npm run operator -- dispute <operation> --decision <what>      contest, won, lost or write_off
npm run operator -- seen    <pay-in>                           another amount than was asked was looked into
npm run operator -- fee     <purpose> <method> --percent 0.6 --flat 0.00 --min 0.50
npm run operator -- limit   <kind> <currency> <ceiling>
npm run operator -- flag    <name> <json>
npm run operator -- app     <owner> --title "Shop" --redirects <address,address>   a program that may ask for payments

All but list: --reason "why" [--operator name]`

type Who = { operator: string; reason: string }

export type Command =
  | { name: 'list' }
  | ({ name: 'release' | 'refuse'; operationId: string } & Who)
  | ({ name: 'refund'; operationId: string; to: 'source' | 'balance' } & Who)
  | ({ name: 'confirm'; operationId: string; paid: string } & Who)
  | ({ name: 'confirm'; operationId: string; failed: string } & Who)
  | ({ name: 'match'; line: string; operationId: string } & Who)
  | ({ name: 'match'; line: string; customer: string } & Who)
  | ({ name: 'match'; line: string; back: true } & Who)
  | ({ name: 'prefund'; line: string; provider: string; currency: string; amount: string } & Who)
  | ({ name: 'moved'; provider: string; currency: string; amount: string; reference: string } & Who)
  | ({ name: 'dispute'; operationId: string; decision: 'contest' | 'won' | 'lost' | 'write_off' } & Who)
  | ({ name: 'seen'; subject: string } & Who)
  | ({ name: 'fee'; purpose: string; method: string; percent: string; flat: string; minimum: string } & Who)
  | ({ name: 'limit'; kind: string; currency: string; ceiling: string } & Who)
  | ({ name: 'flag'; flag: string; value: string } & Who)
  | ({ name: 'app'; owner: string; title: string; redirects: readonly string[] } & Who)

/** The sentence says what is missing; without one, the help does. */
export class Misunderstood extends Error {}

const options = {
  reason: { type: 'string' },
  operator: { type: 'string', default: 'cli' },
  to: { type: 'string', default: 'source' },
  paid: { type: 'string' },
  failed: { type: 'string' },
  operation: { type: 'string' },
  customer: { type: 'string' },
  decision: { type: 'string' },
  back: { type: 'boolean', default: false },
  percent: { type: 'string' },
  flat: { type: 'string' },
  min: { type: 'string' },
  title: { type: 'string' },
  redirects: { type: 'string', default: '' },
} as const satisfies ParseArgsOptionsConfig

export function readCommand(typed: readonly string[]): Command {
  const { positionals, values } = parseTyped(typed)
  const [name, ...words] = positionals
  if (name === 'list') return { name }
  if (name === undefined) throw new Misunderstood('')
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined
  if (!read) throw new Misunderstood(`There is no command "${name}". These are known:\n\n${HELP}`)
  const { reason, operator } = values
  if (!reason || !isVisibleText(reason))
    throw new Misunderstood('A decision needs its reason: --reason "why"')
  if (!/^[\w.@-]{1,60}$/.test(operator)) throw new Misunderstood('--operator is the name of who decides.')
  return { ...read(words, values), operator, reason }
}

function parseTyped(typed: readonly string[]) {
  try {
    return parseArgs({ args: [...typed], allowPositionals: true, options })
  } catch (error) {
    throw new Misunderstood((error as Error).message)
  }
}

type Values = ReturnType<typeof parseTyped>['values']
type Read = Command extends infer C ? (C extends Who ? Omit<C, keyof Who> : never) : never

const readers: { readonly [name: string]: (words: string[], values: Values) => Read } = {
  release: words => ({ name: 'release', operationId: only(words, 'operation') }),
  refuse: words => ({ name: 'refuse', operationId: only(words, 'operation') }),
  refund(words, { to }) {
    if (to !== 'source' && to !== 'balance') throw new Misunderstood('--to is source or balance.')
    return { name: 'refund', operationId: only(words, 'operation'), to }
  },
  confirm(words, { paid, failed }) {
    const operationId = only(words, 'operation')
    if (paid && !failed) return { name: 'confirm', operationId, paid }
    if (failed && !paid) return { name: 'confirm', operationId, failed }
    throw new Misunderstood('Was it paid or not: --paid <reference> or --failed <code>.')
  },
  match(words, { operation, customer, back }) {
    const line = only(words, 'bank line')
    if ([operation, customer, back || undefined].filter(chosen => chosen !== undefined).length !== 1)
      throw new Misunderstood('Whose is it: --operation, --customer or --back.')
    if (operation) return { name: 'match', line, operationId: operation }
    return customer ? { name: 'match', line, customer } : { name: 'match', line, back: true }
  },
  prefund(words) {
    const [line, provider, currency, amount] = exactly(words, ['line', 'provider', 'currency', 'bought'])
    return { name: 'prefund', line, provider, currency, amount }
  },
  moved(words) {
    const [provider, currency, amount, reference] = exactly(words, [
      'provider',
      'currency',
      'amount',
      'reference',
    ])
    return { name: 'moved', provider, currency, amount, reference }
  },
  dispute(words, { decision }) {
    const known = (['contest', 'won', 'lost', 'write_off'] as const).find(one => one === decision)
    if (!known) throw new Misunderstood('--decision is contest, won, lost or write_off.')
    return { name: 'dispute', operationId: only(words, 'operation'), decision: known }
  },
  seen: words => ({ name: 'seen', subject: only(words, 'pay-in') }),
  fee(words, { percent, flat, min }) {
    const [purpose, method] = exactly(words, ['purpose', 'method'])
    if (!percent || !flat || !min) throw new Misunderstood('A fee is all of --percent, --flat and --min.')
    return { name: 'fee', purpose, method, percent, flat, minimum: min }
  },
  limit(words) {
    const [kind, currency, ceiling] = exactly(words, ['kind', 'currency', 'ceiling'])
    return { name: 'limit', kind, currency, ceiling }
  },
  flag(words) {
    const [flag, value] = exactly(words, ['name', 'json'])
    return { name: 'flag', flag, value }
  },
  app(words, { title, redirects }) {
    const owner = only(words, 'owner')
    if (!title || !isVisibleText(title)) throw new Misunderstood('An app has its name: --title "Shop"')
    return { name: 'app', owner, title, redirects: redirects.split(',').filter(Boolean) }
  },
}

function only(words: string[], what: string): string {
  const [word] = exactly(words, [what])
  return word
}

function exactly<const Names extends readonly string[]>(
  words: string[],
  names: Names,
): { [N in keyof Names]: string } {
  if (words.length !== names.length || words.includes(''))
    throw new Misunderstood(`Exactly this is needed: ${names.map(name => `<${name}>`).join(' ')}.`)
  return words as { [N in keyof Names]: string }
}
