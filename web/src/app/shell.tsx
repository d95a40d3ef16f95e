// The dashboard's frame: who is signed in, where one can go, and what opens over it.
import type { OperationUpdated } from '@jokko/contract/realtime'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import '@jokko/ui/styles-dashboard.css'
import { EmptyState } from '@jokko/ui/empty-state'
import { problemText } from '../common/problem-text.ts'
import { ApiError } from './client.ts'
import { IdleGuard } from './idle-guard.tsx'
import { announceVersion } from './new-version.ts'
import { notify } from './notify.ts'
import { OfflineBanner } from './offline-banner.tsx'
import { Overlays } from './overlays.tsx'
import { useFocusOnNavigation } from './page-title.ts'
import { startRealtime } from './realtime.ts'
import { ServerData } from './server-data.tsx'
import { SessionProvider, useCurrentUser, useUser } from './session.tsx'
import { endSession } from './session-end.ts'
import { ShellSkeleton } from './shell-skeleton.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import './not-found-page.css'
import './shell.css'

const BottomBar = lazy(() => import('./bottom-bar.tsx').then(file => ({ default: file.BottomBar })))

const told: Partial<Record<string, 'operation_paid' | 'operation_refunded' | 'deposit_completed'>> = {
  paid: 'operation_paid',
  refunded: 'operation_refunded',
  // No other life ends in this state.
  completed: 'deposit_completed',
}

/** Listens for what changes elsewhere, and says the things that people wait for. */
function useLiveUpdates(): void {
  const { t } = useTranslation()
  // Another language changes the words, and leaves the connection alone.
  const say = useRef(t)
  say.current = t
  const channels = useUser().channels.join(' ')
  useEffect(
    () =>
      startRealtime(channels.split(' ').filter(Boolean), {
        onOperation: (event: OperationUpdated) => {
          const text = told[event.state]
          // Of a bulk payment its whole is told, not each of its rows.
          if (text !== undefined && event.parent_id === null)
            void notify(say.current(`live.${text}`), text === 'operation_refunded' ? 'info' : 'success')
        },
        onVersion: announceVersion,
      }),
    [channels],
  )
}

function Frame() {
  const { t } = useTranslation()
  useLiveUpdates()
  useFocusOnNavigation('content')
  const isNarrow = useMediaQuery('(width < 600px)', undefined, { getInitialValueInEffect: false })
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {t('skip_to_content')}
      </a>
      {!isNarrow && <Sidebar />}
      <TopBar isNarrow={isNarrow} />
      <main className="shell__main" id="content" tabIndex={-1}>
        <OfflineBanner />
        <div className="shell__content">
          <Outlet />
        </div>
      </main>
      <Suspense>{isNarrow && <BottomBar />}</Suspense>
      <Overlays />
    </div>
  )
}

function CannotLoad({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <main className="not-found">
      <EmptyState
        headingLevel={1}
        title={t('cannot_load.title')}
        text={problemText(error)}
        action={<Button onClick={onRetry}>{t('retry')}</Button>}
      />
    </main>
  )
}

function SignedIn() {
  const { data, error, refetch } = useCurrentUser()
  const isExpired = error instanceof ApiError && error.status === 401
  const isRejected = data?.user.is_rejected === true && !data.user.is_active

  useEffect(() => {
    if (isExpired) endSession('expired')
    if (isRejected) endSession('rejected')
  }, [isExpired, isRejected])

  if (data === undefined) {
    if (error === null || isExpired) return <ShellSkeleton />
    return <CannotLoad error={error} onRetry={() => void refetch()} />
  }
  return (
    <SessionProvider current={data}>
      <Frame />
      <IdleGuard idleSeconds={data.idle_seconds} />
    </SessionProvider>
  )
}

export function Shell() {
  return (
    <ServerData>
      <SignedIn />
    </ServerData>
  )
}
