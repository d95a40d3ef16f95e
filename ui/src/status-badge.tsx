// The state of something, as a shape, a word and a colour: never the colour alone.
import './status-badge.css'

export type StatusTone = 'done' | 'progress' | 'failed' | 'started'

type StatusBadgeProps = {
  readonly tone: StatusTone
  readonly label: string
}

const shapes: Record<StatusTone, React.ReactNode> = {
  done: (
    <>
      <circle cx="7" cy="7" r="6" fill="currentColor" />
      <path d="M4.2 7.2l2 2 3.6-4" stroke="var(--ground)" strokeWidth="1.6" fill="none" />
    </>
  ),
  progress: (
    <>
      <circle cx="7" cy="7" r="5.2" stroke="currentColor" strokeWidth="1.6" fill="none" />
      <path d="M7 4v3.2l2.1 1.3" stroke="currentColor" strokeWidth="1.6" fill="none" />
    </>
  ),
  failed: (
    <>
      <path d="M7 .8l6.2 6.2L7 13.2.8 7z" fill="currentColor" />
      <path d="M7 4v3.4M7 9.2v1" stroke="var(--ground)" strokeWidth="1.6" fill="none" />
    </>
  ),
  started: (
    <circle
      cx="7"
      cy="7"
      r="5.2"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeDasharray="2.7 2.7"
      fill="none"
    />
  ),
}

export function StatusBadge({ tone, label }: StatusBadgeProps) {
  return (
    <span className="status-badge" data-tone={tone}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        {shapes[tone]}
      </svg>
      {label}
    </span>
  )
}
