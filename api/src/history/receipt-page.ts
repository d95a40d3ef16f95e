// The sheet a receipt is drawn on: typefaces, colours, the woven band, and text that is tagged, cut to its room and
// never interpreted. Knows nothing of receipts.
import { readFileSync } from 'node:fs'
import { transliterate } from '@jokko/core/names'
import PDFDocument from 'pdfkit'

export const PAGE = { width: 595.28, height: 841.89, margin: 48 } as const
export const INNER = PAGE.width - 2 * PAGE.margin

export const colours = {
  ink: '#14172B',
  muted: '#555970',
  night: '#1B2260',
  thread: '#3F4DB5',
  indigo: '#2E3A9F',
  kola: '#B5482A',
  leaf: '#186541',
  leafGround: '#E8F4EE',
  clay: '#B42318',
  clayGround: '#FDEDEB',
  quiet: '#F8F4EA',
  line: '#E3D9C6',
  white: '#FFFFFF',
} as const

const fonts = {
  body: 'PublicSans-Regular',
  strong: 'PublicSans-SemiBold',
  display: 'BricolageGrotesque-Bold',
} as const

export type Face = keyof typeof fonts

const fontFiles = Object.entries(fonts).map(
  ([face, file]) => [face, readFileSync(new URL(`../../assets/fonts/${file}.ttf`, import.meta.url))] as const,
)

type About = { title: string; subject: string; language: string }

export type Page = {
  doc: PDFKit.PDFDocument
  text(text: string, place: Place): void
  /** Drawn, but not read aloud. */
  decorate(draw: () => void): void
  done(): Promise<Buffer>
}

export type Place = {
  x: number
  y: number
  width: number
  size: number
  face?: Face
  colour?: string
  align?: 'left' | 'right' | 'center'
  /** What does not fit into so many lines ends in an ellipsis. */
  lines?: number
  /** Role for a screen reader. */
  tag?: 'H1' | 'H2' | 'P'
}

const LEADING = 1.3

export function openPage({ title, subject, language }: About, compress = true): Page {
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    tagged: true,
    lang: language,
    displayTitle: true,
    compress,
    info: { Title: title, Subject: subject, Author: 'Jokko', Creator: 'Jokko', Producer: 'Jokko' },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (const [face, file] of fontFiles) doc.registerFont(face, file)
  const root = doc.struct('Document')
  doc.addStructure(root)
  return {
    doc,
    text(text, place) {
      if (text !== '') root.add(doc.struct(place.tag ?? 'P', {}, () => write(doc, text, place)))
    },
    decorate(draw) {
      doc.markContent('Artifact', { type: 'Layout' })
      draw()
      doc.endMarkedContent()
    },
    done: () =>
      new Promise((resolve, reject) => {
        doc.on('end', () => resolve(Buffer.concat(chunks)))
        doc.on('error', reject)
        root.end()
        doc.end()
      }),
  }
}

function write(doc: PDFKit.PDFDocument, text: string, place: Place): void {
  const { x, y, width, size, face = 'body', colour = colours.ink, align = 'left', lines = 1 } = place
  doc.font(face).fontSize(size).fillColor(colour)
  for (const [index, line] of fitted(doc, printable(text), width, lines).entries()) {
    const free = width - measure(doc, line)
    const left = align === 'left' ? 0 : align === 'right' ? free : free / 2
    doc.text(line, x + left, y + heightOf(index, size), { lineBreak: false, features: figuresOfOneWidth })
  }
}

/** So that columns of amounts line up. */
const figuresOfOneWidth: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum']

/** How many lines a text takes, at most `most`. */
export function linesOf(
  page: Page,
  text: string,
  { width, size, face = 'body' }: Place,
  most: number,
): number {
  page.doc.font(face).fontSize(size)
  return Math.min(most, wrapped(page.doc, printable(text), width).length)
}

export const heightOf = (lines: number, size: number): number => lines * size * LEADING

