// The log: structured, without secrets and without personal data.
import { type Logger, pino } from 'pino'

const HIDDEN = [
  'password',
  'captcha',
  'token',
  'access_token',
  'authorization',
  'cookie',
  'iban',
  'phone_number',
  'email',
  '*.password',
  '*.token',
  '*.iban',
  '*.email',
  '*.phone_number',
]

export type { Logger }

export function createLog(name: string, level = process.env['LOG_LEVEL'] ?? 'info'): Logger {
  return pino({ name, level, redact: { paths: HIDDEN, censor: '…' } })
}
