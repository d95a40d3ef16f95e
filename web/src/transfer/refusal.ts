// A refusal of the server as the transfer keeps it: its code, its sentence, and its ways out.
import type { Proposal } from '@jokko/contract/transfer'
import { ApiError } from '../app/client.ts'
import { problemText } from '../common/problem-text.ts'
import type { Refusal } from './transfer-state.ts'

const isProposal = (value: unknown): value is Proposal =>
  typeof value === 'object' && value !== null && 'kind' in value && 'amount' in value

function proposalsIn(body: unknown): readonly Proposal[] {
  if (typeof body !== 'object' || body === null || !('proposals' in body)) return []
  return Array.isArray(body.proposals) ? body.proposals.filter(isProposal) : []
}

export function refusalFrom(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return { code: 'unknown', text: problemText(error), proposals: [] }
  return { code: error.code, text: problemText(error), proposals: proposalsIn(error.body) }
}
