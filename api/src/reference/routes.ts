// Countries, operators, institutions and our own bank accounts. Countries are public: signing up needs them.
import { Countries, CountryDetail, Institutions, Operators, OurBankAccounts } from '@jokko/contract/reference'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { App, Routes } from '../http/app-types.ts'
import { languageOf } from '../http/problem.ts'
import { requireSession } from '../http/session.ts'
import { listCountries, listInstitutions, listOperators, listOurAccounts, readCountry } from './service.ts'

const tags = ['reference']
/** An ISO code or a dial code. */
const Code = z.string().check(z.regex(/^(?:[A-Za-z]{2}|\+?\d{1,3})$/))
const OfCountry = z.object({ country_code: Code })
const OfAnyCountry = z.object({ country_code: z.exactOptional(Code) })

export function referenceRoutes(deps: Deps): Routes {
  return app => {
    app.get(
      '/get-countries',
      { schema: { tags, summary: 'All countries served', response: { 200: Countries } } },
      async request => ({ countries: await listCountries(deps, languageOf(request)) }),
    )

    app.get(
      '/countries/:code',
      {
        schema: {
          tags,
          summary: 'A country with its methods, limits and where it can send to',
          params: z.object({ code: Code }),
          response: { 200: CountryDetail },
        },
      },
      async request => readCountry(deps, request.params.code, languageOf(request)),
    )

    app.get(
      '/operators',
      {
        schema: {
          tags,
          summary: 'Mobile-money operators of a country',
          querystring: OfCountry,
          response: { 200: Operators },
        },
        onRequest: requireSession(deps),
      },
      async request => ({ operators: await listOperators(deps, request.query.country_code) }),
    )

    institutionRoutes(deps, app)

    app.get(
      '/jokkoBankDetails/country/:id',
      {
        schema: {
          tags,
          summary: 'Our own accounts, to pay into',
          params: z.object({ id: z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)) }),
          response: { 200: OurBankAccounts },
        },
        onRequest: requireSession(deps),
      },
      async request => ({ bank_accounts: await listOurAccounts(deps, request.params.id) }),
    )
  }
}

function institutionRoutes(deps: Deps, app: App): void {
  const schema = { tags, querystring: OfAnyCountry, response: { 200: Institutions } }
  const onRequest = requireSession(deps)

  app.get(
    '/Hub2/institutions',
    { schema: { ...schema, summary: 'Banks reached through Hub2' }, onRequest },
    async request => ({
      institutions: await listInstitutions(deps, {
        kind: 'bank_transfer',
        provider: 'hub2',
        code: request.query.country_code,
      }),
    }),
  )

  app.get(
    '/aloohpay/institutions',
    { schema: { ...schema, summary: 'Microfinance institutions reached through Aloohpay' }, onRequest },
    async request => ({
      institutions: await listInstitutions(deps, {
        kind: 'mfi',
        provider: 'aloohpay',
        code: request.query.country_code,
      }),
    }),
  )

  app.get(
    '/:type/institutions',
    {
      schema: {
        ...schema,
        summary: 'Institutions of one type, whoever reaches them',
        params: z.object({ type: z.enum(['mfi', 'bank_transfer']) }),
      },
      onRequest,
    },
    async request => ({
      institutions: await listInstitutions(deps, {
        kind: request.params.type,
        code: request.query.country_code,
      }),
    }),
  )
}
