// Asking for a payment: on the screen by a company's owner, or by an app in their name.
import { randomBytes } from 'node:crypto'
import type { NewAppPaymentRequest, NewPaymentRequest } from '@jokko/contract/payment-request'
import { compare, eur, isPositive, type Money, maxOf } from '@jokko/core/money'
import { detectDialCode, parsePhone } from '@jokko/core/phone'
import { allowedRedirect } from '@jokko/core/redirects'
import { paymentReference } from '@jokko/core/references'
import { searchText } from '@jokko/core/search'
import { doneBefore, orRefuse } from '../commands/decide.ts'
import type { RequestDetails } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { CallingApp } from '../http/api-key.ts'
import { isOpenPart } from '../http/features.ts'
import type { CommandKey } from '../http/idempotency.ts'
import { newId } from '../http/ids.ts'
import { type FieldErrors, Problem } from '../http/problem.ts'
import { type Caller, requireActive } from '../http/session.ts'
import { readAmount } from '../quotes/quoting.ts'
import { referenceData } from '../reference/data.ts'
import { open } from './decisions.ts'

const WEEK_SECONDS = 7 * 86_400

type Asker = { customerId: string; userId: string; name: string; country: string }
type Asked = { asker: Asker; command: CommandKey; request: NewPaymentRequest; details: RequestDetails }

export function requireRequester(caller: Caller): void {
  requireActive(caller)
  if (!caller.isOwner) throw new Problem('owner_only')
  if (!isOpenPart(caller, 'payment_request')) throw new Problem('forbidden')
}

/** The id of the new request; a repeat gets the first one's. */
export async function createRequest(
  deps: Deps,
  caller: Caller,
  command: CommandKey,
  request: NewPaymentRequest,
): Promise<string> {
  requireRequester(caller)
  const { customerId, userId, companyName, firstName, lastName, country } = caller
  const name = companyName ?? `${firstName} ${lastName}`
  return ask(deps, { asker: { customerId, userId, name, country }, command, request, details: {} })
}

export async function createAppRequest(
  deps: Deps,
  app: CallingApp,
  command: CommandKey,
  request: NewAppPaymentRequest,
): Promise<string> {
  if (!app.isEntitled) throw new Problem('account_inactive')
  if (!isOpenPart(app, 'payment_request')) throw new Problem('forbidden')
  const { redirect_url, cancel_url, metadata } = request
  requireRegistered(deps, app, { redirect_url, cancel_url })
  const { customerId, userId, companyName, ownerName, country } = app
  return ask(deps, {
    asker: { customerId, userId, name: companyName ?? ownerName, country },
    command,
    request,
    details: {
      app_id: app.id,
      ...(redirect_url !== undefined && { redirect_url }),
      ...(cancel_url !== undefined && { cancel_url }),
      ...(metadata !== undefined && { metadata }),
    },
  })
}

function requireRegistered(
  { config }: Deps,
  { redirectAddresses }: CallingApp,
  addresses: { [field: string]: string | undefined },
): void {
  const allowed = { ownOrigin: config.publicUrl, registered: redirectAddresses }
  const fields: FieldErrors = Object.fromEntries(
    Object.entries(addresses).flatMap(([field, address]) =>
      address === undefined || allowedRedirect(address, allowed) !== undefined
        ? []
        : [[field, ['redirect_not_registered' as const]]],
    ),
  )
  if (Object.keys(fields).length > 0) throw new Problem('redirect_not_registered', { fields })
}

async function ask(deps: Deps, { asker, command, request, details }: Asked): Promise<string> {
  try {
    const amount = await amountOf(deps, request)
    const payer = payerOf(request)
    const now = deps.clock.nowText()
    const reference = paymentReference(randomBytes(5))
    const until = Date.parse(now) + (request.expires_in ?? WEEK_SECONDS) * 1_000
    const change = open({
      id: newId('opn'),
      command,
      now,
      row: {
        book: deps.config.book,
        customer_id: asker.customerId,
        user_id: asker.userId,
        reference,
        receiving_country: asker.country,
        counterparty: payer?.email ?? payer?.phone ?? '',
        reason: request.reason,
        principal: amount.minor,
        total: amount.minor,
        target: amount.minor,
        target_currency: 'EUR',
        details: {
          payee: { name: asker.name },
          sender_name: asker.name,
          request: { ...details, ...(payer && { payer }) },
        },
        search: searchText([payer?.email ?? '', payer?.phone ?? '', reference, request.reason]),
        fund_by: new Date(until).toISOString(),
      },
    })
    const verdict = orRefuse(await deps.ledger.commit(change))
    return verdict.operation_id ?? change.operation_id ?? ''
  } catch (error) {
    return (await doneBefore(deps, command, error)) ?? ''
  }
}

/** No more than the largest amount that any way to pay takes: anything above could never be paid. */
async function amountOf(deps: Deps, { amount }: NewPaymentRequest): Promise<Money> {
  const asked = readAmount(amount, 'EUR', 'amount')
  if (!isPositive(asked)) throw new Problem('enterEuros', { fields: { amount: ['enterEuros'] } })
  const { payinMethods } = await referenceData(deps)
  const most = payinMethods.map(method => eur(method.max_amount)).reduce((one, other) => maxOf(one, other))
  if (compare(asked, most) > 0)
    throw new Problem('max_amount_exceeded', {
      params: { max: most },
      fields: { amount: ['max_amount_exceeded'] },
    })
  return asked
}

/** By e-mail, by phone, or by both: then either is enough to know them. */
function payerOf({ payer }: NewPaymentRequest): RequestDetails['payer'] {
  if (!payer) return undefined
  const { email, phone_number, country_code } = payer
  const phone = phone_number === undefined ? undefined : phoneOf(phone_number, country_code)
  if (email === undefined && phone === undefined)
    throw new Problem('fields_required', { fields: { payer: ['is_required'] } })
  return {
    ...(email !== undefined && { email: email.toLowerCase() }),
    ...(phone !== undefined && { phone }),
  }
}

/** The country is said beside the number, or in it. */
function phoneOf(typed: string, given: number | undefined): string {
  const dialCode = given ?? detectDialCode(typed)
  if (dialCode === undefined)
    throw new Problem('fields_required', { fields: { 'payer.country_code': ['is_required'] } })
  const phone = parsePhone(typed, dialCode)
  if (!phone.ok) throw new Problem(phone.code, { fields: { 'payer.phone_number': [phone.code] } })
  return phone.e164
}
