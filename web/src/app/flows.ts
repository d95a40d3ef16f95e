// What opens over the dashboard: the money flows and an operation's details. Their state is the address,
// so that a refresh, Back and a shared link show the same thing.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export const flows = ['transfer', 'deposit', 'bulk', 'withdraw', 'payment_request'] as const
export type Flow = (typeof flows)[number]

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before is the page alone, as it was when the flow was opened over it. */
    isOverPage?: true
    /** Where in the browser's history the flow that is open begins. */
    flowFirst?: number
  }
}

export type DashboardSearch = {
  /** The flow that is open. */
  readonly flow?: Flow
  /** The beneficiary a transfer starts with. */
  readonly to?: string
  /** The operation a flow repeats, or continues. */
  readonly from?: string
  /** The operation whose details are open. */
  readonly operation?: string
  /** The list of contacts, or the form for a new one. */
  readonly contacts?: 'all' | 'new'
}

const isFlow = (value: unknown): value is Flow => flows.some(flow => flow === value)
const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[a-z]{3}_[0-9a-f-]{36}$/.test(value) ? value : undefined

export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const to = idIn(search['to'])
  const from = idIn(search['from'])
  const operation = idIn(search['operation'])
  return {
    ...(isFlow(search['flow']) ? { flow: search['flow'] } : {}),
    ...(to === undefined ? {} : { to }),
    ...(from === undefined ? {} : { from }),
    ...(operation === undefined ? {} : { operation }),
    ...(search['contacts'] === 'all' || search['contacts'] === 'new' ? { contacts: search['contacts'] } : {}),
  }
}

/** What a sign-in leads on to: an operation's details, or a transfer that begins as another one did. */
export type LoginTarget = Pick<DashboardSearch, 'operation' | 'flow' | 'from'> & {
  /** A payment that somebody asks for, by its id. */
  readonly request?: string
  /** The same, by its public name. */
  readonly appref?: string
}

/** A public name, as far as an address may carry one. */
export const apprefIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w-]{1,60}$/.test(value) ? value : undefined

export function readLoginTarget(search: Record<string, unknown>): LoginTarget {
  const request = idIn(search['request'])
  const appref = apprefIn(search['appref'])
  if (request !== undefined) return { request }
  return appref === undefined ? loginTarget(readDashboardSearch(search)) : { appref }
}

export function loginTarget({ operation, flow, from }: LoginTarget): LoginTarget {
  if (operation !== undefined) return { operation }
  return flow === 'transfer' && from !== undefined ? { flow, from } : {}
}

/** Where a sign-in leads on to. */
export function afterSignIn({ request, appref, ...target }: LoginTarget) {
  if (request !== undefined) return { to: '/payment/$id', params: { id: request } } as const
  if (appref !== undefined) return { to: '/', search: { appref } } as const
  return { to: '/dashboard/home', search: loginTarget(target) } as const
}

type Search = Record<string, unknown>

/** The page under everything that can be open over it. */
export function pageOnly(search: Search): Search {
  const {
    flow: _flow,
    to: _to,
    from: _from,
    step: _step,
    payment: _payment,
    account: _account,
    ...rest
  } = search
  const { operation: _operation, contacts: _contacts, ...page } = rest
  return page
}

const isPageOnly = (search: Search): boolean =>
  Object.keys(search).length === Object.keys(pageOnly(search)).length

export function useOverlays() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const openFlow = useCallback(
    (flow: Flow, start: { to?: string; from?: string; payment?: string } = {}) =>
      navigate({
        to: '.',
        search: { flow, ...start },
        state: isPageOnly(search) ? { isOverPage: true } : {},
      }),
    [navigate, search],
  )
  const openOperation = useCallback(
    (operation: string) => navigate({ to: '.', search: previous => ({ ...previous, operation }) }),
    [navigate],
  )
  const openContacts = useCallback(
    (contacts: 'all' | 'new') => navigate({ to: '.', search: previous => ({ ...previous, contacts }) }),
    [navigate],
  )
  /** Closes what is open; the page under it stays as it was. `replace`: as if it had never been. */
  const close = useCallback(
    ({ replace = false } = {}) => navigate({ to: '.', search: pageOnly as never, replace }),
    [navigate],
  )
  return { search: readDashboardSearch(search), openFlow, openOperation, openContacts, close }
}
