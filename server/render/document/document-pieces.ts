// What invoices and quotes are composed of: the table of their lines with its sums, texts, and how to pay.
import { drawBarcode } from '../codes/barcode.ts'
import { qrPath } from '../codes/qr-image.ts'
import { drawBox, drawRule, fillBox, GREY, MM, PALE, type Pdf } from '../pdf/pdf.ts'
import { type Pair, pairPieces, titlePiece } from '../pdf/pieces.ts'
import { type Colours, coloursOf, LEFT, type Piece, WIDTH } from '../pdf/sheet.ts'
import { artifact, linked, type Part, type TagFacts, tagged, taggedAs, within } from '../pdf/tags.ts'
import { drawLine, firstLines, type Line, widthOf, wrapped } from '../pdf/text.ts'
import { type PageWords, pageWords } from '../words/page-words.ts'
import type { DocumentBoleto, DocumentLine, DocumentView } from './document.ts'

const PADDING = 3
const QUANTITY = 22
const PRICE = 32
const SUM = 34
const DESCRIPTION = WIDTH - QUANTITY - PRICE - SUM
const SIZE = 9.5
const LEADING = 4.7
const HEAD = 7
/** An item of so many lines is not torn apart. */
const WHOLE_LINES = 4
/** More than the longest description takes in the widest letters: only one of line breaks is cut. */
const LINES_MAX = 60
const RULE = { x: LEFT, width: WIDTH }
const COLUMN: TagFacts = { scope: 'Column' }

/** What its lines come to has to follow: the last one stays with it. */
export function* tablePieces(
  pdf: Pdf,
  lines: readonly DocumentLine[],
  { team, language }: DocumentView,
): Generator<Piece> {
  const table: Part = { type: 'Table' }
  const head = headOf(pdf, table, coloursOf(team), pageWords(language))
  yield head
  for (const [index, line] of lines.entries()) {
    const leads = index === lines.length - 1
    yield* linePieces(pdf, line, table, { under: head, leads })
  }
  yield { height: 3, leads: true, draw: () => {} }
}

/** Read once: where it is repeated on a page, it is decoration. */
function headOf(pdf: Pdf, table: Part, { back, text: colour }: Colours, words: PageWords): Piece {
  const { description, value } = words.document
  const { quantity, unitPrice } = words.paper
  const draw = (y: number) => {
    fillBox(pdf, { ...RULE, y, height: HEAD }, back)
    const cell = (line: Line) => tagged(pdf, 'TH', () => drawLine(pdf, line), COLUMN)
    const style = { y: y + 1.7, size: 8, strong: true, colour }
    const cells = () => {
      cell({ ...style, text: description, x: LEFT + PADDING, width: DESCRIPTION - PADDING })
      for (const line of numbersAt([quantity, unitPrice, value], style)) cell(line)
    }
    if (table.element === undefined) within(pdf, table, () => within(pdf, { type: 'TR' }, cells))
    else artifact(pdf, cells)
  }
  return { height: HEAD + 1.4, leads: true, draw }
}

/** A piece for each line of its words: a long one may go over pages, a short one stays whole, the last one leads on. */
function* linePieces(
  pdf: Pdf,
  line: DocumentLine,
  table: Part,
  { under, leads: leadsOn }: { under: Piece; leads: boolean },
): Generator<Piece> {
  const width = DESCRIPTION - PADDING - 2
  const words = firstLines(wrapped(pdf, line.description, { width, size: SIZE }), LINES_MAX)
  const row: Part = { type: 'TR' }
  const cell: Part = { type: 'TD' }
  const numbers = [line.quantity, line.unitPrice, line.total] as const
  for (const [index, text] of words.entries()) {
    const isLast = index === words.length - 1
    const cells = (y: number) => () => {
      taggedAs(pdf, cell, () => drawLine(pdf, { text, x: LEFT + PADDING, y, width, size: SIZE }))
      if (index > 0) return
      for (const number of numbersAt(numbers, { y, size: SIZE }))
        tagged(pdf, 'TD', () => drawLine(pdf, number))
    }
    const draw = (y: number) => {
      within(pdf, table, () => within(pdf, row, cells(y + 0.5)))
      if (isLast) drawRule(pdf, { ...RULE, y: y + LEADING + 1.9 }, 0.3, PALE)
    }
    const leads = isLast ? leadsOn : words.length <= WHOLE_LINES
    yield { height: isLast ? LEADING + 2.8 : LEADING, leads, under, draw }
  }
}

function numbersAt(
  [quantity, price, sum]: readonly [string, string, string],
  style: Pick<Line, 'y' | 'size' | 'strong' | 'colour'>,
): Line[] {
  const x = LEFT + DESCRIPTION
  const line = { ...style, align: 'right' } as const
  return [
    { ...line, text: quantity, x, width: QUANTITY },
    { ...line, text: price, x: x + QUANTITY, width: PRICE },
    { ...line, text: sum, x: x + QUANTITY + PRICE, width: SUM - PADDING },
  ]
}

export function sumPieces(
  pdf: Pdf,
  { sums, total }: Pick<DocumentView, 'sums' | 'total'>,
  words: PageWords,
): Piece[] {
  const pairs: Pair[] = sums.map(([label, value]) => ({ label, value }))
  return pairPieces(pdf, [...pairs, { label: words.document.total, value: total, isSum: true }])
}

