// Who withdrew is told by mail how it ended, once. An account at which money arrived is known from then on.
import { type Currency, eur, money } from '@jokko/core/money'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { moneyText } from '../http/money-text.ts'
import { translate } from '../http/texts.ts'
import { readOperation } from '../ledger/operations.ts'
import { queueMessage } from '../messages/queue.ts'
import { payeeName } from '../payouts/own-account-name.ts'
import { payerName, readPayer } from '../people/payers.ts'
import { markPaid } from './account-store.ts'
import { accountPaidBy } from './payee.ts'

export async function tellWithdrawal(deps: Deps, { operation_id }: { operation_id: string }): Promise<void> {
  const op = await readOperation(deps, operation_id)
  if (!op) return
  if (op.state === 'returned') return tell(deps, op, 'withdraw_returned', op.id)
  if (op.state !== 'booked') return tell(deps, op, 'withdraw_failed', op.id)
  const account = await accountPaidBy(deps, op.customer_id, op.details.payee)
  if (account) await markPaid(deps, account, deps.clock.now())
  await tell(deps, op, 'withdraw_paid', op.id)
}

/** It had arrived, and came back. */
export async function tellWithdrawalReturned(
  deps: Deps,
  { operation_id, return_id }: { operation_id: string; return_id: string },
): Promise<void> {
  const op = await readOperation(deps, operation_id)
  const returned = await readOperation(deps, return_id)
  if (!op || !returned) return
  await tell(deps, { ...op, details: { ...op.details, ...returned.details } }, 'withdraw_returned', return_id)
}

type Template = 'withdraw_paid' | 'withdraw_failed' | 'withdraw_returned'

async function tell(deps: Deps, op: Operation, template: Template, about: string): Promise<void> {
  const payer = await readPayer(deps, op.user_id)
  if (!payer) return
  const { language } = payer
  const { failure, payee } = op.details
  const local = money(op.target ?? op.principal, (op.target_currency ?? 'EUR') as Currency)
  await queueMessage(deps, {
    key: `${about}:${template}`,
    channel: 'email',
    to: payer.email,
    toName: payerName(payer),
    template,
    language,
    params: {
      name: payerName(payer),
      amount: moneyText(local, language),
      total: moneyText(eur(op.total), language),
      payee: payee ? payeeName(payee, language) : '',
      reason: failure ? translate(language, `statuses:withdraw_failure.${failure.code}`) : '',
      reference: op.reference ?? '',
      link: `${deps.config.publicUrl}/dashboard/home?operation=${op.id}`,
    },
  })
}
