// A button that opens a small menu. What places the menu on the screen comes with the first press.
import { UnstyledButton } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const OpenMenu = lazy(() => import('./open-menu.tsx').then(file => ({ default: file.OpenMenu })))

export type PressMenuProps = {
  readonly className: string
  /** What the button shows. */
  readonly face: ReactNode
  readonly label: string
  /** The button's own words say what it is. */
  readonly isLabelShown?: boolean
  readonly position: 'bottom-end' | 'top-end'
  readonly width: number
  readonly menuClassName?: string
  /** A press in the menu closes it. */
  readonly closesOnPress?: boolean
  readonly children: ReactNode
}

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
