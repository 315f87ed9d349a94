// Pages of a receipt: pieces of known height below each other, a new page where the next one does not fit, and texts
// that wrap within their width.
import { toWinAnsi } from '../paper/win-ansi.ts'
import { MM, type Pdf } from '../payments/pdf-form.ts'

/** In millimetres, like everything here but the sizes of letters. */
export const LEFT = 15
export const WIDTH = 180
export const RED = '#b3261e'

/** Something that is drawn in one piece. */
export interface Piece {
  readonly height: number
  /** Stays with what follows: a heading with what it heads, a flight with its connection. */
  readonly leads?: boolean
  readonly draw: (y: number) => void
}

export interface Words {
  text: string
  /** Points. */
  size: number
  strong?: boolean
  colour?: string
  /** What does not fit into so many lines ends in an ellipsis. */
  linesMax: number
}

/** The pieces of each page, in order. */
export function pagesOf(pieces: readonly Piece[], room: number): Piece[][] {
  const pages: Piece[][] = [[]]
  let used = 0
  for (let first = 0; first < pieces.length; ) {
    const group = groupAt(pieces, first, room)
    const height = heightOf(group)
    if (used > 0 && used + height > room) {
      pages.push([])
      used = 0
    }
    pages.at(-1)!.push(...group)
    used += height
    first += group.length
  }
  return pages
}

/** A piece with those that it leads to; where they are more than a page, it has to go alone. */
function groupAt(pieces: readonly Piece[], first: number, room: number): readonly Piece[] {
  let last = first
  while (pieces[last]?.leads === true && last < pieces.length - 1) last++
  const group = pieces.slice(first, last + 1)
  return heightOf(group) <= room ? group : group.slice(0, 1)
}

export function drawPieces(pieces: readonly Piece[], top: number): void {
  pieces.reduce((y, { height, draw }) => {
    draw(y)
    return y + height
  }, top)
}

function heightOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { height }) => sum + height, 0)
}

/** How high a stack of texts is when each wraps within the width. */
export function stackHeight(pdf: Pdf, stack: readonly Words[], width: number): number {
  return stack.reduce((sum, words) => sum + wordsHeight(pdf, words, width), 0)
}

export function drawStack(pdf: Pdf, stack: readonly Words[], x: number, top: number, width: number): void {
  stack.reduce((y, words) => {
    const height = wordsHeight(pdf, words, width)
    if (height === 0) return y
    pdf
      .fillColor(words.colour ?? '#000')
      // A hair more than the lines need, lest a rounding cuts the last one.
      .text(toWinAnsi(words.text).trim(), x * MM, y * MM, {
        width: width * MM,
        height: height * MM + 0.1,
        ellipsis: '…',
      })
    return y + height
  }, top)
}

/** Leaves the font chosen, for the text that is drawn next. */
function wordsHeight(pdf: Pdf, { text, size, strong, linesMax }: Words, width: number): number {
  const line = toWinAnsi(text).trim()
  if (line === '') return 0
  pdf.font(strong ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
  const lineHeight = pdf.currentLineHeight(true)
  const needed = pdf.heightOfString(line, { width: width * MM })
  return Math.min(needed, linesMax * lineHeight) / MM
}

export function drawRule(pdf: Pdf, y: number, colour = '#000'): void {
  pdf
    .lineWidth(0.6)
    .moveTo(LEFT * MM, y * MM)
    .lineTo((LEFT + WIDTH) * MM, y * MM)
    .stroke(colour)
}
