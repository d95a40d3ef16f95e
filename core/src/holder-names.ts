// Is the name that a bank gives for an account the name of our customer? Banks shorten, drop accents, turn the order
// around and add titles; a stranger's name shares no whole word set. In doubt it is not the same: money of third
// parties is refused and given back.

const titles = new Set([
  'm',
  'mr',
  'mrs',
  'ms',
  'mme',
  'mlle',
  'dr',
  'sr',
  'sra',
  'monsieur',
  'madame',
  'ou',
  'et',
  'and',
])

const legalForms = new Set([
  ...[
    'sarl',
    'sas',
    'sasu',
    'sa',
    'eurl',
    'sci',
    'scop',
    'snc',
    'ei',
    'gie',
    'gmbh',
    'ag',
    'ug',
    'ltd',
    'plc',
    'llc',
  ],
  ...['srl', 'spa', 'sl', 'bv', 'nv', 'sprl', 'suarl', 'ste', 'societe', 'company', 'co'],
])

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // N'Diaye is written Ndiaye, S.A.R.L. is written SARL.
    .replace(/['’ʼ`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '' && !titles.has(word) && !legalForms.has(word))

const fits = (word: string, other: string): boolean =>
  word === other ||
  (word.length === 1 && other.startsWith(word)) ||
  (other.length === 1 && word.startsWith(other))

/** Every word of the shorter name stands in the longer one; an initial stands for its word, never for all of them. */
export const isSameHolder = (accountName: string, customerName: string): boolean => {
  const [shorter = [], longer = []] = [wordsOf(accountName), wordsOf(customerName)].sort(
    (one, other) => one.length - other.length,
  )
  if (shorter.length === 0) return false
  const isAlone = shorter.length === 1 && longer.length > 1
  const hasWholeWord = shorter.some(word => word.length > 1 && longer.includes(word))
  const left = [...longer]
  const isContained = shorter.every(word => {
    const at = left.findIndex(other => fits(word, other))
    if (at === -1) return false
    left.splice(at, 1)
    return true
  })
  return isContained && hasWholeWord && !isAlone
}
