// The mail that tells a customer what became of their money, as a job of the change that moved it.
import type { JobWrite } from '../ledger/change.ts'
import { type Payer, payerName } from '../people/payers.ts'

export type NoticeTemplate =
  | 'deposit_paid_twice'
  | 'deposit_late'
  | 'deposit_excess'
  | 'deposit_other_amount'
  | 'deposit_received'
  | 'sender_refunded_to_source'
  | 'sender_refunded_to_balance'
  | 'payment_disputed'
  | 'debt_recovered'
  | 'debt_settled'
  | 'request_paid'

type NoticeParams = {
  amount: string
  reference: string
  link: string
  beneficiary?: string
  owed?: string
  recovered?: string
}

/** Tells the owner by mail, once about each operation. */
export function notice(
  about: string,
  payer: Payer,
  template: NoticeTemplate,
  params: NoticeParams,
): JobWrite {
  const name = payerName(payer)
  return {
    task: 'send_message',
    payload: {
      key: `${about}:${template}`,
      channel: 'email',
      to: payer.email,
      toName: name,
      template,
      language: payer.language,
      params: { name, ...params },
    },
  }
}
