// The receipt of an operation that its sender carried out: read, said and laid out on demand, never stored.
import type { Language } from '@jokko/contract/common'
import type { Deps } from '../deps.ts'
import { Problem } from '../http/problem.ts'
import type { Caller } from '../http/session.ts'
import { readEvents } from '../ledger/operations.ts'
import { receiptContent } from './receipt-content.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { viewerOf } from './service.ts'
import { readLinked, readSeen, readSender } from './store.ts'
import { rowView } from './views.ts'

export type Receipt = { name: string; pdf: Buffer }

export async function receiptOf(
  deps: Deps,
  caller: Caller,
  id: string,
  language: Language,
): Promise<Receipt> {
  const op = await readSeen(deps, caller.customerId, id)
  // Who received the money may see the operation, but its charges are between the sender and us.
  if (!op || viewerOf(caller, op) !== 'sender') throw new Problem('not_found')
  if (!rowView(op, 'sender').allowed_actions.includes('download_receipt'))
    throw new Problem('receipt_not_ready')
  const [events, linked, sender] = await Promise.all([
    readEvents(deps, op.id),
    readLinked(deps, op),
    readSender(deps, op.user_id),
  ])
  if (!sender) throw new Error(`There is no user ${op.user_id}`)
  const returned = linked.some(other => other.kind === 'return' && other.parent_id === op.id)
  const content = receiptContent({ op, events, sender, returned, language, now: deps.clock.now() })
  return { name: content.fileName, pdf: await receiptPdf(content) }
}
