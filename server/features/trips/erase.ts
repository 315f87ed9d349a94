// Erases a person from trips: as their client, as a traveller, and in texts.
import type { TripFlight } from '../../../contract/trips.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { ERASED, ERASED_FULL_NAME, hasTrace, mayName, type Person } from '../../kernel/values/erase-person.ts'
import { NO_REFERENCES } from '../../kernel/values/references.ts'
import { foldText } from '../../kernel/values/text.ts'
import { searchTextOf } from './rules.ts'
import {
  itemsOf,
  lockTripsNaming,
  type StoredTraveller,
  type TripItemRow,
  type TripRow,
  updateStoredItem,
  updateStoredTrip,
} from './store.ts'
import { tripNumber } from './view.ts'

interface TripsErased {
  readonly trips: readonly Pick<TripRow, 'id' | 'client_id'>[]
  /** How many travellers were the person. */
  readonly travellers: number
  /** Texts that a person must read, by trip. */
  readonly texts: readonly { readonly id: string; readonly field: string }[]
  readonly next: string | null
}

interface Naming {
  readonly clientId: string
  readonly after: string
  readonly limit: number
}

export async function erasePersonFromTrips(
  tx: Tx,
  person: Person,
  { clientId, after, limit }: Naming,
): Promise<TripsErased> {
  const found = await lockTripsNaming(tx, { clientId, foldedName: person.name }, { after, limit })
  const texts: { id: string; field: string }[] = []
  let travellers = 0
  for (const trip of found) {
    const isTheirs = trip.client_id === clientId
    const erased = {
      ...trip,
      travellers: trip.travellers.map((one) => erasedTraveller(one, person, isTheirs)),
    }
    travellers += erased.travellers.filter((one, index) => one !== trip.travellers[index]).length
    const items = await eraseItems(tx, trip, person)
    const title = erasedText(trip.title, person)
    const named: TripRow = { ...erased, title, ...(isTheirs && NO_REFERENCES), updated_at: tx.now }
    const search_text = searchTextOf(tripNumber(named), named, items)
    await updateStoredTrip(tx, { ...named, search_text })
    texts.push(...textsToRead(named, items, person).map((field) => ({ id: trip.id, field })))
  }
  return { trips: found, travellers, texts, next: found.at(-1)?.id ?? null }
}

/** In a trip of somebody else, a traveller of the same name may be another person. */
function erasedTraveller(traveller: StoredTraveller, person: Person, isTheirs: boolean): StoredTraveller {
  const { full_name, client_id } = traveller
  const isNamed = isTheirs && foldText(full_name) === person.name
  if (!isNamed && !(client_id !== null && person.ids.includes(client_id))) return traveller
  return { ...traveller, full_name: ERASED_FULL_NAME, born_on: null, client_id: null, companion_id: null }
}

const TEXTS = [
  'description',
  'supplier_name',
  'supplier_phone',
  'place',
  'unit',
  'meal_plan',
  'confirmation_number',
  'instructions',
  'notes',
] as const satisfies (keyof TripItemRow)[]

async function eraseItems(tx: Tx, trip: TripRow, person: Person): Promise<TripItemRow[]> {
  const erased: TripItemRow[] = []
  for (const item of await itemsOf(tx, tx.owner, trip.id)) {
    const texts = TEXTS.flatMap((name) => {
      const text = item[name]
      return text !== null && hasTrace(text, person) ? [[name, ERASED] as const] : []
    })
    const flight = erasedFlight(item.flight, person)
    const isSame = texts.length === 0 && flight === item.flight
    const after = isSame ? item : { ...item, ...Object.fromEntries(texts), flight, updated_at: tx.now }
    if (after !== item) await updateStoredItem(tx, after)
    erased.push(after)
  }
  return erased
}

/** Airline and flight numbers are texts too; the same flight if they do not name the person. */
function erasedFlight(flight: TripFlight | null, person: Person): TripFlight | null {
  if (flight === null || !textsOfFlight(flight).some((text) => hasTrace(text, person))) return flight
  return {
    airline: flight.airline === null ? null : erasedText(flight.airline, person),
    segments: flight.segments.map((segment) => ({
      ...segment,
      flight_number: erasedText(segment.flight_number, person),
    })),
  }
}

function textsOfFlight(flight: TripFlight | null): string[] {
  if (flight === null) return []
  return [flight.airline ?? '', ...flight.segments.map(({ flight_number }) => flight_number)]
}

function erasedText(text: string, person: Person): string {
  return hasTrace(text, person) ? ERASED : text
}

/** The fields that may still name the person. */
function textsToRead(
  { title, travellers }: TripRow,
  items: readonly TripItemRow[],
  person: Person,
): string[] {
  const ofItems = items.flatMap((item) => [
    ...TEXTS.map((name) => item[name] ?? ''),
    ...textsOfFlight(item.flight),
  ])
  return [
    ...(mayName(title, person) ? ['title'] : []),
    ...(travellers.some(({ full_name }) => foldText(full_name) === person.name) ? ['travellers'] : []),
    ...(ofItems.some((text) => mayName(text, person)) ? ['items'] : []),
  ]
}
