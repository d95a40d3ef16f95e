// A refusal as a sentence: the server's own, already in the reader's language, or ours for what never reached it.
import i18next from 'i18next'
import { ApiError, type LocalErrorCode } from '../app/client.ts'

const localTexts: Record<
  LocalErrorCode,
  'problem.offline' | 'problem.timeout' | 'problem.unreadable_answer'
> = {
  offline: 'problem.offline',
  timeout: 'problem.timeout',
  unreadable_answer: 'problem.unreadable_answer',
}

const isLocal = (code: string): code is LocalErrorCode => code in localTexts

/** The same sentence in the language of now, where it is at hand and says no figure of this very refusal. */
function sentenceFor(code: string): string | undefined {
  const sentence: unknown = i18next.isInitialized
    ? i18next.getResource(i18next.language, 'errors', code)
    : undefined
  return typeof sentence === 'string' && !sentence.includes('{{') ? sentence : undefined
}

export function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('problem.unknown', { ns: 'common' })
  if (isLocal(error.code)) return i18next.t(localTexts[error.code], { ns: 'common' })
  return sentenceFor(error.code) ?? error.message
}

/** The first sentence for one field of a form. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.errors[field]?.[0] : undefined
}
