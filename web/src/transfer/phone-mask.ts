// A number that is recognised by who knows it and not readable over a shoulder.

/** First and last four digits of a national number; at least one digit always stays hidden. */
export function maskNational(national: string): string {
  const head = Math.max(0, Math.min(4, national.length - 5))
  return `${national.slice(0, head)}…${national.slice(-4)}`
}
