// How pages for account holders are shown, and where they may send a browser: hosts that the client registered.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, page } from '../http/html.ts'
import type { World } from '../world/world.ts'
import { invalidField, TrueLayerProblem } from './problems.ts'

/** The address to go back to, when it is one that was registered. */
export function returnAddress({ settings }: World, text: unknown, field: string): URL {
  const hosts = settings.truelayerReturnHosts.split(',').map(host => host.trim())
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !hosts.includes(url.hostname))
    throw invalidField(field, 'This address is not registered.')
  return url
}

/** A form of these pages may end at the client: its answer is a redirection there. */
export function show(reply: FastifyReply, text: string, client?: URL) {
  const origin = client ? ` ${client.origin}` : ''
  return reply
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; form-action 'self'${origin}; base-uri 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(text)
}

export function explainProblems(app: FastifyInstance) {
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error instanceof TrueLayerProblem ? error.status : (error.statusCode ?? 500)
    if (status >= 500) request.log.error(error)
    const fields = error instanceof TrueLayerProblem ? Object.entries(error.errors ?? {}) : []
    const body = html`<p>${error.message}</p>
<ul>${fields.map(([field, texts]) => html`<li><code>${field}</code>: ${texts.join(' ')}</li>`)}</ul>`
    return show(reply.code(status), page('This did not work', body))
  })
}
