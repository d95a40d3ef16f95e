// What the steps of a bulk payment share: the table, its draft on the server, and how to move on.

import type { CountryDetail, Operators } from '@jokko/contract/reference'
import type { BulkCountry } from '@jokko/core/bulk-rows'
import { createContext, type Dispatch, useContext } from 'react'
import type * as z from 'zod/mini'
import type { useFlowAddress } from '../common/flow-address.ts'
import type { BulkEvent, BulkTable, TableRow } from './bulk-table.ts'
import type { Reader } from './reader.ts'
import type { SavedDraft } from './use-saved-draft.ts'

export const bulkSteps = ['rows', 'payment', 'bank', 'details', 'done'] as const
export type BulkStep = (typeof bulkSteps)[number]
export type BulkRoute = ReturnType<typeof useFlowAddress<BulkStep>>

export type BulkFlow = {
  readonly table: BulkTable
  readonly dispatch: Dispatch<BulkEvent>
  readonly saved: SavedDraft
  /** Rows that cannot be paid as they stand. */
  readonly wrong: readonly TableRow[]
  /** Lines that pay the same number the same amount. */
  readonly groups: readonly (readonly number[])[]
  readonly reader: Reader | undefined
  /** Absent until the tables of the chosen country are there. */
  readonly rules: BulkCountry | undefined
  readonly operators: z.infer<typeof Operators>['operators']
  /** The sender's country: where money may go, and how it is paid. */
  readonly home: CountryDetail
  readonly route: BulkRoute
  /** The draft as it is on the server now, in place of the table. */
  readonly onReadAgain: () => void
}

const BulkContext = createContext<BulkFlow | undefined>(undefined)
export const BulkProvider = BulkContext

export function useBulk(): BulkFlow {
  const flow = useContext(BulkContext)
  if (flow === undefined) throw new Error('useBulk is for the steps of a bulk payment')
  return flow
}
