// The parts above and below the table of a printed invoice or quote: the parties, texts, and how to pay.
import { drawBarcode } from '../codes/barcode.ts'
import { qrPath } from '../codes/qr-image.ts'
import { fitted, type Letterhead } from '../letterhead.ts'
import { drawLine, firstLines, wrapped } from '../pdf/lines.ts'
import { BLACK, drawPicture, drawRule, MM, type Pdf } from '../pdf/pdf.ts'
import type { Piece } from '../pdf/pieces.ts'
import type { DocumentBoleto, DocumentView } from './document.ts'

export const LEFT = 18
export const WIDTH = 174
export const RIGHT = LEFT + WIDTH
export const TOP = 18
export const BOTTOM = 272
export const LEADING = 4.6
const SIDE = 60
const DATE_LEADING = LEADING + 1
/** From the rule below the agency to the name of the client. */
const RULE_HEIGHT = 5
const NAME_HEIGHT = 7.5
const LINE_LEADING = 4.4
const LINE_WRAPS = 3
const LOGO_MOST = { width: 50, height: 18 }
const QR_SIDE = 42
const CODE_CHARACTERS = 62

/** The agency and the title beside each other, then the client and the dates. */
export function headPiece(
  pdf: Pdf,
  logo: Buffer | null,
  { title, team, client, dates }: DocumentView,
  state: string,
): Piece {
  const lines = [client.name, client.document ?? '', client.email].filter((text) => text !== '')
  const issuer = issuerStack(pdf, logo, team)
  const below = Math.max(lines.length * LEADING, dates.length * DATE_LEADING)
  const side = { x: RIGHT - SIDE, width: SIDE, strong: true, align: 'right' } as const
  const draw = (y: number) => {
    issuer.draw(y)
    drawLine(pdf, { ...side, text: title, y, size: 14 })
    drawLine(pdf, { ...side, text: state, y: y + 7.5, size: 10 })
    const rule = { x: LEFT, y: y + issuer.height, width: WIDTH }
    drawRule(pdf, rule, team.colours === null ? 0.8 : 2.4, team.colours?.back)
    drawClient(pdf, lines, y + issuer.height + RULE_HEIGHT)
    drawDates(pdf, dates, y + issuer.height + RULE_HEIGHT)
  }
  return { height: issuer.height + RULE_HEIGHT + below + 12, draw }
}

/** The logo, the name, and who that is. */
function issuerStack(pdf: Pdf, logo: Buffer | null, { name, lines, ...shown }: Letterhead) {
  const main = { x: LEFT, width: WIDTH - SIDE }
  const picture = logo !== null && shown.logo !== null ? fitted(shown.logo, LOGO_MOST) : null
  const top = picture === null ? 0 : picture.height + 3
  const measure = { width: main.width - 4, size: 9 }
  const texts = lines.flatMap((line) => firstLines(wrapped(pdf, line, measure), LINE_WRAPS))
  const draw = (y: number) => {
    if (logo !== null && picture !== null) drawPicture(pdf, logo, { ...picture, x: LEFT, y })
    drawLine(pdf, { ...main, text: name, y: y + top, size: 16, strong: true })
    for (const [index, text] of texts.entries())
      drawLine(pdf, { ...main, text, y: y + top + NAME_HEIGHT + index * LINE_LEADING, size: 9 })
  }
  return { height: top + NAME_HEIGHT + texts.length * LINE_LEADING + 4.6, draw }
}

function drawClient(pdf: Pdf, lines: readonly string[], top: number): void {
  drawLine(pdf, { text: 'Cliente', x: LEFT, y: top, width: WIDTH, size: 8 })
  for (const [index, text] of lines.entries()) {
    const y = top + (index + 1) * LEADING
    drawLine(pdf, { text, x: LEFT, y, width: WIDTH - SIDE - 4, size: 10, strong: index === 0 })
  }
}

function drawDates(pdf: Pdf, dates: DocumentView['dates'], top: number): void {
  for (const [index, [label, value]] of dates.entries()) {
    const y = top + index * DATE_LEADING
    drawLine(pdf, { text: label, x: RIGHT - SIDE, y: y + 0.4, width: 30, size: 8, align: 'right' })
    drawLine(pdf, { text: value, x: RIGHT - 28, y, width: 28, size: 10, strong: true, align: 'right' })
  }
}

/** A small title, and below it paragraphs that may go on for pages. */
export function* textPieces(pdf: Pdf, title: string, paragraphs: readonly string[]): Generator<Piece> {
  const line = (text: string, size: number) => (y: number) =>
    drawLine(pdf, { text, x: LEFT, y, width: WIDTH, size })
  if (title !== '') yield { height: 5, leads: true, draw: line(title, 8) }
  const texts = paragraphs.flatMap((paragraph) => wrapped(pdf, paragraph, { width: WIDTH, size: 10 }))
  for (const [index, text] of texts.entries()) {
    const gap = index === texts.length - 1 ? 6 : 0
    yield { height: LEADING + gap, draw: line(text, 10) }
  }
}

export function pixPiece(pdf: Pdf, code: string, amountDue: string): Piece {
  const hint = 'Aponte a câmera do aplicativo do seu banco para o código, ou copie o texto abaixo.'
  const text = { x: LEFT + QR_SIDE + 6, width: WIDTH - QR_SIDE - 6 }
  const draw = (y: number) => {
    drawQr(pdf, code, LEFT, y)
    drawLine(pdf, { ...text, text: `Pague ${amountDue} com Pix`, y: y + 3, size: 11, strong: true })
    drawLine(pdf, { ...text, text: hint, y: y + 9.5, size: 8.5 })
    for (const [index, part] of partsOf(code).entries()) {
      drawLine(pdf, { ...text, text: part, y: y + 15 + index * 3.8, size: 8 })
    }
  }
  return { height: QR_SIDE + 6, draw }
}

export function boletoPiece(pdf: Pdf, { barcode, shownLine, words }: DocumentBoleto): Piece {
  const line = { x: LEFT, width: WIDTH }
  const draw = (y: number) => {
    drawLine(pdf, { ...line, text: 'Pague com boleto', y: y + 1, size: 11, strong: true })
    drawLine(pdf, { ...line, text: words, y: y + 7, size: 8.5 })
    drawLine(pdf, { ...line, text: shownLine, y: y + 12.5, size: 11 })
    drawBarcode(pdf, barcode, LEFT, y + 19)
  }
  return { height: 38, draw }
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

function drawQr(pdf: Pdf, code: string, x: number, y: number): void {
  const { path, side } = qrPath(code)
  pdf
    .save()
    .translate(x * MM, y * MM)
    .scale((QR_SIDE * MM) / side)
    .path(path)
    .fill(BLACK)
    .restore()
}
