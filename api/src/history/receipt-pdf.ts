// Lays a receipt out on one A4 page, from head to foot. Pure: the same content gives the same page.
import type { ReceiptContent, Stop } from './receipt-content.ts'
import {
  colours,
  drawWeave,
  heightOf,
  INNER,
  linesOf,
  openPage,
  PAGE,
  type Page,
  type Place,
} from './receipt-page.ts'

const LEFT = PAGE.margin
const RIGHT = PAGE.width - PAGE.margin
const BAND = 76

export async function receiptPdf(content: ReceiptContent, compress = true): Promise<Buffer> {
  const page = openPage(
    { title: content.subject, subject: content.operationType, language: content.language },
    compress,
  )
  head(page, content)
  let y = summary(page, content, BAND + 30)
  y = parties(page, content, y + 22)
  if (content.stops.length > 0) y = route(page, content.stops, y + 20)
  y = figures(page, content, y + 24)
  facts(page, content, y + 22)
  foot(page, content)
  return page.done()
}

function head(page: Page, { title }: ReceiptContent): void {
  const { doc } = page
  page.decorate(() => {
    doc.rect(0, 0, PAGE.width, BAND).fill(colours.night)
    drawWeave(doc, { x: 190, y: 0, height: BAND, repeats: 4 })
    doc.rect(0, BAND, PAGE.width, 3).fill(colours.kola)
    mark(doc, LEFT, BAND / 2 - 15)
  })
  page.text('Jokko', { x: LEFT + 40, y: 21, width: 100, size: 26, face: 'display', colour: colours.white })
  page.text(title, {
    x: RIGHT - 120,
    y: 25,
    width: 120,
    size: 20,
    face: 'display',
    colour: colours.white,
    align: 'right',
    tag: 'H1',
  })
}

/** Two stops joined by one line. */
function mark(doc: PDFKit.PDFDocument, x: number, y: number): void {
  doc.save().translate(x, y).scale(0.94)
  doc.lineWidth(3).lineCap('round').strokeColor('#E39372').path('M10.5 24 C21 24 11 8 21.5 8').stroke()
  doc.circle(6.5, 24, 4.2).circle(25.5, 8, 4.2).fill(colours.white)
  doc.restore()
}

function summary(page: Page, content: ReceiptContent, top: number): number {
  const { headline, operationType, reference, issuedOn } = content
  const half = INNER * 0.58
  const label = { x: LEFT, width: half, size: 10, colour: colours.muted }
  page.text(`${operationType} · ${headline.label}`, { ...label, y: top })
  page.text(headline.value, { x: LEFT, y: top + 15, width: half, size: 30, face: 'display' })
  statusChip(page, content, top + 62)
  const right = { x: LEFT + half, width: INNER - half, align: 'right' } as const
  page.text(reference.label, { ...right, y: top, size: 10, colour: colours.muted })
  page.text(reference.value, { ...right, y: top + 15, size: 14, face: 'strong', lines: 2 })
  page.text(`${issuedOn.label} ${issuedOn.value}`, { ...right, y: top + 64, size: 9, colour: colours.muted })
  return top + 84
}

/** The end is a word and a shape, never a colour alone. */
function statusChip(page: Page, { status, returned }: ReceiptContent, y: number): void {
  const { doc } = page
  const size = 10
  const colour = returned ? colours.clay : colours.leaf
  doc.font('strong').fontSize(size)
  const width = doc.widthOfString(status) + 34
  page.decorate(() => {
    doc.roundedRect(LEFT, y, width, 20, 10).fill(returned ? colours.clayGround : colours.leafGround)
    doc.lineWidth(1.6).lineCap('round').lineJoin('round').strokeColor(colour)
    if (returned) doc.path(`M${LEFT + 10.5} ${y + 7} l6 6 m0 -6 l-6 6`).stroke()
    else doc.path(`M${LEFT + 10} ${y + 10.4} l3 3 l6 -6.4`).stroke()
  })
  page.text(status, { x: LEFT + 24, y: y + 3.5, width, size, face: 'strong', colour })
}

