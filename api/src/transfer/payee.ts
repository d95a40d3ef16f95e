// Who is paid and where, read from a request and checked against the route: every mistake is named at its field.
import type { NewDirectPayment } from '@jokko/contract/transfer'
import type { ErrorCode } from '@jokko/core/errors'
import { parseIban, parseRib } from '@jokko/core/iban'
import { parsePhone } from '@jokko/core/phone'
import type { PayeeDetails } from '../db/schema.ts'
import { Problem } from '../http/problem.ts'
import type { ReferenceData } from '../reference/data.ts'
import type { RouteRow } from '../reference/store.ts'

export type PayeeRequest = Pick<
  NewDirectPayment,
  | 'receiver_phonenumber'
  | 'receiver_country_code'
  | 'receiver_fullname'
  | 'operator'
  | 'institution_id'
  | 'bank_name'
  | 'account_holder'
  | 'iban'
  | 'rib'
>

export type Known = { name: string; phone: string; email: string | null }

const wrong = (field: string, code: ErrorCode) => new Problem(code, { fields: { [field]: [code] } })

export function payeeFor(
  route: RouteRow,
  request: PayeeRequest,
  known: Known,
  reference: ReferenceData,
): PayeeDetails {
  const contact = { ...(known.email && { email: known.email }) }
  if (route.kind === 'mobile_money') return { ...mobilePayee(route, request, known, reference), ...contact }
  if (route.kind === 'bank_transfer') return { ...bankPayee(route, request, known, reference), ...contact }
  throw new Problem('payout_method_not_configured')
}

function mobilePayee(
  route: RouteRow,
  request: PayeeRequest,
  known: Known,
  reference: ReferenceData,
): PayeeDetails {
  const operator = route.operator_code === null ? undefined : reference.operator(route.operator_code)
  if (!operator || (request.operator !== undefined && request.operator !== operator.code)) {
    throw wrong('operator', 'Select_Operator_Error')
  }
  return {
    name: request.receiver_fullname?.trim() || known.name,
    phone: phoneOf(request, known, route, reference),
    operator: operator.code,
    operator_name: operator.name,
  }
}

function phoneOf(request: PayeeRequest, known: Known, route: RouteRow, reference: ReferenceData): string {
  const country = reference.countryByIso(route.country)
  if (request.receiver_phonenumber === undefined) {
    if (!country || !known.phone.startsWith(`+${country.dial_code}`))
      throw wrong('receiver_phonenumber', 'PhoneNumberError')
    return known.phone
  }
  const dialCode = request.receiver_country_code ?? country?.dial_code ?? 0
  const parsed = parsePhone(request.receiver_phonenumber, dialCode)
  if (!parsed.ok) throw wrong('receiver_phonenumber', parsed.code)
  if (dialCode !== country?.dial_code) throw wrong('receiver_phonenumber', 'validPhone')
  return parsed.e164
}

function bankPayee(
  route: RouteRow,
  request: PayeeRequest,
  known: Known,
  reference: ReferenceData,
): PayeeDetails {
  const institution =
    request.institution_id === undefined ? undefined : reference.institution(request.institution_id)
  const bankName = institution?.name ?? request.bank_name?.trim()
  if (!bankName) throw wrong('bank_name', 'BankNameError')
  const holder = request.account_holder?.trim()
  if (!holder) throw wrong('account_holder', 'ReceiverFullNameError')
  return { name: holder, phone: known.phone, bank_name: bankName, iban: ibanOf(route, request) }
}

/** Both forms end as an IBAN, check digits and key verified; the account must be in the country of the route. */
function ibanOf(route: RouteRow, { iban, rib }: PayeeRequest): string {
  if (rib) {
    const parsed = parseRib(route.country, rib)
    if (!parsed.ok)
      throw new Problem('Invalid IBAN', { fields: { rib: ['Invalid IBAN'] }, extra: { reason: parsed.code } })
    return parsed.iban
  }
  if (!iban?.trim()) throw wrong('iban', 'iban_required')
  const parsed = parseIban(iban)
  if (!parsed.ok)
    throw new Problem('Invalid IBAN', { fields: { iban: ['Invalid IBAN'] }, extra: { reason: parsed.code } })
  if (!parsed.iban.startsWith(route.country)) {
    throw new Problem('Invalid IBAN', {
      fields: { iban: ['Invalid IBAN'] },
      extra: { reason: 'iban_other_country' },
    })
  }
  return parsed.iban
}
