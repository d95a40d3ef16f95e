// What the server says to the signed-in person of a page, and transfers that a test needs but does not show.
import { randomUUID } from 'node:crypto'
import type { BeneficiaryCreated, NewContact } from '@jokko/contract/contacts'
import type { OperationDetail, OperationsPage } from '@jokko/contract/history'
import type { NewPaymentRequest, PaymentRequest } from '@jokko/contract/payment-request'
import type { NewDirectPayment, Payment } from '@jokko/contract/transfer'
import { type APIRequestContext, expect } from '@playwright/test'
import type * as z from 'zod/mini'

/** Who asks: a page, or a browser in which somebody is signed in. */
type Asking = { readonly request: APIRequestContext }

const headers = { 'X-Client-Key': 'jokko-web', 'Accept-Language': 'fr' }

async function read<T>(page: Asking, path: string): Promise<T> {
  const answer = await page.request.get(`/api/v1${path}`, { headers })
  expect(answer.status(), path).toBe(200)
  return (await answer.json()) as T
}

async function post<T>(page: Asking, path: string, data: object): Promise<T> {
  const answer = await page.request.post(`/api/v1${path}`, {
    headers: { ...headers, 'Idempotency-Key': randomUUID() },
    data,
  })
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(201)
  return (await answer.json()) as T
}

/** The operations that were made with this reason, as the server lists them. */
export async function operationsFor(page: Asking, reason: string): Promise<OperationsPage['results']> {
  return (await read<OperationsPage>(page, `/operations?${new URLSearchParams({ search: reason })}`)).results
}

/** The newest hundred operations. */
export async function latestOperations(page: Asking): Promise<OperationsPage['results']> {
  return (await read<OperationsPage>(page, '/operations?per_page=100')).results
}

export const operationOf = (page: Asking, id: string): Promise<OperationDetail> =>
  read(page, `/operations/${id}`)

export async function balanceOf(page: Asking): Promise<bigint> {
  const { user } = await read<{ user: { client: { euro_balance: string } } }>(page, '/auth/current')
  return centsOf(user.client.euro_balance)
}

/** A request for 100.00 EUR, by the owner of a company. */
export const askHundred = (page: Asking, more: Partial<NewPaymentRequest> = {}): Promise<PaymentRequest> =>
  post(page, '/payment-requests', { amount: '100.00', reason: 'Facture 12', ...more })

/** The standing reference of the signed-in person: a bank transfer with it is a deposit. */
export async function ownReference(page: Asking): Promise<string> {
  const { user } = await read<{ user: { payment_reference_number: string } }>(page, '/auth/current')
  return user.payment_reference_number
}

/** Euros as the wire has them, in cents. */
export const centsOf = (decimal: string): bigint => BigInt(decimal.replace('.', ''))

/** Cents as the wire has euros. */
export const decimalOf = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

const idOf = { bank_transfer: 1, balance: 2 } as const
const orangeIvoryCoast = 201
const france = 24
const ivoryCoast = 2

/** What 100.00 EUR to mobile money in Côte d'Ivoire cost in all, by the way they are paid. */
const totalOf = { bank_transfer: '101.00', balance: '101.10' } as const

/** 100.00 EUR to a new number of Orange Money in Côte d'Ivoire: its id and reference. */
export async function sendHundred(
  page: Asking,
  { phone, by, reason }: { phone: `07${string}`; by: keyof typeof idOf; reason: string },
): Promise<{ id: string; reference: string }> {
  const contact: NewContact = {
    is_individual: true,
    first_name: 'Kouamé',
    last_name: 'Traoré',
    phone_number: phone,
    country_code: 225,
  }
  const { beneficiary } = await post<z.infer<typeof BeneficiaryCreated>>(page, '/beneficiaries', contact)
  const payment: NewDirectPayment = {
    cashin_method_id: idOf[by],
    amount_without_fees_in_euro: '100.00',
    total_to_pay: totalOf[by],
    reason,
    sending_country_id: france,
    receiving_country_id: ivoryCoast,
    beneficiary_id: beneficiary.id,
    cashout_method_id: orangeIvoryCoast,
  }
  const { id } = await post<Payment>(page, '/payments/direct', payment)
  return { id, reference: (await operationOf(page, id)).reference_number }
}
