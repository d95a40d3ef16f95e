// Who is told what when a transfer ends: the beneficiary by SMS or mail as the country prefers, the sender by mail.
// Messages are jobs of their own with a key, so that nobody is told twice and no message delays money.
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { paysRequest, readCustomerName, readOperation } from '../ledger/operations.ts'
import { queueMessage } from '../messages/queue.ts'
import { referenceData } from '../reference/data.ts'
import { messageParams } from './notice-params.ts'
import { rememberPayee } from './payee-memory.ts'

type OperationJob = { operation_id: string }

export async function tellPaid(deps: Deps, { operation_id }: OperationJob): Promise<void> {
  const op = await readOperation(deps, operation_id)
  if (!op) return
  await rememberPayee(deps, op)
  await tellBeneficiary(deps, op, arrivalOf(op))
  if (!isRow(op)) await tellSender(deps, op, 'sender_completed')
}

/** A balance is signed in to, cash is in the hands of its beneficiary, and an account can be looked at. */
function arrivalOf({ payout_kind }: Operation): Template {
  if (payout_kind === 'balance') return 'beneficiary_balance'
  return payout_kind === 'delivery' ? 'beneficiary_cash' : 'beneficiary_paid'
}

/** Who pays hundreds at once is told once, by the bulk. */
const isRow = (op: Operation): boolean => op.details.bulk_line !== undefined

export async function tellRefunded(deps: Deps, { operation_id }: OperationJob): Promise<void> {
  const op = await readOperation(deps, operation_id)
  if (!op || isRow(op)) return
  await tellSender(deps, op, 'sender_failed')
}

export async function tellReturned(
  deps: Deps,
  { operation_id, return_id }: OperationJob & { return_id: string },
): Promise<void> {
  const op = await readOperation(deps, operation_id)
  const returned = await readOperation(deps, return_id)
  if (!op || !returned) return
  await tellSender(
    deps,
    { ...op, details: { ...op.details, ...returned.details } },
    'sender_returned',
    return_id,
  )
}

export async function tellExpired(deps: Deps, { operation_id }: OperationJob): Promise<void> {
  const op = await readOperation(deps, operation_id)
  if (!op || op.refunded === 0n) return
  await tellSender(deps, op, 'sender_expired')
}

/** Part of the money came: the sender has to choose how to go on. */
export async function tellShort(deps: Deps, { operation_id }: OperationJob): Promise<void> {
  const op = await readOperation(deps, operation_id)
  if (op?.state !== 'short') return
  await tellSender(deps, op, paysRequest(op) ? 'request_short' : 'transfer_short', `${op.id}:${op.version}`)
}

/** It would have brought less than the sender accepts, or could not be sent: they have to choose how to go on. */
export async function tellOnBalance(deps: Deps, { operation_id }: OperationJob): Promise<void> {
  const op = await readOperation(deps, operation_id)
  if (op?.state === 'on_balance') await tellSender(deps, op, 'transfer_on_balance')
}

type Template =
  | 'transfer_short'
  | 'request_short'
  | 'transfer_on_balance'
  | 'beneficiary_paid'
  | 'beneficiary_balance'
  | 'beneficiary_cash'
  | 'sender_completed'
  | 'sender_failed'
  | 'sender_returned'
  | 'sender_expired'

async function tellBeneficiary(deps: Deps, op: Operation, template: Template): Promise<void> {
  const payee = op.details.payee
  const country = (await referenceData(deps)).countryByIso(op.receiving_country ?? '')
  const byMail = country?.notification_channel === 'mail' && payee?.email !== undefined
  const to = byMail ? payee?.email : payee?.phone
  if (!to) return
  const language = languageOfCountry(op.receiving_country)
  await queueMessage(deps, {
    key: `${op.id}:${template}`,
    channel: byMail ? 'email' : 'sms',
    to,
    toName: payee?.name ?? op.counterparty,
    template,
    language,
    params: await messageParams(deps, op, language, {
      forSms: !byMail,
      readerName: payee?.name ?? op.counterparty,
    }),
  })
}

async function tellSender(deps: Deps, op: Operation, template: Template, about = op.id): Promise<void> {
  const user = await deps.db
    .selectFrom('app.users')
    .select(['email', 'language', 'first_name', 'last_name'])
    .where('id', '=', op.user_id)
    .executeTakeFirst()
  if (!user) return
  const readerName =
    `${user.first_name} ${user.last_name}`.trim() || (await readCustomerName(deps, op.user_id))
  await queueMessage(deps, {
    key: `${about}:${template}`,
    channel: 'email',
    to: user.email,
    toName: readerName,
    template,
    language: user.language,
    params: await messageParams(deps, op, user.language, { forSms: false, readerName }),
  })
}

/** Guinea-Bissau and Equatorial Guinea apart, the receiving countries read French. */
function languageOfCountry(iso: string | null): 'fr' | 'es' {
  return iso === 'GQ' ? 'es' : 'fr'
}
