// A company's own requests: listed, shown, taken back; and a request as its payer sees it.
import type {
  AppPaymentRequest,
  AppPaymentRequests,
  PaymentRequest,
  PaymentRequests,
  RequestedPayment,
} from '@jokko/contract/payment-request'
import type { Payment } from '@jokko/contract/transfer'
import { doneBefore, orRefuse } from '../commands/decide.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { CallingApp } from '../http/api-key.ts'
import type { CommandKey } from '../http/idempotency.ts'
import { Problem } from '../http/problem.ts'
import type { Caller } from '../http/session.ts'
import { readBalance } from '../ledger/operations.ts'
import { referenceData } from '../reference/data.ts'
import { requireRequester } from './create-service.ts'
import { close } from './decisions.ts'
import { moveRequest } from './moving.ts'
import { askedOf, isOwn, seenRequest } from './payer-service.ts'
import { listRequests, newestPayment, readOwnRequest, registeredAddresses, stands } from './store.ts'
import { appRequestView, requestedView, requestView } from './views.ts'
import { waysOf } from './ways.ts'

/** Shows a payment of the caller's own; transfers know how. */
export type ShowPayment = (caller: Caller, op: Operation) => Promise<Payment>

export async function ownRequests(
  deps: Deps,
  caller: Caller,
  { page, per_page }: { page: number; per_page: number },
): Promise<PaymentRequests> {
  requireRequester(caller)
  const { rows, total } = await listRequests(deps, caller, {
    limit: per_page,
    offset: (page - 1) * per_page,
  })
  return { payment_requests: rows.map(row => requestView(deps, row)), total_count: total }
}

export async function ownRequest(deps: Deps, caller: Caller, id: string): Promise<PaymentRequest> {
  requireRequester(caller)
  const row = await readOwnRequest(deps, caller, id)
  if (!row) throw new Problem('not_found')
  return requestView(deps, row)
}

/** The requests that an app made, and no other of its customer. */
export async function appRequests(
  deps: Deps,
  { customerId, id }: CallingApp,
  { page, per_page }: { page: number; per_page: number },
): Promise<AppPaymentRequests> {
  const part = { limit: per_page, offset: (page - 1) * per_page }
  const { rows, total } = await listRequests(deps, { customerId, appId: id }, part)
  return { payment_requests: rows.map(row => appRequestView(deps, row)), total_count: total }
}

export async function appRequest(deps: Deps, app: CallingApp, id: string): Promise<AppPaymentRequest> {
  const row = await readOwnRequest(deps, { customerId: app.customerId, appId: app.id }, id)
  if (!row) throw new Problem('not_found')
  return appRequestView(deps, row)
}

/** Taken back, unless somebody is paying it. */
export async function cancelRequest(
  deps: Deps,
  caller: Caller,
  command: CommandKey,
  id: string,
): Promise<PaymentRequest> {
  requireRequester(caller)
  try {
    const verdict = await moveRequest(
      deps,
      () => readOwnRequest(deps, caller, id),
      async op => {
        if (op.state === 'paid' || stands(await newestPayment(deps, id)))
          throw new Problem('cancel_not_possible')
        if (op.state !== 'open' && op.state !== 'accepted') throw new Problem('request_closed')
        return close(op, 'cancelled', caller.userId, command, deps.clock.nowText())
      },
    )
    if (verdict) orRefuse(verdict)
  } catch (error) {
    await doneBefore(deps, command, error)
  }
  return ownRequest(deps, caller, id)
}

/** The request behind a payment's address, for who may look at it. */
export async function requestedPayment(
  deps: Deps,
  show: ShowPayment,
  caller: Caller,
  id: string,
): Promise<RequestedPayment | undefined> {
  const op = await seenRequest(deps, caller, id)
  if (!op) return undefined
  const payment = await newestPayment(deps, op.id, caller.customerId)
  const appId = op.details.request?.app_id
  const canPay = !isOwn(op, caller) && (op.state === 'open' || (op.state === 'accepted' && !stands(payment)))
  return requestedView(deps, {
    op,
    isOwn: isOwn(op, caller),
    payment: payment ? await show(caller, payment) : null,
    registered: appId === undefined ? [] : await registeredAddresses(deps, appId),
    balance: caller.activationLevel === 'YELLOW' ? null : await readBalance(deps, caller.customerId),
    ways: canPay ? waysOf(deps, await referenceData(deps), caller, askedOf(op)) : [],
  })
}
