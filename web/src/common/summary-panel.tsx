// The summary beside the steps of a flow, the same in each: a heading, and what is said below it.
import { type ReactNode, useId } from 'react'
import './fee-lines.css'
import './summary-panel.css'

type SummaryPanelProps = {
  readonly title: string
  /** Its figures are being worked out. */
  readonly isBusy?: boolean
  /** Says nothing yet that a phone needs room for. */
  readonly isForWide?: boolean
  readonly children: ReactNode
}

export function SummaryPanel({ title, isBusy = false, isForWide = false, children }: SummaryPanelProps) {
  const id = useId()
  return (
    <section
      className="card summary-panel"
      aria-labelledby={id}
      aria-busy={isBusy || undefined}
      data-for-wide={isForWide || undefined}
      data-testid="summary-panel"
    >
      <h3 className="section-title" id={id}>
        {title}
      </h3>
      {children}
    </section>
  )
}
