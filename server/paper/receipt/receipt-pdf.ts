// The receipt of electronic tickets on paper: who flies, with which tickets, when and where, under which conditions,
// and what the client paid. As many A4 pages as it needs; the same booking gives the same bytes.
import { formatBrl } from '../../base/values/money.ts'
import { passengerText, shortDate } from '../itinerary/itinerary-words.ts'
import { fitted } from '../letterhead.ts'
import { drawRows } from '../pdf/cells.ts'
import { drawLine } from '../pdf/lines.ts'
import { bytesOf, drawBox, drawPicture, drawRule, newPdf, type Pdf, RED } from '../pdf/pdf.ts'
import { drawPieces, type Piece, pagesOf } from '../pdf/pieces.ts'
import { stackOf, type Words } from '../pdf/stack.ts'
import { legPieces } from './receipt-flights.ts'
import { conditionTexts, LEFT, NOTES, type ReceiptView, SIMULATION_NOTICE, WIDTH } from './receipt-view.ts'

const HEAD_TOP = 14
const HEAD_HEIGHT = 20
const NOTICE_HEIGHT = 11
const LOGO_MOST = { width: 36, height: 14 }
const BOTTOM = 276
const FOOT = 284
const CELL = 8.5
const PADDING = 2
const NUMBER_WIDTH = 8
const TYPE_WIDTH = 28
const TICKET_WIDTH = 38

/** `logo` is the picture that the letterhead has the address of. */
export async function receiptPdf(view: ReceiptView, logo: Buffer | null = null): Promise<Buffer> {
  const pdf = await newPdf(`Recibo ${view.bookingReference}`, view.issuedOn)
  const top = HEAD_TOP + HEAD_HEIGHT + (view.isSimulated ? NOTICE_HEIGHT : 0)
  const pages = [...pagesOf(piecesOf(pdf, view), BOTTOM - top)]
  for (const [index, pieces] of pages.entries()) {
    if (index > 0) pdf.addPage()
    drawHead(pdf, view, logo)
    drawPieces(pieces, top)
    const text = `Localizador ${view.bookingReference} · Página ${index + 1} de ${pages.length}`
    drawLine(pdf, { text, x: LEFT, y: FOOT, width: WIDTH, size: 7.5, align: 'center' })
  }
  return bytesOf(pdf)
}

function piecesOf(pdf: Pdf, view: ReceiptView): Piece[] {
  return [
    summary(pdf, view),
    heading(pdf, 'Passageiros e bilhetes'),
    ...view.passengers.map((passenger, index) => passengerRow(pdf, passenger, index + 1)),
    ...view.legs.flatMap((leg) => legPieces(pdf, leg, view)),
    heading(pdf, 'Condições da tarifa'),
    ...paragraphs(pdf, conditionTexts(view.conditions)),
    gap(4),
    total(pdf, view),
    gap(4),
    ...paragraphs(pdf, NOTES),
    gap(2),
    ...paragraphs(pdf, [[view.agency.name, ...view.agency.lines].join(' · ')]),
  ]
}

/** The same on every page, so that no page can be taken for another booking's. */
function drawHead(
  pdf: Pdf,
  { agency, bookingReference, isSimulated }: ReceiptView,
  logo: Buffer | null,
): void {
  const box = { x: LEFT + WIDTH - 48, width: 48 }
  const names: Words[] = [
    { text: agency.name, size: 14, strong: true, linesMax: 2 },
    { text: 'Recibo de bilhete eletrônico', size: 10, linesMax: 1 },
  ]
  const picture = logo !== null && agency.logo !== null ? fitted(agency.logo, LOGO_MOST) : null
  const indent = picture === null ? 0 : picture.width + 4
  if (logo !== null && picture !== null) drawPicture(pdf, logo, { ...picture, x: LEFT, y: HEAD_TOP })
  stackOf(pdf, names, WIDTH - box.width - 6 - indent).draw(LEFT + indent, HEAD_TOP)
  if (agency.colours !== null)
    drawRule(pdf, { x: LEFT, y: HEAD_TOP - 3, width: WIDTH }, 3, agency.colours.back)
  drawBox(pdf, { ...box, y: HEAD_TOP, height: 14 })
  const inside = { x: box.x + PADDING, width: box.width - 2 * PADDING }
  drawLine(pdf, { ...inside, text: 'Localizador', y: HEAD_TOP + 1.2, size: 7 })
  drawLine(pdf, { ...inside, text: bookingReference, y: HEAD_TOP + 5.6, size: 17, strong: true })
  if (isSimulated) drawNotice(pdf, HEAD_TOP + HEAD_HEIGHT - 2)
}

