// Shows a page on which a payer pays. Its forms end at the shop: their answer is a redirection there, which the
// browser follows only to the origins that the page names.
import type { FastifyReply } from 'fastify'

export function showCheckout(reply: FastifyReply, text: string, shops: readonly string[]) {
  const origins = [...new Set(shops.map(url => new URL(url).origin))].map(origin => ` ${origin}`).join('')
  return reply
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src data:; form-action 'self'${origins}; base-uri 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(text)
}
