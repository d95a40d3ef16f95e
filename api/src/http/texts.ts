// The server's own sentences: statuses, messages and receipts in the reader's language.
import type { Language } from '@jokko/contract/common'
import { frenchTexts } from '@jokko/core/french-spaces'
import enMessages from '@jokko/locales/en/messages.json' with { type: 'json' }
import enReceipt from '@jokko/locales/en/receipt.json' with { type: 'json' }
import enStatuses from '@jokko/locales/en/statuses.json' with { type: 'json' }
import esMessages from '@jokko/locales/es/messages.json' with { type: 'json' }
import esReceipt from '@jokko/locales/es/receipt.json' with { type: 'json' }
import esStatuses from '@jokko/locales/es/statuses.json' with { type: 'json' }
import frMessages from '@jokko/locales/fr/messages.json' with { type: 'json' }
import frReceipt from '@jokko/locales/fr/receipt.json' with { type: 'json' }
import frStatuses from '@jokko/locales/fr/statuses.json' with { type: 'json' }
import { createInstance } from 'i18next'

const texts = createInstance()
void texts.init({
  resources: {
    fr: frenchTexts({ messages: frMessages, receipt: frReceipt, statuses: frStatuses }),
    en: { messages: enMessages, receipt: enReceipt, statuses: enStatuses },
    es: { messages: esMessages, receipt: esReceipt, statuses: esStatuses },
  },
  lng: 'fr',
  initAsync: false,
  // Plain text: who puts it into markup escapes it there.
  interpolation: { escapeValue: false },
  returnNull: false,
})

/** Sentences without parameters, looked up once: a page of a history asks for dozens. */
const plain = new Map<string, string>()

/** `key` is `area:path`, for instance `statuses:status.pending`. An unknown key is a programming error. */
export function translate(language: Language, key: string, params?: Record<string, string>): string {
  if (params) return look(language, key, params)
  const place = `${language} ${key}`
  const known = plain.get(place) ?? look(language, key, {})
  plain.set(place, known)
  return known
}

function look(language: Language, key: string, params: Record<string, string>): string {
  if (!texts.exists(key, { lng: language })) throw new RangeError(`No text ${key} in ${language}`)
  return texts.t(key, { lng: language, ...params })
}
