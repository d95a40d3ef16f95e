// /docs/errors: every code of the catalogue with its status and its sentence in each language, on one plain page.
import { randomBytes } from 'node:crypto'
import { languages } from '@jokko/contract/common'
import { type ErrorCode, errorTexts, statusOf } from '@jokko/contract/errors'
import type { FastifyReply } from 'fastify'

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1b2260}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #d6d8e4;padding:.5rem;text-align:left;vertical-align:top}
code{font-size:.9em;overflow-wrap:anywhere}tr:target{background:#fff3d6}`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function row(code: ErrorCode): string {
  const sentences = languages
    .map(language => `<td lang="${language}">${escaped(errorTexts[language][code])}</td>`)
    .join('')
  return `<tr id="${escaped(code)}"><td><code>${escaped(code)}</code></td><td>${statusOf(code)}</td>${sentences}</tr>`
}

const codes = Object.keys(errorTexts.en) as ErrorCode[]
const table = `<table><thead><tr><th>code</th><th>status</th>${languages
  .map(language => `<th>${language}</th>`)
  .join('')}</tr></thead><tbody>${codes.map(row).join('\n')}</tbody></table>`

export function errorPage(reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Jokko · errors</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">${style}</style></head>
<body><h1>Error codes</h1>${table}</body></html>`)
}
