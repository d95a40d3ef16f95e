// How names and words are folded so that a search finds them whatever their accents, apostrophes and case.

export function searchText(parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter(Boolean)
    .map(part => fold(part ?? ''))
    .join(' ')
}

export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/[’']/g, '').toLowerCase().trim()
}
