// Where the focus goes when what lay over the page is gone: to where it was before, else to the step or page under it.
// Never to nowhere, from where the Tab key walks the whole page anew. Mantine gives it back only to what is closed
// before it is taken away, and ours is taken away at once.
import { useLayoutEffect } from 'react'
import { isFocusNowhere } from './focus.ts'

/** The last of its kind: one may lie over another, and only what lies on top goes. */
const isOnTop = (over: string): boolean =>
  [...document.querySelectorAll(over)].at(-1)?.contains(document.activeElement) ?? false

function isGivenTo(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || element === document.body) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** `over`: what lies over the page. A step that took the focus meanwhile keeps it. */
export function useFocusBack(over: string, isOpen = true): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    const giveBack = () => {
      // What is gone, hidden or disabled does not take it.
      if (isGivenTo(before)) return
      const under = [...document.querySelectorAll('.flow-heading, #content')]
      isGivenTo(under.findLast(element => element.closest(over) === null))
    }
    return () => {
      if (isFocusNowhere() || isOnTop(over)) giveBack()
      // A question and what it lay over go together: what the question gave it to is gone in the next moment.
      queueMicrotask(() => {
        if (isFocusNowhere()) giveBack()
      })
    }
  }, [over, isOpen])
}