const TEXT_LEADING = 4.6
const QR_SIDE = 36
const CODE_CHARACTERS = 64
/** A paragraph of so many lines is not torn apart. */
const WHOLE_PARAGRAPH = 6
const GAP = 4.6

/** A title, and below it paragraphs that may go on for pages. */
export function* textPieces(pdf: Pdf, title: string, paragraphs: readonly string[]): Generator<Piece> {
  if (title !== '') yield titlePiece(pdf, title)
  for (const [index, paragraph] of paragraphs.entries()) {
    const part: Part = { type: 'P' }
    const lines = wrapped(pdf, paragraph, { width: WIDTH, size: SIZE })
    for (const [number, text] of lines.entries()) {
      const isEnd = index === paragraphs.length - 1 && number === lines.length - 1
      const draw = (y: number) =>
        taggedAs(pdf, part, () => drawLine(pdf, { text, x: LEFT, y, width: WIDTH, size: SIZE }))
      const leads = number < lines.length - 1 && lines.length <= WHOLE_PARAGRAPH
      yield { height: TEXT_LEADING + (isEnd ? GAP : 0), leads, draw }
    }
  }
}

/** An address that can be pressed, or typed. */
export function linkPiece(pdf: Pdf, words: string, url: string): Piece {
  const style = { size: 8.5 }
  const draw = (y: number) => {
    const before = `${words} `
    const start = widthOf(pdf, before, style)
    drawLine(pdf, { ...style, text: before, x: LEFT, y, width: WIDTH, colour: GREY })
    const line = { ...style, text: url, x: LEFT + start, y, width: WIDTH - start, strong: true }
    const place = [line.x * MM, y * MM, widthOf(pdf, url, line) * MM, 12] as const
    linked(pdf, url, place, () => drawLine(pdf, line))
  }
  return { height: 4 + GAP, draw }
}

/** The code to point at, and below the words the same one to copy. */
export function pixPiece(pdf: Pdf, code: string, amountDue: string, words: PageWords): Piece {
  const height = QR_SIDE + 2 * PADDING
  const text = { x: LEFT + QR_SIDE + 2 * PADDING, width: WIDTH - QR_SIDE - 3 * PADDING }
  const draw = (y: number) => {
    drawBox(pdf, { x: LEFT, y, width: WIDTH, height }, { points: 0.7, colour: PALE })
    const title = { ...text, text: words.paper.payByPix(amountDue), y: y + PADDING, size: 12, strong: true }
    tagged(pdf, 'H2', () => drawLine(pdf, title))
    drawQr(pdf, code, [LEFT + PADDING, y + PADDING], words.invoice.qr)
    drawLine(pdf, { ...text, text: words.paper.pixHint, y: y + PADDING + 6.4, size: 8.5, colour: GREY })
    drawLine(pdf, { ...text, text: words.invoice.pixCode, y: y + PADDING + 13.4, size: 8.5, strong: true })
    tagged(pdf, 'P', () => {
      for (const [index, part] of partsOf(code).entries())
        drawLine(pdf, { ...text, text: part, y: y + PADDING + 17.8 + index * 3.8, size: 8 })
    })
  }
  return { height: height + GAP, draw }
}

export function boletoPiece(pdf: Pdf, title: string, { barcode, shownLine, words }: DocumentBoleto): Piece {
  const height = 35
  const line = { x: LEFT + PADDING, width: WIDTH - 2 * PADDING }
  const draw = (y: number) => {
    drawBox(pdf, { x: LEFT, y, width: WIDTH, height }, { points: 0.7, colour: PALE })
    const head = { ...line, text: title, y: y + PADDING, size: 12, strong: true }
    tagged(pdf, 'H2', () => drawLine(pdf, head))
    drawLine(pdf, { ...line, text: words, y: y + PADDING + 6.2, size: 8.5, colour: GREY })
    drawLine(pdf, { ...line, text: shownLine, y: y + PADDING + 10.6, size: 11, strong: true })
    drawBarcode(pdf, barcode, LEFT + PADDING, y + PADDING + 16.6)
  }
  return { height: height + GAP, draw }
}

/** Cut by length, and never at a space: put together again, the parts are the code. */
function partsOf(code: string): string[] {
  const parts: string[] = []
  for (let rest = code; rest !== ''; ) {
    let end = Math.min(CODE_CHARACTERS, rest.length)
    while (end < rest.length && (rest[end] === ' ' || rest[end - 1] === ' ')) end--
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return parts
}

/** On white, as readers of such codes want it. */
function drawQr(pdf: Pdf, code: string, [x, y]: readonly [number, number], alt: string): void {
  const { path, side } = qrPath(code)
  const module = (QR_SIDE * MM) / side
  const draw = () => {
    pdf.doc
      .save()
      .translate(x * MM, y * MM)
      .scale(module)
    for (const [, column, row, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
      pdf.doc.rect(Number(column), Number(row), Number(length), 1)
    pdf.doc.fill('#000000').restore()
  }
  const bbox = [x * MM, y * MM, (x + QR_SIDE) * MM, (y + QR_SIDE) * MM]
  tagged(pdf, 'Figure', draw, { alt, bbox })
}
