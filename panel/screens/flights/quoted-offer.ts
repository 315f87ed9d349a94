// Converts an offer to a quote item for the client: trip, times, bags and conditions, without the agency's earnings.
import type { Offer, Slice } from '../../../contract/flights.ts'
import type { QuoteTripInput, TripRule } from '../../../contract/quotes.ts'
import type { Formats } from '../../logic/formats.ts'
import { cityName } from '../../logic/place-names.ts'
import type { QuotedOffer } from '../../parts/records/quote-tray.ts'
import type { flightWords } from '../../words/flights.ts'
import { fareNameOf, ruleTexts } from './fare-texts.ts'
import { bagsOf } from './itineraries.ts'
import { clockOf, daysLater, endsOf } from './trip-times.ts'

type Words = (typeof flightWords)['pt']

/** The API's limit for an item. */
const TEXT_MAX = 1_000

export function quotedOffer(offer: Offer, words: Words, formats: Formats): QuotedOffer {
  const { slices, passengers, client_amount: amount, id } = offer
  const [first, second] = slices
  const isReturn =
    slices.length === 2 &&
    first &&
    second &&
    first.origin.iata_city_code === second.destination.iata_city_code
  const nameOf = (index: number) => (isReturn ? [words.there, words.back][index] : undefined)
  const places = slices.length === 0 ? '' : placesOf(slices, isReturn ? 1 : slices.length)
  const { carryOn, checked, refund, change } = ruleTexts(offer, words, formats)
  const lines = [
    `${places} · ${airlinesText(offer, words)} · ${fareNameOf(offer, words)}`,
    ...slices.map((slice, index) => {
      const name = nameOf(index) ?? (slices.length === 1 ? words.there : words.leg(index + 1))
      return `${name}: ${legText(slice, words, formats)}`
    }),
    `${carryOn.text}, ${checked.text.toLowerCase()}`,
    `${refund.text}. ${change.text}`,
    words.travellers(passengers.length),
  ]
  return { id, amount, text: cut(lines), trip: tripOf(offer, fareNameOf(offer, words), words) }
}

/** The API's limit for a quote. */
const BAGS_MAX = 9
const FLIGHTS_MAX = 6

function tripOf(offer: Offer, fare: string, words: Words): QuoteTripInput {
  const { refund_before_departure: refund, change_before_departure: change } = offer.conditions
  const bags = (type: 'checked' | 'carry_on') => Math.min(BAGS_MAX, bagsOf(offer, type))
  return {
    airline: airlinesText(offer, words),
    fare,
    legs: offer.slices.map((slice) => {
      const { departingAt, arrivingAt, from, to } = endsOf(slice)
      return {
        origin: from,
        origin_city: slice.origin.city_name,
        destination: to,
        destination_city: slice.destination.city_name,
        departing_at: departingAt.slice(0, 16),
        arriving_at: arrivingAt.slice(0, 16),
        flights: numbersOf(slice).slice(0, FLIGHTS_MAX),
        stops: stopsOf(slice).slice(0, FLIGHTS_MAX),
      }
    }),
    bags: { carry_on: bags('carry_on'), checked: bags('checked') },
    refund: ruleOf(refund),
    change: ruleOf(change),
    travellers: offer.passengers.length,
  }
}

/** The fee in the airline's own currency. */
function ruleOf({
  allowed,
  penalty_amount: amount,
  penalty_currency: currency,
}: Offer['conditions']['refund_before_departure']): TripRule {
  if (amount === null) return { allowed, fee: null }
  const isForeign = currency !== null && currency !== 'BRL'
  return { allowed, fee: Number(amount), ...(isForeign && { fee_currency: currency }) }
}

/** The API's limit for the name. */
const AIRLINE_MAX = 80

/** The marketing airlines, and the operating ones if they differ. */
function airlinesText({ slices, owner }: Offer, words: Words): string {
  const names = slices.flatMap(({ segments }) =>
    segments.map(({ marketing_carrier: seller, operating_carrier: flier }) =>
      flier === undefined || flier.iata_code === seller.iata_code
        ? seller.name
        : `${seller.name} (${words.operatedBy(flier.name)})`,
    ),
  )
  const all = [...new Set(names.length === 0 ? [owner.name] : names)]
  while (all.length > 1 && all.join(', ').length > AIRLINE_MAX) all.pop()
  return all.join(', ').slice(0, AIRLINE_MAX)
}

function stopsOf({ segments }: Slice): string[] {
  return segments.slice(1).map(({ origin }) => origin.iata_code)
}

function numbersOf({ segments }: Slice): string[] {
  return segments.map(
    ({ marketing_carrier: one, marketing_carrier_flight_number: number }) => `${one.iata_code} ${number}`,
  )
}

function placesOf(slices: readonly Slice[], count: number): string {
  const stops = [
    slices[0] === undefined ? '' : cityName(slices[0].origin),
    ...slices.slice(0, count).map(({ destination }) => cityName(destination)),
  ]
  return stops.join(' – ')
}

function legText(slice: Slice, words: Words, formats: Formats): string {
  const { departingAt, arrivingAt, from, to } = endsOf(slice)
  const day = departingAt.slice(0, 10)
  const later = daysLater(departingAt, arrivingAt)
  const stops = stopsOf(slice)
  const days = later === 0 ? '' : ` (${words.daysLater(later)})`
  return [
    `${formats.weekday(day)}, ${formats.date(day)}`,
    `${from} ${clockOf(departingAt)} – ${to} ${clockOf(arrivingAt)}${days}`,
    numbersOf(slice).join(', '),
    stops.length === 0
      ? words.direct.toLowerCase()
      : `${words.stopCount(stops.length)} ${words.via(stops.join(', '))}`,
  ].join(', ')
}

/** Keeps whole lines, the most important first. */
function cut(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) {
    if (text.length + line.length + 1 > TEXT_MAX) break
    text += text === '' ? line : `\n${line}`
  }
  return text
}
