// The table of a printed invoice or quote: its lines, with the head again on every page, and what they come to.
import { drawLine, firstLines, wrapped } from '../pdf/lines.ts'
import { drawRule, type Pdf } from '../pdf/pdf.ts'
import type { Piece } from '../pdf/pieces.ts'
import type { DocumentLine, DocumentView } from './document.ts'
import { LEADING, LEFT, RIGHT, WIDTH } from './document-pieces.ts'

const QUANTITY = 24
const PRICE = 34
const SUM = 34
const DESCRIPTION = WIDTH - QUANTITY - PRICE - SUM
/** An item of so many lines is not torn apart. */
const WHOLE_LINES = 4
/** More than the longest description takes in the widest letters: only one of line breaks is cut. */
const LINES_MAX = 60
const RULE = { x: LEFT, width: WIDTH }

export function* tablePieces(pdf: Pdf, lines: readonly DocumentLine[]): Generator<Piece> {
  const head = headOf(pdf)
  yield head
  for (const line of lines) yield* linePieces(pdf, line, head)
}

function headOf(pdf: Pdf): Piece {
  const draw = (y: number) => {
    drawLine(pdf, { text: 'Descrição', x: LEFT, y, width: DESCRIPTION, size: 8 })
    drawNumbers(pdf, ['Quantidade', 'Preço unitário', 'Valor'], y, 8)
    drawRule(pdf, { ...RULE, y: y + 5 }, 0.8)
  }
  return { height: 7.5, leads: true, draw }
}

/** A piece for each line of its words: a long description may go over pages, a short one stays whole. */
function* linePieces(pdf: Pdf, line: DocumentLine, under: Piece): Generator<Piece> {
  const width = DESCRIPTION - 4
  const words = firstLines(wrapped(pdf, line.description, { width, size: 10 }), LINES_MAX)
  for (const [index, text] of words.entries()) {
    const isLast = index === words.length - 1
    const draw = (y: number) => {
      drawLine(pdf, { text, x: LEFT, y, width, size: 10 })
      if (index === 0) drawNumbers(pdf, [line.quantity, line.unitPrice, line.total], y, 10)
      if (isLast) drawRule(pdf, { ...RULE, y: y + LEADING + 1.6 }, 0.3)
    }
    const leads = !isLast && words.length <= WHOLE_LINES
    yield { height: isLast ? LEADING + 3.8 : LEADING, leads, under, draw }
  }
}

function drawNumbers(
  pdf: Pdf,
  [quantity, price, sum]: readonly [string, string, string],
  y: number,
  size: number,
): void {
  const at = LEFT + DESCRIPTION
  const line = { y, size, align: 'right' } as const
  drawLine(pdf, { ...line, text: quantity, x: at, width: QUANTITY })
  drawLine(pdf, { ...line, text: price, x: at + QUANTITY, width: PRICE })
  drawLine(pdf, { ...line, text: sum, x: at + QUANTITY + PRICE, width: SUM })
}

export function sumPieces(pdf: Pdf, { sums, total }: DocumentView): Piece[] {
  const piece = (label: string, value: string, size: number, strong: boolean) => (y: number) => {
    const line = { y, size, strong, align: 'right' } as const
    drawLine(pdf, { ...line, text: label, x: RIGHT - 110, width: 60 })
    drawLine(pdf, { ...line, text: value, x: RIGHT - 48, width: 48 })
  }
  return [
    ...sums.map(([label, value]) => ({ height: 6, leads: true, draw: piece(label, value, 10, false) })),
    { height: 14, draw: piece('Total', total, 13, true) },
  ]
}
