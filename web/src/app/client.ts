// The only place that talks to the API: headers, time-outs, and refusals as one kind of error.
import type { API_BASE, Language, Problem } from '@jokko/contract/common'
import type { ErrorCode } from '@jokko/contract/errors'

/** Codes of ours for what never reached the server. */
export type LocalErrorCode = 'offline' | 'timeout' | 'unreadable_answer'

export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly #problem: Partial<Problem>
  readonly requestId: string | undefined
  /** The whole answer, for refusals that carry more (a new quote, a remaining time). */
  readonly body: unknown

  constructor(problem: Partial<Problem> & { code: string; status: number }, body?: unknown) {
    super(problem.message ?? problem.code)
    this.name = 'ApiError'
    this.code = problem.code
    this.status = problem.status
    this.#problem = problem
    this.requestId = problem.request_id
    this.body = body
  }

  /** What the server says, in the language of now: the reader may have chosen another one since it answered. */
  messageIn(language: Language): string {
    return this.#problem[`message_${language}`] ?? this.message
  }

  /** As it may be kept for a later screen. */
  kept(): Partial<Problem> & { code: string; status: number } {
    return { ...this.#problem, code: this.code, status: this.status }
  }

  /** What it says of each field. */
  errorsIn(language: Language): Readonly<Record<string, readonly string[]>> {
    return this.#problem[`errors_${language}`] ?? this.#problem.errors ?? {}
  }
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>

export type RequestOptions = {
  readonly query?: Query
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** Made before the first try, the same for every repeat. */
  readonly idempotencyKey?: string
  readonly timeoutMs?: number
  /** True for calls after which a 401 does not mean that the session ended. */
  readonly isSessionProbe?: boolean
  /** Goes on its way also when the page is left. */
  readonly keepalive?: boolean
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const defaultTimeoutMs = 20_000

/** The contract's value, checked by its type: importing it would bring the schemas along. */
const apiBase: typeof API_BASE = '/api/v1'

type ClientSettings = {
  language: () => string
  onUnauthorized: () => void
}

const settings: ClientSettings = { language: () => 'fr', onUnauthorized: () => undefined }

/** Called once at start: the client knows neither the router nor the translations. */
export function configureClient(changes: Partial<ClientSettings>): void {
  Object.assign(settings, changes)
}

function addressOf(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  const text = search.toString()
  return `${apiBase}${path}${text === '' ? '' : `?${text}`}`
}

function headersOf(options: RequestOptions): Headers {
  const headers = new Headers({
    Accept: 'application/json',
    'Accept-Language': settings.language(),
    'X-Client-Key': __CLIENT_KEY__,
  })
  if (options.body !== undefined) headers.set('Content-Type', 'application/json')
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey)
  return headers
}

async function send(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    return await fetch(addressOf(path, options.query), {
      method,
      headers: headersOf(options),
      credentials: 'same-origin',
      keepalive: options.keepalive ?? false,
      signal,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw new ApiError({ code: timeout.aborted ? 'timeout' : 'offline', status: 0 })
  }
}

async function problemFrom(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem>
  return new ApiError(
    { ...problem, code: problem.code ?? 'unreadable_answer', status: response.status },
    body,
  )
}

async function answered(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const response = await send(method, path, options)
  if (response.ok) return response
  if (response.status === 401 && options.isSessionProbe !== true) settings.onUnauthorized()
  throw await problemFrom(response)
}

async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const response = await answered(method, path, options)
  if (response.status === 204) return undefined as T
  try {
    return (await response.json()) as T
  } catch {
    throw new ApiError({ code: 'unreadable_answer', status: response.status })
  }
}

export const api = {
  get: <T>(path: string, options?: RequestOptions) => request<T>('GET', path, options),
  post: <T>(path: string, options?: RequestOptions) => request<T>('POST', path, options),
  put: <T>(path: string, options?: RequestOptions) => request<T>('PUT', path, options),
  delete: <T>(path: string, options?: RequestOptions) => request<T>('DELETE', path, options),
  /** A file, for instance a receipt, with the name the server gives it. */
  file: async (path: string, options: RequestOptions = {}) => {
    const response = await answered('GET', path, { timeoutMs: 60_000, ...options })
    const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    return { blob: await response.blob(), name }
  },
}

/** A new key for one attempt to move money; kept until there is an answer. */
export const newIdempotencyKey = (): string => crypto.randomUUID()

/** Refused before anything was done, though it is not the caller's fault. */
const refusedForNow = [
  'withdraw_closed',
  'rate_unavailable',
] satisfies readonly ErrorCode[] as readonly string[]

/** True where nobody knows whether the server acted: repeat with the same key. */
export const isUnknownOutcome = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || (error.status >= 500 && !refusedForNow.includes(error.code)))

export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401
