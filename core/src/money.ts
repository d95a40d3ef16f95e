// Answers for amounts: whole minor units with their currency, exact arithmetic, named rounding, and the
// decimal text in which amounts cross the wire. No floating point touches an amount anywhere.

export type Currency = 'EUR' | 'XOF' | 'XAF' | 'GNF'

export type Money = { readonly minor: bigint; readonly currency: Currency }

export const decimalsOf: Record<Currency, number> = { EUR: 2, XOF: 0, XAF: 0, GNF: 0 }

export const currencies: readonly Currency[] = ['EUR', 'XOF', 'XAF', 'GNF']

/** Longest amount accepted from outside, counted in digits of the whole part and the decimals together. */
export const maxDigits = 15

export type Rounding = 'floor' | 'ceil' | 'half-up'

export const money = (minor: bigint, currency: Currency): Money => ({ minor, currency })

export const eur = (cents: bigint): Money => money(cents, 'EUR')

export const zero = (currency: Currency): Money => money(0n, currency)

const sameCurrency = (a: Money, b: Money): void => {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} and ${b.currency} do not mix`)
}

export const add = (a: Money, b: Money): Money => {
  sameCurrency(a, b)
  return money(a.minor + b.minor, a.currency)
}

export const subtract = (a: Money, b: Money): Money => {
  sameCurrency(a, b)
  return money(a.minor - b.minor, a.currency)
}

export const negate = (m: Money): Money => money(-m.minor, m.currency)

export const compare = (a: Money, b: Money): -1 | 0 | 1 => {
  sameCurrency(a, b)
  if (a.minor === b.minor) return 0
  return a.minor < b.minor ? -1 : 1
}

export const isZero = (m: Money): boolean => m.minor === 0n

export const isPositive = (m: Money): boolean => m.minor > 0n

export const sum = (list: readonly Money[], currency: Currency): Money => list.reduce(add, zero(currency))

export const minOf = (a: Money, b: Money): Money => (compare(a, b) <= 0 ? a : b)

export const maxOf = (a: Money, b: Money): Money => (compare(a, b) >= 0 ? a : b)

/** The quotient as a whole number. `half-up` takes a tie away from zero, so that a refund mirrors its charge. */
export const divide = (numerator: bigint, denominator: bigint, rounding: Rounding): bigint => {
  if (denominator === 0n) throw new RangeError('division by zero')
  const [n, d] = denominator < 0n ? [-numerator, -denominator] : [numerator, denominator]
  const truncated = n / d
  const rest = n % d
  if (rest === 0n) return truncated
  if (rounding === 'floor') return rest < 0n ? truncated - 1n : truncated
  if (rounding === 'ceil') return rest > 0n ? truncated + 1n : truncated
  const distance = rest < 0n ? -rest : rest
  if (2n * distance < d) return truncated
  return n < 0n ? truncated - 1n : truncated + 1n
}

/** The nearest multiple of `step` (ties up) or the next one down, from an exact fraction. */
export const toStep = (
  numerator: bigint,
  denominator: bigint,
  step: bigint,
  rounding: 'nearest' | 'down',
): bigint => divide(numerator, denominator * step, rounding === 'down' ? 'floor' : 'half-up') * step

/** Splits by weight so that the parts add up to the whole; of the parts that do not divide, the first take what is left. */
export const allocate = (m: Money, weights: readonly bigint[]): Money[] => {
  const total = weights.reduce((a, b) => a + b, 0n)
  if (total <= 0n || weights.some(weight => weight < 0n)) {
    throw new RangeError('weights must be positive or zero, and not all zero')
  }
  const shares = weights.map(weight => (m.minor * weight) / total)
  let rest = m.minor - shares.reduce((a, b) => a + b, 0n)
  const unit = rest < 0n ? -1n : 1n
  return shares.map((share, index) => {
    const divides = (m.minor * (weights[index] ?? 0n)) % total === 0n
    if (rest === 0n || divides) return money(share, m.currency)
    rest -= unit
    return money(share + unit, m.currency)
  })
}

/** Decimal text with exactly the currency's decimals: `250.00`, `163990`. */
export const toDecimal = (m: Money): string => {
  const decimals = decimalsOf[m.currency]
  const sign = m.minor < 0n ? '-' : ''
  const digits = String(m.minor < 0n ? -m.minor : m.minor).padStart(decimals + 1, '0')
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const wireAmount = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/

/** Reads wire text strictly: no sign, exponent, spaces or foreign digits, no more decimals than the currency has. */
export const fromDecimal = (text: string, currency: Currency): Money | undefined => {
  const match = wireAmount.exec(text)
  const whole = match?.[1]
  if (whole === undefined) return undefined
  const fraction = match?.[2] ?? ''
  const decimals = decimalsOf[currency]
  if (fraction.length > decimals || whole.length + fraction.length > maxDigits) return undefined
  return money(BigInt(whole + fraction.padEnd(decimals, '0')), currency)
}
