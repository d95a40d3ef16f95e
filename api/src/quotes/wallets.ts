// In which country mobile money is collected: at home where home has a currency of its own, else where the payer says
// that their phone is.
import { Problem } from '../http/problem.ts'
import type { ReferenceData } from '../reference/data.ts'
import type { CountryRow } from '../reference/store.ts'
import type { Subject } from './quoting.ts'

const collects = (reference: ReferenceData, { iso }: CountryRow): boolean =>
  reference.operatorsOf(iso).some(({ provider_slug }) => provider_slug !== null)

/** Where a payer may choose, among the countries that theirs sends to. */
export function walletCountriesOf(reference: ReferenceData, { method, sending }: Subject): CountryRow[] {
  if (method?.name !== 'mobile_money' || sending.currency !== 'EUR') return []
  return reference.receivingCountriesOf(sending.iso).filter(country => collects(reference, country))
}

export function walletCountryOf(
  reference: ReferenceData,
  { method, sending }: Pick<Subject, 'method' | 'sending'>,
  chosenId: number | undefined,
): CountryRow | undefined {
  if (method?.name !== 'mobile_money') return undefined
  if (sending.currency !== 'EUR') return sending
  const chosen = chosenId === undefined ? undefined : reference.countryById(chosenId)
  if (!chosen || !collects(reference, chosen))
    throw new Problem('country_not_configured', { fields: { wallet_country_id: ['country_not_configured'] } })
  return chosen
}
