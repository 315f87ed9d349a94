// Texts below each other that wrap within their width. They are measured once, so that whoever places a stack knows
// its height before it is drawn.
import { writable } from '../type/writable.ts'
import { drawLine, firstLines, type Line, type Measure, wrapped } from './lines.ts'
import { MM, type Pdf } from './pdf.ts'

export interface Words {
  text: string
  /** Points. */
  size: number
  strong?: boolean
  colour?: string
  /** What does not fit into so many lines ends in an ellipsis. */
  linesMax: number
}

export interface Stack {
  readonly height: number
  readonly draw: (x: number, y: number) => void
}

/** Of the size of the letters: close in stacks, wider where a text is read from line to line. */
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
    const texts = firstLines(linesOf(pdf, [words.text], { ...words, width }), words.linesMax)
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
  const lines = firstLines(linesOf(pdf, paragraphs, box), Math.floor(box.height / leading))
  for (const [index, text] of lines.entries()) {
    drawLine(pdf, { ...box, text, y: box.y + index * leading })
  }
}

/** Each text is one paragraph, and one that says nothing takes no room. */
function linesOf(pdf: Pdf, texts: readonly string[], measure: Measure): string[] {
  const said = texts.map((text) => writable(text).trim()).filter((text) => text !== '')
  return said.flatMap((text) => wrapped(pdf, text, measure))
}
