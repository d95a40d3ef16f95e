// Flags of the countries we send from and pay into, as small SVG files that load when they are seen.
import { flagFiles } from './flag-files.ts'
import './flag.css'

type FlagProps = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Leave it out where the country's name stands beside the flag. */
  readonly label?: string
  readonly size?: number
}

export function Flag({ country, label, size = 20 }: FlagProps) {
  const file = flagFiles[country]
  const height = Math.round((size * 2) / 3)
  if (file === undefined) return <span className="flag" aria-hidden="true" />
  return (
    <img
      className="flag"
      src={file}
      alt={label ?? ''}
      width={size}
      height={height}
      loading="lazy"
      decoding="async"
    />
  )
}
