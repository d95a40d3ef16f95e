// Who is paid and where, read from a request and checked against the route: every mistake is named at its field.
import type { NewDirectPayment } from '@jokko/contract/transfer'
import type { ErrorCode } from '@jokko/core/errors'
import { parsePhone } from '@jokko/core/phone'
import type { PayeeDetails } from '../db/schema.ts'
import { Problem } from '../http/problem.ts'
import { accountOf } from '../payouts/payee-account.ts'
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
  | 'mfi_name'
  | 'mfi_owner_id'
  | 'mfi_account_name'
  | 'delivery_address'
  | 'payment_delivery'
>

export type Known = { name: string; phone: string; email: string | null }

type Asked = { route: RouteRow; request: PayeeRequest; known: Known; reference: ReferenceData }

export const wrong = (field: string, code: ErrorCode) => new Problem(code, { fields: { [field]: [code] } })

export function payeeFor(
  route: RouteRow,
  request: PayeeRequest,
  known: Known,
  reference: ReferenceData,
): PayeeDetails {
  if (request.payment_delivery && route.kind !== 'delivery') throw new Problem('payout_method_not_configured')
  return {
    ...payeeOfKind({ route, request, known, reference }),
    ...(known.email && { email: known.email }),
  }
}

function payeeOfKind(asked: Asked): PayeeDetails {
  switch (asked.route.kind) {
    case 'mobile_money':
      return mobilePayee(asked)
    case 'bank_transfer':
      return bankPayee(asked)
    case 'manual_bank_transfer':
      return asked.request.operator === undefined ? bankPayee(asked) : otherOperatorPayee(asked)
    case 'mfi':
      return microfinancePayee(asked)
    case 'wallet':
      return { name: fullName(asked), phone: phoneOf(asked, 'validPhone') }
    case 'delivery':
      return deliveryPayee(asked)
    default:
      throw new Problem('payout_method_not_configured')
  }
}

const fullName = ({ request, known }: Asked): string => request.receiver_fullname?.trim() || known.name

function mobilePayee(asked: Asked): PayeeDetails {
  const { route, request, reference } = asked
  const operator = route.operator_code === null ? undefined : reference.operator(route.operator_code)
  if (!operator || (request.operator !== undefined && request.operator !== operator.code)) {
    throw wrong('operator', 'Select_Operator_Error')
  }
  return {
    name: fullName(asked),
    phone: phoneOf(asked),
    operator: operator.code,
    operator_name: operator.name,
  }
}

/** An operator that no company reaches for us, by the name that the sender gives it. */
function otherOperatorPayee(asked: Asked): PayeeDetails {
  const operator = asked.request.operator?.trim()
  if (!operator) throw wrong('operator', 'Select_Operator_Error')
  return { name: fullName(asked), phone: phoneOf(asked), operator, operator_name: operator }
}

/** A number that cannot be read is refused by its own reason, or by the one that this kind of payout has for all. */
function phoneOf({ request, known, route, reference }: Asked, code?: ErrorCode): string {
  const country = reference.countryByIso(route.country)
  if (request.receiver_phonenumber === undefined) {
    if (!country || !known.phone.startsWith(`+${country.dial_code}`))
      throw wrong('receiver_phonenumber', 'PhoneNumberError')
    return known.phone
  }
  const dialCode = request.receiver_country_code ?? country?.dial_code ?? 0
  const parsed = parsePhone(request.receiver_phonenumber, dialCode)
  if (!parsed.ok) throw wrong('receiver_phonenumber', code ?? parsed.code)
  if (dialCode !== country?.dial_code) throw wrong('receiver_phonenumber', 'validPhone')
  return parsed.e164
}

function bankPayee({ route, request, known, reference }: Asked): PayeeDetails {
  // A bank of the table is paid by the company that reaches it; the others go by hand, under the name that was typed.
  const institution =
    request.institution_id === undefined || route.kind === 'manual_bank_transfer'
      ? undefined
      : reference.institution(request.institution_id)
  const bankName = institution?.name ?? request.bank_name?.trim()
  if (!bankName) throw wrong('bank_name', 'BankNameError')
  const holder = request.account_holder?.trim()
  if (!holder) throw wrong('account_holder', 'ReceiverFullNameError')
  return { name: holder, phone: known.phone, bank_name: bankName, ...accountOf(route.country, request) }
}

function microfinancePayee({ route, request, known, reference }: Asked): PayeeDetails {
  const { institution_id: id, mfi_name: name } = request
  const institution = reference
    .institutionsOf(route.country)
    .find(one => one.type === 'mfi' && (id === undefined ? one.name === name?.trim() : one.id === id))
  if (!institution)
    throw wrong(id === undefined && name !== undefined ? 'mfi_name' : 'institution_id', 'Select_Mfi_Error')
  const account = request.mfi_owner_id?.trim() ?? ''
  if (!/^[A-Za-z0-9][A-Za-z0-9\-./ ]{2,39}$/.test(account))
    throw wrong('mfi_owner_id', 'MFIAccountNumberError')
  const owner = request.mfi_account_name?.trim()
  if (!owner) throw wrong('mfi_account_name', 'ReceiverFullNameError')
  return {
    name: owner,
    phone: known.phone,
    institution_id: institution.id,
    bank_name: institution.name,
    account,
  }
}

function deliveryPayee(asked: Asked): PayeeDetails {
  const name = fullName(asked)
  if (!name) throw wrong('receiver_fullname', 'ReceiverFullNameError')
  const address = asked.request.delivery_address?.trim()
  return { name, phone: phoneOf(asked), ...(address && { address }) }
}
