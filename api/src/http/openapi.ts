// The description of the API: made from the same schemas that check every request, readable at /docs.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { CurrentUser, User } from '@jokko/contract/access'
import { API_BASE, Problem } from '@jokko/contract/common'
import { Config } from '@jokko/contract/config'
import { Beneficiary, Favorite, NewContact } from '@jokko/contract/contacts'
import { OperationDetail, OperationRow } from '@jokko/contract/history'
import { CashInMethod, CashOutMethod, Country, Institution, Operator } from '@jokko/contract/reference'
import {
  NewDirectPayment,
  NewPayment,
  Payment,
  Proposal,
  Quote,
  QuoteFigures,
} from '@jokko/contract/transfer'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { App } from './app-types.ts'
import { errorPage } from './error-page.ts'

/** Schemas that have a name of their own in the description; all others are written where they are used. */
const named = {
  Problem,
  Config,
  User,
  CurrentUser,
  Country,
  CashInMethod,
  CashOutMethod,
  Operator,
  Institution,
  Beneficiary,
  Favorite,
  NewContact,
  Proposal,
  QuoteFigures,
  Quote,
  NewPayment,
  NewDirectPayment,
  Payment,
  OperationRow,
  OperationDetail,
}
const schemaRegistry = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(named)) schemaRegistry.add(schema, { id })

const withComponents = createJsonSchemaTransformObject({ schemaRegistry })

type Document = Extract<Parameters<typeof withComponents>[0], { openapiObject: unknown }>['openapiObject']

/** Swagger UI writes styles of its own; it runs no foreign script and asks nobody but us. */
const docsPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

export async function openApi(app: App, { config }: Pick<Deps, 'config'>): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Jokko',
        version: config.version,
        description:
          'Send money from Europe to West and Central Africa. Amounts are decimal strings with exactly the decimals of their currency; dates are ISO 8601 in UTC. Every refusal is a problem document whose `code` is listed at /docs/errors.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          cookie: { type: 'apiKey', in: 'cookie', name: '__Host-jokko' },
          client: { type: 'apiKey', in: 'header', name: 'X-Client-Key' },
          apiKey: { type: 'http', scheme: 'bearer', description: 'The key of a registered app' },
        },
      },
      security: [
        { bearer: [], client: [] },
        { cookie: [], client: [] },
      ],
    },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: document => {
      const complete = withComponents(document)
      return 'openapi' in complete ? tidy(complete) : complete
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: docsPolicy,
    uiConfig: { url: `${API_BASE}/openapi.json`, deepLinking: true, validatorUrl: null },
  })
  app.get(`${API_BASE}/openapi.json`, { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json').serializer(JSON.stringify).send(app.swagger()),
  )
  app.get('/docs/errors', { schema: { hide: true } }, async (_request, reply) => errorPage(reply))
}

/** Every operation may be refused; and what only the generator needed is left out. */
function tidy(document: Partial<Document>): Partial<Document> {
  const refusal = {
    description: 'A refusal',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = path?.[method]
      if (operation) operation.responses = { ...operation.responses, default: refusal }
    }
  }
  const schemas: Record<string, unknown> = document.components?.schemas ?? {}
  const used = reachable(document.paths, schemas)
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name]
  return document
}

const namesIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].flatMap(
    ([, name]) => name ?? [],
  )

/** The generator writes each named schema twice, as input and as output; what no route leads to is not described. */
function reachable(paths: unknown, schemas: Record<string, unknown>): ReadonlySet<string> {
  const used = new Set(namesIn(paths))
  for (const name of used) for (const next of namesIn(schemas[name])) used.add(next)
  return used
}
