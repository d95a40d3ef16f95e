// The same address serves programs and people: JSON is answered with JSON, a form goes back to its page.
import type { FastifyReply, FastifyRequest } from 'fastify'

export const isForm = (request: FastifyRequest) =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

export function answerOrGoBack(request: FastifyRequest, reply: FastifyReply, page: string, result: object) {
  return isForm(request) ? reply.redirect(page, 303) : reply.send(result)
}
