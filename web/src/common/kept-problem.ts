// Why a payment that was begun elsewhere did not go through, kept until home has said it: what was answered, not the
// sentence, so that it is told in the language of whoever reads it then.
import i18next from 'i18next'
import { ApiError } from '../app/client.ts'
import { readStored, writeStored } from '../app/storage.ts'
import { problemText } from './problem-text.ts'

/** What failed: a payment, or a link before there was one. */
export type ProblemOf = 'payment' | 'link'

/** `bank_denied`: the payer did not let us ask the bank. */
export function keepPaymentProblem(problem: 'bank_denied' | Error, of: ProblemOf = 'payment'): void {
  writeStored('payment-problem', JSON.stringify({ ...answered(problem), of }))
}

function answered(problem: 'bank_denied' | Error): { code: string } {
  if (problem instanceof ApiError) return problem.kept()
  return { code: problem === 'bank_denied' ? problem : 'unreadable_answer' }
}

export const bankDeniedText = (): string => i18next.t('problem.bank_denied', { ns: 'common' })

/** An object, because state takes a bare function for one that makes it. */
export function keptPaymentProblem(): { readonly say: () => string; readonly of: ProblemOf } | undefined {
  const stored = readStored('payment-problem')
  if (stored === undefined) return undefined
  const { of = 'payment', ...problem } = JSON.parse(stored) as ReturnType<ApiError['kept']> & {
    of?: ProblemOf
  }
  if (problem.code === 'bank_denied') return { say: bankDeniedText, of }
  return { say: () => problemText(new ApiError(problem)), of }
}
