// People's names: is this one likely to be real, and the forms in which it is shown or handed to a bank.
// A real person must never be told that their name is wrong: short names (Ba, Sy, O), apostrophes,
// particles and any script pass; only what is plainly typed to get past a form is questioned.

export type NameDoubt =
  | 'empty'
  | 'too_short'
  | 'digits'
  | 'symbols'
  | 'repeated_letters'
  | 'keyboard_row'
  | 'no_vowel'
  | 'placeholder'
export type NameCheck = { readonly real: true } | { readonly real: false; readonly reason: NameDoubt }

/** Letters without a decomposition, among them those of Wolof, Fula, Bambara and Ewe. */
const plainLetters: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ŋ: 'n',
  ɲ: 'ny',
  ɓ: 'b',
  ɗ: 'd',
  ɖ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ɣ: 'g',
  ħ: 'h',
  ɛ: 'e',
  ə: 'e',
  ɔ: 'o',
  ʋ: 'v',
  ƒ: 'f',
}

const plainLetter = (letter: string): string => {
  const lower = letter.toLowerCase()
  const plain = plainLetters[lower]
  if (plain === undefined) return letter
  return lower === letter ? plain : plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** Latin letters without marks; other scripts are left as they are. */
const withoutMarks = (text: string): string =>
  text
    .replace(/\p{L}/gu, plainLetter)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/\p{L}/gu, plainLetter)
    .normalize('NFC')

const apostrophes = /['’‘ʼʻ`´]/g
const permitted = /^[\p{L}\p{M}\s\u00a0\u202f.,()'’‘ʼʻ`´\-\u2010-\u2015]+$/u

/** Runs of keys on QWERTY and AZERTY, with the shortest run that counts: Azer and Reza are names, `azert` is not. */
const keyboardRuns: ReadonlyArray<readonly [row: string, shortest: number]> = [
  ['qwertyuiop', 4],
  ['asdfghjkl', 4],
  ['zxcvbnm', 4],
  ['azertyuiop', 5],
  ['qsdfghjklm', 4],
  ['wxcvbn', 4],
  ['abcdefgh', 4],
]

const followsKeyboard = (word: string): boolean =>
  keyboardRuns.some(([row, shortest]) =>
    Array.from({ length: row.length - shortest + 1 }, (_, start) => row.slice(start, start + shortest)).some(
      run => word.includes(run),
    ),
  )

const placeholderWords = new Set(
  'test tests tester testing testeur fake null undefined unknown inconnu inconnue anonymous anonyme anonimo username firstname lastname fullname prenom blabla foobar abc xyz batman superman spiderman ironman'.split(
    ' ',
  ),
)

const placeholderNames = new Set([
  'mickey mouse',
  'minnie mouse',
  'donald duck',
  'daisy duck',
  'bugs bunny',
  'homer simpson',
  'bart simpson',
  'harry potter',
  'darth vader',
  'luke skywalker',
  'bat man',
  'super man',
  'spider man',
  'iron man',
  'santa claus',
  'pere noel',
  'papa noel',
  'john doe',
  'jane doe',
  'foo bar',
  'lorem ipsum',
  'nom prenom',
  'first last',
  'first name',
  'last name',
  'your name',
])

const doubtAboutWord = (word: string): NameDoubt | undefined => {
  if (/^(ii|iii|viii)$/.test(word)) return undefined
  if (/(\p{L})\1\1/u.test(word) || /^([^aeiou])\1+$/.test(word)) return 'repeated_letters'
  if (followsKeyboard(word)) return 'keyboard_row'
  if (/^[a-z]{5,}$/.test(word) && !/[aeiouy]/.test(word)) return 'no_vowel'
  return placeholderWords.has(word) ? 'placeholder' : undefined
}

const doubtAbout = (typed: string): NameDoubt | undefined => {
  const name = typed.normalize('NFC').trim()
  if (name === '') return 'empty'
  if (/\p{N}/u.test(name)) return 'digits'
  if (!permitted.test(name)) return 'symbols'
  const folded = withoutMarks(name).toLowerCase().replace(apostrophes, '')
  const words = folded.split(/[^\p{L}\p{M}]+/u).filter(word => word !== '')
  if (words.every(word => word.length < 2)) return 'too_short'
  if (placeholderNames.has(words.join(' '))) return 'placeholder'
  return words.map(doubtAboutWord).find(doubt => doubt !== undefined)
}

/** A doubt only asks the person to confirm or correct; it never blocks. */
export const checkName = (fullName: string): NameCheck => {
  const reason = doubtAbout(fullName)
  return reason === undefined ? { real: true } : { real: false, reason }
}

const wordsOf = (name: string): string[] => name.normalize('NFC').trim().split(/\s+/u)

const firstLetter = (word: string): string => Array.from(word)[0]?.toUpperCase() ?? ''

const cut = (text: string, length: number): string =>
  Array.from(text.normalize('NFC').trim()).slice(0, length).join('').trim()

/** What a stranger may see of a customer: `Kouamé T.`; of a name in one word only its first letter. */
export const maskName = (fullName: string): string => {
  const words = wordsOf(fullName)
  const [first = '', ...others] = words
  const last = others.at(-1)
  return last === undefined ? `${firstLetter(first)}…` : `${first} ${firstLetter(last)}.`
}

/** Cut for a narrow place, with a sign that it was cut. */
export const shorten = (name: string, length: number): string => {
  const whole = name.normalize('NFC').trim()
  return Array.from(whole).length <= length ? whole : `${cut(whole, length)}…`
}

export type ContactName = {
  readonly individual: boolean
  readonly firstName: string
  readonly lastName: string
  readonly companyName?: string
}

/** Under a favourite's avatar: `Kouam T.` for a person, the first seven characters of a business. */
export const contactLabel = (contact: ContactName): string => {
  const company = contact.companyName?.trim() ?? ''
  if (!contact.individual && company !== '') return cut(company, 7)
  const initial = firstLetter(contact.lastName.trim())
  return initial === '' ? cut(contact.firstName, 5) : `${cut(contact.firstName, 5)} ${initial}.`
}

/** What ISO 20022 readers expect where there is nothing to say. */
const NOT_PROVIDED = 'NOTPROVIDED'

/**
 * The form for payment files: the Latin letters, digits and marks that every SEPA bank accepts, never
 * empty, never longer than asked. Screens keep the name as it is.
 */
export const transliterate = (name: string, maxLength: number): string => {
  const plain = withoutMarks(name.normalize('NFKC'))
    .replace(apostrophes, "'")
    .replace(/&/g, '+')
    .replace(/[<[{]/g, '(')
    .replace(/[>\]}]/g, ')')
    .replace(/[_\u2010-\u2015\u2212]/g, '-')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/^[\s/]+/, '')
    .replace(/ +/g, ' ')
  const fitted = plain.slice(0, maxLength).trim()
  return fitted === '' ? NOT_PROVIDED.slice(0, maxLength) : fitted
}
