// A request as its owner and as its payer see it.
import type {
  AppPaymentRequest,
  PaymentRequest,
  RequestedPayment,
  WayToPay,
} from '@jokko/contract/payment-request'
import type { Payment } from '@jokko/contract/transfer'
import type { StateOf } from '@jokko/core/lifecycles'
import { eur, money, toDecimal } from '@jokko/core/money'
import { eurCfa, toPayable } from '@jokko/core/rates'
import { allowedRedirect, withPaymentId } from '@jokko/core/redirects'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { isOverdue } from './payer-service.ts'
import { apprefOf, urlOf } from './references.ts'
import type { ListedRequest } from './store.ts'

/** What is over is over at its moment, also before the timer has said so. */
const stateOf = (deps: Deps, op: Operation): StateOf<'request'> =>
  op.state === 'open' && isOverdue(deps, op) ? 'expired' : (op.state as StateOf<'request'>)

const endOf = ({ fund_by, started_at }: Operation): string => (fund_by ?? started_at).toISOString()

export function requestView(deps: Deps, op: ListedRequest): PaymentRequest {
  const state = stateOf(deps, op)
  const named = op.details.request?.payer
  const isOpen = state === 'open' || state === 'accepted'
  return {
    id: op.id,
    appref: apprefOf(op.id),
    url: urlOf(deps.config, op.id, op.details.request?.app_id !== undefined),
    state,
    amount: toDecimal(eur(op.principal)),
    reason: op.reason ?? '',
    payer: named ? { email: named.email ?? null, phone_number: named.phone ?? null } : null,
    paid_by: op.paid_by,
    app: op.app_name,
    created_at: op.started_at.toISOString(),
    expires_at: endOf(op),
    ended_at: op.ended_at?.toISOString() ?? null,
    is_being_paid: isOpen && op.is_being_paid,
    can_cancel: isOpen && !op.is_being_paid,
  }
}

export function appRequestView(deps: Deps, op: ListedRequest): AppPaymentRequest {
  const { can_cancel: _, is_being_paid: _paying, app: _app, ...shown } = requestView(deps, op)
  return { ...shown, currency: 'EUR', metadata: op.details.request?.metadata ?? {} }
}

export type RequestedFacts = {
  op: Operation
  isOwn: boolean
  payment: Payment | null
  registered: readonly string[]
  /** Cents; null for who may not pay from a balance. */
  balance: bigint | null
  ways: WayToPay[]
}

export function requestedView(deps: Deps, facts: RequestedFacts): RequestedPayment {
  const { op, isOwn, payment, balance, ways } = facts
  const amount = eur(op.principal)
  const redirect = addressOf(deps, facts, op.details.request?.redirect_url)
  return {
    id: op.id,
    details: { id: op.id },
    type: payment?.type ?? null,
    provider: payment?.provider ?? null,
    status: op.customer_status,
    aborted: op.aborted,
    connect_url: payment?.connect_url ?? null,
    cancel_url: addressOf(deps, facts, op.details.request?.cancel_url),
    redirect_url: redirect,
    data: payment?.data
      ? { ...payment.data, redirect_url: redirect }
      : { actions: [], reference: null, redirect_url: redirect },
    transfer: {
      source_user_id: op.details.accepted_by?.user_id ?? null,
      reason: op.reason ?? '',
      amount_without_fee: toDecimal(amount),
      local_amount_without_fee: toDecimal(toPayable(amount, eurCfa, 'XOF', 1n, 'nearest').payable),
      destination_user: {
        full_name: op.details.sender_name ?? '',
        country: op.receiving_country ?? '',
      },
    },
    request: {
      state: stateOf(deps, op),
      expires_at: endOf(op),
      is_designated: op.details.request?.payer !== undefined,
      is_own: isOwn,
      balance: isOwn || balance === null ? null : toDecimal(money(balance, 'EUR')),
      ways,
    },
    payment,
  }
}

/** The requester's own address, as long as it is registered; the payment that it hears of is the request. */
function addressOf(
  { config }: Deps,
  { op, registered }: RequestedFacts,
  address: string | undefined,
): string | null {
  const allowed =
    address === undefined ? undefined : allowedRedirect(address, { ownOrigin: config.publicUrl, registered })
  return allowed === undefined ? null : withPaymentId(allowed, op.id)
}
