// Builds what travellers see of a trip: items in the order of their days, in the reader's language.
import type { ChangedFlight } from '../../../contract/bookings.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { TripAcceptance, TripFile, TripItemKind, TripSegment } from '../../../contract/trips.ts'
import { parseTimestamp } from '../../kernel/values/dates.ts'
import type { DocumentLeg } from '../../render/document/document.ts'
import type {
  TripEntry,
  TripFact,
  TripFlightChange,
  TripTerms,
  TripView,
  VoucherView,
} from '../../render/trip/trip.ts'
import { pageWords } from '../../render/words/page-words.ts'
import { type TripWords, tripWords } from '../../render/words/trip-words.ts'
import type { StoredChange } from '../bookings/changes.ts'
import type { ClientRow } from '../clients/store.ts'
import { cityNamed } from '../flights/reference/place-names.ts'
import { letterheadOf, phoneText } from '../teams/brand.ts'
import type { Team } from '../teams/store.ts'
import type { ShownItemRow, ShownTripRow } from '../trips/document-store.ts'
import { tripNumber, tripPageUrl } from '../trips/view.ts'
import type { World } from '../world.ts'

/** Everything that the documents of a trip are made of. */
export interface TripParts {
  readonly trip: ShownTripRow
  readonly items: readonly ShownItemRow[]
  /** For travellers, by item. */
  readonly files: ReadonlyMap<string, readonly TripFile[]>
  readonly client: ClientRow
  readonly team: Team
  readonly language: TeamLanguage
  /** What the carriers changed, by booking. */
  readonly changes: ReadonlyMap<string, readonly StoredChange[]>
  readonly isSimulated: boolean
  readonly terms: AcceptedTerms | null
  readonly now: Date
}

export interface AcceptedTerms {
  readonly text: string
  readonly sha256: string
  readonly acceptance: TripAcceptance | undefined
}

export function tripView(world: World, parts: TripParts): TripView {
  const { trip, items, client, team, language, isSimulated, now } = parts
  const words = pageWords(language)
  const entries = items.filter(({ kind }) => kind !== 'fee').flatMap((item) => entriesOf(item, parts))
  const days = Map.groupBy(
    entries.filter(({ day }) => day !== null),
    ({ day }) => day ?? '',
  )
  return {
    language,
    title: trip.title,
    number: tripNumber(trip),
    team: letterheadOf(world, team),
    clientName: client.full_name,
    travellers: trip.travellers.map(({ full_name }) => full_name),
    dates: datesOf(trip, language),
    days: [...days]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, ofDay]) => ({
        title: tripWords(language).day(Temporal.PlainDate.from(day)),
        entries: ofDay.toSorted((one, other) => (one.order < other.order ? -1 : 1)).map(shownEntry),
      })),
    undated: entries.filter(({ day }) => day === null).map(shownEntry),
    isSimulated,
    url: trip.link_token === null ? null : tripPageUrl(world, trip.link_token),
    terms: termsOf(parts),
    ...seenOf(now, team, words),
  }
}

type PageWords = ReturnType<typeof pageWords>

function seenOf(at: Date, { time_zone }: Team, words: PageWords) {
  const local = at.toTemporalInstant().toZonedDateTimeISO(time_zone)
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  return { seenAt: words.moment(local.toPlainDate(), time), seenOn: local.toPlainDate() }
}

function termsOf({ terms, team, language }: TripParts): TripTerms | null {
  if (terms === null) return null
  const { acceptance } = terms
  const at = acceptance && parseTimestamp(acceptance.accepted_at)
  const accepted =
    acceptance && at ? { name: acceptance.name, at: seenOf(at, team, pageWords(language)).seenAt } : null
  return { text: terms.text, sha256: terms.sha256, accepted }
}

export function datesOf({ starts_on, ends_on }: ShownTripRow, language: TeamLanguage): string | null {
  if (starts_on === null) return null
  const { date } = pageWords(language)
  const [from, to] = [starts_on, ends_on ?? starts_on].map((day) => date(Temporal.PlainDate.from(day)))
  return from === to ? (from ?? null) : tripWords(language).period(from ?? '', to ?? '')
}

/** An entry with the day and the place in the day where it stands. */
interface PlacedEntry extends TripEntry {
  readonly day: string | null
  /** HH:MM; without a time ends come first and beginnings last. */
  readonly order: string
}

function shownEntry({ day, order, ...entry }: PlacedEntry): TripEntry {
  return entry
}

function entriesOf(item: ShownItemRow, parts: TripParts): PlacedEntry[] {
  return (item.flight?.segments.length ?? 0) > 0 ? flightEntries(item, parts) : stayEntries(item, parts)
}

