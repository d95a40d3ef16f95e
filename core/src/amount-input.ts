// Reads what people type or paste into an amount field: spaces of every kind, comma or dot, in either habit.
// It never guesses: what could mean two amounts is refused, so that the field keeps what was typed and says why.
import { type Currency, decimalsOf, type Money, maxDigits, money } from './money.ts'

export type AmountInputReason = 'empty' | 'not_a_number' | 'too_many_decimals' | 'ambiguous' | 'too_large'

export type AmountInput =
  | { readonly ok: true; readonly money: Money }
  | { readonly ok: false; readonly reason: AmountInputReason }

type Parts = { whole: string; fraction: string }

const refused = (reason: AmountInputReason): AmountInput => ({ ok: false, reason })

// Plain, no-break, thin, figure and narrow no-break space: what keyboards and Intl put between thousands.
const space = '[ \\u00a0\\u2009\\u2007\\u202f]'
const shape = new RegExp(`^(?:[0-9]|[.,]|${space})+$`)
const spacedThousands = new RegExp(`^[0-9]{1,3}(?:${space}[0-9]{3})+$`)
const anySpace = new RegExp(space, 'g')
const groupsOfThree = /^[0-9]{1,3}(?:([.,])[0-9]{3})(?:\1[0-9]{3})*$/

/** The whole part as plain digits, or nothing when its thousands are not grouped properly. */
const wholeDigits = (text: string, groupSeparator: string): string | undefined => {
  if (/^[0-9]*$/.test(text)) return text
  if (spacedThousands.test(text)) return text.replace(anySpace, '')
  const grouped = groupsOfThree.exec(text)
  return grouped?.[1] === groupSeparator ? text.replaceAll(groupSeparator, '') : undefined
}

/** `1 234,56`, `1.234,56`, `1,234.56`: the last separator starts the decimals, another kind may group thousands. */
const splitAt = (text: string, position: number): Parts | undefined => {
  const decimalMark = text.charAt(position)
  const whole = wholeDigits(text.slice(0, position), decimalMark === ',' ? '.' : ',')
  const fraction = text.slice(position + 1)
  return whole === undefined || !/^[0-9]*$/.test(fraction) || whole + fraction === ''
    ? undefined
    : { whole, fraction }
}

const separatorsIn = (text: string): readonly number[] => {
  const found: number[] = []
  for (let index = 0; index < text.length; index += 1)
    if (',.'.includes(text.charAt(index))) found.push(index)
  return found
}

/** One separator before exactly three digits: decimals in one habit, thousands in the other. */
const looksGrouped = (text: string): boolean => /^[1-9][0-9]{0,2}[.,][0-9]{3}$/.test(text)

const read = (text: string, decimals: number): Parts | 'ambiguous' | undefined => {
  const separators = separatorsIn(text)
  const last = separators.at(-1)
  if (last === undefined) {
    const whole = wholeDigits(text, '')
    return whole === undefined ? undefined : { whole, fraction: '' }
  }
  if (looksGrouped(text)) {
    return decimals === 0 ? { whole: text.replace(/[.,]/, ''), fraction: '' } : 'ambiguous'
  }
  const mark = text.charAt(last)
  const repeated = separators.length > 1 && separators.every(index => text.charAt(index) === mark)
  if (!repeated) return splitAt(text, last)
  const whole = wholeDigits(text, mark)
  return whole === undefined ? undefined : { whole, fraction: '' }
}

export const parseAmountInput = (text: string, currency: Currency): AmountInput => {
  const trimmed = text.trim()
  if (trimmed === '') return refused('empty')
  if (!shape.test(trimmed)) return refused('not_a_number')
  const decimals = decimalsOf[currency]
  const parts = read(trimmed, decimals)
  if (parts === undefined) return refused('not_a_number')
  if (parts === 'ambiguous') return refused('ambiguous')
  if (parts.fraction.length > decimals) return refused('too_many_decimals')
  const digits = parts.whole.replace(/^0+(?=[0-9])/, '') + parts.fraction.padEnd(decimals, '0')
  if (digits.length > maxDigits) return refused('too_large')
  return { ok: true, money: money(BigInt(digits), currency) }
}
