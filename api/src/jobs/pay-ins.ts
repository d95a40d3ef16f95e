// Where transfers and pay-ins meet: each area knows the other only by what is passed here.
import { isTerminal } from '@jokko/core/lifecycles'
import type { Deps } from '../deps.ts'
import { Problem } from '../http/problem.ts'
import { returnReference } from '../payin/references.ts'
import { abandon, type PaidHooks, startPayIn } from '../payin/service.ts'
import { newestPayIn } from '../payin/store.ts'
import { connectUrlOf } from '../payin/views.ts'
import { close, onceFunded } from '../transfer/decisions.ts'
import { type PayIns, screeningFacts } from '../transfer/service.ts'

/** What pay-ins need to know of the transfer that they pay for. */
export function paidHooks(deps: Deps): PaidHooks {
  return { continueFunded: async op => onceFunded(op, await screeningFacts(deps, op)), close }
}

/** What transfers need of pay-ins. */
export function payInsOf(deps: Deps): PayIns {
  const hooks = paidHooks(deps)
  return {
    start: op => (isByCompany(op.payin_method) ? startPayIn(deps, hooks, op) : Promise.resolve()),
    async of(op) {
      const payIn = isByCompany(op.payin_method) ? await newestPayIn(deps, op.id) : undefined
      if (!payIn) return undefined
      const isOpen = op.state === 'funding' && !isTerminal('payIn', payIn.state)
      return {
        connectUrl: isOpen ? connectUrlOf(payIn) : null,
        reference: returnReference(deps.config, payIn.id),
        state: payIn.state,
      }
    },
    async stop(op, by, command) {
      if (!isByCompany(op.payin_method) || op.state !== 'funding') return false
      const payIn = await newestPayIn(deps, op.id)
      if (!payIn || isTerminal('payIn', payIn.state)) return false
      const answer = await abandon(deps, hooks, payIn, 'cancelled', { actor: by }, command)
      if (answer === 'too_late') throw new Problem('cancel_not_possible')
      return true
    },
  }
}

const isByCompany = (method: string | null): boolean =>
  method !== null && method !== 'balance' && method !== 'bank_transfer'