function drawNotice(pdf: Pdf, y: number): void {
  drawBox(pdf, { x: LEFT, y, width: WIDTH, height: 8 }, { points: 1.4, colour: RED })
  const words = { text: SIMULATION_NOTICE, size: 13, strong: true, colour: RED }
  drawLine(pdf, { ...words, x: LEFT + 4, y: y + 1.7, width: WIDTH - 8 })
}

function summary(pdf: Pdf, view: ReceiptView): Piece {
  const rows = [
    {
      height: CELL,
      cells: [
        { label: 'Emitido em', value: shortDate(view.issuedOn, 'pt-BR'), width: 30 },
        { label: 'Companhia aérea', value: view.airlineName, width: 75 },
        { label: 'Reserva', value: view.bookingId, width: 75 },
      ],
    },
    { height: CELL, cells: [{ label: 'Cliente', value: view.clientName, width: WIDTH }] },
  ]
  return { height: 2 * CELL, draw: (y) => void drawRows(pdf, LEFT, y, rows) }
}

function heading(pdf: Pdf, text: string): Piece {
  const draw = (y: number) => {
    drawLine(pdf, { text, x: LEFT, y: y + 5, width: WIDTH, size: 11, strong: true })
    drawRule(pdf, { x: LEFT, y: y + 10.4, width: WIDTH })
  }
  return { height: 12, leads: true, draw }
}

function passengerRow(pdf: Pdf, passenger: ReceiptView['passengers'][number], number: number): Piece {
  const nameWidth = WIDTH - NUMBER_WIDTH - TYPE_WIDTH - TICKET_WIDTH
  const words: Words = { text: passenger.name, size: 9.5, strong: true, linesMax: 4 }
  const name = stackOf(pdf, [words], nameWidth - 3)
  const draw = (y: number) => {
    const line = { y, size: 9.5 }
    drawLine(pdf, { ...line, text: String(number), x: LEFT, width: NUMBER_WIDTH })
    name.draw(LEFT + NUMBER_WIDTH, y)
    const type = passengerText(passenger.type, 'pt-BR')
    drawLine(pdf, { ...line, text: type, x: LEFT + NUMBER_WIDTH + nameWidth, width: TYPE_WIDTH - 2 })
    const ticket = { x: LEFT + WIDTH - TICKET_WIDTH, width: TICKET_WIDTH, strong: true } as const
    drawLine(pdf, { ...line, ...ticket, text: passenger.ticket ?? 'a emitir', align: 'right' })
  }
  return { height: Math.max(4.4, name.height) + 1.6, draw }
}

function paragraphs(pdf: Pdf, texts: readonly string[]): Piece[] {
  return texts.map((text) => {
    const stack = stackOf(pdf, [{ text, size: 8.5, linesMax: 4 }], WIDTH)
    return { height: stack.height + 1, draw: (y) => stack.draw(LEFT, y) }
  })
}

function total(pdf: Pdf, { clientAmountCents }: ReceiptView): Piece {
  const draw = (y: number) => {
    const line = { y: y + 3, size: 12, strong: true }
    drawBox(pdf, { x: LEFT, y, width: WIDTH, height: 10 })
    const place = { x: LEFT + PADDING, width: WIDTH / 2 - PADDING }
    drawLine(pdf, { ...line, ...place, text: 'Total pago pelo cliente' })
    const amount = { x: LEFT + WIDTH / 2, width: WIDTH / 2 - PADDING, align: 'right' } as const
    drawLine(pdf, { ...line, ...amount, text: formatBrl(clientAmountCents) })
  }
  return { height: 10, draw }
}

function gap(height: number): Piece {
  return { height, leads: true, draw: () => {} }
}
