// Labels with their values below each other: sums, payments, fares. The values stand in one column, so that they can be
// added up with the eyes.
import { drawLine } from './lines.ts'
import { drawRule, fillBox, PALE, PAPER, type Pdf } from './pdf.ts'
import type { Piece } from './pieces.ts'
import { LEFT, RIGHT, WIDTH } from './sheet.ts'
import { type Part, tagged, within } from './tags.ts'

export interface Pair {
  readonly label: string
  readonly value: string
  /** What the others come to. */
  readonly isSum?: boolean
}

const BLOCK = 98
const VALUE = 40
const PADDING = 3
const [ROW, SUM_ROW] = [5.4, 8.4]

/** A block at the right edge, of one piece for each pair. */
export function pairPieces(pdf: Pdf, pairs: readonly Pair[]): Piece[] {
  const table: Part = { type: 'Table' }
  return pairs.map((pair, index) => ({
    height: heightOf(pair) + (index === pairs.length - 1 ? 5 : 0),
    leads: index < pairs.length - 1,
    draw: (y) => drawPair(pdf, pair, y, table),
  }))
}

function heightOf({ isSum }: Pair): number {
  return isSum ? SUM_ROW : ROW
}

function drawPair(pdf: Pdf, pair: Pair, y: number, table: Part): void {
  const { label, value, isSum = false } = pair
  const [x, height] = [RIGHT - BLOCK, heightOf(pair)]
  if (isSum) fillBox(pdf, { x, y: y + 0.6, width: BLOCK, height: height - 1.2 }, PAPER)
  else drawRule(pdf, { x, y: y + height, width: BLOCK }, 0.3, PALE)
  const line = { y: y + (isSum ? 1.9 : 1), size: isSum ? 11.5 : 9.5, strong: isSum }
  within(pdf, table, () =>
    within(pdf, { type: 'TR' }, () => {
      const words = { ...line, text: label, x: x + PADDING, width: BLOCK - VALUE - PADDING }
      tagged(pdf, 'TH', () => drawLine(pdf, words), { scope: 'Row' })
      const number = {
        ...line,
        text: value,
        x: RIGHT - VALUE,
        width: VALUE - PADDING,
        align: 'right',
      } as const
      tagged(pdf, 'TD', () => drawLine(pdf, number))
    }),
  )
}

/** A small title above what follows. */
export function titlePiece(pdf: Pdf, text: string): Piece {
  const line = { text, x: LEFT, width: WIDTH, size: 10.5, strong: true }
  return {
    height: 6.4,
    leads: true,
    draw: (y) => tagged(pdf, 'H2', () => drawLine(pdf, { ...line, y: y + 0.6 })),
  }
}
