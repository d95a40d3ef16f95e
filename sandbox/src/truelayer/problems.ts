// TrueLayer's refusals: problem documents of the payments service, and the short errors of its sign-in service.
import type { FastifyReply } from 'fastify'
import { requestId } from '../world/identifiers.ts'

export class TrueLayerProblem extends Error {
  readonly status: number
  readonly type: string
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined
  constructor(status: number, type: string, detail: string, errors?: Record<string, readonly string[]>) {
    super(detail)
    this.status = status
    this.type = type
    this.errors = errors
  }
}

export const invalidField = (field: string, what: string) =>
  new TrueLayerProblem(400, 'invalid-parameters', 'The request has invalid parameters.', { [field]: [what] })

export const notFound = (detail: string) => new TrueLayerProblem(404, 'not-found', detail)

export function sendProblem(reply: FastifyReply, problem: TrueLayerProblem): FastifyReply {
  const { status, type, message, errors } = problem
  return reply
    .code(status)
    .header('tl-should-retry', String(status >= 500))
    .type('application/problem+json')
    .send({
      type: `https://docs.truelayer.com/docs/error-types#${type}`,
      title: titleOf(type),
      status,
      detail: message,
      trace_id: requestId(),
      ...(errors === undefined ? {} : { errors }),
    })
}

const titleOf = (type: string) => `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll('-', ' ')}`

/** The sign-in service answers as OAuth 2.0 does. */
export class SignInRefusal extends Error {
  readonly error: string
  constructor(error: 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type' | 'invalid_scope') {
    super(error)
    this.error = error
  }
}
