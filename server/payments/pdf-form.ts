// The printed form of a boleto: ruled boxes with a small label and a value that never leaves its box.
import PDFDocument from 'pdfkit'
import { toWinAnsi } from '../paper/win-ansi.ts'

export type Pdf = PDFKit.PDFDocument

/** Points in a millimetre; everything below that is called x, y, width or height is in millimetres. */
export const MM = 72 / 25.4

export interface Cell {
  label: string
  width: number
  value?: string
  /** Stands at the end of the value's line; it is the value that gives way. */
  after?: string | null
  align?: 'left' | 'right'
  strong?: boolean
}

export interface Row {
  height: number
  cells: readonly Cell[]
}

export interface Line {
  text: string
  x: number
  y: number
  width: number
  size: number
  strong?: boolean
  align?: 'left' | 'right' | 'center'
}

export type Measure = Pick<Line, 'width' | 'size' | 'strong'>

const RULE_POINTS = 0.6
const LABEL_POINTS = 6.2
const VALUE_POINTS = 9
const SMALL_VALUE_POINTS = 7
const PADDING = 1.2

/** The same bytes for the same drawing: nothing in the file comes from the moment it is made. */
export function newPdf(title: string, createdOn: Temporal.PlainDate): Pdf {
  const CreationDate = new Date(createdOn.toZonedDateTime('UTC').epochMilliseconds)
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'pt-BR',
    displayTitle: true,
    info: { Title: title, Creator: 'Embarque', Producer: 'Embarque', CreationDate },
  })
}

export async function bytesOf(pdf: Pdf): Promise<Buffer> {
  pdf.end()
  return Buffer.concat(await pdf.toArray())
}

/** Draws rows below each other and says where they end. */
export function drawRows(pdf: Pdf, x: number, top: number, rows: readonly Row[]): number {
  return rows.reduce((y, { height, cells }) => {
    cells.reduce((left, cell) => drawCell(pdf, cell, left, y, height), x)
    return y + height
  }, top)
}

/** The box, its label and its value; says where the next one starts. */
function drawCell(pdf: Pdf, cell: Cell, x: number, y: number, height: number): number {
  drawBox(pdf, x, y, cell.width, height)
  const inside = { x: x + PADDING, width: cell.width - 2 * PADDING }
  drawLine(pdf, { ...inside, text: cell.label, y: y + 0.7, size: LABEL_POINTS })
  const base = { y: y + height - 4.4, size: VALUE_POINTS, strong: cell.strong ?? false }
  const after = cutTo(pdf, toWinAnsi(cell.after ?? ''), { ...base, width: inside.width / 2 })
  const gap = after === '' ? 0 : widthOf(pdf, after, base) + 3
  if (after !== '') drawLine(pdf, { ...inside, ...base, text: after, align: 'right' })
  const width = inside.width - gap
  const text = cell.value ?? ''
  const fits = widthOf(pdf, toWinAnsi(text), base) <= width
  const size = fits ? VALUE_POINTS : SMALL_VALUE_POINTS
  drawLine(pdf, {
    ...inside,
    ...base,
    text,
    width,
    size,
    y: base.y + (fits ? 0 : 0.6),
    align: cell.align ?? 'left',
  })
  return x + cell.width
}

export function drawBox(pdf: Pdf, x: number, y: number, width: number, height: number): void {
  pdf
    .lineWidth(RULE_POINTS)
    .rect(x * MM, y * MM, width * MM, height * MM)
    .stroke('#000')
}

/** One line of text, cut where its width ends. */
export function drawLine(pdf: Pdf, line: Line): void {
  const whole = toWinAnsi(line.text)
  if (whole === '') return
  const wholeWidth = widthOf(pdf, whole, line)
  const fits = wholeWidth <= line.width
  const text = fits ? whole : cutTo(pdf, whole, line)
  const free = line.width - (fits ? wholeWidth : widthOf(pdf, text, line))
  const shift = { left: 0, center: free / 2, right: free }[line.align ?? 'left']
  pdf.fillColor('#000').text(text, (line.x + shift) * MM, line.y * MM, { lineBreak: false })
}

/** Paragraphs wrapped into a box; what does not fit ends in an ellipsis. */
export function drawParagraphs(
  pdf: Pdf,
  paragraphs: readonly string[],
  box: Line & { height: number },
): void {
  const leading = (box.size * 1.3) / MM
  const lines = paragraphs.flatMap((text) => wrap(pdf, toWinAnsi(text), box))
  const room = Math.floor(box.height / leading)
  for (const [index, text] of lines.slice(0, room).entries()) {
    const isCut = index === room - 1 && lines.length > room
    drawLine(pdf, { ...box, text: isCut ? `${text} …` : text, y: box.y + index * leading })
  }
}

/** The lines of a text of any length; its own line breaks stay. */
export function wrapped(pdf: Pdf, text: string, box: Measure): string[] {
  return text.split(/\r?\n/).flatMap((line) => wrap(pdf, toWinAnsi(line), box))
}

function wrap(pdf: Pdf, text: string, box: Measure): string[] {
  const lines: string[] = []
  const space = wordWidth(pdf, ' ', box)
  let line = ''
  let used = 0
  for (const word of text.split(' ')) {
    const width = wordWidth(pdf, word, box)
    if (line === '' || used + space + width <= box.width) {
      used = line === '' ? width : used + space + width
      line = line === '' ? word : `${line} ${word}`
    } else {
      lines.push(line)
      line = word
      used = width
    }
    while (used > box.width) {
      const length = fitting(pdf, line, box)
      lines.push(line.slice(0, length))
      line = line.slice(length)
      used = widthOf(pdf, line, box)
    }
  }
  return [...lines, line]
}

const measured = new WeakMap<Pdf, Map<string, number>>()

/** Measured once in a document: measuring is most of the work of a long one, and its words come again and again. */
function wordWidth(pdf: Pdf, word: string, box: Measure): number {
  const known = measured.getOrInsertComputed(pdf, () => new Map<string, number>())
  const key = `${box.size} ${box.strong ?? false} ${word}`
  return known.getOrInsertComputed(key, () => widthOf(pdf, word, box))
}

function cutTo(pdf: Pdf, text: string, line: Measure): string {
  if (widthOf(pdf, text, line) <= line.width) return text
  const room = { ...line, width: line.width - widthOf(pdf, '…', line) }
  return `${text.slice(0, fitting(pdf, text, room)).trimEnd()}…`
}

/** How many characters fit, at least one, so that cutting always gets on. */
function fitting(pdf: Pdf, text: string, line: Measure): number {
  let [fits, tooLong] = [1, text.length + 1]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (widthOf(pdf, text.slice(0, middle), line) <= line.width) fits = middle
    else tooLong = middle
  }
  return fits
}

/** Leaves the font chosen, for the text that is drawn next. */
function widthOf(pdf: Pdf, text: string, { size, strong }: Omit<Measure, 'width'>): number {
  pdf.font(strong ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
  return pdf.widthOfString(text) / MM
}
