// The two ways in which text may become code or style: style sheets pass, markup and foreign scripts do not.
import { afterAll, expect, test, vi } from 'vitest'

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

const { startWorker } = await import('./trusted-types.ts')

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
