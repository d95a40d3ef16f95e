// What the screens say, so that tests look for the words that a person reads, in any language.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type access from '../../locales/fr/access.json'
import type bank from '../../locales/fr/bank.json'
import type bulk from '../../locales/fr/bulk.json'
import type common from '../../locales/fr/common.json'
import type contacts from '../../locales/fr/contacts.json'
import type deposit from '../../locales/fr/deposit.json'
import type errors from '../../locales/fr/errors.json'
import type flow from '../../locales/fr/flow.json'
import type history from '../../locales/fr/history.json'
import type home from '../../locales/fr/home.json'
import type payin from '../../locales/fr/payin.json'
import type paymentRequest from '../../locales/fr/payment-request.json'
import type statuses from '../../locales/fr/statuses.json'
import type transfer from '../../locales/fr/transfer.json'
import type withdraw from '../../locales/fr/withdraw.json'

export type Language = 'fr' | 'en' | 'es'

type Texts = {
  readonly access: typeof access
  readonly bank: typeof bank
  readonly bulk: typeof bulk
  readonly common: typeof common
  readonly contacts: typeof contacts
  readonly deposit: typeof deposit
  readonly errors: typeof errors
  readonly flow: typeof flow
  readonly history: typeof history
  readonly home: typeof home
  readonly payin: typeof payin
  readonly 'payment-request': typeof paymentRequest
  readonly statuses: typeof statuses
  readonly transfer: typeof transfer
  readonly withdraw: typeof withdraw
}

const areas = [
  'access',
  'bank',
  'bulk',
  'common',
  'contacts',
  'deposit',
  'errors',
  'flow',
  'history',
  'home',
  'payin',
  'payment-request',
  'statuses',
  'transfer',
  'withdraw',
] as const

export function textsIn(language: Language): Texts {
  const folder = resolve(import.meta.dirname, '../../locales', language)
  const read = (area: string): unknown => JSON.parse(readFileSync(resolve(folder, `${area}.json`), 'utf8'))
  return Object.fromEntries(areas.map(area => [area, read(area)])) as Texts
}

/** A text with its blanks filled in. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (blank, name: string) => values[name] ?? blank)
}

/** Finds a text whatever stands in its blanks, and whatever kind of space between its words. */
export function anyOf(text: string): RegExp {
  const parts = text.split(/\{\{\s*\w+\s*\}\}/)
  const literal = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
  return new RegExp(parts.map(literal).join('.+'), 'u')
}
