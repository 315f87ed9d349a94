// The travellers of a receipt, by the numbers that its flights call them, each with the ticket.
import { passengerText } from '../itinerary/itinerary-words.ts'
import { drawLine, type Line } from '../pdf/lines.ts'
import { drawRule, GREY, PALE, type Pdf } from '../pdf/pdf.ts'
import type { Piece } from '../pdf/pieces.ts'
import { LEFT, WIDTH } from '../pdf/sheet.ts'
import { stackOf } from '../pdf/stack.ts'
import { type Part, tagged, within } from '../pdf/tags.ts'
import { pageWords } from '../words/page-words.ts'
import type { ReceiptView } from './receipt-view.ts'

const NUMBER = 8
const TYPE = 28
const TICKET = 42
const NAME = WIDTH - NUMBER - TYPE - TICKET
const SIZE = 9.5

type Places = readonly [number: string, type: string, ticket: string]

export function passengerPieces(pdf: Pdf, view: ReceiptView): Piece[] {
  const table: Part = { type: 'Table' }
  const rows = view.passengers.map((passenger, index) => rowOf(pdf, table, passenger, index + 1, view))
  return [headOf(pdf, table, view), ...rows]
}

function headOf(pdf: Pdf, table: Part, { language }: ReceiptView): Piece {
  const { ticket: words } = pageWords(language)
  const draw = (y: number) => {
    const style = { y, size: 7.5, colour: GREY }
    const name: Line = { ...style, text: words.name, x: LEFT + NUMBER, width: NAME }
    const cells = [name, ...around([words.number, words.type, words.ticket], style)]
    within(pdf, table, () =>
      within(pdf, { type: 'TR' }, () => {
        for (const line of cells) tagged(pdf, 'TH', () => drawLine(pdf, line), { scope: 'Column' })
      }),
    )
    drawRule(pdf, { x: LEFT, y: y + 4.4, width: WIDTH }, 0.6)
  }
  return { height: 5.6, leads: true, draw }
}

function rowOf(
  pdf: Pdf,
  table: Part,
  { name, type, ticket }: ReceiptView['passengers'][number],
  number: number,
  { language }: ReceiptView,
): Piece {
  const names = stackOf(pdf, [{ text: name, size: SIZE, strong: true, linesMax: 4 }], NAME - 3)
  const height = Math.max(4.4, names.height) + 1.8
  const draw = (top: number) => {
    const y = top + 0.5
    const shown = ticket ?? pageWords(language).ticket.unissued
    const texts: Places = [String(number), passengerText(type, language), shown]
    within(pdf, table, () =>
      within(pdf, { type: 'TR' }, () => {
        tagged(pdf, 'TD', () => names.draw(LEFT + NUMBER, y))
        for (const line of around(texts, { y, size: SIZE })) tagged(pdf, 'TD', () => drawLine(pdf, line))
      }),
    )
    drawRule(pdf, { x: LEFT, y: top + height - 0.7, width: WIDTH }, 0.3, PALE)
  }
  return { height, draw }
}

/** What stands at both sides of the name. */
function around([number, type, ticket]: Places, style: Pick<Line, 'y' | 'size' | 'colour'>): Line[] {
  return [
    { ...style, text: number, x: LEFT, width: NUMBER },
    { ...style, text: type, x: LEFT + NUMBER + NAME, width: TYPE - 2 },
    { ...style, text: ticket, x: LEFT + WIDTH - TICKET, width: TICKET, align: 'right' },
  ]
}