/** One for each day on which flights of the item depart. */
function flightEntries(item: ShownItemRow, parts: TripParts): PlacedEntry[] {
  const { language } = parts
  const segments = item.flight?.segments ?? []
  const days = [...Map.groupBy(segments, ({ departing_at }) => departing_at.slice(0, 10))].toSorted(
    ([one], [other]) => (one < other ? -1 : 1),
  )
  const changes = changesOf(item, parts)
  return days.map(([day, ofDay], index) => {
    const [first, last] = [ofDay[0]!, ofDay.at(-1)!]
    const time = first.departing_at.slice(11, 16)
    const isOfDay = ({ flights }: ItemChange) =>
      flights.some(({ departing_at }) => departing_at.startsWith(day))
    const isOfNone = (change: ItemChange) => days.every(([other]) => !change.days.has(other))
    return {
      ...commonOf(item, parts, index === 0),
      label: tripWords(language).kinds.flight,
      title: `${cityName(first.origin, language)} → ${cityName(last.destination, language)}`,
      time: item.status === 'cancelled' ? null : time,
      legs: ofDay.map((segment) => legDocument(segment, item, language)),
      facts: factsOf(item, parts),
      changes: changes.filter((change) => isOfDay(change) || (index === 0 && isOfNone(change))),
      day,
      order: time,
    }
  })
}

/** What lasts for days stands where it begins and where it ends. */
function stayEntries(item: ShownItemRow, parts: TripParts): PlacedEntry[] {
  const { kind, starts_at, ends_at } = item
  const words = tripWords(parts.language)
  const common = { ...commonOf(item, parts, true), title: titleOf(item, words), legs: [], changes: [] }
  const ends: Readonly<Partial<Record<TripItemKind, { begin: string; end: string }>>> = words.ends
  const named = ends[kind]
  const [day, time] = momentOf(starts_at)
  const [lastDay, endTime] = momentOf(ends_at)
  const isStay = named !== undefined && lastDay !== null && lastDay !== day
  const begin: PlacedEntry = {
    ...common,
    label: isStay ? `${words.kinds[kind]} · ${named.begin}` : words.kinds[kind],
    facts: factsOf(item, parts),
    time,
    day,
    order: time ?? (isStay ? '23:59' : '23:58'),
  }
  if (!isStay) return [begin]
  const label = `${words.kinds[kind]} · ${named.end}`
  const end = { ...common, label, facts: [], instructions: null, files: [], isFirst: false }
  return [begin, { ...end, time: endTime, day: lastDay, order: endTime ?? '00:00' }]
}

function commonOf(item: ShownItemRow, { files }: TripParts, isFirst: boolean) {
  const { id, kind, status, instructions } = item
  return {
    itemId: id,
    kind,
    status,
    instructions: isFirst ? instructions : null,
    files: isFirst ? (files.get(id) ?? []).map(({ id, name, bytes }) => ({ id, name, bytes })) : [],
    isFirst,
  }
}

function momentOf(text: string | null): [day: string | null, time: string | null] {
  if (text === null) return [null, null]
  return [text.slice(0, 10), text.length > 10 ? text.slice(11, 16) : null]
}

function titleOf(item: ShownItemRow, words: TripWords): string {
  return item.description ?? item.supplier_name ?? item.place ?? words.kinds[item.kind]
}

/** The city in the reader's language, or the code. */
function cityName(code: string, language: TeamLanguage): string {
  return cityNamed(code, null, language) ?? code
}

function legDocument(
  { flight_number, origin, destination, departing_at, arriving_at }: TripSegment,
  { flight, supplier_name }: Pick<ShownItemRow, 'flight' | 'supplier_name'>,
  language: TeamLanguage,
): DocumentLeg {
  const [departs, arrives] = [departing_at, arriving_at].map((at) => Temporal.PlainDate.from(at.slice(0, 10)))
  const days = departs!.until(arrives!, { largestUnit: 'day' }).days
  const end = (code: string, at: string) => ({
    time: at.slice(11, 16),
    code,
    city: cityNamed(code, null, language),
  })
  return {
    name: flight_number,
    day: pageWords(language).day(departs!),
    departs: end(origin, departing_at),
    arrives: end(destination, arriving_at),
    later: days > 0 ? tripWords(language).later(days) : null,
    about: flight?.airline ?? supplier_name ?? '',
  }
}

export function factsOf(item: ShownItemRow, { language, trip }: TripParts): TripFact[] {
  const words = tripWords(language)
  const { kind, confirmation_number, supplier_name, supplier_phone, unit, meal_plan } = item
  const isFlight = kind === 'flight'
  const hasSegments = (item.flight?.segments.length ?? 0) > 0
  const fact = (label: string, value: string | null, more: Partial<TripFact> = {}): TripFact[] =>
    value === null || value.trim() === '' ? [] : [{ label, value, ...more }]
  const airline = item.flight?.airline ?? supplier_name
  const guests = guestsOf(item, trip)
  return [
    ...fact(words.locators[kind] ?? words.locator, confirmation_number, { isCode: true }),
    ...fact(words.dates, periodOf(item, language)),
    ...fact(isFlight ? words.airline : words.supplier, isFlight ? airline : supplier_name),
    ...fact(words.phone, supplier_phone, phoneLink(supplier_phone)),
    // Segments name their own places.
    ...fact(words.place, hasSegments ? null : item.place),
    ...fact(words.units[kind] ?? words.unit, unit),
    ...fact(words.meals, meal_plan),
    ...fact(words.guests(kind), guests.length === trip.travellers.length ? null : guests.join(', ')),
  ]
}

