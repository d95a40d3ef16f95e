// Why a payment that was begun elsewhere did not go through, kept until home has said it: what was answered, not the
// sentence, so that it is told in the language of whoever reads it then.
import i18next from 'i18next'
import { ApiError } from '../app/client.ts'
import { readStored, writeStored } from '../app/storage.ts'
import { problemText } from './problem-text.ts'

/** `bank_denied`: the payer did not let us ask the bank. */
export function keepPaymentProblem(problem: 'bank_denied' | Error): void {
  writeStored('payment-problem', JSON.stringify(answered(problem)))
}

function answered(problem: 'bank_denied' | Error): { code: string } {
  if (problem instanceof ApiError) return problem.kept()
  return { code: problem === 'bank_denied' ? problem : 'unreadable_answer' }
}

export const bankDeniedText = (): string => i18next.t('problem.bank_denied', { ns: 'common' })

/** An object, because state takes a bare function for one that makes it. */
export function keptPaymentProblem(): { readonly say: () => string } | undefined {
  const stored = readStored('payment-problem')
  if (stored === undefined) return undefined
  const problem = JSON.parse(stored) as ReturnType<ApiError['kept']>
  if (problem.code === 'bank_denied') return { say: bankDeniedText }
  return { say: () => problemText(new ApiError(problem)) }
}