/** Broken into lines here and nowhere else, so that what is measured is what is drawn. */
function fitted(doc: PDFKit.PDFDocument, text: string, width: number, most: number): string[] {
  const lines = wrapped(doc, text, width)
  if (lines.length <= most) return lines
  const kept = lines.slice(0, most)
  return [...kept.slice(0, -1), shortened(doc, kept.at(-1) ?? '', width)]
}

function shortened(doc: PDFKit.PDFDocument, line: string, width: number): string {
  let kept = line
  while (kept !== '' && measure(doc, `${kept}…`) > width) kept = kept.slice(0, -1).trimEnd()
  return `${kept}…`
}

const measure = (doc: PDFKit.PDFDocument, text: string): number =>
  doc.widthOfString(text, { features: figuresOfOneWidth })

function wrapped(doc: PDFKit.PDFDocument, text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap(part => pieces(doc, part, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(doc, longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
  }
  return [...lines, line]
}

/** A word wider than its column is cut into pieces that fit. */
function pieces(doc: PDFKit.PDFDocument, word: string, width: number): string[] {
  if (measure(doc, word) <= width) return [word]
  const cut: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece !== '' && measure(doc, piece + letter) > width) {
      cut.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...cut, piece]
}

/** What the typefaces have: Latin with all its marks, and the signs of our texts. */
const unprintable =
  /[^ -~\u00a0-\u0131\u0134-\u0148\u014a-\u017e\u018f\u01fa-\u021b\u0259\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u2212]/gu

/** A letter that the typefaces lack is written as banks write it; narrow spaces become plain ones that do not break. */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\u2007\u2009\u202f]/g, '\u00a0')
    .replaceAll(/\s*[\n\r\t\u2028\u2029]+\s*/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(unprintable, letter => {
      const plain = transliterate(letter, 4)
      return /^[A-Za-z-]{1,3}$/.test(plain) ? plain : '?'
    })
}

/** One repeat of the cloth, 96 by 120: zigzags, diamonds, combs and seeds between woven lines. */
const weave = [
  { width: 2, path: 'M0 2 h96 M0 38 h96 M0 44 h96 M0 80 h96 M0 86 h96 M0 118 h96' },
  { width: 3, path: 'M-4 32 L12 10 l16 22 16 -22 16 22 16 -22 16 22 16 -22' },
  { width: 3, path: 'M8 32 h8 M40 32 h8 M72 32 h8 M24 10 h8 M56 10 h8 M88 10 h8' },
  { width: 3, path: 'M16 50 l12 12 -12 12 L4 62 z M64 50 l12 12 -12 12 -12 -12 z' },
  { width: 2, path: 'M16 58 v8 M12 62 h8 M64 58 v8 M60 62 h8' },
  { width: 2.5, path: 'M34 54 l12 16 M46 54 L34 70 M82 54 l12 16 M94 54 L82 70' },
  { width: 3, path: 'M8 94 v16 M16 94 v16 M24 94 v16 M56 94 v16 M64 94 v16 M72 94 v16' },
] as const
const seeds = [
  [36, 98],
  [44, 98],
  [40, 106],
  [84, 98],
  [92, 98],
  [88, 106],
] as const

type Band = { x: number; y: number; height: number; repeats: number }

export function drawWeave(doc: PDFKit.PDFDocument, { x, y, height, repeats }: Band): void {
  const scale = height / 120
  const repeat = 96 * scale
  doc
    .save()
    .rect(x, y, repeats * repeat, height)
    .clip()
  for (let index = 0; index < repeats; index += 1) {
    doc
      .save()
      .translate(x + index * repeat, y)
      .scale(scale)
      .strokeColor(colours.thread)
      .lineCap('square')
    for (const { path, width: thickness } of weave) doc.lineWidth(thickness).path(path).stroke()
    for (const [cx, cy] of seeds) doc.circle(cx, cy, 2.5).fill(colours.thread)
    doc.restore()
  }
  doc.restore()
}
