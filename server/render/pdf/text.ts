// Text in a PDF: how wide it is, where it wraps, and lines that never leave their width.
import { BLACK, MM, type Pdf, tagged } from './pdf.ts'

interface TextStyle {
  /** Points. */
  readonly size: number
  readonly strong?: boolean
}

interface Measure extends TextStyle {
  readonly width: number
}

export interface Line extends Measure {
  text: string
  x: number
  y: number
  align?: 'left' | 'right' | 'center'
  colour?: string
}

/** From the top of a line to its baseline, in parts of the text's size. */
const BASELINE = 0.8
/** More than fit into a width of one size, whatever the characters are. */
const CHARACTERS_PER_SIZE = 12

/** Most texts need no transliteration. */
const UNUSUAL = / {2}|[^ -~\u00a1-\u00ac\u00ae-\u00ff–—“”…€]/

/** The text as it is drawn: in characters of the font, on one line, without invisible characters. */
export function drawable(pdf: Pdf, text: string): string {
  if (!UNUSUAL.test(text)) return text
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Variation_Selector}\ufffd]/gu, '')
    // No language has more marks on one letter, and each takes time to place.
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
  const drawn = pdf.fonts.transliterate(clean)
  if (drawn !== clean.replace(/ +/g, ' ').trimEnd()) pdf.originals.add(clean.trim())
  return drawn
}

/** Millimetres. */
export function widthOf(pdf: Pdf, text: string, style: TextStyle): number {
  return withFont(pdf, style).widthOfString(text) / MM
}

/** One line, cut at the end of its width. If no tag surrounds it, it is a paragraph. */
export function drawLine(pdf: Pdf, line: Line): void {
  const text = cutTo(pdf, drawable(pdf, line.text), line)
  if (text === '') return
  const { align = 'left' } = line
  const free = align === 'left' ? 0 : line.width - widthOf(pdf, text, line)
  const shift = align === 'center' ? free / 2 : free
  const baseline = line.y + (line.size * BASELINE) / MM
  tagged(pdf, 'P', () => showText(pdf, text, [line.x + shift, baseline], line))
}

/** Draws text from a point on its baseline. */
export function showText(
  pdf: Pdf,
  text: string,
  [x, y]: readonly [number, number],
  style: TextStyle & { readonly colour?: string },
): void {
  withFont(pdf, style)
    .fillColor(style.colour ?? BLACK)
    .text(text, x * MM, y * MM, { lineBreak: false, baseline: 'alphabetic' })
}

function withFont({ doc }: Pdf, { size, strong = false }: TextStyle): PDFKit.PDFDocument {
  return doc.font(strong ? 'strong' : 'regular', size)
}

/** The lines of a text of any length; its own line breaks stay. */
export function wrapped(pdf: Pdf, text: string, box: Measure): string[] {
  return text.split(/\r?\n/).flatMap((line) => wrap(pdf, drawable(pdf, line), box))
}

function wrap(pdf: Pdf, text: string, box: Measure): string[] {
  if (fits(pdf, text, box)) return [text]
  // pdfkit lays out each word with the space after it: measured the same way, it is laid out once.
  const room = { ...box, width: box.width + widthOf(pdf, ' ', box) }
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(pdf, `${longer} `, room)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (!fits(pdf, line, box)) {
      const length = fitting(pdf, line, box)
      lines.push(line.slice(0, length))
      line = line.slice(length)
    }
  }
  return [...lines, line]
}

/** At most so many lines; if some are left out, the last one ends in an ellipsis. */
export function firstLines(lines: readonly string[], linesMax: number): string[] {
  const shown = lines.slice(0, linesMax)
  return lines.length <= linesMax ? shown : [...shown.slice(0, -1), `${shown.at(-1) ?? ''} …`]
}

/** As much of a text as fits, with an ellipsis if it was cut. */
export function cutTo(pdf: Pdf, text: string, line: Measure): string {
  if (text === '' || fits(pdf, text, line)) return text
  const room = { ...line, width: line.width - widthOf(pdf, '…', line) }
  return `${text.slice(0, fitting(pdf, text, room)).trimEnd()}…`
}

/** A long text is not measured to its end. */
function fits(pdf: Pdf, text: string, box: Measure): boolean {
  return text.length <= charactersMax(box) && widthOf(pdf, text, box) <= box.width
}

/** How many characters fit: at least one, so that cutting always ends. */
function fitting(pdf: Pdf, text: string, box: Measure): number {
  let [fit, tooLong] = [1, Math.min(text.length, charactersMax(box)) + 1]
  while (tooLong - fit > 1) {
    const middle = Math.floor((fit + tooLong) / 2)
    if (widthOf(pdf, text.slice(0, middle), box) <= box.width) fit = middle
    else tooLong = middle
  }
  return fit
}

function charactersMax({ width, size }: Measure): number {
  return Math.ceil((width * MM * CHARACTERS_PER_SIZE) / size)
}

export interface Words extends TextStyle {
  text: string
  colour?: string
  /** What does not fit into so many lines ends in an ellipsis. */
  linesMax: number
}

/** Texts below each other, measured before they are drawn. */
export interface Stack {
  readonly height: number
  readonly draw: (x: number, y: number) => void
}

/** In parts of the text's size: close in stacks, wider in running text. */
const CLOSE_LEADING = 1.26
const WIDE_LEADING = 1.36

export function stackOf(
  pdf: Pdf,
  stack: readonly Words[],
  width: number,
  align: 'left' | 'right' = 'left',
): Stack {
  let height = 0
  const lines = stack.flatMap((words) => {
    const leading = (words.size * CLOSE_LEADING) / MM
    const texts = firstLines(paragraphLines(pdf, [words.text], { ...words, width }), words.linesMax)
    return texts.map((text) => {
      const line = { ...words, text, y: height, width, align }
      height += leading
      return line
    })
  })
  const draw = (x: number, y: number) => {
    for (const line of lines) drawLine(pdf, { ...line, x, y: y + line.y })
  }
  return { height, draw }
}

/** Paragraphs wrapped into a box; what does not fit ends in an ellipsis. */
export function drawParagraphs(
  pdf: Pdf,
  paragraphs: readonly string[],
  box: Omit<Line, 'text'> & { height: number },
): void {
  const leading = (box.size * WIDE_LEADING) / MM
  const lines = firstLines(paragraphLines(pdf, paragraphs, box), Math.floor(box.height / leading))
  for (const [index, text] of lines.entries()) {
    drawLine(pdf, { ...box, text, y: box.y + index * leading })
  }
}

/** Each text is one paragraph; an empty one takes no room. */
function paragraphLines(pdf: Pdf, texts: readonly string[], measure: Measure): string[] {
  const paragraphs = texts.map((text) => drawable(pdf, text).trim()).filter((text) => text !== '')
  return paragraphs.flatMap((text) => wrap(pdf, text, measure))
}
