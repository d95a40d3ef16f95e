// The two ways in which text may become code or style: style sheets pass, markup and foreign scripts do not. And the
// service worker, which is asked for only where there is a network.
import { afterAll, afterEach, expect, test, vi } from 'vitest'

type Rules = { createHTML?: (text: string) => string; createScriptURL?: (address: string) => string }
const policies = new Map<string, Rules>()

vi.stubGlobal('location', { href: 'https://jokko.example/login', origin: 'https://jokko.example' })
vi.stubGlobal('window', {
  trustedTypes: {
    createPolicy: (name: string, rules: Rules) => {
      policies.set(name, rules)
      return rules
    },
  },
})
const started: string[] = []
vi.stubGlobal(
  'Worker',
  class {
    constructor(address: string) {
      started.push(address)
    }
  },
)
afterAll(() => vi.unstubAllGlobals())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const { keepFrameOnDevice, startWorker } = await import('./trusted-types.ts')

test('the default policy lets a style sheet through and refuses markup', () => {
  const { createHTML } = policies.get('default') ?? {}
  expect(createHTML?.('.a { color: red }')).toBe('.a { color: red }')
  expect(() => createHTML?.('<img src=x onerror=alert(1)>')).toThrow('refused')
})

test('a worker starts from our own files only', () => {
  startWorker('/assets/pbkdf2.js')
  expect(started).toEqual(['https://jokko.example/assets/pbkdf2.js'])
  expect(() => startWorker('https://elsewhere.example/x.js')).toThrow('another origin')
})

test('the service worker waits for the page, and then for a network', () => {
  vi.useFakeTimers()
  vi.stubEnv('PROD', true)
  const registered: string[] = []
  const register = async (address: string) => registered.push(address)
  const browser = { onLine: false, serviceWorker: { register } }
  vi.stubGlobal('navigator', browser)
  const waiting = new Map<string, () => void>()
  vi.stubGlobal('addEventListener', (event: string, listener: () => void) => waiting.set(event, listener))
  keepFrameOnDevice()
  waiting.get('load')?.()
  vi.runAllTimers()
  expect(registered).toEqual([])
  browser.onLine = true
  waiting.get('online')?.()
  expect(registered).toEqual(['https://jokko.example/service-worker.js'])
})
