// A refusal of the server as a flow keeps it: its code, what says its sentence, and its ways out.
import type { Proposal } from '@jokko/contract/transfer'
import { ApiError } from '../app/client.ts'
import { problemText } from './problem-text.ts'

/** Why an amount, a quote or a payment was refused; said in the language in which it is drawn. */
export type Refusal = {
  readonly code: string
  readonly say: () => string
  readonly proposals: readonly Proposal[]
}

const isProposal = (value: unknown): value is Proposal =>
  typeof value === 'object' && value !== null && 'kind' in value && 'amount' in value

function proposalsIn(body: unknown): readonly Proposal[] {
  if (typeof body !== 'object' || body === null || !('proposals' in body)) return []
  return Array.isArray(body.proposals) ? body.proposals.filter(isProposal) : []
}

export function refusalFrom(error: unknown): Refusal {
  const say = () => problemText(error)
  if (!(error instanceof ApiError)) return { code: 'unknown', say, proposals: [] }
  return { code: error.code, say, proposals: proposalsIn(error.body) }
}
