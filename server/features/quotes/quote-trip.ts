// Turns an accepted quote into a trip, once.
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { quoteNotAccepted } from '../../../contract/phrases/states.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { TripDetail, TripFlight } from '../../../contract/trips.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { type ClientRow, clientOf } from '../clients/store.ts'
import type { StoredItem } from '../documents/items.ts'
import { cityNamed, cityWritten } from '../flights/reference/place-names.ts'
import { saveChange } from '../invoices/save.ts'
import { isCancelled } from '../invoices/states.ts'
import { lockInvoice } from '../invoices/store.ts'
import { languageOf } from '../notifications/queue-mail.ts'
import { type Caller, demandPermission } from '../teams/caller.ts'
import { demandTeam } from '../teams/store.ts'
import { spread } from '../trips/claim-rules.ts'
import { timesOfFlight } from '../trips/flight.ts'
import { withBrl } from '../trips/item-input.ts'
import { newItem, refuseMoreItems, storeNewItem } from '../trips/items.ts'
import { refreshTrip } from '../trips/save.ts'
import type { StoredTraveller, TripItemRow, TripRow } from '../trips/store.ts'
import { beginTrip, detailOf, readSeller, shownTo } from '../trips/trips.ts'
import type { World } from '../world.ts'
import type { StoredOption } from './options.ts'
import { isAccepted } from './states.ts'
import { linkTrip, lockQuote, type QuoteRow } from './store.ts'

type QuotedTrip = NonNullable<StoredOption['trip']>

export async function turnQuoteIntoTrip(
  world: World,
  scope: Scope,
  id: string,
  caller: Caller,
): Promise<TripDetail> {
  if (!isUuid(id)) fail('quote_not_found')
  demandPermission(caller, 'quotes.read')
  return transaction(world, scope, async (tx) => {
    const quote = demandReady((await lockQuote(tx, id)) ?? fail('quote_not_found'))
    const client = await clientOf(tx, tx.owner, quote)
    const language = languageOf(await demandTeam(tx, tx.owner.teamId), client)
    const quoted = quotedTripOf(quote)
    const trip = await beginTrip(tx, {
      client,
      title: quoted === null ? null : goalOf(quoted, language),
      travellers: travellersOf(tx, client, quoted),
      seller: await readSeller(tx, caller, undefined, null),
      references: { metadata: quote.metadata, external_reference: quote.external_reference },
    })
    const items = itemsOf(tx, trip, quote, language)
    await refuseMoreItems(tx, trip.id, items.length)
    for (const item of items) await storeNewItem(tx, item)
    const itemIds = items.map((item) => item.id)
    await linkTrip(tx, quote.id, trip.id, itemIds)
    await refreshTrip(tx, trip.id)
    await billByInvoice(world, tx, quote, itemIds)
    return detailOf(world, tx, trip.id, shownTo(tx, caller))
  })
}

function demandReady(quote: QuoteRow): QuoteRow {
  if (quote.trip_id !== null)
    fail('invalid_status_transition', adviceWith('it became trip {id} already', { id: quote.trip_id }))
  if (!isAccepted(quote)) fail('invalid_status_transition', quoteNotAccepted(quote.status, 'trip'))
  return quote
}

/** Its items at their prices less the discount, which add up to its total. */
export function tripPrices({ items, total_cents }: Pick<QuoteRow, 'items' | 'total_cents'>): Cents[] {
  return spread(
    total_cents,
    items.map((item) => BigInt(item.total_cents)),
  )
}

function quotedTripOf({ options, chosen_option_id }: QuoteRow): QuotedTrip | null {
  return options.find(({ id }) => id === chosen_option_id)?.trip ?? null
}

/** Where its first leg goes. */
function goalOf({ legs }: QuotedTrip, language: TeamLanguage): string | null {
  const [first] = legs
  return first === undefined ? null : cityOf(first.destination, first.destination_city, language)
}

/** As the quote writes it; a quote may name airports alone. */
function cityOf(code: string, written: string | null, language: TeamLanguage): string {
  return (written === null ? cityNamed(code, null, language) : cityWritten(code, written, language)) ?? code
}

/** A quote names nobody; who travels alone is the client. */
function travellersOf(tx: Tx, client: ClientRow, quoted: QuotedTrip | null): StoredTraveller[] {
  if (quoted?.travellers !== 1) return []
  const { id: client_id, full_name } = client
  return [{ id: tx.newId('tripTraveller'), full_name, born_on: null, client_id, companion_id: null }]
}

function itemsOf(tx: Tx, trip: TripRow, quote: QuoteRow, language: TeamLanguage): TripItemRow[] {
  const quoted = quotedTripOf(quote)
  const flightIndex = quoted === null ? -1 : flightIndexOf(quote.items)
  const prices = tripPrices(quote)
  return quote.items.map((item, index) =>
    withBrl({
      ...newItem(tx, trip),
      kind: item.kind ?? (index === flightIndex ? 'flight' : 'service'),
      description: describe(item, language),
      price_cents: prices[index] ?? 0n,
      seller_id: trip.seller_id,
      ...(quoted !== null && index === flightIndex && flightFields(quoted, language)),
    }),
  )
}

/** The first item that says so, or else the first of all if it says nothing. */
function flightIndexOf(items: readonly StoredItem[]): number {
  const said = items.findIndex(({ kind }) => kind === 'flight')
  if (said !== -1) return said
  return items[0]?.kind === undefined ? 0 : -1
}

const DESCRIPTION_CHARACTERS_MAX = 500

/** An item of a trip has no quantity. */
function describe({ description, quantity }: StoredItem, language: TeamLanguage): string {
  const count = Number(quantity)
  const text = count === 1 ? description : `${count.toLocaleString(language)} × ${description}`
  return text.slice(0, DESCRIPTION_CHARACTERS_MAX)
}

function flightFields(quoted: QuotedTrip, language: TeamLanguage): Partial<TripItemRow> {
  const { airline, legs } = quoted
  // A quote knows only the ends of a leg.
  const flight: TripFlight = {
    airline,
    segments: legs.map(({ flights, origin, destination, departing_at, arriving_at }) => ({
      flight_number: flights.join(', '),
      origin,
      destination,
      departing_at,
      arriving_at,
    })),
  }
  const [first] = legs
  return {
    supplier_name: airline,
    place:
      first === undefined
        ? null
        : `${cityOf(first.origin, first.origin_city, language)} – ${goalOf(quoted, language)}`,
    flight,
    ...timesOfFlight(flight),
  }
}

/** What its invoice bills already is not billed again from the trip. */
async function billByInvoice(
  world: World,
  tx: Tx,
  quote: QuoteRow,
  itemIds: readonly string[],
): Promise<void> {
  const invoice = quote.invoice_id === null ? undefined : await lockInvoice(tx, quote.invoice_id)
  if (invoice === undefined || isCancelled(invoice)) return
  const { items, discount_cents, tax_cents } = invoice
  const isSame =
    items.length === quote.items.length &&
    items.every(({ total_cents }, index) => total_cents === quote.items[index]?.total_cents)
  if (discount_cents !== 0n || tax_cents !== 0n || !isSame) fail('quote_invoiced_otherwise')
  const billed = items.map((item, index) =>
    item.total_cents === '0' ? item : { ...item, trip_item_id: itemIds[index] ?? null },
  )
  await saveChange(world, tx, { before: invoice, edited: { ...invoice, items: billed }, banks: {} })
}
