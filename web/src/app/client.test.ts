// The one client: what it sends, and how each kind of refusal reaches the screens.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, api, configureClient, isUnknownOutcome } from './client.ts'

const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('__CLIENT_KEY__', 'test-client')
  fetchMock.mockReset()
  configureClient({ language: () => 'en', onUnauthorized: () => undefined })
})
afterEach(() => vi.unstubAllGlobals())

const answers = (body: unknown, status = 200) =>
  fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))

const sent = () => {
  const [address, init] = fetchMock.mock.calls[0] ?? []
  return { address, init, headers: new Headers(init?.headers) }
}

const refusal = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError) return error
  throw new Error('The call was not refused')
}

describe('a request', () => {
  test('names the client, the language and the key of the attempt', async () => {
    answers({ ok: true })
    await api.post('/payments', { body: { reason: 'Salary' }, idempotencyKey: 'k-1' })
    const { address, init, headers } = sent()
    expect(address).toBe('/api/v1/payments')
    expect(init?.body).toBe('{"reason":"Salary"}')
    expect(headers.get('x-client-key')).toBe('test-client')
    expect(headers.get('accept-language')).toBe('en')
    expect(headers.get('idempotency-key')).toBe('k-1')
  })

  test('leaves out what is not asked', async () => {
    answers([])
    await api.get('/operations', { query: { page: 1, search: undefined, type: 'deposit' } })
    expect(sent().address).toBe('/api/v1/operations?page=1&type=deposit')
    expect(sent().headers.has('content-type')).toBe(false)
  })
})

describe('a refusal', () => {
  test('carries its code, its fields and the whole answer', async () => {
    answers({ code: 'quote_expired', message: 'Expired', errors: { amount: ['Too old'] }, quote: 7 }, 409)
    const error = await refusal(api.post('/payments'))
    expect(error).toMatchObject({ code: 'quote_expired', status: 409, message: 'Expired' })
    expect(error.errorsIn('en')).toEqual({ amount: ['Too old'] })
    expect(error.body).toMatchObject({ quote: 7 })
    expect(isUnknownOutcome(error)).toBe(false)
  })

  test('without a readable body is still one', async () => {
    fetchMock.mockResolvedValueOnce(new Response('<html>', { status: 502 }))
    const error = await refusal(api.get('/config'))
    expect(error).toMatchObject({ code: 'unreadable_answer', status: 502 })
    expect(isUnknownOutcome(error)).toBe(true)
  })

  test('for now is known, though the fault is not the caller’s: nothing was done', async () => {
    answers({ code: 'withdraw_closed' }, 503)
    expect(isUnknownOutcome(await refusal(api.post('/cashout')))).toBe(false)
    answers({ code: 'service_unavailable' }, 503)
    expect(isUnknownOutcome(await refusal(api.post('/cashout')))).toBe(true)
  })

  test('by the network says offline, and nobody knows whether the server acted', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const error = await refusal(api.post('/payments'))
    expect(error).toMatchObject({ code: 'offline', status: 0 })
    expect(isUnknownOutcome(error)).toBe(true)
  })

  test('by silence says timeout', async () => {
    fetchMock.mockImplementationOnce(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
    )
    const error = await refusal(api.get('/operations', { timeoutMs: 5 }))
    expect(error).toMatchObject({ code: 'timeout', status: 0 })
  })

  test('that the caller asked for is not a network error', async () => {
    fetchMock.mockImplementationOnce(async (_, init) => {
      throw init?.signal?.reason
    })
    const stop = new AbortController()
    stop.abort(new Error('left the page'))
    await expect(api.get('/operations', { signal: stop.signal })).rejects.toThrow('left the page')
  })
})

describe('a 401', () => {
  test('ends the session', async () => {
    const onUnauthorized = vi.fn()
    configureClient({ onUnauthorized })
    answers({ code: 'unauthenticated', message: 'Sign in' }, 401)
    await refusal(api.get('/operations'))
    expect(onUnauthorized).toHaveBeenCalledOnce()
  })

  test('of a question about the session does not', async () => {
    const onUnauthorized = vi.fn()
    configureClient({ onUnauthorized })
    answers({ code: 'unauthenticated', message: 'Sign in' }, 401)
    await refusal(api.get('/auth/current', { isSessionProbe: true }))
    expect(onUnauthorized).not.toHaveBeenCalled()
  })
})

test('a file comes with the name that the server gives it', async () => {
  fetchMock.mockResolvedValueOnce(
    new Response('%PDF', { headers: { 'content-disposition': 'attachment; filename="receipt-JK2345.pdf"' } }),
  )
  const { blob, name } = await api.file('/payments/invoices/1')
  expect(name).toBe('receipt-JK2345.pdf')
  expect(await blob.text()).toBe('%PDF')
})
