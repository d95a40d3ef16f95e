// Reads the text of an uncompressed PDF of ours: what a reader would copy from it, through each font's own table.

/** The objects by number, as text in which each character is one byte. */
function objectsOf(pdf: string): Map<string, string> {
  return new Map(
    [...pdf.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]),
  )
}

export const countPages = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0

/** One line per piece of text, in the order in which it was written. */
export function textOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf.toString('latin1'))
  const fonts = new Map<string, ReadonlyMap<string, string>>()
  for (const body of objects.values()) {
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name, lettersOf(objects, id))
  }
  const content = [...objects.values()].find(body => body.includes('BT\n')) ?? ''
  return [...content.matchAll(/BT\n([\s\S]*?)ET/g)].map(([, block = '']) => {
    const font = /\/(F\d+) [\d.]+ Tf/.exec(block)?.[1] ?? ''
    const codes = [...block.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    return codes.map(code => fonts.get(font)?.get(code) ?? '�').join('')
  })
}

function lettersOf(objects: ReadonlyMap<string, string>, fontId: string): ReadonlyMap<string, string> {
  const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(fontId) ?? '')?.[1] ?? ''
  const letters = new Map<string, string>()
  const ranges = (objects.get(table) ?? '').matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g)
  for (const [, first = '0', targets = ''] of ranges) {
    for (const [offset, [, hex = '']] of [...targets.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const code = (Number.parseInt(first, 16) + offset).toString(16).padStart(4, '0')
      letters.set(code, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  }
  return letters
}
