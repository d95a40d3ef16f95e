// Decides whether a funded transfer goes on, waits for a person, or stops for good. Pure: the facts come in.
import { transliterate } from '@jokko/core/names'

export type ScreeningFacts = {
  /** Names on sanctions lists, as the operator loaded them. */
  sanctionedNames: readonly string[]
  /** From this amount on (cents), a first payment to someone is looked at by a person. */
  newPayeeHoldCents: bigint
  /** The sender has paid this number or account before. */
  knownPayee: boolean
  /** Who sends it or whose balance gets it may act no more since it was opened. */
  isShutOut?: boolean
}

export type ScreeningVerdict =
  | { verdict: 'pass' }
  | { verdict: 'hold'; rule: 'large_first_payment' | 'shut_out' }
  | { verdict: 'freeze'; rule: 'sanctions_list'; matched: string }

/** `names`: of everybody concerned, the beneficiary as known and the payee as typed may differ. */
export function screen(
  transfer: { names: readonly string[]; principalCents: bigint },
  facts: ScreeningFacts,
): ScreeningVerdict {
  const listed = facts.sanctionedNames.find(name => transfer.names.some(person => sameName(person, name)))
  if (listed !== undefined) return { verdict: 'freeze', rule: 'sanctions_list', matched: listed }
  if (facts.isShutOut) return { verdict: 'hold', rule: 'shut_out' }
  if (!facts.knownPayee && transfer.principalCents >= facts.newPayeeHoldCents) {
    return { verdict: 'hold', rule: 'large_first_payment' }
  }
  return { verdict: 'pass' }
}

/** The same words in any order, without accents, case or apostrophes. */
function sameName(a: string, b: string): boolean {
  return wordsOf(a) === wordsOf(b)
}

function wordsOf(name: string): string {
  return transliterate(name.replaceAll(/['’]/g, ''), 140)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
    .sort()
    .join(' ')
}
