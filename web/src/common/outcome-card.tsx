// Where something stands, as a card: a sign, a heading that takes the focus, what it means, and the ways on.
import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClockPause } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import './outcome-card.css'

export type OutcomeTone = 'done' | 'progress' | 'waiting' | 'failed' | 'closed' | 'question'

const icons = {
  done: IconCircleCheck,
  waiting: IconClockPause,
  failed: IconAlertTriangle,
  closed: IconCircleX,
} as const

function Sign({ tone }: { tone: OutcomeTone }) {
  if (tone === 'question') return null
  if (tone === 'progress') return <Loader className="outcome__sign" size={36} aria-hidden />
  const Icon = icons[tone]
  return <Icon className="outcome__sign" size={44} stroke={1.5} aria-hidden />
}

type OutcomeCardProps = {
  readonly tone: OutcomeTone
  readonly heading: string
  readonly children?: ReactNode
  readonly buttons?: ReactNode
}

export function OutcomeCard({ tone, heading, children, buttons }: OutcomeCardProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    // Another heading is news, wherever the reader stands on the page.
    if (shown.current === heading) return
    shown.current = heading
    title.current?.focus({ preventScroll: true })
  }, [heading])
  return (
    <section className="card outcome" data-tone={tone} data-testid="outcome">
      <div className="outcome__head">
        <Sign tone={tone} />
        <h2 className="outcome__heading" ref={title} tabIndex={-1}>
          {heading}
        </h2>
      </div>
      {children}
      {buttons !== undefined && <div className="outcome__buttons">{buttons}</div>}
    </section>
  )
}
