// The cache of server data around the screens that use it; emptied when the session ends.
import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { queryClient, readAgainWhere } from './query.ts'
import { onSessionEnd } from './session-end.ts'

onSessionEnd(() => queryClient.clear())

// Some answers carry sentences in the reader's language. What may be asked only once is no such answer.
i18next.on('languageChanged', () => void readAgainWhere(queryClient, ({ meta }) => meta?.['isOnce'] !== true))

export function ServerData({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
