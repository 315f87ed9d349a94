// The receipt of electronic tickets as PDF: who flies, with which tickets, when and where, under which conditions, and
// what the client paid. As many A4 pages as it needs; the same booking gives the same bytes.
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  legName,
  passengerText,
  placeText,
  shortDate,
  stopText,
  timeText,
} from '../../render/itinerary/itinerary-words.ts'
import type { Flight, Leg, Stop } from '../../render/itinerary/leg.ts'
import {
  bytesOf,
  drawBox,
  drawRule,
  GREY,
  newPdf,
  PALE,
  type Pdf,
  type Picture,
  pictureOf,
} from '../../render/pdf/pdf.ts'
import { headPiece, pairPieces, titlePiece } from '../../render/pdf/pieces.ts'
import { drawFrames, drawPages, LEFT, type Piece, WIDTH } from '../../render/pdf/sheet.ts'
import { type Part, tagged, within } from '../../render/pdf/tags.ts'
import { drawLine, type Line, stackOf, type Words } from '../../render/pdf/text.ts'
import { pageWords } from '../../render/words/page-words.ts'
import {
  conditionTexts,
  connectionText,
  flightFacts,
  legFacts,
  type ReceiptView,
  serviceText,
  stopFacts,
} from './receipt-view.ts'

/** `logo` is the picture that the letterhead has the address of. */
export async function receiptPdf(view: ReceiptView, logo: Buffer | null = null): Promise<Buffer> {
  const { agency: team, bookingReference, issuedOn: createdOn, language } = view
  const { ticket } = pageWords(language)
  const head = `${ticket.title} · ${ticket.reference} ${bookingReference} · ${team.name}`
  const pdf = await newPdf({ language, title: head, author: team.name, createdOn })
  const picture = logo === null ? null : await pictureOf(logo)
  await drawPages(pdf, piecesOf(pdf, view, picture), nextTurn)
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

const NUMBER = 8
const TYPE = 28
const TICKET = 42
const NAME = WIDTH - NUMBER - TYPE - TICKET
const SIZE = 9.5

type Places = readonly [number: string, type: string, ticket: string]

function passengerPieces(pdf: Pdf, view: ReceiptView): Piece[] {
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

/** Columns: what it is, where it leaves, where it arrives. */
const FLIGHT_WIDTH = 46
const STOP_WIDTH = (WIDTH - FLIGHT_WIDTH) / 2
const PADDING = 2.6

function legPieces(pdf: Pdf, leg: Leg, view: ReceiptView): Piece[] {
  const title = `${legName(leg, view.language)}: ${placeText(leg.from)} – ${placeText(leg.to)}`
  const heading = stackOf(pdf, [{ text: title, size: 11, strong: true, linesMax: 2 }], WIDTH)
  const facts = stackOf(
    pdf,
    [{ text: legFacts(leg, view.language), size: 8.5, linesMax: 1, colour: GREY }],
    WIDTH,
  )
  const draw = (y: number) => {
    tagged(pdf, 'H2', () => heading.draw(LEFT, y + 3.4))
    facts.draw(LEFT, y + 3.4 + heading.height)
  }
  const head: Piece = { height: heading.height + facts.height + 4.6, leads: true, draw }
  const flights = leg.flights.flatMap((flight) => flightPieces(pdf, flight, view))
  return [head, ...flights.map((piece, index) => ({ ...piece, leads: index < flights.length - 1 }))]
}

function flightPieces(pdf: Pdf, flight: Flight, view: ReceiptView): Piece[] {
  const { language } = view
  const { connection, number, carrier, operatedBy, departure, arrival } = flight
  const operator = operatedBy === null ? [] : [small(pageWords(language).ticket.operatedBy(operatedBy), 2)]
  const what: Words[] = [
    { text: number, size: 11, strong: true, linesMax: 1 },
    small(carrier, 2),
    ...operator,
    small(flightFacts(flight, language), 2),
  ]
  const inner = (width: number) => width - 2 * PADDING
  const columns = [
    { x: LEFT, stack: stackOf(pdf, what, inner(FLIGHT_WIDTH)) },
    { x: LEFT + FLIGHT_WIDTH, stack: stackOf(pdf, stopWords(departure, view), inner(STOP_WIDTH)) },
    { x: LEFT + FLIGHT_WIDTH + STOP_WIDTH, stack: stackOf(pdf, stopWords(arrival, view), inner(STOP_WIDTH)) },
  ]
  const texts = flight.services.map((service) => small(serviceText(service, flight, view), 3))
  const services = stackOf(pdf, texts, inner(WIDTH))
  const high = Math.max(...columns.map(({ stack }) => stack.height))
  const height = high + services.height + 2 * PADDING
  const draw = (y: number) => {
    drawBox(pdf, { x: LEFT, y, width: WIDTH, height }, { colour: PALE, points: 0.7 })
    for (const { x, stack } of columns) tagged(pdf, 'P', () => stack.draw(x + PADDING, y + PADDING))
    tagged(pdf, 'P', () => services.draw(LEFT + PADDING, y + PADDING + high + 0.4))
  }
  const box = { height: height + 1.2, draw }
  return connection === null ? [box] : [connectionLine(pdf, connectionText(connection, language)), box]
}

function stopWords(stop: Stop, { language }: ReceiptView): Words[] {
  return [
    { text: `${timeText(stop)}  ${stopText(stop)}`, size: 11, strong: true, linesMax: 2 },
    ...stopFacts(stop, language).map((text) => small(text, 3)),
  ]
}

function small(text: string, linesMax: number): Words {
  return { text, size: 8.5, linesMax, colour: GREY }
}

function connectionLine(pdf: Pdf, text: string): Piece {
  const stack = stackOf(pdf, [small(text, 1)], WIDTH - 2 * PADDING)
  return { height: 5, draw: (y) => stack.draw(LEFT + PADDING, y + 0.6) }
}
