// Cards of the hosted page: which numbers are numbers at all, and what each of them leads to.

export type CardScript = {
  /** The last four digits that choose this script. */
  readonly ending: string
  readonly number: string
  readonly meaning: string
  readonly title: 'ACCEPTED' | 'REFUSED' | 'ONHOLD_PARTNER' | 'ERROR'
  readonly code: string
  readonly detail: string
  /** Refunds are taken, and fail a moment later. */
  readonly refundsFail?: boolean
}

const accepted = { title: 'ACCEPTED', code: '00000', detail: 'Transaction approved' } as const

const usual: CardScript = {
  ending: '0001',
  number: '4970100000050001',
  meaning: 'accepted, like every other valid number',
  ...accepted,
}

export const cardScripts: readonly CardScript[] = [
  usual,
  {
    ending: '0002',
    number: '4970100000040002',
    meaning: 'refused by the bank',
    title: 'REFUSED',
    code: '01100',
    detail: 'Transaction refused',
  },
  {
    ending: '0003',
    number: '4970100000030003',
    meaning: 'not enough money on the account',
    title: 'REFUSED',
    code: '01116',
    detail: 'Amount limit',
  },
  {
    ending: '0004',
    number: '4970100000020004',
    meaning: 'held for a check against fraud, accepted after 10 minutes',
    title: 'ONHOLD_PARTNER',
    code: '04003',
    detail: 'Fraud alert, transaction on hold',
  },
  {
    ending: '0005',
    number: '4970100000010005',
    meaning: 'technical error',
    title: 'ERROR',
    code: '02102',
    detail: 'External server communication error',
  },
  {
    ending: '0006',
    number: '4970100000000006',
    meaning: 'refused as fraud',
    title: 'REFUSED',
    code: '04002',
    detail: 'Fraud detected',
  },
  {
    ending: '0007',
    number: '4970100000090007',
    meaning: 'accepted, but every refund fails a few seconds later',
    ...accepted,
    refundsFail: true,
  },
]

export const scriptOf = (ending: string): CardScript =>
  cardScripts.find(script => script.ending === ending) ?? usual

export const compactNumber = (typed: string) => typed.replace(/[\s-]/g, '')

export function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false
  const sum = Array.from(number, Number)
    .reverse()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : doubled(digit)), 0)
  return sum % 10 === 0
}

const doubled = (digit: number) => (digit > 4 ? digit * 2 - 9 : digit * 2)

export const maskNumber = (number: string) =>
  `${number.slice(0, 6)}${'X'.repeat(number.length - 8)}${number.slice(-2)}`

export function networkOf(number: string): string {
  if (number.startsWith('497')) return 'CB'
  return number.startsWith('5') ? 'MASTERCARD' : 'VISA'
}

/** `MMYY` of what was typed, when that month is not over. */
export function expiryOf(typed: string, now: number): string | undefined {
  const parts = /^(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(typed.trim())
  if (!parts?.[1] || !parts[2]) return undefined
  const firstMomentAfter = Date.UTC(2000 + Number(parts[2]), Number(parts[1]), 1)
  return firstMomentAfter > now ? `${parts[1]}${parts[2]}` : undefined
}
