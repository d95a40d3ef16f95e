// Numbers and accounts of others, hidden on the screen until someone asks to see them.

const digitsShown = 4

/** First and last four characters; at least one always stays hidden. What the server masked is left as it is. */
export function masked(text: string): string {
  if (isMasked(text)) return text
  const compact = text.replaceAll(/\s/g, '')
  const tail = Math.max(0, Math.min(digitsShown, compact.length - 1))
  const head = Math.max(0, Math.min(digitsShown, compact.length - digitsShown - 1))
  return `${compact.slice(0, head)} … ${compact.slice(compact.length - tail)}`.trim()
}

/** A phone number keeps its country code: `+225 0707 … 0701`. */
export function maskedPhone(number: string, dialCode: number | null): string {
  const prefix = `+${dialCode ?? ''}`
  if (dialCode === null || !number.startsWith(prefix)) return masked(number)
  return `${prefix} ${masked(number.slice(prefix.length))}`
}

export const isMasked = (text: string): boolean => /[…•*]/.test(text)
