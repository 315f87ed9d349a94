// The table of a printed invoice or quote: its lines, with the head again on every page, and what they come to.
import { drawLine, firstLines, type Line, wrapped } from '../pdf/lines.ts'
import { type Pair, pairPieces } from '../pdf/pairs.ts'
import { drawRule, fillBox, PALE, type Pdf } from '../pdf/pdf.ts'
import type { Piece } from '../pdf/pieces.ts'
import { type Colours, coloursOf, LEFT, WIDTH } from '../pdf/sheet.ts'
import { artifact, type Part, type TagFacts, tagged, taggedAs, within } from '../pdf/tags.ts'
import { type PageWords, pageWords } from '../words/page-words.ts'
import type { DocumentLine, DocumentView } from './document.ts'

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
