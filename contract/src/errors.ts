// Answers for what a refusal says: each code of the closed list with its HTTP status and its sentence in each
// language. Adding a code to the list without its sentences stops this file from compiling.
import type { ErrorCode } from '@jokko/core/errors'
import { statusOf } from '@jokko/core/errors'
import { frenchTexts } from '@jokko/core/french-spaces'
import en from '@jokko/locales/en/errors.json' with { type: 'json' }
import es from '@jokko/locales/es/errors.json' with { type: 'json' }
import fr from '@jokko/locales/fr/errors.json' with { type: 'json' }
import type { Language } from './common.ts'

export type { ErrorCode }
export { statusOf }

type ErrorTexts = Readonly<Record<Language, Readonly<Record<ErrorCode, string>>>>

/** Sentences may hold `{{placeholders}}`; the same ones in every language. */
export const errorTexts: ErrorTexts = { fr: frenchTexts(fr), en, es } satisfies ErrorTexts
