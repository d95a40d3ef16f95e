// The caller's own accounts over HTTP: the lists by kind, and one more.

import {
  NewOwnBankAccount,
  NewOwnMicrofinanceAccount,
  NewOwnMobileAccount,
  NewOwnWallet,
  OwnBankAccount,
  OwnBankAccounts,
  OwnMicrofinanceAccount,
  OwnMicrofinanceAccounts,
  OwnMobileAccount,
  OwnMobileAccounts,
  OwnWallet,
  OwnWallets,
} from '@jokko/contract/withdraw'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { App, Routes } from '../http/app-types.ts'
import { languageOf, Problem } from '../http/problem.ts'
import { callerOf, requireSession } from '../http/session.ts'
import { referenceData } from '../reference/data.ts'
import { accountChangeRoutes } from './account-change-routes.ts'
import { ownAccounts } from './account-store.ts'
import { bankView, microfinanceView, mobileView, walletView } from './account-views.ts'
import { addBankAccount, addMicrofinanceAccount, addMobileAccount, addWallet } from './accounts.ts'

const tags = ['withdraw']

export function accountRoutes(deps: Deps): Routes {
  return app => {
    listRoutes(deps, app)
    addBankRoute(deps, app)
    addOtherRoutes(deps, app)
    accountChangeRoutes(deps, app)
  }
}

function listRoutes(deps: Deps, app: App): void {
  const onRequest = requireSession(deps)
  const moment = () => deps.clock.now()

  app.get(
    '/userMMAccounts/all',
    {
      onRequest,
      schema: { tags, summary: 'Own mobile-money accounts', response: { 200: OwnMobileAccounts } },
    },
    async request => {
      const reference = await referenceData(deps)
      const kept = await ownAccounts(deps, callerOf(request).customerId, 'mobile_money')
      return { data: kept.map(account => mobileView(account, languageOf(request), moment(), reference)) }
    },
  )
  app.get(
    '/userBankAccounts/all',
    { onRequest, schema: { tags, summary: 'Own bank accounts', response: { 200: OwnBankAccounts } } },
    async request => {
      const kept = await ownAccounts(deps, callerOf(request).customerId, 'bank_transfer')
      return { data: kept.map(account => bankView(account, languageOf(request), moment())) }
    },
  )
  app.get(
    '/userMFIAccounts/all',
    {
      onRequest,
      schema: { tags, summary: 'Own microfinance accounts', response: { 200: OwnMicrofinanceAccounts } },
    },
    async request => {
      const kept = await ownAccounts(deps, callerOf(request).customerId, 'mfi')
      return { data: kept.map(account => microfinanceView(account, languageOf(request), moment())) }
    },
  )
  app.get(
    '/userWalletAccount/all',
    { onRequest, schema: { tags, summary: 'Own wallets', response: { 200: OwnWallets } } },
    async request => {
      const reference = await referenceData(deps)
      const kept = await ownAccounts(deps, callerOf(request).customerId, 'wallet')
      return { data: kept.map(account => walletView(account, languageOf(request), moment(), reference)) }
    },
  )
}

function addBankRoute(deps: Deps, app: App): void {
  const onRequest = requireSession(deps)
  const moment = () => deps.clock.now()

  app.post(
    '/userBankAccounts',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Adds an own bank account',
        body: NewOwnBankAccount,
        response: { 201: OwnBankAccount },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(
          bankView(
            await addBankAccount(deps, callerOf(request), request.body),
            languageOf(request),
            moment(),
          ),
        ),
  )
}

function addOtherRoutes(deps: Deps, app: App): void {
  const onRequest = requireSession(deps)
  const moment = () => deps.clock.now()

  app.post(
    '/userMMAccounts',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Adds an own mobile-money account',
        body: NewOwnMobileAccount,
        response: { 201: OwnMobileAccount },
      },
    },
    async (request, reply) => {
      const added = await addMobileAccount(deps, callerOf(request), request.body)
      return reply.code(201).send(mobileView(added, languageOf(request), moment(), await referenceData(deps)))
    },
  )
  app.post(
    '/userMFIAccounts',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Adds an own microfinance account',
        body: NewOwnMicrofinanceAccount,
        response: { 201: OwnMicrofinanceAccount },
      },
    },
    async (request, reply) => {
      const added = await addMicrofinanceAccount(deps, callerOf(request), request.body)
      return reply.code(201).send(microfinanceView(added, languageOf(request), moment()))
    },
  )
  app.post(
    '/userWalletAccount/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Adds an own wallet; the id is the caller’s',
        params: z.object({ id: z.string().check(z.maxLength(60)) }),
        body: NewOwnWallet,
        response: { 201: OwnWallet },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      if (request.params.id !== caller.userId) throw new Problem('not_found')
      const added = await addWallet(deps, caller, request.body)
      return reply.code(201).send(walletView(added, languageOf(request), moment(), await referenceData(deps)))
    },
  )
}
