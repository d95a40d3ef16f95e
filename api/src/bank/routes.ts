// What a payer needs for a bank transfer, whatever it is for: our account, the reference and what is still missing.
import { BankDetails, BankDetailsQuery } from '@jokko/contract/transfer'
import type { Deps } from '../deps.ts'
import type { Routes } from '../http/app-types.ts'
import { Problem } from '../http/problem.ts'
import { callerOf, requireSession } from '../http/session.ts'
import { readOwnOperation } from '../ledger/operations.ts'
import { referenceData } from '../reference/data.ts'
import { bankDetailsView } from './instructions.ts'

const tags = ['bank']

export function bankRoutes(deps: Deps): Routes {
  return app => {
    app.get(
      '/notifications/jokkoBankDetails',
      {
        onRequest: requireSession(deps),
        schema: { tags, querystring: BankDetailsQuery, response: { 200: BankDetails } },
      },
      async request => {
        const { payment_id, id } = request.query
        const op = await readOwnOperation(deps, callerOf(request).customerId, payment_id)
        if (!op) throw new Problem('not_found')
        const account = (await referenceData(deps)).ourBankAccounts.find(ours => ours.id === id)
        if (!account) throw new Problem('select_bank', { fields: { id: ['select_bank'] } })
        return { user_payment_details: bankDetailsView(op, account) }
      },
    )
  }
}
