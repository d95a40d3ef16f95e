// A few figures under each other before a button that moves money: what happens to whom, to the cent.
import type { ReactNode } from 'react'
import './figure-list.css'

export type Figure = {
  readonly label: string
  readonly value: string
  /** What the figure was before, or another remark. */
  readonly note?: ReactNode
  readonly isStrong?: boolean
}

export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ label, value, note, isStrong }) => (
        <div className="figures__row" key={label} data-strong={isStrong || undefined}>
          <dt>{label}</dt>
          <dd>
            <span className="tabular unbroken">{value}</span>
            {note !== undefined && <span className="figures__note tabular">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