function parties(page: Page, { parties: all }: ReceiptContent, top: number): number {
  const gap = 24
  const width = (INNER - gap) / 2
  const bottoms = all.map(({ role, name, lines }, index) => {
    const x = LEFT + index * (width + gap)
    page.decorate(() => rule(page, x, top - 8, width))
    page.text(role, { x, y: top, width, size: 9, colour: colours.muted, tag: 'H2' })
    const named: Place = { x, y: top + 14, width, size: 13, face: 'strong', lines: 3 }
    page.text(name, named)
    let y = named.y + heightOf(linesOf(page, name, named, 3), named.size) + 1
    for (const line of lines) {
      page.text(line, { x, y, width, size: 9.5, colour: colours.muted })
      y += heightOf(1, 9.5)
    }
    return y
  })
  return Math.max(...bottoms)
}

function rule({ doc }: Page, x: number, y: number, width: number): void {
  doc
    .lineWidth(0.75)
    .lineCap('butt')
    .strokeColor(colours.line)
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke()
}

const STOP = { size: 8.5, small: 7.5 } as const

function route(page: Page, stops: readonly Stop[], top: number): number {
  const { doc } = page
  const step = INNER / stops.length
  const width = step - 12
  const column = (index: number) => ({ x: LEFT + index * step + 6, width, align: 'center' }) as const
  const nameLines = most(stops, ({ name }) => linesOf(page, name, nameAt(0, width), 2))
  const noteLines = most(stops, ({ note }) => linesOf(page, note, noteAt(0, width), 4))
  const noteTop = 40 + heightOf(nameLines, STOP.size) + 2
  const timeTop = noteTop + heightOf(noteLines, STOP.small) + 2
  const timeLines = most(stops, ({ at }) => linesOf(page, at, noteAt(0, width), 2))
  const height = timeTop + heightOf(timeLines, STOP.small) + 10
  page.decorate(() => {
    doc.roundedRect(LEFT, top, INNER, height, 10).fill(colours.quiet)
    drawLine(doc, stops, top + 22)
  })
  for (const [index, stop] of stops.entries()) {
    page.text(stop.name, { ...nameAt(top + 40, width), ...column(index) })
    page.text(stop.note, { ...noteAt(top + noteTop, width), ...column(index) })
    page.text(stop.at, { ...noteAt(top + timeTop, width), ...column(index), lines: 2 })
  }
  return top + height
}

const nameAt = (y: number, width: number): Place => ({
  x: 0,
  y,
  width,
  size: STOP.size,
  face: 'strong',
  lines: 2,
})
const noteAt = (y: number, width: number): Place => ({
  x: 0,
  y,
  width,
  size: STOP.small,
  colour: colours.muted,
  lines: 4,
})

const most = (stops: readonly Stop[], lines: (stop: Stop) => number): number => Math.max(...stops.map(lines))

/** Travelled stretches are drawn through; the way after a stop that failed is dashed. */
function drawLine(doc: PDFKit.PDFDocument, stops: readonly Stop[], y: number): void {
  const step = INNER / stops.length
  const centre = (index: number) => LEFT + (index + 0.5) * step
  const failed = stops.findIndex(stop => stop.state === 'failed')
  const reached = failed < 0 ? stops.length - 1 : failed
  doc.lineWidth(3).lineCap('butt').strokeColor(colours.kola)
  doc.moveTo(centre(0), y).lineTo(centre(reached), y).stroke()
  if (reached < stops.length - 1) {
    doc
      .dash(3, { space: 3 })
      .moveTo(centre(reached), y)
      .lineTo(centre(stops.length - 1), y)
      .stroke()
      .undash()
  }
  for (const [index, stop] of stops.entries()) drawStop(doc, stop, centre(index), y)
}

