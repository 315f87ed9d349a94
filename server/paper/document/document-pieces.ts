// The parts below the table of a printed invoice or quote: texts, and how to pay.
import { drawBarcode } from '../codes/barcode.ts'
import { qrPath } from '../codes/qr-image.ts'
import { drawLine, wrapped } from '../pdf/lines.ts'
import { titlePiece } from '../pdf/pairs.ts'
import { drawBox, GREY, MM, PALE, type Pdf } from '../pdf/pdf.ts'
import type { Piece } from '../pdf/pieces.ts'
import { LEFT, WIDTH } from '../pdf/sheet.ts'
import { linked, type Part, tagged, taggedAs } from '../pdf/tags.ts'
import { textWidth } from '../pdf/text.ts'
import type { PageWords } from '../words/page-words.ts'
import type { DocumentBoleto } from './document.ts'

const LEADING = 4.6
const SIZE = 9.5
const QR_SIDE = 36
const CODE_CHARACTERS = 64
const PADDING = 3
/** A paragraph of so many lines is not torn apart. */
const WHOLE_LINES = 6
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
      const leads = number < lines.length - 1 && lines.length <= WHOLE_LINES
      yield { height: LEADING + (isEnd ? GAP : 0), leads, draw }
    }
  }
}

/** An address that can be pressed, or typed. */
export function linkPiece(pdf: Pdf, words: string, url: string): Piece {
  const style = { size: 8.5 }
  const draw = (y: number) => {
    const before = `${words} `
    const start = textWidth(pdf, before, style)
    drawLine(pdf, { ...style, text: before, x: LEFT, y, width: WIDTH, colour: GREY })
    const line = { ...style, text: url, x: LEFT + start / MM, y, width: WIDTH - start / MM, strong: true }
    const place = [line.x * MM, y * MM, textWidth(pdf, url, line), 12] as const
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
  const rows = path.replace(/M(\d+) (\d+)h(\d+)v1h-\d+z/g, '$1 $2 $3 1 re\n')
  const draw = () => pdf.addContent(`q ${module} 0 0 ${module} ${x * MM} ${y * MM} cm 0 g\n${rows}f Q`)
  const bbox = [x * MM, y * MM, (x + QR_SIDE) * MM, (y + QR_SIDE) * MM]
  tagged(pdf, 'Figure', draw, { alt, bbox })
}
