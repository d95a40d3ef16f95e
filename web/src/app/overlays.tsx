// Which area stands behind each flow and behind the details drawer, each loaded when it opens.
import { lazy, Suspense } from 'react'
import { useOverlays } from './flows.ts'

const NotOpenYet = lazy(() => import('./not-open-yet.tsx').then(file => ({ default: file.NotOpenYet })))

export function Overlays() {
  const { search, close } = useOverlays()
  return <Suspense>{search.flow !== undefined && <NotOpenYet flow={search.flow} onClose={close} />}</Suspense>
}
