// A stored number as people read it, without the phone tables: `+225 07 01 02 03 04`.

/** National digits in pairs; an odd number of digits starts with three. */
function inPairs(digits: string): string {
  const head = digits.length % 2 === 1 ? 3 : 2
  const rest = digits.slice(head).match(/../g) ?? []
  return [digits.slice(0, head), ...rest].join('\u00a0')
}

export function phoneText(e164: string, dialCode: number): string {
  const prefix = `+${dialCode}`
  const national = e164.startsWith(prefix) ? e164.slice(prefix.length) : ''
  return /^\d+$/.test(national) ? `${prefix}\u00a0${inPairs(national)}` : e164
}
