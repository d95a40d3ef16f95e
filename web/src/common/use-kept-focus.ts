// A button that is busy cannot hold the focus. When it can be pressed again, the focus is there again, unless something
// else took it meanwhile: whoever uses keys or a screen reader is not sent back to the top of the page.
import { useEffect, useRef } from 'react'
import { isFocusNowhere } from './focus.ts'

export function useKeptFocus(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(isBusy)
  useEffect(() => {
    if (wasBusy.current && !isBusy && isFocusNowhere()) button.current?.focus({ preventScroll: true })
    wasBusy.current = isBusy
  }, [isBusy])
  return button
}

/** For a button that stands where the pressed one stood. */
export function useTakenFocus() {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocusNowhere()) button.current?.focus({ preventScroll: true })
  }, [])
  return button
}
