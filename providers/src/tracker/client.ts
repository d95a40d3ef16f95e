// The only place that calls the tracker (Segment and services of its shape).
import { addressOf, exchange, type HttpResult, retryAfterOf } from '../http/client.ts'

export type TrackerConnection = {
  readonly url: string
  readonly writeKey: string
  readonly timeoutMs: number
}

export type TrackerResult =
  | { readonly kind: 'taken' }
  | { readonly kind: 'error'; readonly status: number; readonly retryAfterSeconds: number | undefined }
  | Exclude<HttpResult, { kind: 'answered' }>

export type TrackerClient = { track(body: object): Promise<TrackerResult> }

const MAX_ANSWER_BYTES = 20_000

export const trackerClient = ({ url, writeKey, timeoutMs }: TrackerConnection): TrackerClient => ({
  track: async body => {
    const result = await exchange({
      method: 'POST',
      url: addressOf(url, '/v1/track'),
      headers: {
        Authorization: `Basic ${Buffer.from(`${writeKey}:`).toString('base64')}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
    })
    if (result.kind !== 'answered') return result
    const { status, headers } = result
    return status >= 200 && status < 300
      ? { kind: 'taken' }
      : { kind: 'error', status, retryAfterSeconds: retryAfterOf(headers) }
  },
})
