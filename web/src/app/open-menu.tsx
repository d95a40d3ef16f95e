// The menu of a button that was pressed: open as soon as it is there, and closing gives the focus back to the button.
import { Popover, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'

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

export function OpenMenu(props: PressMenuProps) {
  const { className, face, label, isLabelShown = false, position, width, menuClassName, children } = props
  const [isOpen, { open, toggle, close }] = useDisclosure(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    open()
  }, [open])
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position={position}
      width={width}
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          ref={button}
          className={className}
          {...(isLabelShown ? {} : { 'aria-label': label })}
          onClick={toggle}
        >
          {face}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown
        aria-label={label}
        {...(menuClassName === undefined ? {} : { className: menuClassName })}
        {...(props.closesOnPress === true ? { onClick: close } : {})}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
