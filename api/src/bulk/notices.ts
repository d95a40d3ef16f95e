// What the owner of a bulk is told, once for all rows: that money is missing, and how it ended.
import { eur, subtract } from '@jokko/core/money'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { lastDayText, moneyText } from '../http/money-text.ts'
import { readOperation } from '../ledger/operations.ts'
import { queueMessage } from '../messages/queue.ts'
import { payerName, readPayer } from '../people/payers.ts'
import { readProgress } from './store.ts'

type BulkJob = { operation_id: string }

export async function tellBulkDone(deps: Deps, { operation_id }: BulkJob): Promise<void> {
  const op = await readOperation(deps, operation_id)
  if (op?.state !== 'done') return
  const states = await readProgress(deps, op.id)
  const paid = states.get('paid') ?? 0
  const rows = op.details.beneficiaries ?? paid
  await tell(deps, op, 'bulk_done', { paid: String(paid), failed: String(rows - paid) })
}

export async function tellBulkShort(deps: Deps, { operation_id }: BulkJob): Promise<void> {
  const op = await readOperation(deps, operation_id)
  if (op?.state !== 'paying' || op.held === 0n) return
  await tell(deps, op, 'bulk_short')
}

async function tell(
  deps: Deps,
  op: Operation,
  template: 'bulk_done' | 'bulk_short',
  more: { paid?: string; failed?: string } = {},
): Promise<void> {
  const payer = await readPayer(deps, op.user_id)
  if (!payer) throw new Error(`The payer of ${op.id} is not known`)
  const { language } = payer
  const name = payerName(payer)
  await queueMessage(deps, {
    key: `${op.id}:${op.version}:${template}`,
    channel: 'email',
    to: payer.email,
    toName: name,
    template,
    language,
    params: {
      name,
      total: moneyText(eur(op.total), language),
      received: moneyText(eur(op.held), language),
      missing: moneyText(subtract(eur(op.total), eur(op.held)), language),
      date: op.fund_by ? lastDayText(op.fund_by, language) : '',
      reference: op.reference ?? '',
      link: `${deps.config.publicUrl}/dashboard/home?operation=${op.id}`,
      ...more,
    },
  })
}
