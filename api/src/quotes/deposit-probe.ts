// Whether money can be brought onto a balance from a country at all: some way to do it has a price for 200 EUR.
import { eur } from '@jokko/core/money'
import type { Deps } from '../deps.ts'
import { Problem } from '../http/problem.ts'
import type { ReferenceData } from '../reference/data.ts'
import type { CountryRow, PayinMethodRow } from '../reference/store.ts'
import { price } from './quoting.ts'

const PROBE = eur(20_000n)

export function canBeDepositedTo(
  { providers, clock }: Pick<Deps, 'providers' | 'clock'>,
  reference: ReferenceData,
  country: string,
): boolean {
  const sending = reference.countryByIso(country)
  if (!sending?.is_sending) return false
  return reference
    .payinMethodsOf(country)
    .filter(({ name, provider }) => name === 'bank_transfer' || Object.hasOwn(providers.payIns, provider))
    .some(method => hasPrice(reference, sending, method, clock.now()))
}

function hasPrice(reference: ReferenceData, sending: CountryRow, method: PayinMethodRow, at: Date): boolean {
  try {
    price(reference, { kind: 'deposit', sending, method }, { fix: 'source', amount: PROBE }, at)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
