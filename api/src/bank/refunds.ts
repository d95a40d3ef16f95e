// Starts the payment of a refund that stands on its own: money of a payer without a balance goes back where it
// came from. From then on it is a payment like any other; its booking on the statement ends it.
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { bankAttempts, readOperation } from './store.ts'

export async function startRefund(deps: Deps, { operation_id }: { operation_id: string }): Promise<void> {
  const op = await readOperation(deps, operation_id)
  if (op?.kind !== 'refund' || op.state !== 'asked') return
  const earlier = await bankAttempts(deps, [], [op.id])
  if (earlier.some(({ state }) => state !== 'failed')) return
  const { payer_name = '', payer_iban } = op.details
  if (!payer_iban)
    return deps.log.error({ operation: op.id }, 'a refund has no account to go to: a person must look')
  const verdict = await deps.ledger.commit({
    scope: 'bank',
    key: `${op.id}:start_refund`,
    body_hash: 'start_refund',
    received_at: deps.clock.nowText(),
    operation_id: op.id,
    expect: op.version,
    patch: {},
    events: [],
    attempts: [
      {
        id: newId('pat'),
        provider: 'bank',
        state: 'created',
        amount: op.total,
        currency: 'EUR',
        destination: { kind: 'refund', name: payer_name, iban: payer_iban },
      },
    ],
    jobs: [{ task: 'send_refund', payload: { operation_id: op.id } }],
  })
  if (verdict.verdict === 'refused') throw new Error(`The refund ${op.id} could not start: ${verdict.code}`)
}
