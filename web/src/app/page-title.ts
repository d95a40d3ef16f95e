// The title of the browser's tab, and the focus after a change of page.
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Jokko`
  }, [title])
}

/** After a change of page the focus goes to the page's content, so that a screen reader starts there. */
export function useFocusOnNavigation(targetId: string): void {
  const path = useRouterState({ select: state => state.location.pathname })
  const previous = useRef(path)
  useEffect(() => {
    if (previous.current === path) return
    previous.current = path
    document.getElementById(targetId)?.focus({ preventScroll: true })
  }, [path, targetId])
}
