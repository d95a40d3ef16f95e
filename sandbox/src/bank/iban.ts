// Checks an IBAN's form and check digits (ISO 13616), and where it lives.

const sepaCountries = new Set(
  'AD AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MT NL NO PL PT RO SE SI SK SM VA'.split(
    ' ',
  ),
)

export const compactIban = (text: string) => text.replace(/\s/g, '').toUpperCase()

export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, letter =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

export const isReachable = (iban: string) => sepaCountries.has(iban.slice(0, 2))
