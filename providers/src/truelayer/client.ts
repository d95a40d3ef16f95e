// The only place that calls TrueLayer: addresses, access tokens, signatures and the form of its errors. Knows nothing of
// ours. What is signed is the path of the documents (/v3/…), whatever path the base address itself has.
import { sign } from 'truelayer-signing'
import { addressOf, exchange, type HttpResult, retryAfterOf } from '../http/client.ts'
import { type Json, parseJson, textAt } from '../http/json.ts'

export type TrueLayerConnection = {
  readonly authUrl: string
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly signingKeyId: string
  /** PEM (EC, P-521). */
  readonly signingPrivateKey: string
  readonly timeoutMs: number
}

type Failed = {
  readonly status: number
  /** The last part of the problem's type, or the sign-in service's error; empty when it is not one of TrueLayer's own. */
  readonly code: string
  readonly detail: string
  readonly retryAfterSeconds: number | undefined
}

export type TrueLayerResult =
  | { readonly kind: 'ok'; readonly body: Json | undefined }
  | ({ readonly kind: 'error' } & Failed)
  /** Without an access token nothing was asked for. The status is 0 when the sign-in service did not answer. */
  | ({ readonly kind: 'no_token' } & Failed)
  | Exclude<HttpResult, { kind: 'answered' }>

export type TrueLayerClient = {
  createPayment(body: unknown, idempotencyKey: string): Promise<TrueLayerResult>
  payment(id: string): Promise<TrueLayerResult>
  cancelPayment(id: string, idempotencyKey: string): Promise<TrueLayerResult>
  createRefund(paymentId: string, body: unknown, idempotencyKey: string): Promise<TrueLayerResult>
  refund(paymentId: string, id: string): Promise<TrueLayerResult>
  refunds(paymentId: string): Promise<TrueLayerResult>
  merchantAccounts(): Promise<TrueLayerResult>
  exchangeCode(code: string, redirectUri: string): Promise<TrueLayerResult>
  verifyName(userToken: string, name: string): Promise<TrueLayerResult>
}

const MAX_ANSWER_BYTES = 1_000_000

export const trueLayerClient = (connection: TrueLayerConnection): TrueLayerClient => {
  const tokens = accessTokens(connection)
  /** A token may be taken back before its time: a refusal proves that nothing was done, so a fresh one is tried once. */
  const withToken = async (ask: (token: string) => Promise<TrueLayerResult>): Promise<TrueLayerResult> => {
    const token = await tokens.current()
    if (typeof token !== 'string') return token
    const result = await ask(token)
    if (result.kind !== 'error' || result.status !== 401) return result
    tokens.forget(token)
    const fresh = await tokens.current()
    return typeof fresh === 'string' ? ask(fresh) : fresh
  }
  const get = (path: string) => withToken(token => send(connection, 'GET', path, bearer(token)))
  const post = (path: string, body: unknown, idempotencyKey: string) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const signed = signedHeaders(connection, path, text ?? '', idempotencyKey)
    return withToken(token => send(connection, 'POST', path, { ...bearer(token), ...signed }, text))
  }
  const paymentPath = (id: string) => `/v3/payments/${encodeURIComponent(id)}`
  return {
    createPayment: (body, key) => post('/v3/payments', body, key),
    payment: id => get(paymentPath(id)),
    cancelPayment: (id, key) => post(`${paymentPath(id)}/actions/cancel`, undefined, key),
    createRefund: (paymentId, body, key) => post(`${paymentPath(paymentId)}/refunds`, body, key),
    refund: (paymentId, id) => get(`${paymentPath(paymentId)}/refunds/${encodeURIComponent(id)}`),
    refunds: paymentId => get(`${paymentPath(paymentId)}/refunds`),
    merchantAccounts: () => get('/v3/merchant-accounts'),
    exchangeCode: (code, redirectUri) =>
      askForToken(connection, { grant_type: 'authorization_code', redirect_uri: redirectUri, code }),
    verifyName: (userToken, name) =>
      send(connection, 'POST', '/verification/v1/verify', bearer(userToken), JSON.stringify({ name })),
  }
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

