// Which sentences explain an operation to the one who looks at it, with their figures.
import type { OperationDetail } from '@jokko/contract/history'
import type statuses from '@jokko/locales/fr/statuses.json'
import { masked, maskedPhone } from './masking.ts'
import { isShort } from './short-figures.ts'

type InfoKey = keyof (typeof statuses)['info']
export type NoticeTone = 'quiet' | 'waiting' | 'failed'

export type NoticeLine =
  | { readonly key: InfoKey; readonly params?: Readonly<Record<string, string>> }
  | { readonly key: 'returned_after_paid' }
  /** A sentence that the server already wrote. */
  | { readonly text: string }

export type Notice = { readonly tone: NoticeTone; readonly lines: readonly NoticeLine[] }

export type Formats = {
  readonly euros: (decimal: string) => string
  readonly local: (amount: NonNullable<OperationDetail['receives_at_least']>) => string
  readonly moment: (iso: string) => string
}

/** The money came back after it had been paid: the operation stays closed, the route says so. */
export const cameBack = ({ status, route }: OperationDetail): boolean =>
  (status === 'transfer_completed' || status === 'withdraw_completed') &&
  route.some(stop => stop.key === 'payout' && stop.state === 'failed')

function refundLines({ refunded }: OperationDetail, { euros }: Formats): NoticeLine[] {
  if (refunded === null) return []
  const verb = refunded.done ? 'refunded' : 'refunding'
  return [{ key: `${verb}_to_${refunded.to}`, params: { amount: euros(refunded.amount) } }]
}

/** Where the money goes; once it is there, nothing is said of the time that it takes. */
function payoutLine(operation: OperationDetail): NoticeLine[] {
  const isThere = operation.status === 'transfer_completed'
  const number = operation.phone_number ?? operation.receiver.full_phone_number ?? ''
  const phone = number === '' ? '' : maskedPhone(number, operation.country_code)
  const whole = operation.iban ?? operation.account_number ?? ''
  const account = whole === '' ? '' : masked(whole)
  switch (operation.payout_kind) {
    case 'mobile_money':
      return phone === '' ? [] : [{ key: 'mm_infomessage', params: { phone } }]
    case 'bank_transfer':
    case 'manual_bank_transfer':
      return account === '' ? [] : [{ key: 'bank_infomessage', params: { account } }]
    case 'mfi':
      if (account === '') return []
      return [{ key: isThere ? 'mfi_paid' : 'mfi_infomessage', params: { account } }]
    case 'wallet':
      // A wallet is known by the number of a phone.
      if (phone === '') return []
      return [{ key: isThere ? 'wallet_paid' : 'wallet_infomessage', params: { account: phone } }]
    case 'delivery':
      if (isThere) return [{ key: 'delivery_paid' }]
      return phone === '' ? [] : [{ key: 'delivery_infomessage', params: { phone } }]
    case 'balance':
      return [{ key: 'jokko_account_infomessage' }]
    default:
      return []
  }
}

/** Money that could not be used and goes back: no deposit, though it stands among them. */
export const isGivenBack = ({ operation_type, refunded }: OperationDetail): boolean =>
  operation_type === 'deposit' && refunded !== null

function failedLines(operation: OperationDetail): NoticeLine[] | undefined {
  const { status, aborted, failure } = operation
  if (aborted) return [{ key: 'aborted_sender_infomessage' }]
  if (status === 'payment_failed') return [{ key: 'payment_failed_sender_message' }]
  if (status !== 'transfer_failed') return undefined
  // Nothing was handed over: it came short and went back, or was refused after a review.
  if (failure === null) return [{ key: 'given_back_unsent' }]
  return [{ key: 'transfer_failed_sender_message' }, { text: failure.message }]
}

/** What waited on the balance was used for something else: it is not there to be sent, nor told to be there. */
const isSpent = ({ waits_on_balance, allowed_actions }: OperationDetail): boolean =>
  waits_on_balance !== null && !allowed_actions.includes('send_at_todays_rate')

function waitingLines(operation: OperationDetail, { euros, moment }: Formats): NoticeLine[] | undefined {
  if (operation.rows_held > 0)
    return [{ key: 'bulk_rows_held', params: { count: String(operation.rows_held) } }]
  if (operation.outcome_unknown) return [{ key: 'outcome_unknown' }]
  if (operation.waits_on_balance !== null && operation.fund_by !== null)
    return [
      {
        key: isSpent(operation) ? 'waits_on_spent_balance' : 'waits_on_balance',
        params: { date: moment(operation.fund_by) },
      },
    ]
  if (!isShort(operation) || operation.fund_by === null) return undefined
  const params = {
    received: euros(operation.received_so_far),
    total: euros(operation.amount),
    missing: euros(operation.missing),
    date: moment(operation.fund_by),
  }
  return [{ key: 'funds_short', params }]
}

function quietLines(operation: OperationDetail, { local }: Formats): NoticeLine[] {
  const { status, receives_at_least: least, failure } = operation
  if (isGivenBack(operation)) return failure === null ? [] : [{ text: failure.message }]
  if (least !== null) return [{ key: 'priced_on_arrival', params: { least: local(least) } }]
  if (status === 'transfer_in_progress' || status === 'transfer_completed') return payoutLine(operation)
  return status === 'deposit_completed' ? [{ key: 'funds_in_jokko_account' }] : []
}

function senderNotice(operation: OperationDetail, formats: Formats): Notice {
  const refund = isSpent(operation) ? [] : refundLines(operation, formats)
  if (cameBack(operation)) return { tone: 'failed', lines: [{ key: 'returned_after_paid' }, ...refund] }
  const failed = failedLines(operation)
  if (failed !== undefined) return { tone: 'failed', lines: [...failed, ...refund] }
  const waiting = waitingLines(operation, formats)
  if (waiting !== undefined) return { tone: 'waiting', lines: [...waiting, ...refund] }
  return { tone: 'quiet', lines: [...quietLines(operation, formats), ...refund] }
}

function receiverNotice(operation: OperationDetail): Notice {
  if (operation.aborted) return { tone: 'failed', lines: [{ key: 'aborted_receiver_infomessage' }] }
  if (operation.status !== 'transfer_completed') return { tone: 'quiet', lines: [] }
  const toBalance: NoticeLine[] = [{ key: 'funds_in_jokko_account' }]
  return { tone: 'quiet', lines: operation.payout_kind === 'balance' ? toBalance : payoutLine(operation) }
}

export function noticeOf(operation: OperationDetail, formats: Formats): Notice {
  return operation.logged_in_transactor === 'sender'
    ? senderNotice(operation, formats)
    : receiverNotice(operation)
}

/** The review asks the sender for documents: nothing else matters on the screen then. */
export const isHeld = ({ status, operation_direction }: OperationDetail): boolean =>
  status === 'suspicious' && operation_direction === 'Sending'

/** Where the money is once this is cancelled; nothing is said where none was asked for by bank transfer, or came. */
export function onceCancelled(
  operation: OperationDetail,
): 'stays_on_balance' | 'comes_back' | 'on_its_way' | undefined {
  const { waits_on_balance, statuses, payment_type, operation_type, status } = operation
  if (waits_on_balance !== null) return 'stays_on_balance'
  if (status === 'transfer_in_progress') return undefined
  const isHere = statuses.some(step => step.status === 'payment_completed' && step.state === 'done')
  if (isHere && operation_type !== 'bulk_transfer') return 'comes_back'
  return payment_type === 'bank_transfer' ? 'on_its_way' : undefined
}
