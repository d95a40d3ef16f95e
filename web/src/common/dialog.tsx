// A short question or notice in the middle of the screen, with its title as its name. What draws it comes with the first
// question: most pages ask none.
import { lazy, Suspense } from 'react'
import type { DialogProps } from './dialog-box.tsx'

const DialogBox = lazy(() => import('./dialog-box.tsx').then(file => ({ default: file.DialogBox })))

export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <DialogBox {...props} />
    </Suspense>
  )
}
