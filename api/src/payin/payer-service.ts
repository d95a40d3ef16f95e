// The payer's side of a pay-in: what each of its pages shows and does. Whatever a page says about the outcome is
// asked of the company first; an address that somebody made up moves nothing.
import type { Language } from '@jokko/contract/common'
import type { ExecuteMobileMoney, MobileMoney, ReturnedPayment } from '@jokko/contract/pay-in'
import { parsePhone } from '@jokko/core/phone'
import type { PayInAnswer } from '@jokko/providers/port'
import type { Operation, PayIn } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { Problem } from '../http/problem.ts'
import type { Caller } from '../http/session.ts'
import { newestPayIn, readOperation } from '../ledger/operations.ts'
import type { PaidHooks } from '../ledger/paying.ts'
import { type Payer, payerName } from '../people/payers.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import { isOver, noted, payInAs } from './decisions.ts'
import { operatorsOf } from './operators.ts'
import { payInIdIn, returnReference } from './references.ts'
import { abandon, collectorOf, decideAndCommit, heard, openAt, referenceOf } from './service.ts'
import { payerOf, payInBehind, readPayIn } from './store.ts'
import { connectUrlOf, mobileMoneyView, returnedView } from './views.ts'
import { askPayIn } from './worker.ts'

/** By which name a payment is asked for, and by whom, if anybody is signed in. */
export type Whose = { name: string; caller: Caller | undefined; language: Language }

type Paying = { op: Operation; payIn: PayIn }

/** A reference is enough; an id needs the session of whose payment it is; an instant payment's own id is secret. */
async function find(deps: Deps, { name, caller }: Pick<Whose, 'name' | 'caller'>): Promise<Paying> {
  const id = payInIdIn(deps.config, name)
  const payIn = id ? await readPayIn(deps, id) : await payInBehind(deps, 'truelayer', name)
  if (payIn) return withOperation(deps, payIn)
  const own = caller && (await newestPayIn(deps, name))
  const found = own && (await withOperation(deps, own))
  if (!found || found.op.customer_id !== caller.customerId) throw new Problem('not_found')
  return found
}

async function withOperation(deps: Deps, payIn: PayIn): Promise<Paying> {
  const op = await readOperation(deps, payIn.operation_id)
  if (!op) throw new Problem('not_found')
  return { op, payIn }
}

async function findMobileMoney(deps: Deps, whose: Whose): Promise<Paying> {
  const found = await find(deps, whose)
  if (found.payIn.method !== 'mobile_money') throw new Problem('not_found')
  return found
}

/** Never asked more often than this: pages poll. */
const FRESH_MS = 900

/** As the company sees it now; when it does not answer, as we last knew it. */
async function refreshed(
  deps: Deps,
  hooks: PaidHooks,
  { payIn }: Paying,
  freshMs = FRESH_MS,
): Promise<Paying> {
  const age = deps.clock.now().getTime() - payIn.updated_at.getTime()
  if (!isOver(payIn) && payIn.provider_id !== null && age >= freshMs) {
    try {
      await askPayIn(deps, hooks, { pay_in_id: payIn.id })
    } catch (error) {
      deps.log.warn(
        { payIn: payIn.id, error: (error as Error).message },
        'a page could not refresh its pay-in',
      )
    }
  }
  const now = await readPayIn(deps, payIn.id)
  return withOperation(deps, now ?? payIn)
}

export async function mobileMoney(deps: Deps, hooks: PaidHooks, whose: Whose): Promise<MobileMoney> {
  return showMobileMoney(deps, whose, await refreshed(deps, hooks, await findMobileMoney(deps, whose)))
}

async function showMobileMoney(deps: Deps, whose: Whose, { op, payIn }: Paying): Promise<MobileMoney> {
  const reference = await referenceData(deps)
  const payer = await payerOf(deps, op)
  const country = collectingCountry(reference, op, payIn)
  const dialCode = reference.countryByIso(country)?.dial_code ?? 0
  return mobileMoneyView({
    op,
    payIn,
    reference: returnReference(deps.config, payIn.id),
    operators: operatorsOf(reference, country),
    phone: phoneIn(payer, dialCode),
    dialCode,
    language: whose.language,
  })
}

/** Where the payer's phone is: at home when that currency is collected, else where the money goes. */
function collectingCountry(reference: ReferenceData, op: Operation, payIn: PayIn): string {
  const home = reference.countryByIso(op.sending_country ?? '')
  return home?.currency === payIn.currency ? home.iso : (op.receiving_country ?? '')
}

