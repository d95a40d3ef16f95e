// A refusal as everybody hears it: the same status and code in each language, and the sentence of the catalogue.
import { type Language, languages } from '@jokko/contract/common'
import { type ErrorCode, errorTexts, statusOf } from '@jokko/contract/errors'
import { expect } from 'vitest'

export type Refused = { status: number; body: { code?: string; message?: string } }

/** Asks once in each language; the answers are told apart by nothing but their sentence. */
export async function expectRefusal(
  ask: (language: Language) => Promise<Refused>,
  code: ErrorCode,
): Promise<void> {
  for (const language of languages) {
    const { status, body } = await ask(language)
    expect([status, body.code]).toEqual([statusOf(code), code])
    expect(body.message).toMatch(sentenceOf(code, language))
  }
}

/** One answer, as it is told in each language; for what can be provoked only once. */
export function expectSaidInEachLanguage(body: object): void {
  const { code, ...said } = body as { code: ErrorCode } & Record<string, string>
  for (const language of languages)
    expect([code, said[`message_${language}`]]).toEqual([
      code,
      expect.stringMatching(sentenceOf(code, language)),
    ])
}

/** The catalogue's sentence with its blanks filled by something. */
function sentenceOf(code: ErrorCode, language: Language): RegExp {
  const pieces = errorTexts[language][code].split(/\{\{\s*\w+\s*\}\}/)
  return new RegExp(`^${pieces.map(escaped).join('[^{}]+')}$`, 'u')
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
