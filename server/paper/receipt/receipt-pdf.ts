// The receipt of electronic tickets on paper: who flies, with which tickets, when and where, under which conditions,
// and what the client paid. As many A4 pages as it needs; the same booking gives the same bytes.
import { formatBrl } from '../../base/values/money.ts'
import { shortDate } from '../itinerary/itinerary-words.ts'
import { headPiece } from '../pdf/head.ts'
import { pairPieces, titlePiece } from '../pdf/pairs.ts'
import { bytesOf, GREY, newPdf, type Pdf } from '../pdf/pdf.ts'
import { type Picture, pictureOf } from '../pdf/picture.ts'
import { drawPieces, type Piece, pagesOf } from '../pdf/pieces.ts'
import { BOTTOM, drawFrames, LEFT, TOP, WIDTH } from '../pdf/sheet.ts'
import { stackOf } from '../pdf/stack.ts'
import { tagged } from '../pdf/tags.ts'
import { legPieces } from './receipt-flights.ts'
import { passengerPieces } from './receipt-passengers.ts'
import { conditionTexts, NOTES, type ReceiptView, SIMULATION_NOTICE } from './receipt-view.ts'

const TITLE = 'Recibo de bilhete eletrônico'

/** `logo` is the picture that the letterhead has the address of. */
export async function receiptPdf(view: ReceiptView, logo: Buffer | null = null): Promise<Buffer> {
  const { agency: team, bookingReference, issuedOn: createdOn } = view
  const head = `${TITLE} · Localizador ${bookingReference} · ${team.name}`
  const pdf = await newPdf({ title: head, author: team.name, createdOn, shows: view })
  const picture = logo === null ? null : await pictureOf(logo)
  let isFirst = true
  for (const page of pagesOf(piecesOf(pdf, view, picture), BOTTOM - TOP)) {
    if (!isFirst) pdf.addPage()
    drawPieces(page, TOP)
    isFirst = false
  }
  drawFrames(pdf, { team, head, notice: view.isSimulated ? SIMULATION_NOTICE : null })
  return bytesOf(pdf)
}

function piecesOf(pdf: Pdf, view: ReceiptView, picture: Picture | null): Piece[] {
  const { agency, clientName, issuedOn, airlineName, bookingReference, bookingId, clientAmountCents } = view
  const sums = view.sums.map(([label, value]) => ({ label, value }))
  return [
    headPiece(pdf, picture, {
      title: TITLE,
      team: agency,
      client: { name: clientName, details: [] },
      marks: [],
      facts: [
        ['Emitido em', shortDate(issuedOn, 'pt-BR')],
        ['Companhia aérea', airlineName],
        ['Localizador', bookingReference],
      ],
    }),
    titlePiece(pdf, 'Passageiros e bilhetes'),
    ...passengerPieces(pdf, view),
    ...view.legs.flatMap((leg) => legPieces(pdf, leg, view)),
    gap(4),
    titlePiece(pdf, 'Condições da tarifa'),
    ...paragraphs(pdf, conditionTexts(view.conditions)),
    gap(4),
    ...pairPieces(pdf, [
      ...sums,
      { label: 'Total pago pelo cliente', value: formatBrl(clientAmountCents), isSum: true },
    ]),
    ...paragraphs(pdf, NOTES),
    ...paragraphs(pdf, [`Reserva ${bookingId}`]),
  ]
}

function paragraphs(pdf: Pdf, texts: readonly string[]): Piece[] {
  return texts.map((text) => {
    const stack = stackOf(pdf, [{ text, size: 8.5, linesMax: 4, colour: GREY }], WIDTH)
    return { height: stack.height + 1, draw: (y) => tagged(pdf, 'P', () => stack.draw(LEFT, y)) }
  })
}

function gap(height: number): Piece {
  return { height, leads: true, draw: () => {} }
}
