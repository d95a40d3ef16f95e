// Every address of the app, what it may carry, and which area draws it. Areas are loaded when they are visited.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { readHistorySearch } from '../history/history-search.ts'
import { readPaymentInAddress } from '../mobile-money/payment-in-address.ts'
import { readBankSearch, readReturnSearch } from '../payin/return-address.ts'
import { readRequestSearch } from '../payment-request/request-flow.ts'
import {
  afterSignIn,
  apprefIn,
  type LoginTarget,
  loginTarget,
  readDashboardSearch,
  readLoginTarget,
} from './flows.ts'
import { loadTexts } from './i18n.ts'
import { orReload } from './new-version.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { NotOpenPage, NotOpenPublicPage } from './not-open-page.tsx'
import { Root } from './root.tsx'
import { type EndReason, hasSession } from './session-end.ts'
import { ShellSkeleton } from './shell-skeleton.tsx'
import { readStored, writeStored } from './storage.ts'

const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  loader: () => loadTexts('common'),
})

/** Whoever signs in first comes back to the operation that was asked for. */
function requireSession({ search }: { search: LoginTarget }): void {
  if (!hasSession()) throw redirect({ to: '/login', search: loginTarget(search), replace: true })
}

const entryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: (search: Record<string, unknown>): Pick<LoginTarget, 'appref'> => {
    const appref = apprefIn(search['appref'])
    return appref === undefined ? {} : { appref }
  },
  /** Who comes by a request's public name signs in first, then it is looked for. */
  beforeLoad: ({ search }) => {
    if (!hasSession()) throw redirect({ to: '/login', search, replace: true })
    if (search.appref === undefined) throw redirect({ to: '/dashboard/home', replace: true })
  },
  loader: () => loadTexts('payment-request'),
  component: lazyRouteComponent(
    orReload(() => import('../payment-request/entry-page.tsx')),
    'EntryPage',
  ),
})

const paymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment/$id',
  validateSearch: readRequestSearch,
  beforeLoad: ({ params, search }) => {
    // A sign-in and the pages of companies lead back without it.
    if (search.status === 'anonymous') writeStored('anonymous-request', params.id)
    if (!hasSession()) throw redirect({ to: '/login', search: { request: params.id }, replace: true })
    if (search.status === undefined && readStored('anonymous-request') === params.id)
      throw redirect({
        to: '/payment/$id',
        params,
        search: { ...search, status: 'anonymous' },
        replace: true,
      })
  },
  loader: () => loadTexts('payment-request', 'flow', 'statuses', 'errors', 'bank'),
  component: lazyRouteComponent(
    orReload(() => import('../payment-request/request-page.tsx')),
    'RequestPage',
  ),
})

const endReasons: readonly EndReason[] = ['signed-out', 'expired', 'idle', 'rejected']

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): LoginTarget & { ended?: EndReason } => {
    const ended = endReasons.find(reason => reason === search['ended'])
    return { ...readLoginTarget(search), ...(ended && { ended }) }
  },
  beforeLoad: ({ search }) => {
    if (hasSession()) throw redirect({ ...afterSignIn(search), replace: true })
  },
  loader: () => loadTexts('access'),
  component: lazyRouteComponent(
    orReload(() => import('../access/login-page.tsx')),
    'LoginPage',
  ),
})

const publicRoute = <Path extends `/${string}`>(path: Path) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: NotOpenPublicPage })

/** Linked from the sign-in page; each becomes a route of its own when its area opens. */
const joinRoute = publicRoute('/join')
const forgotRoute = publicRoute('/forgot')
const termsRoute = publicRoute('/terms')
const privacyRoute = publicRoute('/privacy')

/** Where payers pay and come back to: open to whoever holds the payment's name, with or without a session. */
const loadPayInTexts = () => loadTexts('payin', 'errors')

const mobileMoneyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mobile_money',
  validateSearch: readPaymentInAddress,
  loader: loadPayInTexts,
  component: lazyRouteComponent(
    orReload(() => import('../mobile-money/mobile-money-page.tsx')),
    'MobileMoneyPage',
  ),
})

const paylineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payline/$status',
  validateSearch: readReturnSearch,
  loader: loadPayInTexts,
  component: lazyRouteComponent(
    orReload(() => import('../payin/payline-page.tsx')),
    'PaylinePage',
  ),
})

const paymentStatusRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bridgeapi/payment_status',
  validateSearch: readReturnSearch,
  loader: loadPayInTexts,
  component: lazyRouteComponent(
    orReload(() => import('../payin/payment-status-page.tsx')),
    'PaymentStatusPage',
  ),
})

const truelayerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/truelayer',
  validateSearch: readBankSearch,
  loader: loadPayInTexts,
  component: lazyRouteComponent(
    orReload(() => import('../payin/truelayer-page.tsx')),
    'TruelayerPage',
  ),
})

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: readDashboardSearch,
  beforeLoad: requireSession,
  component: lazyRouteComponent(
    orReload(() => import('./shell.tsx')),
    'Shell',
  ),
  pendingComponent: ShellSkeleton,
})

const dashboardIndexRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/dashboard/home', search, replace: true })
  },
})

const homeRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/home',
  loader: () => loadTexts('home', 'statuses'),
  component: lazyRouteComponent(
    orReload(() => import('../home/home-page.tsx')),
    'HomePage',
  ),
})

const historyRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/history',
  validateSearch: readHistorySearch,
  loader: () => loadTexts('history', 'statuses'),
  component: lazyRouteComponent(
    orReload(() => import('../history/history-page.tsx')),
    'HistoryPage',
  ),
})

const receivedRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/received/$id',
  loader: () => loadTexts('deposit', 'flow'),
  component: lazyRouteComponent(
    orReload(() => import('../deposit/received-page.tsx')),
    'ReceivedPage',
  ),
})

const profileRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/profile',
  component: () => <NotOpenPage page="profile" />,
})

const developerRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/developer',
  component: () => <NotOpenPage page="developer" />,
})

const referralRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/referral',
  component: () => <NotOpenPage page="referral" />,
})

const routeTree = rootRoute.addChildren([
  entryRoute,
  paymentRoute,
  loginRoute,
  joinRoute,
  forgotRoute,
  termsRoute,
  privacyRoute,
  mobileMoneyRoute,
  paylineRoute,
  paymentStatusRoute,
  truelayerRoute,
  dashboardRoute.addChildren([
    dashboardIndexRoute,
    homeRoute,
    historyRoute,
    receivedRoute,
    profileRoute,
    developerRoute,
    referralRoute,
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