function phoneLink(phone: string | null): Partial<TripFact> {
  const digits = phone?.replace(/(?!^\+)\D/g, '') ?? ''
  return /^\+?\d{3,20}$/.test(digits) ? { url: `tel:${digits}` } : {}
}

/** Only of what has two ends. */
function periodOf({ starts_at, ends_at, flight }: ShownItemRow, language: TeamLanguage): string | null {
  if (starts_at === null || ends_at === null || ends_at === starts_at || flight !== null) return null
  const [day, time] = momentOf(starts_at)
  const [lastDay, endTime] = momentOf(ends_at)
  const isOneDay = day === lastDay && time !== null && endTime !== null
  const end = isOneDay ? endTime : momentText(ends_at, language)
  return tripWords(language).period(momentText(starts_at, language), end)
}

function momentText(at: string, language: TeamLanguage): string {
  const words = pageWords(language)
  const [day, time] = momentOf(at)
  const date = Temporal.PlainDate.from(day ?? '')
  return time === null ? words.date(date) : words.moment(date, time)
}

/** The names of those who use the item. */
function guestsOf({ traveller_ids }: ShownItemRow, { travellers }: ShownTripRow): string[] {
  const own = travellers.filter(({ id }) => traveller_ids.length === 0 || traveller_ids.includes(id))
  return own.map(({ full_name }) => full_name)
}

// Changes by the carrier.

interface ItemChange extends TripFlightChange {
  readonly flights: readonly ChangedFlight[]
  readonly days: ReadonlySet<string>
}

/** The newest, and older ones that still hold. */
function changesOf(
  { booking_id, flight, status }: ShownItemRow,
  { changes, language }: TripParts,
): ItemChange[] {
  if (booking_id === null || status === 'cancelled') return []
  const current = new Set(
    flight?.segments.map(
      ({ flight_number, departing_at }) => `${flight_number} ${departing_at.slice(0, 16)}`,
    ),
  )
  const newest = (changes.get(booking_id) ?? []).toReversed()
  return newest
    .filter(({ after }, index) => index === 0 || after.some((one) => current.has(keyOf(one))))
    .filter(({ before, after }) => before.length + after.length > 0)
    .map(({ before, after }) => {
      const flights = [...after, ...before]
      return {
        flights,
        days: new Set(flights.map(({ departing_at }) => departing_at.slice(0, 10))),
        before: before.map((one) => flightLine(one, language)),
        after: after.map((one) => flightLine(one, language)),
      }
    })
}

function flightName({ marketing_carrier, marketing_carrier_flight_number }: ChangedFlight): string {
  return `${marketing_carrier.iata_code} ${marketing_carrier_flight_number}`
}

function keyOf(flight: ChangedFlight): string {
  return `${flightName(flight)} ${flight.departing_at.slice(0, 16)}`
}

/** "LA 8084, dom., 20/12/2026: 18:05 GRU – 06:40 LIS" */
function flightLine(flight: ChangedFlight, language: TeamLanguage): string {
  const { origin, destination, departing_at, arriving_at } = flight
  const day = pageWords(language).day(Temporal.PlainDate.from(departing_at.slice(0, 10)))
  const [departs, arrives] = [departing_at, arriving_at].map((at) => at.slice(11, 16))
  return `${flightName(flight)}, ${day}: ${departs} ${origin.iata_code} – ${arrives} ${destination.iata_code}`
}

// The voucher of one item.

/** Pages have the day of what has one end above it; a voucher has it here. */
function dayFacts(item: ShownItemRow, language: TeamLanguage): TripFact[] {
  const at = item.starts_at ?? item.ends_at
  const isShown = (item.flight?.segments.length ?? 0) > 0 || periodOf(item, language) !== null
  return at === null || isShown ? [] : [{ label: tripWords(language).date, value: momentText(at, language) }]
}

export function voucherView(world: World, parts: TripParts, item: ShownItemRow): VoucherView {
  const { trip, client, team, language, isSimulated, now } = parts
  const words = tripWords(language)
  const guests = guestsOf(item, trip)
  const { website, phone, whatsapp, email } = team
  return {
    language,
    team: letterheadOf(world, team),
    number: tripNumber(trip),
    clientName: client.full_name,
    kind: words.kinds[item.kind],
    title: titleOf(item, words),
    status: item.status,
    facts: [
      ...dayFacts(item, language),
      ...factsOf(item, parts).filter(({ label }) => label !== words.guests(item.kind)),
    ],
    legs: (item.flight?.segments ?? []).map((segment) => legDocument(segment, item, language)),
    guestsLabel: words.guests(item.kind),
    guests: guests.length === 0 ? [client.full_name] : guests,
    payment: item.status === 'confirmed' ? words.voucher.paidBy[item.collected_by] : null,
    instructions: item.instructions,
    contacts: [
      whatsapp === null ? null : `WhatsApp: ${phoneText(whatsapp)}`,
      phone === null ? null : `${words.phone}: ${phoneText(phone)}`,
      email,
      website,
    ].filter((line) => line !== null),
    isSimulated,
    seenOn: seenOf(now, team, pageWords(language)).seenOn,
  }
}
