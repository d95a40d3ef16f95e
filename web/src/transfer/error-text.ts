// Sentences of the error catalogue for what the screen itself finds wrong, in the reader's language.
import type { ErrorCode } from '@jokko/contract/errors'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

/** The catalogue's keys are codes, not phrases: they are read as they are, and their blanks filled here. */
export function useErrorText(): (code: ErrorCode, blanks?: Readonly<Record<string, string>>) => string {
  const { i18n } = useTranslation('errors')
  return (code, blanks = {}) => {
    const text: unknown = i18next.getResource(i18n.language, 'errors', code)
    if (typeof text !== 'string') return ''
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => blanks[name] ?? '')
  }
}
