// Checks the response of a search against the contract and the zone database, sharing only the map of
// airports with the code. The schemas are checked for every response anyway.
import assert from 'node:assert/strict'
import type { Offer, OfferRequestResult, Segment, Slice } from '../../contract/flights.ts'
import { findAirport } from '../../server/features/flights/reference/airports.ts'
import { isInternational } from '../../server/features/flights/reference/geography.ts'
import type { SearchBody } from './searches.ts'

/** `now` is the time of the search in the team's clock. */
export function checkResult(asked: SearchBody, result: OfferRequestResult, now: Date): void {
  const { offers } = result
  const travellers = asked.passengers.flatMap(({ type, count }) => Array.from({ length: count }, () => type))
  assert.deepEqual(result.passengers.map(({ type }) => type).toSorted(), travellers.toSorted())
  const ids = result.passengers.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  const everybody = named(result.passengers)
  for (const offer of offers) {
    assert.equal(named(offer.passengers), everybody)
    checkPrice(offer)
    checkLife(offer, now)
    assert.equal(offer.slices.length, asked.slices.length)
    for (const [index, slice] of offer.slices.entries()) {
      assert.equal(slice.segments[0]!.departing_at.slice(0, 10), asked.slices[index]!.departureDate)
      checkSlice(slice, ids)
    }
    checkOrder(offer, now)
  }
  checkIds(result)
  const prices = offers.map((offer) => cents(offer.client_amount))
  const cheapest = offers[prices.indexOf(prices.reduce((a, b) => (b < a ? b : a), prices[0]!))]
  if (cheapest !== undefined) assert.deepEqual(result.slices, cheapest.slices)
  if ((asked.sort ?? 'price') === 'price')
    assert.deepEqual(
      prices,
      prices.toSorted((a, b) => Number(a - b)),
    )
}

/** As one text, because comparing texts is faster than lists and a response has thousands. */
function named(passengers: { id: string; type: string }[]): string {
  return passengers.map(({ id, type }) => `${id} ${type}`).join()
}

function checkIds({ id, offers }: OfferRequestResult): void {
  const ids = offers.flatMap((offer) => [
    offer.id,
    ...offer.slices.flatMap((slice) => [slice.id, ...slice.segments.map((segment) => segment.id)]),
  ])
  assert.equal(new Set([id, ...ids]).size, ids.length + 1)
  for (const some of [id, ...ids]) assert.match(some, /^(orq|off|sli|seg)_[0-9a-z]{26}$/)
}

function checkPrice(offer: Offer): void {
  const total = cents(offer.total_amount)
  assert.equal(total, cents(offer.base_amount) + cents(offer.tax_amount))
  assert.ok(total > 0n && cents(offer.base_amount) > 0n)
  assert.equal(offer.original_amount, Number(offer.total_amount))
  assert.equal(offer.total_currency, offer.original_currency)
  const base = roundedHalfUp(total, String(offer.exchange_rate_used), 0)
  assert.equal(cents(offer.base_cost_brl), base)
  const markup = roundedHalfUp(base, String(offer.agency_markup_percent), 2)
  const fee = cents(offer.agency_fee_amount)
  assert.equal(cents(offer.agency_markup_amount), markup)
  assert.equal(cents(offer.total_agency_commission), markup + fee)
  assert.equal(cents(offer.client_amount), base + markup + fee)
  assert.deepEqual(
    [offer.markup_applied, offer.fee_applied],
    [offer.agency_markup_amount, offer.agency_fee_amount],
  )
  if (offer.total_currency === 'BRL') assert.equal(offer.exchange_rate_used, 1)
}

/** Rounds half up, on the decimal text. */
export function roundedHalfUp(amount: bigint, factor: string, shift: number): bigint {
  const [whole = '', fraction = ''] = factor.split('.')
  const places = fraction.length + shift
  const digits = (amount * BigInt(whole + fraction)).toString().padStart(places + 1, '0')
  const kept = BigInt(digits.slice(0, digits.length - places))
  return places > 0 && Number(digits[digits.length - places]) >= 5 ? kept + 1n : kept
}

function checkLife({ expires_at, payment_requirements }: Offer, now: Date): void {
  const minutes = (Date.parse(expires_at) - now.getTime()) / 60_000
  assert.ok(minutes > 14.9 && minutes <= 30, `lives ${minutes} minutes`)
  const { requires_instant_payment, payment_required_by, price_guarantee_expires_at } = payment_requirements
  const hours = (Date.parse(payment_required_by) - now.getTime()) / 3_600_000
  if (requires_instant_payment) assert.equal(payment_required_by, expires_at)
  else
    assert.ok(
      [24.5, 48, 72].some((some) => Math.abs(hours - some) < 0.1),
      `held for ${hours} hours`,
    )
  assert.ok(price_guarantee_expires_at <= payment_required_by)
}

