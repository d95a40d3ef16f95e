// The spaces of French: a mark that stands apart never begins a line. Its space does not break, and is narrow but before
// a colon. The files of texts are written with ordinary spaces; whoever reads them in takes them through here.

export const withFrenchSpaces = (text: string): string =>
  text
    .replace(/ (?=[;?!])/g, '\u202f')
    .replace(/ (?=[:»])/g, '\u00a0')
    .replace(/« /g, '«\u00a0')

/** Every sentence of a file of French texts. */
export function frenchTexts<Texts>(texts: Texts): Texts {
  if (typeof texts === 'string') return withFrenchSpaces(texts) as Texts
  if (typeof texts !== 'object' || texts === null) return texts
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, frenchTexts(text)])) as Texts
}

/** For what cannot carry them: in a text message one of them would make every letter cost more than twice as much. */
export const withPlainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')
