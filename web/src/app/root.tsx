// What surrounds every page: the theme, the cache of server data, the toasts, the update dialog.

import { cssVariables, theme } from '@jokko/ui/theme'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { queryClient } from './query.ts'

const Toasts = lazy(() => import('./toasts.tsx'))
const UpdateDialog = lazy(() => import('./errors.tsx').then(file => ({ default: file.UpdateDialog })))

const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

export function Root() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Outlet />
        <Suspense>
          <UpdateDialog />
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  )
}