const phoneIn = ({ phone }: Payer, dialCode: number): string | null =>
  phone?.startsWith(`+${dialCode}`) ? phone : null

export async function executeMobileMoney(
  deps: Deps,
  hooks: PaidHooks,
  whose: Whose,
  request: ExecuteMobileMoney,
): Promise<MobileMoney> {
  const found = await findMobileMoney(deps, whose)
  requireOpen(found.payIn)
  const reference = await referenceData(deps)
  const country = collectingCountry(reference, found.op, found.payIn)
  const operator = operatorsOf(reference, country).find(({ code }) => code === request.selected_provider)
  if (!operator)
    throw new Problem('Select_Operator_Error', { fields: { selected_provider: ['Select_Operator_Error'] } })
  const otp = request.otp?.trim()
  if (operator.codeFirst && !isCode(otp))
    throw new Problem('otp_required', { fields: { otp: ['otp_required'] } })
  const phone = await payingPhone(deps, found, request, reference.countryByIso(country)?.dial_code ?? 0)
  if (found.payIn.provider_id === null) await openAt(deps, hooks, found.op, found.payIn)
  const { payIn } = await findMobileMoney(deps, whose)
  requireOpen(payIn)
  if (payIn.provider_id === null) throw new Problem('provider_unavailable')
  const answer = await collectorOf(deps, payIn).charge(referenceOf(payIn), {
    country,
    operator: operator.code,
    phone,
    ...(otp && { otp }),
    returnUrl: `${deps.config.publicUrl}/api/v1/returns/${returnReference(deps.config, payIn.id)}`,
  })
  await heardByPayer(deps, hooks, payIn, answer)
  return showMobileMoney(deps, whose, await findMobileMoney(deps, whose))
}

async function payingPhone(
  deps: Deps,
  { op }: Paying,
  request: ExecuteMobileMoney,
  dialCode: number,
): Promise<string> {
  const typed = request.phone_number?.trim()
  if (!typed) {
    const own = phoneIn(await payerOf(deps, op), dialCode)
    if (own) return own
    throw new Problem('PhoneNumberError', { fields: { phone_number: ['PhoneNumberError'] } })
  }
  const parsed = parsePhone(typed, request.country_code ?? dialCode)
  if (!parsed.ok) throw new Problem(parsed.code, { fields: { phone_number: [parsed.code] } })
  return parsed.e164
}

export async function confirmMobileMoney(
  deps: Deps,
  hooks: PaidHooks,
  whose: Whose,
  code: string,
): Promise<MobileMoney> {
  const { payIn } = await findMobileMoney(deps, whose)
  requireOpen(payIn)
  if (!isCode(code.trim())) throw new Problem('otp_required', { fields: { otp: ['otp_required'] } })
  if (payIn.action?.kind !== 'otp') throw new Problem('illegal_move')
  await heardByPayer(
    deps,
    hooks,
    payIn,
    await collectorOf(deps, payIn).confirm(referenceOf(payIn), code.trim()),
  )
  return showMobileMoney(deps, whose, await findMobileMoney(deps, whose))
}

const isCode = (text: string | undefined): boolean => text !== undefined && text.length >= 4

/** A number or a code that the operator refuses is for the payer to correct: the payment stays open. */
async function heardByPayer(deps: Deps, hooks: PaidHooks, payIn: PayIn, answer: PayInAnswer): Promise<void> {
  if (answer.kind !== 'declined') return heard(deps, hooks, payIn.id, answer)
  if (answer.code === 'wrong_code' || answer.code === 'code_expired') throw new Problem('otp_invalid')
  if (answer.code === 'invalid_payer') throw new Problem('invalid_phone_number')
  throw new Problem('payment_failed_error')
}

function requireOpen(payIn: PayIn): void {
  const { state, outcome } = payIn
  if (state === 'expired') throw new Problem('payment_url_expired')
  if (state === 'failed' || state === 'aborted' || state === 'cancelling')
    throw new Problem('payment_cancelled')
  if (isOver(payIn) || outcome !== null) throw new Problem('payment_already_executed')
}

