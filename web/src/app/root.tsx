// What surrounds every page: the theme, the apology in the place of all of it when it breaks, and what is loaded only
// when it is needed (toasts, the update dialog).
import { cssVariables, theme } from '@jokko/ui/theme'
import { MantineProvider } from '@mantine/core'
import { CatchBoundary, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Apology } from './errors.tsx'
import { useNewVersion } from './new-version.ts'
import { useToastsWanted } from './notify.ts'

const Toasts = lazy(() => import('./toasts.tsx').then(file => ({ default: file.Toasts })))
const UpdateDialog = lazy(() => import('./update-dialog.tsx').then(file => ({ default: file.UpdateDialog })))

const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

export function Root() {
  const address = useLocation({ select: ({ href }) => href })
  const areToastsWanted = useToastsWanted()
  const isNewVersionOut = useNewVersion()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <CatchBoundary getResetKey={() => address} errorComponent={Apology}>
        <Outlet />
      </CatchBoundary>
      <Suspense>
        {areToastsWanted && <Toasts />}
        {isNewVersionOut && <UpdateDialog />}
      </Suspense>
    </MantineProvider>
  )
}
