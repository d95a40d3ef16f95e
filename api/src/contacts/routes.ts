// Look-ups by number, beneficiaries, favourites, the real-name check, and accounts kept for a beneficiary.
import { Id } from '@jokko/contract/common'
import {
  BeneficiaryCreated,
  BeneficiaryWallet,
  ContactsQuery,
  CustomerExists,
  CustomerLookup,
  Favorite,
  Favorites,
  NameCheck,
  NameChecked,
  NewBeneficiaryWallet,
  NewContact,
  SavedBankAccounts,
  SavedMicrofinanceAccounts,
  SavedMobileAccounts,
  SavedWalletAccounts,
} from '@jokko/contract/contacts'
import type { ErrorCode } from '@jokko/contract/errors'
import { checkName } from '@jokko/core/names'
import type { FastifyRequest, FastifySchemaValidationError } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { App, Routes } from '../http/app-types.ts'
import { Problem } from '../http/problem.ts'
import { callerOf, requireSession } from '../http/session.ts'
import { keepWallet, microfinanceAccounts, walletAccounts } from './saved-accounts.ts'
import {
  bankAccounts,
  createBeneficiary,
  createContact,
  forgetContact,
  listFavorites,
  lookUp,
  mobileAccounts,
  searchContacts,
} from './service.ts'

const tags = ['contacts']
const ById = z.object({ id: Id })

export function contactRoutes(deps: Deps): Routes {
  return app => {
    beneficiaryRoutes(deps, app)
    favoriteRoutes(deps, app)
    accountRoutes(deps, app)

    app.post(
      '/names/check',
      {
        schema: {
          tags,
          summary: 'Does this look like a real name?',
          body: NameCheck,
          response: { 200: NameChecked },
        },
        onRequest: requireSession(deps),
      },
      async request => ({ isRealName: checkName(request.body.full_name).real }),
    )
  }
}

function beneficiaryRoutes(deps: Deps, app: App): void {
  app.get(
    '/customers/exists',
    {
      schema: {
        tags,
        summary: 'Who has this number?',
        querystring: CustomerLookup,
        response: { 200: CustomerExists },
      },
      attachValidation: true,
      onRequest: requireSession(deps),
      preHandler: nameTheField,
    },
    async request => lookUp(deps, callerOf(request), request.query),
  )

  app.post(
    '/beneficiaries',
    {
      schema: {
        tags,
        summary: 'Find or make the beneficiary with this number, and keep it as a contact',
        body: NewContact,
        response: { 200: BeneficiaryCreated, 201: BeneficiaryCreated },
      },
      attachValidation: true,
      onRequest: requireSession(deps),
      preHandler: nameTheField,
    },
    async (request, reply) => {
      const { isNew, ...created } = await createBeneficiary(deps, callerOf(request), request.body)
      return reply.code(isNew ? 201 : 200).send(created)
    },
  )
}

function favoriteRoutes(deps: Deps, app: App): void {
  const onRequest = requireSession(deps)

  app.get(
    '/transactions/favorites',
    { schema: { tags, summary: 'The newest contacts', response: { 200: Favorites } }, onRequest },
    async request => listFavorites(deps, callerOf(request)),
  )

  app.get(
    '/auth/contacts',
    {
      schema: {
        tags,
        summary: 'Contacts by name, in pages',
        querystring: ContactsQuery,
        response: { 200: Favorites },
      },
      onRequest,
    },
    async request => searchContacts(deps, callerOf(request), request.query),
  )

  app.post(
    '/auth/contacts',
    {
      schema: { tags, summary: 'Add a contact', body: NewContact, response: { 201: Favorite } },
      attachValidation: true,
      onRequest,
      preHandler: nameTheField,
    },
    async (request, reply) =>
      reply.code(201).send(await createContact(deps, callerOf(request), request.body)),
  )

  app.delete(
    '/auth/contacts/:id',
    {
      schema: { tags, summary: 'Remove a contact', params: ById, response: { 204: z.null() } },
      onRequest,
    },
    async (request, reply) => {
      await forgetContact(deps, callerOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function accountRoutes(deps: Deps, app: App): void {
  const onRequest = requireSession(deps)

  app.get(
    '/userMMAccounts/all/:id',
    {
      schema: {
        tags,
        summary: 'Mobile-money accounts used for a beneficiary',
        params: ById,
        response: { 200: SavedMobileAccounts },
      },
      onRequest,
    },
    async request => ({ data: await mobileAccounts(deps, callerOf(request), request.params.id) }),
  )

  app.get(
    '/userBankAccounts/all/:id',
    {
      schema: {
        tags,
        summary: 'Bank accounts used for a beneficiary',
        params: ById,
        response: { 200: SavedBankAccounts },
      },
      onRequest,
    },
    async request => ({ data: await bankAccounts(deps, callerOf(request), request.params.id) }),
  )

  app.get(
    '/userMFIAccounts/all/:id',
    {
      schema: {
        tags,
        summary: 'Microfinance accounts used for a beneficiary',
        params: ById,
        response: { 200: SavedMicrofinanceAccounts },
      },
      onRequest,
    },
    async request => ({ data: await microfinanceAccounts(deps, callerOf(request), request.params.id) }),
  )

  app.get(
    '/userWalletAccount/all/:id',
    {
      schema: {
        tags,
        summary: 'Wallets used for a beneficiary',
        params: ById,
        response: { 200: SavedWalletAccounts },
      },
      onRequest,
    },
    async request => ({ data: await walletAccounts(deps, callerOf(request), request.params.id) }),
  )

  app.post(
    '/beneficiaries/:id/wallet',
    {
      schema: {
        tags,
        summary: 'Keep a wallet of a beneficiary',
        params: ById,
        body: NewBeneficiaryWallet,
        response: { 201: BeneficiaryWallet },
      },
      onRequest,
    },
    async (request, reply) => {
      const account_id = await keepWallet(deps, callerOf(request), request.params.id, request.body)
      return reply.code(201).send({ mm_account: { account_id } })
    },
  )
}

const missing: Readonly<Record<string, ErrorCode>> = {
  first_name: 'FNR',
  last_name: 'LNR',
  company_name: 'company_name_error',
  phone_number: 'PhoneNumberError',
  country_code: 'CE',
  email: 'email_not_valid',
}
const missingOfBusiness: Readonly<Record<string, ErrorCode>> = {
  ...missing,
  first_name: 'contact_first_name_error',
  last_name: 'contact_last_name_error',
}

/** Each field of a contact has its own sentence when it is missing or not usable. */
async function nameTheField(request: FastifyRequest): Promise<void> {
  const error = request.validationError
  if (!error) return
  const body: unknown = request.body
  const isBusiness =
    typeof body === 'object' && body !== null && 'is_individual' in body && body.is_individual === false
  const codes = isBusiness ? missingOfBusiness : missing
  const found = (error.validation as FastifySchemaValidationError[]).flatMap(issue => {
    const field = issue.instancePath.replace(/^\//, '')
    const code = issue.message === 'hidden_characters' ? 'hidden_characters' : codes[field]
    return code ? [{ field, code }] : []
  })
  const first = found[0]?.code
  if (!first) throw error
  throw new Problem(first, { fields: Object.fromEntries(found.map(({ field, code }) => [field, [code]])) })
}
