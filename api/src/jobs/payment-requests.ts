// Where payment requests, the transfers that pay them and pay-ins meet: each area knows the others only by this.
import type { Deps } from '../deps.ts'
import { openPayIn } from '../payin/opening.ts'
import type { PaymentHooks } from '../payment-request/routes.ts'
import { requestedPayment, type ShowPayment } from '../payment-request/service.ts'
import { accept } from '../transfer/decisions.ts'
import { type RequestedPayments, showPayment } from '../transfer/routes.ts'
import { payInsOf } from './pay-ins.ts'

const shower =
  (deps: Deps): ShowPayment =>
  (caller, op) =>
    showPayment(deps, payInsOf(deps), caller, op)

/** What paying a request needs of transfers and pay-ins. */
export function paymentHooksOf(deps: Deps): PaymentHooks {
  return { openTransfer: accept, openPayIn, payIns: payInsOf(deps), show: shower(deps) }
}

/** What the address of a payment needs to know of requests. */
export const requestedPaymentsOf =
  (deps: Deps): RequestedPayments =>
  (caller, id) =>
    requestedPayment(deps, shower(deps), caller, id)
