// The only place that calls the source of exchange rates (openexchangerates and services of its shape).
import { addressOf, exchange } from '../http/client.ts'
import { type Json, parseJson, textAt } from '../http/json.ts'

export type RatesConnection = { readonly url: string; readonly appId: string; readonly timeoutMs: number }

export type RatesResult =
  | { readonly kind: 'ok'; readonly body: Json | undefined }
  | { readonly kind: 'failed'; readonly detail: string }

export type RatesClient = { latest(symbols: readonly string[]): Promise<RatesResult> }

const MAX_ANSWER_BYTES = 200_000

export const ratesClient = ({ url, appId, timeoutMs }: RatesConnection): RatesClient => ({
  latest: async symbols => {
    const query = new URLSearchParams({ app_id: appId, base: 'USD', symbols: symbols.join(',') })
    const result = await exchange({
      method: 'GET',
      url: addressOf(url, `/api/latest.json?${query}`),
      headers: { Accept: 'application/json' },
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
    })
    if (result.kind !== 'answered') return { kind: 'failed', detail: result.detail }
    const body = parseJson(new TextDecoder().decode(result.body))
    return result.status === 200
      ? { kind: 'ok', body }
      : { kind: 'failed', detail: `HTTP ${result.status} ${textAt(body, 'message')}` }
  },
})
