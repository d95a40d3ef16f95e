// One exchange over HTTP, bounded in time and size, never repeated and never thrown. What matters most is
// told apart: a request that certainly did not leave, and one that may have been worked on without an answer.
import { Agent, request } from 'undici'

export type HttpRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  readonly maxBytes: number
}

export type HttpResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
      readonly body: Uint8Array
    }
  | { readonly kind: 'not_sent'; readonly detail: string }
  | {
      readonly kind: 'no_answer'
      readonly reason: 'timeout' | 'connection_lost' | 'too_large'
      readonly detail: string
    }

/** Failures that happen before the first byte of a request leaves this machine. */
const beforeSending: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

const timeouts: ReadonlySet<string> = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'TimeoutError',
  'AbortError',
])

const CONNECT_TIMEOUT_MS = 4_000

const agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS } })

export const exchange = async (wanted: HttpRequest): Promise<HttpResult> => {
  try {
    const answer = await request(wanted.url, {
      dispatcher: agent,
      method: wanted.method,
      headers: wanted.headers,
      body: wanted.body ?? null,
      signal: AbortSignal.timeout(wanted.timeoutMs),
    })
    const body = await readAtMost(answer.body, wanted.maxBytes)
    if (body === undefined)
      return { kind: 'no_answer', reason: 'too_large', detail: `more than ${wanted.maxBytes} bytes` }
    return { kind: 'answered', status: answer.statusCode, headers: answer.headers, body }
  } catch (error) {
    return asResult(error)
  }
}

const readAtMost = async (
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | undefined> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const asResult = (error: unknown): HttpResult => {
  const { code, name, message } = describe(error)
  const detail = `${code || name}: ${message}`
  if (beforeSending.has(code)) return { kind: 'not_sent', detail }
  const reason = timeouts.has(code) || timeouts.has(name) ? 'timeout' : 'connection_lost'
  return { kind: 'no_answer', reason, detail }
}

const describe = (error: unknown): { code: string; name: string; message: string } => {
  if (!(error instanceof Error)) return { code: '', name: 'unknown', message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return { code, name: error.name, message: error.message }
}

/** Joins a base address, with or without a closing slash, and a path that starts with one. */
export const addressOf = (base: string, path: string): string => `${base.replace(/\/+$/, '')}${path}`

/** Seconds of a Retry-After header; undefined when it is absent or a date. */
export const retryAfterOf = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): number | undefined => {
  const header = headers['retry-after']
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : undefined
}
