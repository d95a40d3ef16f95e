// The caller's own accounts over HTTP: each is changed, or removed.

import { Id } from '@jokko/contract/common'
import {
  ChangedBankAccount,
  ChangedMicrofinanceAccount,
  ChangedMobileAccount,
  ChangedWallet,
  OwnBankAccount,
  OwnMicrofinanceAccount,
  OwnMobileAccount,
  OwnWallet,
} from '@jokko/contract/withdraw'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { App } from '../http/app-types.ts'
import { languageOf } from '../http/problem.ts'
import { callerOf, requireSession } from '../http/session.ts'
import { referenceData } from '../reference/data.ts'
import { bankView, microfinanceView, mobileView, walletView } from './account-views.ts'
import {
  changeBankAccount,
  changeMicrofinanceAccount,
  changeMobileAccount,
  changeWallet,
  removeAccount,
} from './accounts.ts'

const tags = ['withdraw']
const params = z.object({ id: Id })

export function accountChangeRoutes(deps: Deps, app: App): void {
  changeBankRoutes(deps, app)
  changePhoneRoutes(deps, app)
  const onRequest = requireSession(deps)
  for (const [path, kind, summary] of removable) {
    const schema = { tags, summary, params, response: { 204: z.null() } }
    app.delete(`/${path}/:id`, { onRequest, schema }, async (request, reply) => {
      await removeAccount(deps, callerOf(request), kind, request.params.id)
      return reply.code(204).send(null)
    })
  }
}

const removable = [
  ['userBankAccounts', 'bank_transfer', 'Removes an own bank account'],
  ['userMMAccounts', 'mobile_money', 'Removes an own mobile-money account'],
  ['userMFIAccounts', 'mfi', 'Removes an own microfinance account'],
  ['userWalletAccount', 'wallet', 'Removes an own wallet'],
] as const

function changeBankRoutes(deps: Deps, app: App): void {
  const onRequest = requireSession(deps)

  app.put(
    '/userBankAccounts/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Changes an own bank account; what is absent stays',
        params,
        body: ChangedBankAccount,
        response: { 200: OwnBankAccount },
      },
    },
    async request => {
      const asked = { id: request.params.id, body: request.body }
      return bankView(
        await changeBankAccount(deps, callerOf(request), asked),
        languageOf(request),
        deps.clock.now(),
      )
    },
  )
  app.put(
    '/userMFIAccounts/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Changes an own microfinance account; what is absent stays',
        params,
        body: ChangedMicrofinanceAccount,
        response: { 200: OwnMicrofinanceAccount },
      },
    },
    async request => {
      const asked = { id: request.params.id, body: request.body }
      return microfinanceView(
        await changeMicrofinanceAccount(deps, callerOf(request), asked),
        languageOf(request),
        deps.clock.now(),
      )
    },
  )
}

function changePhoneRoutes(deps: Deps, app: App): void {
  const onRequest = requireSession(deps)

  app.put(
    '/userMMAccounts/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Changes an own mobile-money account; what is absent stays',
        params,
        body: ChangedMobileAccount,
        response: { 200: OwnMobileAccount },
      },
    },
    async request => {
      const asked = { id: request.params.id, body: request.body }
      const changed = await changeMobileAccount(deps, callerOf(request), asked)
      return mobileView(changed, languageOf(request), deps.clock.now(), await referenceData(deps))
    },
  )
  app.put(
    '/userWalletAccount/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Changes an own wallet, by the id of the wallet; what is absent stays',
        params,
        body: ChangedWallet,
        response: { 200: OwnWallet },
      },
    },
    async request => {
      const asked = { id: request.params.id, body: request.body }
      const changed = await changeWallet(deps, callerOf(request), asked)
      return walletView(changed, languageOf(request), deps.clock.now(), await referenceData(deps))
    },
  )
}
