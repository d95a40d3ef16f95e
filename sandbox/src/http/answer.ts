// The same address serves programs and people: JSON is answered with JSON, a form goes back to its page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html, page } from './html.ts'

const isForm = (request: FastifyRequest) =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

export function answerOrGoBack(request: FastifyRequest, reply: FastifyReply, page: string, result: object) {
  return isForm(request) ? reply.redirect(page, 303) : reply.send(result)
}

/** What is refused is said to a person as a page, to a program as JSON. */
export function explainRefusals(app: FastifyInstance) {
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status === 500) request.log.error(error)
    reply.code(status)
    if (!isForm(request)) return reply.send({ message: error.message })
    const body = html`<p>${error.message}.</p><p>Go back with your browser and correct it.</p>`
    return reply.type('text/html; charset=utf-8').send(page('This did not work', body))
  })
}
