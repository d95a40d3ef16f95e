// Where a payer goes on to pay: a company's page, or our own for mobile money.
import type { OperationDetail } from '@jokko/contract/history'
import type { PayinMethod } from '@jokko/contract/reference'
import type { Payment } from '@jokko/contract/transfer'

/** Ways to pay that a company collects for us, each on a page of its own. */
export type CompanyMethod = 'card' | 'instant_bank_transfer' | 'direct_debit' | 'mobile_money'

const companyMethods: readonly CompanyMethod[] = [
  'card',
  'instant_bank_transfer',
  'direct_debit',
  'mobile_money',
]

export const isByCompany = (method: PayinMethod | null | undefined): method is CompanyMethod =>
  companyMethods.some(one => one === method)

export type WayToPay =
  | { readonly at: 'company'; readonly url: string }
  | { readonly at: 'mobile_money'; readonly reference: string }

type Payable = Pick<Payment, 'type' | 'connect_url'> & {
  readonly data: Pick<Payment['data'], 'actions' | 'reference'>
}

/** Nothing where the payment does not wait for its payer. */
export function wayToPay({ type, connect_url, data }: Payable): WayToPay | undefined {
  if (type === 'mobile_money') {
    const { reference, actions } = data
    if (reference === null || !actions.includes('select_provider')) return undefined
    return { at: 'mobile_money', reference }
  }
  return connect_url === null ? undefined : { at: 'company', url: connect_url }
}

type Seen = Pick<
  OperationDetail,
  'payment_type' | 'status' | 'aborted' | 'logged_in_transactor' | 'done_at' | 'payment_under_way'
>

/** An operation that stands still until its sender pays on such a page. */
export const waitsForPayer = (operation: Seen): boolean =>
  operation.logged_in_transactor === 'sender' &&
  !operation.aborted &&
  operation.done_at === null &&
  !operation.payment_under_way &&
  isByCompany(operation.payment_type) &&
  (operation.status === 'payment_started' || operation.status === 'payment_requested')

/** Leaves the app for a company's page. Never for anything but a page: an address may have been tampered with. */
export function leaveFor(address: string, how: 'assign' | 'replace' = 'assign'): void {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('This is no address of a page')
  location[how](url.href)
}
