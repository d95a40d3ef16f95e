// The web app's files and page, the description of the API, and its readable pages.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessRoutes } from '../access/routes.ts'
import { readConfig } from '../config.ts'
import { contactRoutes } from '../contacts/routes.ts'
import type { Deps } from '../deps.ts'
import { referenceRoutes } from '../reference/routes.ts'
import type { App } from './app-types.ts'
import { openApi } from './openapi.ts'
import { Problem, problemFrom, sendProblem } from './problem.ts'
import { webApp } from './web-app.ts'

const page = '<meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__"></script>'
const config = readConfig({ DATABASE_URL: 'postgres://nowhere/none' })
let dist: string
let app: App
let unbuilt: App

/** Only what describing and serving needs: no route is called that would ask for more. */
const deps = { config } as Deps

async function build(folder: string): Promise<App> {
  const made: App = Fastify().withTypeProvider<ZodTypeProvider>()
  made.setValidatorCompiler(validatorCompiler)
  made.setSerializerCompiler(serializerCompiler)
  made.setErrorHandler((error: Error, request, reply) =>
    sendProblem(request, reply, problemFrom(error, request)),
  )
  made.setNotFoundHandler((request, reply) => sendProblem(request, reply, new Problem('not_found')))
  await openApi(made, deps)
  await made.register(
    async (api: App) => {
      for (const area of [accessRoutes, referenceRoutes, contactRoutes]) area(deps)(api)
    },
    { prefix: '/api/v1' },
  )
  await webApp(made, deps, pathToFileURL(`${folder}/`))
  await made.ready()
  return made
}

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'jokko-dist-'))
  await mkdir(join(dist, 'assets'))
  await writeFile(join(dist, 'index.html'), page)
  await writeFile(join(dist, '.stamp'), 'x')
  await writeFile(join(dist, 'sample.csv'), 'a,b')
  await writeFile(join(dist, 'assets', 'main-1a2b3c4d.js'), 'let a = 1')
  await writeFile(join(dist, 'assets', 'main-1a2b3c4d.js.gz'), gzipSync('let a = 1'))
  app = await build(dist)
  unbuilt = await build(join(dist, 'missing'))
})
afterAll(async () => {
  await app.close()
  await unbuilt.close()
})

describe('the page', () => {
  it('200 with a nonce of its own each time, under a policy without inline code, never stored', async () => {
    const answers = await Promise.all(
      ['/', '/login', '/dashboard/history?page=2'].map(url => app.inject({ url })),
    )
    const nonces = answers.map(answer => {
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-store')
      const policy = String(answer.headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).not.toMatch(/unsafe|\*/)
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      expect(answer.body).toBe(page.replaceAll('__CSP_NONCE__', nonce))
      return nonce
    })
    expect(new Set(nonces).size).toBe(3)
  })

  it('404 with the page itself for an address that no screen has', async () => {
    const answer = await app.inject({ url: '/dashboards' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  })

  it('503 in plain text while nothing is built', async () => {
    const answer = await unbuilt.inject({ url: '/login' })
    expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('npm start')])
  })
})

describe('files', () => {
  it('200 hashed ones for ever, others for an hour, compressed where both can', async () => {
    const script = await app.inject({
      url: '/assets/main-1a2b3c4d.js',
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    })
    expect(script.headers['content-type']).toContain('javascript')
    const plain = await app.inject({ url: '/assets/main-1a2b3c4d.js' })
    expect(plain.body).toBe('let a = 1')
    const sample = await app.inject({ url: '/sample.csv' })
    expect([sample.body, sample.headers['cache-control']]).toEqual(['a,b', 'public, max-age=3600'])
  })

  it('404 as a problem that nobody stores: missing, hidden, outside, or of the API', async () => {
    for (const url of [
      '/assets/gone.js',
      '/.stamp',
      '/assets/..%2f..%2fpackage.json',
      '/api/v1/nothing',
      '/app/x',
      '//',
    ]) {
      const answer = await app.inject({ url })
      expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 404, undefined])
      expect(answer.json().code).toBe('not_found')
    }
  })
})

describe('the description', () => {
  it('200 OpenAPI 3.1 with every route, named schemas, and the refusal of each', async () => {
    const { openapi, paths, components } = (await app.inject({ url: '/api/v1/openapi.json' })).json()
    expect(openapi).toBe('3.1.0')
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/v1/auth/byEmail', '/api/v1/countries/{code}', '/api/v1/beneficiaries']),
    )
    expect(paths['/api/v1/auth/byEmail'].post.responses.default.content).toEqual({
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    })
    expect(components.schemas.User.properties.client).toBeDefined()
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['NewContactInput', 'CurrentUser']),
    )
    expect(components.schemas).not.toHaveProperty('UserInput')
    expect(Object.keys(paths).filter(path => !path.startsWith('/api/v1/'))).toEqual([])
  })

  it('200 readable at /docs, with a policy that lets no foreign script in', async () => {
    const answer = await app.inject({ url: '/docs' })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toMatch(/<script(?![^>]*src=)/)
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';")
    expect((await app.inject({ url: '/docs/static/swagger-ui-bundle.js' })).statusCode).toBe(200)
  })

  it('200 every error code has a place at /docs/errors', async () => {
    const answer = await app.inject({ url: '/docs/errors' })
    expect(answer.body).toContain('<tr id="insufficient">')
    expect(answer.body).toContain('<tr id="Invalid IBAN">')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })
})
