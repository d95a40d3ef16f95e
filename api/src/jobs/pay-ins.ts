// Where what is paid and pay-ins meet: each area knows the other only by what is passed here.
import { isTerminal } from '@jokko/core/lifecycles'
import type { Operation } from '../db/schema.ts'
import * as deposits from '../deposit/decisions.ts'
import { fundDeposit } from '../deposit/service.ts'
import type { Deps } from '../deps.ts'
import { Problem } from '../http/problem.ts'
import { newestPayIn } from '../ledger/operations.ts'
import type { PaidHooks, PayIns } from '../ledger/paying.ts'
import { returnReference } from '../payin/references.ts'
import { abandon, startPayIn } from '../payin/service.ts'
import { connectUrlOf } from '../payin/views.ts'
import { collected } from '../transfer/collected.ts'
import { close, onceFunded } from '../transfer/decisions.ts'
import { screeningFacts } from '../transfer/service.ts'

function transferHooks(deps: Deps): PaidHooks {
  return {
    awaits: op => op.state === 'funding',
    fund: async (op, collection) => collected(op, collection, onceFunded(op, await screeningFacts(deps, op))),
    stepped: op =>
      op.state === 'funding' && op.customer_status === 'payment_started'
        ? { patch: { customer_status: 'payment_requested' } }
        : {},
    close,
  }
}

function depositHooks(deps: Deps): PaidHooks {
  const { awaits, stepped, close: closeDeposit } = deposits
  return { awaits, stepped, close: closeDeposit, fund: (op, money) => fundDeposit(deps, op, money) }
}

/** What pay-ins need to know of the operation that they pay for. */
export function paidHooks(deps: Deps): PaidHooks {
  const [transfer, deposit] = [transferHooks(deps), depositHooks(deps)]
  const of = ({ kind }: Operation) => (kind === 'deposit' ? deposit : transfer)
  return {
    awaits: op => of(op).awaits(op),
    fund: (op, ...more) => of(op).fund(op, ...more),
    stepped: (op, ...more) => of(op).stepped(op, ...more),
    close: (op, ...more) => of(op).close(op, ...more),
  }
}

/** What transfers and deposits need of pay-ins. */
export function payInsOf(deps: Deps): PayIns {
  const hooks = paidHooks(deps)
  return {
    start: op => (isByCompany(op.payin_method) ? startPayIn(deps, hooks, op) : Promise.resolve()),
    async of(op) {
      const payIn = isByCompany(op.payin_method) ? await newestPayIn(deps, op.id) : undefined
      if (!payIn) return undefined
      const isOpen = hooks.awaits(op) && !isTerminal('payIn', payIn.state)
      return {
        connectUrl: isOpen ? connectUrlOf(payIn) : null,
        reference: returnReference(deps.config, payIn.id),
        state: payIn.state,
      }
    },
    async stop(op, by, command) {
      if (!isByCompany(op.payin_method) || !hooks.awaits(op)) return false
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
