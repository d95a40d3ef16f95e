// Hub2's refusals: the standardized form when the caller asks for it by header, else the older one.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestId } from '../world/identifiers.ts'

export class Hub2Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const reasonPhrases: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  503: 'Service Unavailable',
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Hub2Refusal) {
  const { status, code, message } = refusal
  const standardized = request.headers['x-use-standardized-error'] === 'true'
  return reply
    .code(status)
    .send(
      standardized
        ? { status, code, message, request_id: requestId() }
        : { statusCode: status, message: `${code}: ${message}`, error: reasonPhrases[status] ?? 'Error' },
    )
}
