// The e-ticket receipt of a booking, as PDF.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Conditions, PassengerType } from '../../../contract/flights.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { LANGUAGES, type TeamLanguage } from '../../../contract/team-profile.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import type { Decimal } from '../../kernel/values/decimal.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type Cents, formatAmount, multiplyToCents, parseOwnAmount } from '../../kernel/values/money.ts'
import { type Owner, ownerOfRow } from '../../kernel/values/owner.ts'
import type { Connection, Flight, Leg, Service, Stop } from '../../render/itinerary/itinerary.ts'
import {
  airportText,
  bagsText,
  cabinText,
  dateText,
  durationText,
  type Language,
  legName,
  passengerText,
  placeText,
  shortDate,
  stopsText,
  stopText,
  timeText,
} from '../../render/itinerary/itinerary.ts'
import type { Letterhead } from '../../render/letterhead.ts'
import { headBlock, pairBlocks, titleBlock } from '../../render/pdf/blocks.ts'
import {
  bytesOf,
  drawBox,
  drawRule,
  GREY,
  newPdf,
  PALE,
  type Part,
  type Pdf,
  type Picture,
  pictureOf,
  tagged,
  within,
} from '../../render/pdf/pdf.ts'
import { type Block, drawFrames, drawPages, LEFT, WIDTH } from '../../render/pdf/sheet.ts'
import { drawLine, type Line, stackOf, type Words } from '../../render/pdf/text.ts'
import { languageFor, type PageWords, pageWords } from '../../render/words/page-words.ts'
import { clientOf } from '../clients/store.ts'
import { letterheadOf, logoPicture } from '../teams/brand.ts'
import { findTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { rateOf } from './carrier.ts'
import { legsOf } from './itinerary.ts'
import { isTicketed } from './states.ts'
import { type BookingWithClient, findBooking } from './store.ts'
import { bookingContent, documentsOf, slicesOf } from './view.ts'

export interface ReceiptView {
  language: Language
  agency: Letterhead
  clientName: string
  /** The carrier's locator. */
  bookingReference: string
  bookingId: string
  /** The airline that issued the tickets. */
  airlineName: string
  /** The day of issue in the agency's zone. */
  issuedOn: Temporal.PlainDate
  /** In the order of the booking; the legs' services refer to these ids. */
  passengers: { id: string; name: string; type: PassengerType; ticket: string | null }[]
  legs: Leg[]
  conditions: Conditions
  /** The carrier's currency and its rate in BRL. */
  currency: string
  rate: Decimal
  clientAmountCents: Cents
  /** The taxes in the price, as far as known: label and value. */
  sums: [string, string][]
  /** Made with a test key or paid with simulated money: every page is marked as worthless. */
  isSimulated: boolean
}

export async function readReceipt(
  world: World,
  owner: Owner,
  id: string,
): Promise<{ name: string; content: Buffer }> {
  const booking = await findBooking(readerOf(world), owner, id)
  const team = await findTeam(world.pool, owner.teamId)
  if (booking === undefined || !isTicketed(booking) || team === undefined)
    return fail('booking_not_found', adviceWith('a receipt is there once the tickets are issued'))
  const reference = booking.booking_reference.replace(/[^A-Z0-9]/g, '')
  const logo = await logoPicture(world.pool, team)
  const language = await bookingLanguage(world.pool, booking, team)
  const content = await receiptPdf(receiptOf(world, booking, team, language), logo)
  return { name: `recibo-${reference}.pdf`, content }
}

function receiptOf(
  world: World,
  booking: BookingWithClient,
  team: Team,
  language: TeamLanguage,
): ReceiptView {
  const { owner, conditions } = bookingContent(booking)
  return {
    language,
    agency: letterheadOf(world, team),
    clientName: booking.client_name,
    bookingReference: booking.booking_reference,
    bookingId: booking.id,
    airlineName: owner.name,
    issuedOn: dateIn(booking.ticketed_at ?? booking.synced_at, team.time_zone),
    passengers: travellersOf(booking),
    legs: legsOf(slicesOf(booking), language),
    conditions,
    currency: booking.currency,
    rate: rateOf(booking),
    clientAmountCents: booking.client_cents,
    sums: sumsOf(booking, pageWords(language)),
    isSimulated: booking.simulated,
  }
}

/**
 * Fare and taxes, which add up to the client's price. If the carrier's price is in another currency, only the taxes are
 * shown: with the carrier's fare, clients could compute the agency's markup.
 */
function sumsOf(booking: BookingWithClient, words: PageWords): [string, string][] {
  const { client_cents, tax_cents, currency } = booking
  const { ticket, money } = words
  if (tax_cents === 0n) return []
  if (currency !== 'BRL')
    return [[ticket.taxesIncluded, inReais(tax_cents, currency, { currency, rate: rateOf(booking) }, words)]]
  if (tax_cents > client_cents) return []
  return [
    [ticket.fare, money(client_cents - tax_cents)],
    [ticket.taxes, money(tax_cents)],
  ]
}

/** The amount in BRL with the original in brackets; only the original if its rate is not the booking's. */
function inReais(
  cents: Cents,
  original: string,
  { currency, rate }: Pick<ReceiptView, 'currency' | 'rate'>,
  { money, decimal }: PageWords,
): string {
  if (original === 'BRL') return money(cents)
  const text = `${original} ${formatAmount(cents).replace('.', decimal)}`
  return original === currency ? `${money(multiplyToCents(cents, rate))} (${text})` : text
}

/** Passengers with their tickets; null until issued. */
export function travellersOf(booking: BookingWithClient): ReceiptView['passengers'] {
  const tickets = new Map(
    documentsOf(booking).map((ticket) => [ticket.passenger_id, ticket.unique_identifier]),
  )
  return bookingContent(booking).passengers.map(({ id, type, given_name, family_name }) => ({
    id,
    name: `${given_name} ${family_name}`,
    type,
    ticket: tickets.get(id) ?? null,
  }))
}

/** The language of mails and receipts: that of the booking's metadata, else the client's, else the agency's. */
export async function bookingLanguage(
  db: Queryable,
  booking: BookingWithClient,
  team: Team,
): Promise<TeamLanguage> {
  const asked = LANGUAGES.find((language) => language === bookingContent(booking).metadata.language)
  return asked ?? languageFor(await clientOf(db, ownerOfRow(booking), booking), team)
}

/** The same booking gives the same bytes. `logo` is the picture of the letterhead. */
export async function receiptPdf(view: ReceiptView, logo: Buffer | null = null): Promise<Buffer> {
  const { agency: team, bookingReference, issuedOn: createdOn, language } = view
  const { ticket } = pageWords(language)
  const head = `${ticket.title} · ${ticket.reference} ${bookingReference} · ${team.name}`
  const pdf = await newPdf({ language, title: head, author: team.name, createdOn })
  const picture = logo === null ? null : await pictureOf(logo)
  await drawPages(pdf, blocksOf(pdf, view, picture), nextTurn)
  drawFrames(pdf, { language, team, head, notice: view.isSimulated ? ticket.simulation : null })
  return bytesOf(pdf)
}

function blocksOf(pdf: Pdf, view: ReceiptView, picture: Picture | null): Block[] {
  const { agency, clientName, issuedOn, airlineName, bookingReference, bookingId, clientAmountCents } = view
  const { language } = view
  const { ticket, money } = pageWords(language)
  const sums = view.sums.map(([label, value]) => ({ label, value }))
  return [
    headBlock(pdf, picture, {
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
    titleBlock(pdf, ticket.passengers),
    ...passengerBlocks(pdf, view),
    ...view.legs.flatMap((leg) => legBlocks(pdf, leg, view)),
    gap(4),
    titleBlock(pdf, ticket.conditions),
    ...paragraphs(pdf, conditionTexts(view)),
    gap(4),
    ...pairBlocks(pdf, [...sums, { label: ticket.total, value: money(clientAmountCents), isSum: true }]),
    ...paragraphs(pdf, ticket.notes),
    ...paragraphs(pdf, [ticket.booking(bookingId)]),
  ]
}

function legFacts(leg: Leg, language: Language): string {
  return [dateText(leg.date, language), durationText(leg.minutes, language), stopsText(leg, language)].join(
    ' · ',
  )
}

function flightFacts({ minutes, aircraft }: Flight, language: Language): string {
  return [durationText(minutes, language), aircraft].join(' · ')
}

function stopFacts(stop: Stop, language: Language): string[] {
  return [airportText(stop, language), dateText(stop.date, language)]
}

function connectionText({ minutes, changesAirport }: Connection, language: Language): string {
  const { ticket } = pageWords(language)
  const wait = ticket.connection(minutes === null ? null : durationText(minutes, language))
  return changesAirport ? `${wait}${ticket.otherAirport}` : wait
}

/** If services differ, passengers are referred to by their number in the list above. */
function serviceText(service: Service, flight: Flight, { passengers, language }: ReceiptView): string {
  const { ticket } = pageWords(language)
  const { passengerIds, seats, fareBasis, cabin } = service
  const numbers = passengerIds.map((id) => passengers.findIndex((passenger) => passenger.id === id) + 1)
  const prefix = flight.services.length === 1 ? '' : ticket.whose(numbers)
  const facts = [cabinText(cabin, language), bagsText(service, language), ticket.fareBasis(fareBasis)]
  return prefix + [...facts, ...(seats.length > 0 ? [ticket.seats(seats)] : [])].join(' · ')
}

function conditionTexts(receipt: ReceiptView): string[] {
  const { conditions, language } = receipt
  const words = pageWords(language)
  return [
    conditionText(conditions.refund_before_departure, words.ticket.refund, receipt, words),
    conditionText(conditions.change_before_departure, words.ticket.change, receipt, words),
  ]
}

function conditionText(
  { allowed, penalty_amount, penalty_currency }: Conditions['refund_before_departure'],
  says: PageWords['ticket']['refund'],
  receipt: ReceiptView,
  words: PageWords,
): string {
  if (!allowed) return `${says.name}: ${says.no}`
  if (penalty_amount === null) return `${says.name}: ${says.asked}`
  if (/^0+\.0+$/.test(penalty_amount)) return `${says.name}: ${says.free}`
  const fee = inReais(parseOwnAmount(penalty_amount), penalty_currency ?? 'BRL', receipt, words)
  return `${says.name}: ${says.fee(fee)}`
}

function paragraphs(pdf: Pdf, texts: readonly string[]): Block[] {
  return texts.map((text) => {
    const stack = stackOf(pdf, [{ text, size: 8.5, linesMax: 4, colour: GREY }], WIDTH)
    return { height: stack.height + 1, draw: (y) => tagged(pdf, 'P', () => stack.draw(LEFT, y)) }
  })
}

function gap(height: number): Block {
  return { height, leads: true, draw: () => {} }
}

const NUMBER = 8

const TYPE = 28

const TICKET = 42

const NAME = WIDTH - NUMBER - TYPE - TICKET

const SIZE = 9.5

type Places = readonly [number: string, type: string, ticket: string]

function passengerBlocks(pdf: Pdf, view: ReceiptView): Block[] {
  const table: Part = { type: 'Table' }
  const rows = view.passengers.map((passenger, index) =>
    rowOf(pdf, table, { passenger, number: index + 1, view }),
  )
  return [headOf(pdf, table, view), ...rows]
}

function headOf(pdf: Pdf, table: Part, { language }: ReceiptView): Block {
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
  {
    passenger: { name, type, ticket },
    number,
    view: { language },
  }: {
    readonly passenger: ReceiptView['passengers'][number]
    readonly number: number
    readonly view: ReceiptView
  },
): Block {
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

/** The cells on both sides of the name. */
function around([number, type, ticket]: Places, style: Pick<Line, 'y' | 'size' | 'colour'>): Line[] {
  return [
    { ...style, text: number, x: LEFT, width: NUMBER },
    { ...style, text: type, x: LEFT + NUMBER + NAME, width: TYPE - 2 },
    { ...style, text: ticket, x: LEFT + WIDTH - TICKET, width: TICKET, align: 'right' },
  ]
}

/** Columns: flight, departure, arrival. */
const FLIGHT_WIDTH = 46

const STOP_WIDTH = (WIDTH - FLIGHT_WIDTH) / 2

const PADDING = 2.6

function legBlocks(pdf: Pdf, leg: Leg, view: ReceiptView): Block[] {
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
  const head: Block = { height: heading.height + facts.height + 4.6, leads: true, draw }
  const flights = leg.flights.flatMap((flight) => flightBlocks(pdf, flight, view))
  return [head, ...flights.map((block, index) => ({ ...block, leads: index < flights.length - 1 }))]
}

function flightBlocks(pdf: Pdf, flight: Flight, view: ReceiptView): Block[] {
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

function connectionLine(pdf: Pdf, text: string): Block {
  const stack = stackOf(pdf, [small(text, 1)], WIDTH - 2 * PADDING)
  return { height: 5, draw: (y) => stack.draw(LEFT + PADDING, y + 0.6) }
}
