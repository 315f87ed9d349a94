// The receipt of electronic tickets on paper: who flies, with which tickets, when and where, under which conditions,
// and what the client paid. As many A4 pages as it needs; the same booking gives the same bytes.
import { shortDate } from '../itinerary/itinerary-words.ts'
import { headPiece } from '../pdf/head.ts'
import { pairPieces, titlePiece } from '../pdf/pairs.ts'
import { bytesOf, GREY, newPdf, type Pdf } from '../pdf/pdf.ts'
import { type Picture, pictureOf } from '../pdf/picture.ts'
import { drawPieces, type Piece, pagesOf } from '../pdf/pieces.ts'
import { BOTTOM, drawFrames, LEFT, TOP, WIDTH } from '../pdf/sheet.ts'
import { stackOf } from '../pdf/stack.ts'
import { tagged } from '../pdf/tags.ts'
import { pageWords } from '../words/page-words.ts'
import { legPieces } from './receipt-flights.ts'
import { passengerPieces } from './receipt-passengers.ts'
import { conditionTexts, type ReceiptView } from './receipt-view.ts'

/** `logo` is the picture that the letterhead has the address of. */
export async function receiptPdf(view: ReceiptView, logo: Buffer | null = null): Promise<Buffer> {
  const { agency: team, bookingReference, issuedOn: createdOn, language } = view
  const { ticket } = pageWords(language)
  const head = `${ticket.title} · ${ticket.reference} ${bookingReference} · ${team.name}`
  const pdf = await newPdf({ language, title: head, author: team.name, createdOn, shows: view })
  const picture = logo === null ? null : await pictureOf(logo)
  let isFirst = true
  for (const page of pagesOf(piecesOf(pdf, view, picture), BOTTOM - TOP)) {
    if (!isFirst) pdf.addPage()
    drawPieces(page, TOP)
    isFirst = false
  }
  drawFrames(pdf, { language, team, head, notice: view.isSimulated ? ticket.simulation : null })
  return bytesOf(pdf)
}

function piecesOf(pdf: Pdf, view: ReceiptView, picture: Picture | null): Piece[] {
  const { agency, clientName, issuedOn, airlineName, bookingReference, bookingId, clientAmountCents } = view
  const { language } = view
  const { ticket, money } = pageWords(language)
  const sums = view.sums.map(([label, value]) => ({ label, value }))
  return [
    headPiece(pdf, picture, {
      language,
      title: ticket.title,
      team: agency,
      client: { name: clientName, details: [] },
      marks: [],
      facts: [
        [ticket.issued, shortDate(issuedOn, language)],
        [ticket.airline, airlineName],
        [ticket.reference, bookingReference],
      ],
    }),
    titlePiece(pdf, ticket.passengers),
    ...passengerPieces(pdf, view),
    ...view.legs.flatMap((leg) => legPieces(pdf, leg, view)),
    gap(4),
    titlePiece(pdf, ticket.conditions),
    ...paragraphs(pdf, conditionTexts(view)),
    gap(4),
    ...pairPieces(pdf, [...sums, { label: ticket.total, value: money(clientAmountCents), isSum: true }]),
    ...paragraphs(pdf, ticket.notes),
    ...paragraphs(pdf, [ticket.booking(bookingId)]),
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
