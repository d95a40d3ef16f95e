// A refusal's text by its code, in the reader's language; the server's own sentence where we have none.
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

/** The catalogue of errors is large: it is loaded with the first refusal, and used from then on. */
function catalogueText(code: string): string | undefined {
  if (!i18next.hasLoadedNamespace('errors')) {
    void i18next.loadNamespaces('errors')
    return undefined
  }
  const text: unknown = i18next.getResource(i18next.language, 'errors', code)
  // A text with blanks to fill is already filled in the server's message.
  return typeof text === 'string' && !text.includes('{{') ? text : undefined
}

export function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('problem.unknown', { ns: 'common' })
  if (isLocal(error.code)) return i18next.t(localTexts[error.code], { ns: 'common' })
  return catalogueText(error.code) ?? error.message
}

/** The first text for one field of a form, for instance `errors.email`. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.errors[field]?.[0] : undefined
}
