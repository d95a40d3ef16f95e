// The woven pattern of the sign-in panel, the empty states and the receipt's head: decoration, silent to screen readers.
import './woven-pattern.css'

type WovenPatternProps = {
  /** night: on indigo; cloth: indigo on the page; quiet: barely there. */
  readonly tone?: 'night' | 'cloth' | 'quiet'
  readonly className?: string
}

export function WovenPattern({ tone = 'quiet', className = '' }: WovenPatternProps) {
  return <div className={`woven-pattern ${className}`} data-tone={tone} aria-hidden="true" />
}
