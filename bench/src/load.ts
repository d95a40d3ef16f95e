// Requests as many callers at once send them: a closed loop of connections, each with its own session.

import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import type { Customer } from './stage.ts'

export type LoadResult = { perSecond: number; p50: number; p99: number; failed: number; total: number }

export async function sendTransfers(
  url: string,
  customers: readonly Customer[],
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  let next = 0
  const base = {
    amount_without_fees_in_euro: '10.00',
    total_to_pay: '10.55',
    reason: 'Facture',
    cashin_method_id: 2,
    cashout_method_id: 201,
    sending_country_id: 24,
    receiving_country_id: 2,
  }
  return run({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/v1/payments/direct',
        setupRequest: request => {
          const customer = customers[next++ % customers.length] as Customer
          return {
            ...request,
            headers: {
              'content-type': 'application/json',
              'x-client-key': 'jokko-web',
              authorization: `Bearer ${customer.token}`,
              'idempotency-key': randomUUID(),
            },
            body: JSON.stringify({ ...base, beneficiary_id: customer.beneficiaryId }),
          }
        },
      },
    ],
  })
}

export async function getMany(
  url: string,
  path: string,
  tokens: readonly string[],
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  let next = 0
  return run({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'GET',
        path,
        setupRequest: request => {
          const token = tokens[next++ % Math.max(1, tokens.length)]
          return { ...request, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }
        },
      },
    ],
  })
}

async function run(options: autocannon.Options): Promise<LoadResult> {
  const result = await autocannon({ ...options, timeout: 30 })
  const done = result['2xx']
  return {
    perSecond: done / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
    total: done,
  }
}
