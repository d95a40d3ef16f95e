// Starts the app in the browser: security first, then language, router, first screen.
import { keepFrameOnDevice } from './app/trusted-types.ts'
import '@jokko/ui/styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { configureClient } from './app/client.ts'
import { reportError } from './app/errors.tsx'
import { readLoginTarget } from './app/flows.ts'
import { currentLanguage } from './app/i18n.ts'
import { watchForMissingFiles } from './app/new-version.ts'
import { router } from './app/router.tsx'
import { endSession, onSessionEnd } from './app/session-end.ts'
import { onStoredChange } from './app/storage.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)

configureClient({ language: currentLanguage, onUnauthorized: () => endSession('expired') })
watchForMissingFiles()
keepFrameOnDevice()

onSessionEnd(reason => {
  // Who was paying a request comes back to it.
  const { request } = readLoginTarget({ request: location.pathname.split('/payment/')[1] })
  void router.navigate({
    to: '/login',
    search: { ended: reason, ...(request !== undefined && { request }) },
    replace: true,
  })
})

// Signed out in another tab: this one must not keep showing what it knows.
onStoredChange('session', value => {
  if (value === undefined) location.assign('/login')
})

addEventListener('unhandledrejection', event => {
  if (event.reason instanceof Error) reportError(event.reason)
})

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
