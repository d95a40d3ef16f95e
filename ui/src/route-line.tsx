// The Route: a line with stops, like a metro map, from the sender to the beneficiary.
// It says where the money is (or will be), since when, and what happens next.
import type { ReactNode } from 'react'
import './route-line.css'

export type StopState = 'done' | 'current' | 'waiting' | 'failed' | 'upcoming'

export type RouteLineStop = {
  readonly id: string
  readonly name: string
  readonly state: StopState
  /** The word for the state, in the reader's language. */
  readonly stateLabel: string
  /** When it happened or will happen, as text. */
  readonly time?: string | undefined
  /** The same moment for machines (ISO 8601). */
  readonly dateTime?: string | undefined
  /** What happens here, or why it stopped. */
  readonly sentence?: ReactNode
  /** What the reader can do about it. */
  readonly action?: ReactNode
  /** How long the way to the next stop takes. */
  readonly stretch?: string | undefined
}

type RouteLineProps = {
  readonly label: string
  readonly stops: readonly RouteLineStop[]
  /** auto: horizontal where the container is 600 px or wider. */
  readonly orientation?: 'auto' | 'vertical'
  /** The current stop pulses while the payment is being watched. */
  readonly live?: boolean
  readonly tone?: 'page' | 'night'
}

type Stretch = 'travelled' | 'underway' | 'ahead' | 'cut'

function stretchAfter(stop: RouteLineStop, next: RouteLineStop): Stretch {
  if (stop.state === 'failed') return 'cut'
  if (next.state !== 'upcoming') return 'travelled'
  return stop.state === 'upcoming' ? 'ahead' : 'underway'
}

const marks: Record<StopState, ReactNode> = {
  done: (
    <>
      <circle className="route-line__disc" cx="14" cy="14" r="10" />
      <path className="route-line__sign" d="M9.6 14.3l3 3 5.9-6.2" />
    </>
  ),
  current: (
    <>
      <circle className="route-line__ring" cx="14" cy="14" r="10" />
      <circle className="route-line__disc" cx="14" cy="14" r="5" />
    </>
  ),
  waiting: (
    <>
      <circle className="route-line__ring" cx="14" cy="14" r="10" />
      <path className="route-line__bars" d="M11.6 10.5v7M16.4 10.5v7" />
    </>
  ),
  failed: (
    <>
      <path className="route-line__disc" d="M14 1.5L26.5 14 14 26.5 1.5 14z" />
      <path className="route-line__sign" d="M10.5 10.5l7 7M17.5 10.5l-7 7" />
    </>
  ),
  upcoming: <circle className="route-line__ring" cx="14" cy="14" r="7" />,
}

function Stop({ stop, next, live }: { stop: RouteLineStop; next: RouteLineStop | undefined; live: boolean }) {
  const isHere = stop.state === 'current' || stop.state === 'waiting' || stop.state === 'failed'
  return (
    <li
      className="route-line__stop"
      data-state={stop.state}
      data-stretch={next ? stretchAfter(stop, next) : undefined}
      data-live={live && stop.state === 'current' ? true : undefined}
      aria-current={isHere ? 'step' : undefined}
    >
      <svg className="route-line__mark" width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
        {marks[stop.state]}
      </svg>
      <div className="route-line__text">
        <p className="route-line__name">{stop.name}</p>
        <p className="route-line__state">
          <span className="route-line__word">{stop.stateLabel}</span>
          {stop.time !== undefined && (
            <>
              {' · '}
              <time className="tabular" dateTime={stop.dateTime}>
                {stop.time}
              </time>
            </>
          )}
        </p>
        {stop.sentence !== undefined && <p className="route-line__sentence">{stop.sentence}</p>}
        {stop.action !== undefined && <div className="route-line__action">{stop.action}</div>}
        {stop.stretch !== undefined && <p className="route-line__stretch">{stop.stretch}</p>}
      </div>
    </li>
  )
}

export function RouteLine({
  label,
  stops,
  orientation = 'auto',
  live = false,
  tone = 'page',
}: RouteLineProps) {
  return (
    <div className="route-line" data-orientation={orientation} data-tone={tone}>
      <ol className="route-line__stops" aria-label={label}>
        {stops.map((stop, index) => (
          <Stop key={stop.id} stop={stop} next={stops[index + 1]} live={live} />
        ))}
      </ol>
    </div>
  )
}
