// Answers for payment references: making them, their ISO 11649 form for bank transfers, and finding them again in
// what payers write. The alphabet leaves out 0, O, 1 and I, so a reference read aloud or copied by hand survives.

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const prefix = 'JK'
const bodyLength = 8
const seedBytes = 5

/** `JK` and eight characters, from five random bytes: 32 characters carry five bits each. */
export const paymentReference = (seed: Uint8Array): string => {
  if (seed.length !== seedBytes) throw new RangeError(`a reference is made from ${seedBytes} bytes`)
  let body = ''
  let pending = 0
  let pendingBits = 0
  for (const byte of seed) {
    pending = (pending << 8) | byte
    pendingBits += 8
    while (pendingBits >= 5) {
      pendingBits -= 5
      body += alphabet.charAt((pending >> pendingBits) & 31)
    }
    pending &= (1 << pendingBits) - 1
  }
  return prefix + body
}

const wholeReference = new RegExp(`^${prefix}[${alphabet}]{${bodyLength}}$`)

export const isPaymentReference = (text: string): boolean => wholeReference.test(text)

const mod97 = (text: string): bigint => {
  const digits = [...text].map(character => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % 97n
}

/** `RF`, two check digits, and the reference itself. */
export const creditorReference = (reference: string): string => {
  const check = String(98n - mod97(`${reference}RF00`)).padStart(2, '0')
  return `RF${check}${reference}`
}

const wholeCreditorReference = /^RF([0-9]{2})([A-Z0-9]{1,21})$/

/** The payment reference inside a creditor reference, if its check digits hold. */
export const fromCreditorReference = (text: string): string | undefined => {
  const match = wholeCreditorReference.exec(text.toUpperCase().replace(/[^A-Z0-9]/g, ''))
  const reference = match?.[2]
  if (match === null || reference === undefined || !isPaymentReference(reference)) return undefined
  return mod97(`${reference}RF${match[1]}`) === 1n ? reference : undefined
}

/** What a person may have meant by a character that no reference contains. */
const meantBy: { readonly [character: string]: string } = { 0: 'QD', O: 'QD', 1: 'LJT7', I: 'LJT7' }
const mostConfusions = 2

const likelyReadings = (body: string): readonly string[] => {
  const doubtful = [...body].filter(character => meantBy[character] !== undefined)
  if (doubtful.length > mostConfusions) return []
  return [...body].reduce<string[]>(
    (readings, character) =>
      readings.flatMap(reading => [...(meantBy[character] ?? character)].map(meant => reading + meant)),
    [''],
  )
}

type Candidate = { body: string; start: number; end: number; check: string | undefined }

/** Letters and digits of a text without what stands between them, and where each one stood. */
const compacted = (text: string): { compact: string; positions: readonly number[] } => {
  const kept = [...text.toUpperCase().matchAll(/[A-Z0-9]/g)]
  return { compact: kept.map(match => match[0]).join(''), positions: kept.map(match => match.index) }
}

const occurrence = new RegExp(`(?=(RF([0-9]{2}))?${prefix}([A-Z0-9]{${bodyLength}}))`, 'g')

const candidatesIn = (compact: string): Candidate[] =>
  [...compact.matchAll(occurrence)].map(match => {
    const start = match.index
    const body = match[3] ?? ''
    const end = start + (match[1]?.length ?? 0) + prefix.length + bodyLength - 1
    return { body, start, end, check: match[2] }
  })

/** True when nothing that could belong to a longer word touches the candidate in the original text. */
const standsAlone = (positions: readonly number[], { start, end }: Candidate): boolean => {
  const before = start === 0 || (positions[start - 1] ?? 0) + 1 < (positions[start] ?? 0)
  const after = end + 1 >= positions.length || (positions[end] ?? 0) + 1 < (positions[end + 1] ?? 0)
  return before && after
}

export type FoundReferences = {
  /** Safe to credit when an operation has this reference. */
  readonly exact: readonly string[]
  /** Only to be shown to a person who decides. */
  readonly proposed: readonly string[]
}

/** Finds references in any case, with spaces or dashes, inside sentences and split over lines. */
export const findReferences = (text: string): FoundReferences => {
  const { compact, positions } = compacted(text)
  const exact = new Set<string>()
  const proposed = new Set<string>()
  const doubted = new Set<string>()
  for (const candidate of candidatesIn(compact)) {
    const reference = prefix + candidate.body
    if (!isPaymentReference(reference)) {
      for (const reading of likelyReadings(candidate.body)) proposed.add(prefix + reading)
    } else if (candidate.check && !fromCreditorReference(`RF${candidate.check}${reference}`)) {
      doubted.add(reference)
    } else if (standsAlone(positions, candidate)) {
      exact.add(reference)
    } else {
      proposed.add(reference)
    }
  }
  // The reference inside a creditor reference with wrong check digits also stands alone when it is typed apart.
  for (const reference of doubted) {
    exact.delete(reference)
    proposed.add(reference)
  }
  for (const reference of exact) proposed.delete(reference)
  return { exact: [...exact], proposed: [...proposed] }
}