/** The payer's bank said whose account it is: only the sender's own may pay, and then its page opens. */
export async function initiateInstantPayment(
  deps: Deps,
  hooks: PaidHooks,
  whose: Whose,
  code: string,
): Promise<{ connect_url: string }> {
  const { op, payIn } = await find(deps, whose)
  if (payIn.method !== 'instant_bank_transfer') throw new Problem('not_found')
  requireOpen(payIn)
  if (payIn.provider_id === null) {
    // A code serves once: who came this far and found the company down does not need another.
    if (payIn.handle['holder'] !== 'checked') await requireHolder(deps, hooks, { op, payIn }, code)
    await openAt(deps, hooks, op, payIn)
  }
  const opened = await readPayIn(deps, payIn.id)
  const url = opened && connectUrlOf(opened)
  if (!opened?.provider_id || !url) throw new Problem('provider_unavailable')
  return { connect_url: url }
}

async function requireHolder(
  deps: Deps,
  hooks: PaidHooks,
  { op, payIn }: Paying,
  code: string,
): Promise<void> {
  const payer = await payerOf(deps, op)
  const answer = await deps.providers.accountHolder.check({
    code,
    redirectUri: `${deps.config.publicUrl}/truelayer`,
    name: payerName(payer),
  })
  if (answer.kind === 'holder') return noteHolder(deps, payIn)
  // A bank that does not say: who paid is looked at once more when the money is there.
  if (answer.kind === 'not_possible') return
  if (answer.kind === 'unavailable') throw new Problem('provider_unavailable')
  if (answer.kind === 'code_refused') throw new Problem('payment_url_expired')
  const failure = { code: 'not_account_holder', providerCode: answer.kind } as const
  await heard(deps, hooks, payIn.id, { kind: 'declined', ...failure })
  throw new Problem('not_account_holder')
}

async function noteHolder(deps: Deps, payIn: PayIn): Promise<void> {
  await decideAndCommit(deps, payIn.id, facts =>
    facts.payIn.handle['holder'] === 'checked' || isOver(facts.payIn)
      ? undefined
      : noted(facts, 'holder', payInAs(facts.payIn, { handle: { holder: 'checked' } })),
  )
}

export async function returnedPayment(deps: Deps, hooks: PaidHooks, whose: Whose): Promise<ReturnedPayment> {
  return showReturned(deps, whose, await refreshed(deps, hooks, await find(deps, whose)))
}

async function showReturned(deps: Deps, { language: read }: Whose, { op, payIn }: Paying) {
  const { language: payer } = await payerOf(deps, op)
  return returnedView(op, payIn, returnReference(deps.config, payIn.id), { read, payer })
}

/** The payer leaves without paying. What the company has collected meanwhile stays collected. */
export async function giveUp(deps: Deps, hooks: PaidHooks, whose: Whose): Promise<ReturnedPayment> {
  const found = await refreshed(deps, hooks, await find(deps, whose))
  if (!isOver(found.payIn) && found.payIn.state !== 'cancelling')
    await abandon(deps, hooks, found.payIn, 'cancelled', { actor: 'payer' })
  return showReturned(deps, whose, await find(deps, whose))
}

const paylineWord: { readonly [S in ReturnedPayment['status']]: string } = {
  pending: 'pending',
  succeeded: 'successful',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'failed',
}

/** Whoever pays what an app asked for came by its link: the page that they come back to leads there again. */
async function cameByAppsLink(deps: Deps, { details: { request_id } }: Operation): Promise<boolean> {
  const asked = request_id ? await readOperation(deps, request_id) : undefined
  return asked?.details.request?.app_id !== undefined
}

/** The screen that a browser goes on to, by what the company says now and never by what the address says. */
export async function comeBack(
  deps: Deps,
  hooks: PaidHooks,
  name: string,
  told: string | undefined,
): Promise<string> {
  const { op, payIn } = await refreshed(deps, hooks, await find(deps, { name, caller: undefined }), 0)
  const { status, language } = await showReturned(
    deps,
    { name, caller: undefined, language: 'fr' },
    { op, payIn },
  )
  // The browser may be another one than the payer's own: the page keeps the language.
  const query = `ref=${encodeURIComponent(returnReference(deps.config, payIn.id))}&lang=${language}`
  switch (payIn.method) {
    case 'card':
      return `/payline/${paylineWord[status]}?${query}`
    case 'direct_debit': {
      const shown = status === 'succeeded' ? 'success' : told === 'abort' ? 'cancelled' : 'failed'
      return `/bridgeapi/payment_status?status=${shown}&${query}`
    }
    case 'instant_bank_transfer':
      return `/truelayer?${query}`
    default:
      return `/mobile_money?${query}${(await cameByAppsLink(deps, op)) ? '&status=anonymous' : ''}`
  }
}
