// Serves the built web app: hashed files for ever, and its one page with a fresh nonce each time.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import type { App } from './app-types.ts'
import { Problem } from './problem.ts'

const DIST = new URL('../../../web/dist/', import.meta.url)
const NONCE_MARK = '__CSP_NONCE__'
const FOR_EVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'
const notBuilt = 'The web app is not built. Run: npm start (or: npx vite build, in the folder web)\n'

/** Pages that the browser's router knows; any other address shows its "not found", with that status. */
const pages = [
  /^\/(?:index\.html)?$/,
  /^\/(?:login|verify|verifyingEmail|stale|join|changePassword|forgot|passwordReset|terms|privacy)\/?$/,
  /^\/(?:register|complete_form|truelayer|mobile_money)\/?$/,
  /^\/bridgeapi\/payment_status\/?$/,
  /^\/(?:payment|payline)\/[^/]+\/?$/,
  /^\/dashboard(?:\/|$)/,
]
const outsidePages = /^\/(?:api|app|docs)(?:\/|$)/

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default jokko-worker',
  ].join('; ')

export async function webApp(app: App, _deps: Deps, dist = DIST): Promise<void> {
  const page = pageReader(dist)
  const root = fileURLToPath(dist)
  const assets = join(root, 'assets')
  await app.register(fastifyStatic, {
    root,
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    // The names of files in assets carry a digest of their content, so a name never means something else.
    setHeaders: (reply, path) => reply.header('cache-control', path.startsWith(assets) ? FOR_EVER : AN_HOUR),
  })
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const pathname = URL.parse(request.url, 'http://page')?.pathname
    if (pathname === undefined || outsidePages.test(pathname)) throw new Problem('not_found')
    if (/\.[A-Za-z0-9]+$/.test(pathname) && pathname !== '/index.html')
      return reply.sendFile(pathname.slice(1))
    const isKnown = pages.some(known => known.test(pathname))
    return sendPage(reply, await page(), isKnown)
  })
}

/** The page is read once it is there; a start may overtake the first build. */
function pageReader(dist: URL): () => Promise<string | undefined> {
  let known: string | undefined
  return async () => {
    if (known !== undefined) return known
    try {
      known = await readFile(new URL('index.html', dist), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    return known
  }
}

function sendPage(reply: FastifyReply, html: string | undefined, isKnown: boolean): FastifyReply {
  if (html === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(isKnown ? 200 : 404)
    .header('content-security-policy', policy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(NONCE_MARK, nonce))
}
