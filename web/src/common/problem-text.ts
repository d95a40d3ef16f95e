// A refusal as a sentence in the language of now: the server's own, or ours for what never reached it. To be asked when it
// is drawn, never kept.
import type { Language } from '@jokko/contract/common'
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

function languageOfNow(): Language {
  const { language } = i18next
  return language === 'en' || language === 'es' ? language : 'fr'
}

export function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('problem.unknown', { ns: 'common' })
  if (isLocal(error.code)) return i18next.t(localTexts[error.code], { ns: 'common' })
  return error.messageIn(languageOfNow())
}

/** The first sentence for one field of a form. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.errorsIn(languageOfNow())[field]?.[0] : undefined
}
