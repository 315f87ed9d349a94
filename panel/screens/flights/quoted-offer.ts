// An offer as its client reads it in a quote: trip, times, bags and conditions, without what the agency earns.
import type { Offer, Slice } from '../../../contract/flights.ts'
import type { Formats } from '../../kit/formats.ts'
import type { QuotedOffer } from '../../parts/quote-tray.ts'
import type { flightWords } from '../../words/flights.ts'
import { fareNameOf, ruleTexts } from './fare-texts.ts'
import { clockOf, daysLater, endsOf } from './trip-times.ts'

type Words = (typeof flightWords)['pt']

/** Of an item of a quote. */
const TEXT_MAX = 1_000

export function quotedOffer(offer: Offer, words: Words, formats: Formats): QuotedOffer {
  const { slices, owner, passengers, client_amount: amount, id } = offer
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
    `${places} · ${owner.name} · ${fareNameOf(offer, words)}`,
    ...slices.map((slice, index) => {
      const name = nameOf(index) ?? (slices.length === 1 ? words.there : words.leg(index + 1))
      return `${name}: ${legText(slice, words, formats)}`
    }),
    `${carryOn}, ${checked.toLowerCase()}`,
    `${refund}. ${change}`,
    words.travellers(passengers.length),
  ]
  return { id, amount, text: cut(lines) }
}

function placesOf(slices: readonly Slice[], count: number): string {
  const stops = [
    slices[0]?.origin.city_name ?? '',
    ...slices.slice(0, count).map(({ destination }) => destination.city_name),
  ]
  return stops.join(' – ')
}

function legText(slice: Slice, words: Words, formats: Formats): string {
  const { departingAt, arrivingAt, from, to } = endsOf(slice)
  const day = departingAt.slice(0, 10)
  const later = daysLater(departingAt, arrivingAt)
  const stops = slice.segments.slice(1).map(({ origin }) => origin.iata_code)
  const numbers = slice.segments.map(
    ({ marketing_carrier: one, marketing_carrier_flight_number: number }) => `${one.iata_code} ${number}`,
  )
  const days = later === 0 ? '' : ` (${words.daysLater(later)})`
  return [
    `${formats.weekday(day)}, ${formats.date(day)}`,
    `${from} ${clockOf(departingAt)} – ${to} ${clockOf(arrivingAt)}${days}`,
    numbers.join(', '),
    stops.length === 0
      ? words.direct.toLowerCase()
      : `${words.stopCount(stops.length)} ${words.via(stops.join(', '))}`,
  ].join(', ')
}

/** Whole lines, the most important first. */
function cut(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) {
    if (text.length + line.length + 1 > TEXT_MAX) break
    text += text === '' ? line : `\n${line}`
  }
  return text
}
