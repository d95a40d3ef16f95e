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

export function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('problem.unknown', { ns: 'common' })
  return isLocal(error.code) ? i18next.t(localTexts[error.code], { ns: 'common' }) : error.message
}

/** The first sentence for one field of a form. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.errors[field]?.[0] : undefined
}