function drawStop(doc: PDFKit.PDFDocument, { state }: Stop, x: number, y: number): void {
  doc.lineCap('round').lineJoin('round')
  if (state === 'done') {
    doc.circle(x, y, 7.5).fill(colours.kola)
    doc
      .lineWidth(1.6)
      .strokeColor(colours.white)
      .path(`M${x - 3.2} ${y + 0.2} l2.2 2.3 l4.4 -4.7`)
      .stroke()
    return
  }
  if (state === 'failed') {
    doc.path(`M${x} ${y - 9} l9 9 l-9 9 l-9 -9 z`).fill(colours.clay)
    doc.lineWidth(1.6).strokeColor(colours.white)
    doc.path(`M${x - 2.6} ${y - 2.6} l5.2 5.2 M${x + 2.6} ${y - 2.6} l-5.2 5.2`).stroke()
    return
  }
  doc.lineWidth(2).circle(x, y, 6.5).fillAndStroke(colours.quiet, colours.kola)
}

function figures(page: Page, { figures: lines, figuresTitle }: ReceiptContent, top: number): number {
  const size = 10.5
  const row = 20
  const half = INNER / 2
  page.text(figuresTitle, { x: LEFT, y: top, width: INNER, size: 12, face: 'strong', tag: 'H2' })
  let y = top + 22
  for (const { label, value, weight } of lines) {
    const strong = weight !== 'line'
    const face = strong ? 'strong' : 'body'
    if (weight === 'received') {
      const ground = y
      page.decorate(() => page.doc.roundedRect(LEFT, ground - 1, INNER, row + 4, 6).fill(colours.leafGround))
    } else {
      const line = y
      page.decorate(() => rule(page, LEFT, line - 2, INNER))
    }
    const inset = weight === 'received' ? 8 : 0
    const at = y + (weight === 'received' ? 4 : 2)
    page.text(label, { x: LEFT + inset, y: at, width: half - inset, size, face })
    page.text(value, { x: LEFT + half, y: at, width: half - inset, size, face, align: 'right' })
    y += weight === 'received' ? row + 6 : row
  }
  return y
}

/** Two columns of what identifies the operation; what is long gets a row of its own. */
function facts(page: Page, { facts: all }: ReceiptContent, top: number): void {
  const gap = 24
  const column = (INNER - gap) / 2
  const labelled = 104
  let y = top
  let left: number | undefined
  for (const { label, value } of all) {
    const place: Place = {
      x: LEFT + labelled,
      y,
      width: column - labelled,
      size: 9,
      face: 'strong',
      lines: 2,
    }
    const isLong = linesOf(page, value, place, 3) > 2
    if (left !== undefined && isLong) {
      y = left
      left = undefined
    }
    const x = left === undefined ? LEFT : LEFT + column + gap
    const width = (isLong ? INNER : column) - labelled
    page.text(label, { x, y, width: labelled - 8, size: 9, colour: colours.muted, lines: 2 })
    page.text(value, { ...place, x: x + labelled, y, width, lines: isLong ? 3 : 2 })
    const used = Math.max(
      linesOf(page, label, { ...place, width: labelled - 8, face: 'body' }, 2),
      linesOf(page, value, { ...place, width }, isLong ? 3 : 2),
    )
    const bottom = y + heightOf(used, 9) + 4
    if (left === undefined && !isLong) left = bottom
    else {
      y = Math.max(left ?? bottom, bottom)
      left = undefined
    }
  }
}

function foot(page: Page, { proof, questions, page: number }: ReceiptContent): void {
  const y = PAGE.height - 76
  page.decorate(() => {
    rule(page, LEFT, y - 10, INNER)
    drawWeaveFoot(page.doc)
  })
  const width = INNER - 90
  page.text(proof, { x: LEFT, y, width, size: 9.5, face: 'strong', lines: 2 })
  page.text(questions, { x: LEFT, y: y + 26, width, size: 9, colour: colours.muted })
  page.text(number, { x: RIGHT - 90, y: y + 26, width: 90, size: 9, colour: colours.muted, align: 'right' })
}

function drawWeaveFoot(doc: PDFKit.PDFDocument): void {
  doc.rect(0, PAGE.height - 18, PAGE.width, 18).fill(colours.night)
}
