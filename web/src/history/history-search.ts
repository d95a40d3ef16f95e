// The part of the history's address that says what is searched, filtered and how it is sorted.
import type { CustomerStatus, OperationType } from '@jokko/contract/history'

const sortKeys = ['start_date', 'amount'] as const
export type SortKey = (typeof sortKeys)[number]

/** In the order in which they are offered. */
export const typeChoices = [
  'direct_transfer',
  'instant_transfer',
  'bulk_transfer',
  'deposit',
  'withdraw',
  'payment_request',
  'campaign_referral_reward',
] as const satisfies readonly OperationType[]

export const statusGroups = {
  transfer: ['transfer_in_progress', 'pending', 'suspicious', 'transfer_completed', 'transfer_failed'],
  payment: ['payment_started', 'payment_requested', 'funds_received', 'payment_completed', 'payment_failed'],
  deposit: ['deposit_in_progress', 'deposit_completed', 'deposit_failed'],
  withdraw: [
    'withdraw_requested',
    'withdraw_pending',
    'withdraw_in_progress',
    'withdraw_completed',
    'withdraw_failed',
  ],
} as const satisfies Record<string, readonly CustomerStatus[]>

const statuses: readonly CustomerStatus[] = Object.values(statusGroups).flat()
const types: readonly OperationType[] = typeChoices

export type HistorySearch = {
  readonly q?: string
  readonly type?: OperationType
  readonly status?: CustomerStatus
  /** Absent: by date. */
  readonly sort?: SortKey
  /** Absent: the newest, or the largest, first. */
  readonly order?: 'asc' | 'desc'
}

const longestSearch = 80

export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const typed = search['q']
  const q =
    typeof typed === 'string' || typeof typed === 'number' ? String(typed).slice(0, longestSearch) : ''
  const type = types.find(choice => choice === search['type'])
  const status = statuses.find(choice => choice === search['status'])
  const sort = sortKeys.find(choice => choice === search['sort'])
  return {
    ...(q.trim() === '' ? {} : { q }),
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
    ...(sort === undefined || sort === 'start_date' ? {} : { sort }),
    ...(search['order'] === 'asc' ? { order: 'asc' as const } : {}),
  }
}

export const isFiltered = ({ q, type, status }: HistorySearch): boolean =>
  q !== undefined || type !== undefined || status !== undefined

/** A press on a column's head: sorts by it, largest or newest first; a second press turns the order round. */
export function sortedBy(search: HistorySearch, sort: SortKey): HistorySearch {
  const { sort: before = 'start_date', order = 'desc', ...filters } = search
  const turned = before === sort && order === 'desc'
  return readHistorySearch({ ...filters, sort, ...(turned ? { order: 'asc' } : {}) })
}
