// Where the focus goes when what lay over the page is gone: to where it was before, else to the step or page under it.
// Never to nowhere, from where the Tab key walks the whole page anew. Mantine gives it back only to what is closed
// before it is taken away, and ours is taken away at once.
import { useLayoutEffect } from 'react'

const isIn = (selector: string): boolean => document.activeElement?.closest(selector) != null

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

/** `over`: what lies over the page. A step that took the focus meanwhile keeps it. */
export function useFocusBack(over: string, isOpen = true): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    return () => {
      if (!isNowhere() && !isIn(over)) return
      if (before instanceof HTMLElement && before !== document.body && before.isConnected)
        before.focus({ preventScroll: true })
      if (!isNowhere() && !isIn(over)) return
      const under = [...document.querySelectorAll<HTMLElement>('.flow-heading, #content')]
      under.findLast(element => element.closest(over) === null)?.focus({ preventScroll: true })
    }
  }, [over, isOpen])
}
