// The number of a bank account as a request gives it: an IBAN, a RIB, or Guinea's bank code and account number.
import type { NewDirectPayment } from '@jokko/contract/transfer'
import { parseGuineaAccount, parseIban, parseRib } from '@jokko/core/iban'
import type { PayeeDetails } from '../db/schema.ts'
import { Problem } from '../http/problem.ts'

type Account = Pick<PayeeDetails, 'iban' | 'bank_code' | 'account'>

/** An IBAN and a RIB end as an IBAN, check digits and key verified; the account must be in the country of the route. */
export function accountOf(country: string, { iban, rib }: Pick<NewDirectPayment, 'iban' | 'rib'>): Account {
  if (country === 'GN') return guineaAccount(rib)
  if (rib) {
    const parsed = parseRib(country, rib)
    if (!parsed.ok) throw invalid('rib', parsed.code)
    return { iban: parsed.iban }
  }
  if (!iban?.trim()) throw new Problem('iban_required', { fields: { iban: ['iban_required'] } })
  const parsed = parseIban(iban)
  if (!parsed.ok) throw invalid('iban', parsed.code)
  if (!parsed.iban.startsWith(country)) throw invalid('iban', 'iban_other_country')
  return { iban: parsed.iban }
}

function guineaAccount(rib: NewDirectPayment['rib']): Account {
  const parsed = parseGuineaAccount({ bankCode: rib?.bank ?? '', account: rib?.account ?? '' })
  if (!parsed.ok) throw invalid('rib', parsed.code)
  return { bank_code: parsed.bankCode, account: parsed.account }
}

const invalid = (field: 'iban' | 'rib', reason: string) =>
  new Problem('Invalid IBAN', { fields: { [field]: ['Invalid IBAN'] }, extra: { reason } })
