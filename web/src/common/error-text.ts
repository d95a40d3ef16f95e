// Sentences of the error catalogue for what the screen itself finds wrong, in the reader's language.
import type { ErrorCode } from '@jokko/contract/errors'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

type Blanks = Readonly<Record<string, string>>

/** The catalogue's keys are codes, not phrases: they are read as they are, and their blanks filled here. */
export function errorSentence(code: ErrorCode, blanks: Blanks = {}): string {
  const text: unknown = i18next.getResource(i18next.language, 'errors', code)
  if (typeof text !== 'string') return ''
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => blanks[name] ?? '')
}

export function useErrorText(): (code: ErrorCode, blanks?: Blanks) => string {
  useTranslation('errors')
  return errorSentence
}

/** For a step that opens before the catalogue is there: it follows, and until then nothing is to be said. */
export function useErrorTextSoon(): { errorText: ReturnType<typeof useErrorText>; isReady: boolean } {
  const { ready } = useTranslation('errors', { useSuspense: false })
  return { errorText: errorSentence, isReady: ready }
}
