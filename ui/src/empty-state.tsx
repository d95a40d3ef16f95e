// What a list or a page shows when there is nothing yet: one sentence why, and the next step.
import type { ReactNode } from 'react'
import './empty-state.css'
import { WovenPattern } from './woven-pattern.tsx'

type EmptyStateProps = {
  readonly title: string
  readonly text?: string | undefined
  readonly action?: ReactNode
  /** The heading's level where it stands; none: a paragraph. */
  readonly headingLevel?: 1 | 2 | 3
}

export function EmptyState({ title, text, action, headingLevel }: EmptyStateProps) {
  const Heading = headingLevel === undefined ? 'p' : (`h${headingLevel}` as const)
  return (
    <div className="empty-state">
      <WovenPattern className="empty-state__cloth" tone="cloth" />
      <Heading className="empty-state__title">{title}</Heading>
      {text !== undefined && <p className="empty-state__text">{text}</p>}
      {action !== undefined && <div className="empty-state__action">{action}</div>}
    </div>
  )
}