function checkSlice(slice: Slice, passengerIds: string[]): void {
  const { segments, origin, destination } = slice
  const first = segments[0]!
  const last = segments.at(-1)!
  assert.equal(origin.iata_code, first.origin.iata_code)
  assert.equal(destination.iata_code, last.destination.iata_code)
  for (const { iata_code, time_zone, name, city_name } of [origin, destination]) {
    assert.equal(time_zone, zoneOf(iata_code))
    assert.ok(name !== '' && city_name !== '', iata_code)
  }
  for (const segment of segments) {
    checkFlight(segment)
    assert.equal(segment.passengers.map(({ passenger_id }) => passenger_id).join(), passengerIds.join())
  }
  for (const [index, next] of segments.slice(1).entries()) checkConnection(segments[index]!, next)
  const minutes = departure(first).until(arrival(last)).total('minutes')
  assert.equal(Temporal.Duration.from(slice.duration).total('minutes'), minutes)
}

function checkFlight(segment: Segment): void {
  const { leavesAt, landsAt, minutes } = flightOf(segment)
  assert.equal(leavesAt, segment.departing_at, 'this local time exists')
  assert.equal(landsAt, segment.arriving_at)
  const speed = Number(segment.distance) / (minutes / 60)
  assert.ok(speed > 60 && speed < 950, `${segment.distance} km in ${minutes} minutes`)
  assert.notEqual(segment.origin.iata_code, segment.destination.iata_code)
  assert.match(segment.operating_carrier.logo_symbol_url, /^https?:\/\/\S+$/)
  assert.match(segment.marketing_carrier_flight_number, /^\d{1,4}$/)
  assert.match(segment.operating_carrier_flight_number, /^\d{1,4}$/)
}

function checkConnection(before: Segment, after: Segment): void {
  assert.equal(before.destination.iata_code, after.origin.iata_code, 'the change is at one airport')
  const minutes = arrival(before).until(departure(after)).total('minutes')
  const [a, b, c] = [before.origin, after.origin, after.destination].map(
    ({ iata_code }) => findAirport(iata_code)!,
  )
  const least = a!.countryCode !== b!.countryCode || b!.countryCode !== c!.countryCode ? 120 : 60
  assert.ok(
    minutes >= least && minutes <= 360,
    `${minutes} minutes to change at ${b!.code}, at least ${least}`,
  )
  if (isInternational(a!, b!)) assert.equal(least, 120)
}

/** No flight departs before the search, or before the previous flight has arrived. */
function checkOrder({ slices }: Offer, now: Date): void {
  let free = now.getTime()
  for (const { segments } of slices) {
    assert.ok(departure(segments[0]!).epochMilliseconds > free)
    free = arrival(segments.at(-1)!).epochMilliseconds
  }
}

interface Flight {
  leaves: Temporal.ZonedDateTime
  lands: Temporal.ZonedDateTime
  /** Local time of the place. */
  leavesAt: string
  landsAt: string
  minutes: number
}

const flights = new Map<string, Flight>()

/** Cached, because many offers share a flight and the zone database is slow. */
function flightOf(segment: Segment): Flight {
  const { origin, destination, departing_at, duration } = segment
  const key = `${origin.iata_code} ${departing_at} ${duration} ${destination.iata_code}`
  const known = flights.get(key) ?? computed(segment)
  flights.set(key, known)
  return known
}

function computed({ origin, destination, departing_at, duration }: Segment): Flight {
  const leaves = Temporal.PlainDateTime.from(departing_at).toZonedDateTime(zoneOf(origin.iata_code))
  const minutes = Temporal.Duration.from(duration).total('minutes')
  // Computed from the departure: when clocks go back, a local arrival time is ambiguous.
  const lands = leaves.add(Temporal.Duration.from(duration))
  return {
    leaves,
    lands,
    leavesAt: leaves.toPlainDateTime().toString(),
    landsAt: lands.withTimeZone(zoneOf(destination.iata_code)).toPlainDateTime().toString(),
    minutes,
  }
}

const departure = (segment: Segment) => flightOf(segment).leaves
const arrival = (segment: Segment) => flightOf(segment).lands

function zoneOf(code: string): string {
  return findAirport(code)!.zone
}

export function cents(amount: string): bigint {
  assert.match(amount, /^\d+\.\d{2}$/)
  return BigInt(amount.replace('.', ''))
}
