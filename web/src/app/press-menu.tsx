// A button that opens a small menu. What places the menu on the screen comes with the first press.
import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { PressMenuProps } from './open-menu.tsx'

const OpenMenu = lazy(() => import('./open-menu.tsx').then(file => ({ default: file.OpenMenu })))

export function PressMenu(props: PressMenuProps) {
  const [isAsked, setAsked] = useState(false)
  const { className, face, label, isLabelShown = false } = props
  const button = (
    <UnstyledButton
      className={className}
      {...(isLabelShown ? {} : { 'aria-label': label })}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setAsked(true)}
    >
      {face}
    </UnstyledButton>
  )
  if (!isAsked) return button
  return (
    <Suspense fallback={button}>
      <OpenMenu {...props} />
    </Suspense>
  )
}