const signedHeaders = (
  { signingKeyId, signingPrivateKey }: TrueLayerConnection,
  path: string,
  body: string,
  idempotencyKey: string,
): Record<string, string> => {
  const headers = { 'Idempotency-Key': idempotencyKey }
  return {
    ...headers,
    'Tl-Signature': sign({ kid: signingKeyId, privateKeyPem: signingPrivateKey, path, headers, body }),
  }
}

const send = async (
  { apiUrl, timeoutMs }: TrueLayerConnection,
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<TrueLayerResult> => {
  const result = await exchange({
    method,
    url: addressOf(apiUrl, path),
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
  })
  return result.kind === 'answered' ? readAnswer(result) : result
}

const readAnswer = (answer: Extract<HttpResult, { kind: 'answered' }>): TrueLayerResult => {
  const body = parseJson(new TextDecoder().decode(answer.body))
  if (answer.status >= 200 && answer.status < 300) return { kind: 'ok', body }
  return {
    kind: 'error',
    status: answer.status,
    code: textAt(body, 'error') || (/#([\w-]+)$/.exec(textAt(body, 'type'))?.[1] ?? ''),
    detail: textAt(body, 'detail') || textAt(body, 'title'),
    retryAfterSeconds: retryAfterOf(answer.headers),
  }
}

// ── Access tokens ───────────────────────────────────────────────────────────────────────────────────────

const askForToken = async (
  { authUrl, clientId, clientSecret, timeoutMs }: TrueLayerConnection,
  grant: Readonly<Record<string, string>>,
): Promise<TrueLayerResult> => {
  const result = await exchange({
    method: 'POST',
    url: addressOf(authUrl, '/connect/token'),
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...grant, client_id: clientId, client_secret: clientSecret }),
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
  })
  return result.kind === 'answered' ? readAnswer(result) : result
}

type NoToken = Extract<TrueLayerResult, { kind: 'no_token' }>
type Token = { readonly text: string; readonly usedUntil: number }

/** A token is not used in its last minute. */
const SPARE_MS = 60_000

/** Keeps one token for all calls; those that come while it is fetched wait for the same one. */
const accessTokens = (connection: TrueLayerConnection) => {
  let token: Token | undefined
  let underWay: Promise<Token | NoToken> | undefined
  const fetchToken = async (): Promise<Token | NoToken> => {
    const result = await askForToken(connection, { grant_type: 'client_credentials', scope: 'payments' })
    const fetched = tokenOf(result)
    if ('text' in fetched) token = fetched
    return fetched
  }
  return {
    current: async (): Promise<string | NoToken> => {
      if (token !== undefined && token.usedUntil > performance.now()) return token.text
      underWay ??= fetchToken().finally(() => {
        underWay = undefined
      })
      const fetched = await underWay
      return 'text' in fetched ? fetched.text : fetched
    },
    forget: (refused: string): void => {
      if (token?.text === refused) token = undefined
    },
  }
}

const tokenOf = (result: TrueLayerResult): Token | NoToken => {
  if (result.kind === 'error' || result.kind === 'no_token') return { ...result, kind: 'no_token' }
  if (result.kind !== 'ok') return noToken(result.detail)
  const text = textAt(result.body, 'access_token')
  const seconds = textAt(result.body, 'expires_in')
  if (text === '' || !/^\d{1,9}$/.test(seconds)) return noToken('unreadable answer')
  return { text, usedUntil: performance.now() + Number(seconds) * 1_000 - SPARE_MS }
}

const noToken = (detail: string): NoToken => ({
  kind: 'no_token',
  status: 0,
  code: '',
  detail,
  retryAfterSeconds: undefined,
})

// ── Keys of webhooks ────────────────────────────────────────────────────────────────────────────────────

/** The text of a key set; undefined when it could not be had. */
export const fetchKeySet = async (url: string, timeoutMs: number): Promise<string | undefined> => {
  const result = await exchange({
    method: 'GET',
    url,
    headers: { Accept: 'application/json' },
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
  })
  return result.kind === 'answered' && result.status === 200
    ? new TextDecoder().decode(result.body)
    : undefined
}
