// How a test speaks to the bulk payments of the API as one of its payers: drafts, their rows, and their start.
import { randomUUID } from 'node:crypto'
import type { Bulk, BulkRow, BulkRowInput, StartedBulk } from '@jokko/contract/bulk'
import type pg from 'pg'
import type { App } from '../http/app-types.ts'
import type { Payer } from './payer.ts'

export const BULKS = '/api/v1/transactions/bulkTransfers'
const BALANCE = 2

type Answer<T> = { status: number; body: T & { code?: string; error_codes?: object } }

/** `as` is asked at each call: payers change from test to test. */
export function bulkCaller(as: () => { app: App; payer: Payer }) {
  async function call<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    key: string = randomUUID(),
  ): Promise<Answer<T>> {
    const { app, payer } = as()
    const answer = await app.inject({
      method,
      url: `${BULKS}${path}`,
      headers: { ...payer.headers, 'idempotency-key': key, 'accept-language': 'en' },
      ...(body && { payload: body }),
    })
    return { status: answer.statusCode, body: answer.body === '' ? (undefined as never) : answer.json() }
  }
  const written = (beneficiaries: BulkRowInput[], more: object = {}) => ({
    country_code: 'CI',
    cashin_method_id: BALANCE,
    beneficiaries,
    ...more,
  })
  return {
    call,
    written,
    draft: (rows: BulkRowInput[], more: object = {}) => call<Bulk>('POST', '', written(rows, more)),
    rewrite: (id: string, rows: BulkRowInput[], more: object = {}) =>
      call<Bulk>('PUT', `/${id}`, written(rows, more)),
    read: async (id: string) => (await call<Bulk>('GET', `/${id}`)).body,
    rowsOf: async (id: string, after = 0) =>
      (await call<{ rows: BulkRow[] }>('GET', `/${id}/rows?after=${after}`)).body.rows,
    start: (bulk: Bulk, more: object = {}) =>
      call<StartedBulk>('POST', '/initiate-high-volume-payment', {
        bulk_id: bulk.id,
        cashin_method_id: BALANCE,
        reason: 'Salaires',
        total_to_pay: bulk.total_to_pay,
        ...more,
      }),
  }
}

/** Where its payment stands, and the cents that it holds. */
export async function stateOfBulk(owner: pg.Pool | pg.Client, id: string): Promise<[string, string]> {
  const { rows } = await owner.query('select state, held::text from app.operations where id = $1', [id])
  return [rows[0]?.state, rows[0]?.held]
}

/** Of each row in its order; null: not handed out yet. */
export async function statesOfRows(owner: pg.Pool | pg.Client, bulkId: string): Promise<(string | null)[]> {
  const { rows } = await owner.query<{ state: string | null }>(
    `select o.state from app.bulk_rows r left join app.operations o on o.id = r.operation_id
     where r.bulk_id = $1 order by r.line`,
    [bulkId],
  )
  return rows.map(({ state }) => state)
}
