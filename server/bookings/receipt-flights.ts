// The flights of a receipt: a heading for each leg, and a box for each flight with its two ends side by side.
import { drawBox, type Pdf } from '../payments/pdf-form.ts'
import type { Flight, Leg, Stop } from './itinerary.ts'
import { legName, placeText, stopText, timeText } from './itinerary-words.ts'
import { drawStack, LEFT, type Piece, stackHeight, WIDTH, type Words } from './receipt-sheet.ts'
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
const PADDING = 2

export function legPieces(pdf: Pdf, leg: Leg, view: ReceiptView): Piece[] {
  const title = `${legName(leg, 'pt-BR')}: ${placeText(leg.from)} – ${placeText(leg.to)}`
  const words: Words[] = [
    { text: title, size: 11, strong: true, linesMax: 2 },
    { text: legFacts(leg), size: 8.5, linesMax: 1 },
  ]
  const height = stackHeight(pdf, words, WIDTH) + 6.5
  const head: Piece = { height, leads: true, draw: (y) => drawStack(pdf, words, LEFT, y + 5, WIDTH) }
  const flights = leg.flights.flatMap((flight) => flightPieces(pdf, flight, view))
  return [head, ...flights.map((piece, index) => ({ ...piece, leads: index < flights.length - 1 }))]
}

function flightPieces(pdf: Pdf, flight: Flight, view: ReceiptView): Piece[] {
  const { connection, number, carrier, operatedBy, departure, arrival } = flight
  const operator = operatedBy === null ? [] : [small(`operado por ${operatedBy}`, 2)]
  const what: Words[] = [
    { text: number, size: 11, strong: true, linesMax: 1 },
    small(carrier, 2),
    ...operator,
    small(flightFacts(flight), 2),
  ]
  const columns: [Words[], number][] = [
    [what, FLIGHT_WIDTH],
    [stopStack(departure), STOP_WIDTH],
    [stopStack(arrival), STOP_WIDTH],
  ]
  const services = flight.services.map((service) => small(serviceText(service, flight, view), 3))
  const inner = (width: number) => width - 2 * PADDING
  const high = Math.max(...columns.map(([stack, width]) => stackHeight(pdf, stack, inner(width))))
  const below = stackHeight(pdf, services, inner(WIDTH))
  const height = high + below + 2 * PADDING + 1
  const draw = (y: number) => {
    drawBox(pdf, LEFT, y, WIDTH, height)
    columns.reduce((x, [stack, width]) => {
      drawStack(pdf, stack, x + PADDING, y + PADDING, inner(width))
      return x + width
    }, LEFT)
    drawStack(pdf, services, LEFT + PADDING, y + PADDING + high + 1, inner(WIDTH))
  }
  const box = { height: height + 1.2, draw }
  return connection === null ? [box] : [connectionLine(pdf, connectionText(connection)), box]
}

function stopStack(stop: Stop): Words[] {
  return [
    { text: `${timeText(stop)}  ${stopText(stop)}`, size: 11, strong: true, linesMax: 2 },
    ...stopFacts(stop).map((text) => small(text, 3)),
  ]
}

function small(text: string, linesMax: number): Words {
  return { text, size: 8, linesMax }
}

function connectionLine(pdf: Pdf, text: string): Piece {
  return {
    height: 5,
    draw: (y) => drawStack(pdf, [small(text, 1)], LEFT + PADDING, y + 0.6, WIDTH - 2 * PADDING),
  }
}
