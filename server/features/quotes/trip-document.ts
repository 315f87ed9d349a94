// A trip of a quote in the words of its client: each leg with its times, then bags, conditions and travellers.
import type { Trip, TripRule } from '../../../contract/trips.ts'
import { decimalFromNumber } from '../../kernel/values/decimal.ts'
import { multiplyDecimalsToCents } from '../../kernel/values/money.ts'
import type { DocumentLeg, DocumentTrip } from '../../render/document/document.ts'
import type { PageWords } from '../../render/words/page-words.ts'

type Leg = Trip['legs'][number]

export function tripDocument(trip: Trip, words: PageWords): DocumentTrip {
  const { airline, fare, legs, bags, refund, change, travellers } = trip
  const names = namesOf(legs, words)
  const facts = [
    ...(bags === null ? [] : [words.trip.carryOn(bags.carry_on), words.trip.checked(bags.checked)]),
    ...(change === null ? [] : [ruleText(change, words.trip.change, words)]),
    ...(refund === null ? [] : [ruleText(refund, words.trip.refund, words)]),
    ...(travellers === null ? [] : [words.trip.travellers(travellers)]),
  ]
  return {
    head: [airline, fare].filter((text) => text !== null).join(' · '),
    legs: legs.map((leg, index) => legDocument(leg, names[index] ?? '', words)),
    facts,
  }
}

/** There and back where it ends where it began. */
function namesOf(legs: readonly Leg[], { trip }: PageWords): string[] {
  const [first, second] = legs
  if (legs.length === 1) return [trip.there]
  const place = (code: string | undefined, city: string | null | undefined) => city ?? code
  const isReturn =
    legs.length === 2 &&
    place(first?.origin, first?.origin_city) === place(second?.destination, second?.destination_city)
  return isReturn ? [trip.there, trip.back] : legs.map((_, index) => trip.leg(index + 1))
}

function legDocument(leg: Leg, name: string, words: PageWords): DocumentLeg {
  const departs = Temporal.PlainDateTime.from(leg.departing_at)
  const arrives = Temporal.PlainDateTime.from(leg.arriving_at)
  const { days } = departs.toPlainDate().until(arrives.toPlainDate(), { largestUnit: 'day' })
  const stops = leg.stops.length === 0 ? words.trip.direct : words.trip.stops(leg.stops)
  return {
    name,
    day: words.day(departs.toPlainDate()),
    departs: { time: leg.departing_at.slice(11, 16), code: leg.origin, city: leg.origin_city },
    arrives: { time: leg.arriving_at.slice(11, 16), code: leg.destination, city: leg.destination_city },
    later: days > 0 ? words.trip.later(days) : null,
    about: [...leg.flights, stops].join(' · '),
  }
}

function ruleText(
  { allowed, fee }: TripRule,
  says: PageWords['trip']['refund'],
  { money }: PageWords,
): string {
  if (!allowed) return says.no
  if (fee === null) return says.asked
  const one = decimalFromNumber(1)
  return fee === 0 ? says.free : says.fee(money(multiplyDecimalsToCents(decimalFromNumber(fee), one)))
}
