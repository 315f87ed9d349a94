// The flights of a receipt: a heading for each leg, and a box for each flight with its two ends side by side.
import { legName, placeText, stopText, timeText } from '../itinerary/itinerary-words.ts'
import type { Flight, Leg, Stop } from '../itinerary/leg.ts'
import { drawBox, GREY, PALE, type Pdf } from '../pdf/pdf.ts'
import type { Piece } from '../pdf/pieces.ts'
import { LEFT, WIDTH } from '../pdf/sheet.ts'
import { stackOf, type Words } from '../pdf/stack.ts'
import { tagged } from '../pdf/tags.ts'
import { pageWords } from '../words/page-words.ts'
import {
  connectionText,
  flightFacts,
  legFacts,
  type ReceiptView,
  serviceText,
  stopFacts,
} from './receipt-view.ts'

/** Columns: what it is, where it leaves, where it arrives. */
const FLIGHT_WIDTH = 46
const STOP_WIDTH = (WIDTH - FLIGHT_WIDTH) / 2
const PADDING = 2.6

export function legPieces(pdf: Pdf, leg: Leg, view: ReceiptView): Piece[] {
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
