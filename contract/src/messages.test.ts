// A text message is paid per 160 characters of the GSM alphabet; one character outside it makes it three messages.
import en from '@jokko/locales/en/messages.json' with { type: 'json' }
import es from '@jokko/locales/es/messages.json' with { type: 'json' }
import fr from '@jokko/locales/fr/messages.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'

const gsmAlphabet = new Set(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 @£$¥!"#%&\'()*+,-./:;<=>?_¡¿§' +
    'àèéìòùÄÅÆÇÉÑÖØÜßäåæñöøü\n',
)

/** The longest value that a sender of messages may put in; longer names are shortened first. */
const longest: Record<string, number> = {
  sender: 30,
  beneficiary: 30,
  amount: 14,
  received: 14,
  refunded: 14,
  missing: 14,
  owed: 14,
  method: 20,
  reference: 12,
  date: 10,
  total: 14,
  paid: 5,
  failed: 5,
  code: 6,
  minutes: 2,
  payee: 30,
  recovered: 14,
}

const filled = (text: string): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => 'x'.repeat(longest[name] ?? 160))

const messages = Object.entries({ fr, en, es }).flatMap(([language, texts]) =>
  Object.entries(texts).map(([key, message]) => ({ language, key, message })),
)

/** Typed at once, and never looked for again. */
const withoutReference: readonly string[] = ['withdraw_code']

describe.each(messages)('$key in $language', ({ key, message }) => {
  test('fits in one text message', () => {
    const sms = filled(message.sms)
    expect([...sms].filter(character => !gsmAlphabet.has(character))).toEqual([])
    expect(sms.length).toBeLessThanOrEqual(160)
  })

  test('has a mail whose subject is one line and whose text greets the reader', () => {
    expect(message.subject).not.toContain('\n')
    expect(message.text).toContain('{{name}}')
    if (!withoutReference.includes(key)) expect(message.text).toContain('{{reference}}')
  })
})

test.each(messages.filter(({ key }) => key.startsWith('withdraw_')))(
  '$key in $language: where the money goes stands by itself, for it may be an account or cash that is brought',
  ({ message }) => {
    const around = [message.sms, message.text].flatMap(text => [...text.matchAll(/(.)\{\{payee\}\}(.)/gsu)])
    expect(around.length).toBeGreaterThan(0)
    for (const [, before, after] of around) expect(['()', ' \n']).toContain(`${before}${after}`)
  },
)
