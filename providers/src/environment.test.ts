// Which addresses production refuses.
import { describe, expect, test } from 'vitest'
import { refuseSandbox } from './environment.ts'

describe('production refuses', () => {
  test.each([
    'http://api.hub2.io',
    'https://localhost:3001/hub2',
    'https://LOCALHOST./hub2',
    'https://hub2.localhost',
    'https://127.0.0.1:3001',
    'https://127.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://0.0.0.0',
    'https://api.sandbox.example',
    'https://api-sandbox.example',
  ])('%s', address => {
    expect(() => refuseSandbox('production', address)).toThrow(/production/)
  })

  test('but takes the real companies, and mail over TLS', () => {
    expect(() => refuseSandbox('production', 'https://api.hub2.io')).not.toThrow()
    expect(() => refuseSandbox('production', 'smtps://mail.example:465', 'smtps:')).not.toThrow()
    expect(() => refuseSandbox('production', 'smtp://mail.example:25', 'smtps:')).toThrow()
  })
})

test('elsewhere any address will do', () => {
  expect(() => refuseSandbox('development', 'http://127.0.0.1:3001/hub2')).not.toThrow()
  expect(() => refuseSandbox('test', 'http://localhost:3001')).not.toThrow()
})
