// Steps about trips: items are added, changed, cancelled and refunded, and invoiced in parts by several people at once;
// trips of one client are merged.
import { INVOICES } from '../../support/invoicing.ts'
import { daysAfter } from '../../support/searches.ts'
import { TRIPS } from '../../support/trips.ts'
import type { KnownTripItem } from '../agency.ts'
import type { Random } from '../random.ts'
import { acknowledged } from '../writes.ts'
import type { Context } from './context.ts'
import { DUE_IN_DAYS, ISSUED_DAYS_AGO, nowOf, pay } from './invoicing.ts'

export async function createTrip(context: Context): Promise<void> {
  const { agency, random, mark, write } = context
  const { clients, trips } = agency.known
  if (clients.length === 0) return
  const client_id = random.pick(clients)
  const body = { client_id, title: mark, travellers: [{ full_name: mark }] }
  const created = acknowledged(await write('POST', TRIPS, body, 'trip'))
  if (created === null) return
  trips.push({ id: created.id, client_id })
  for (let count = 1 + random.below(3); count > 0; count--) await addItem(context, created.id)
}

export async function addTripItem(context: Context): Promise<void> {
  const { trips } = context.agency.known
  if (trips.length === 0) return createTrip(context)
  await addItem(context, context.random.pick(trips).id)
}

const KINDS = ['lodging', 'transfer', 'tour', 'insurance', 'service'] as const

/** The description identifies the item. */
async function addItem({ agency, random, mark, write }: Context, tripId: string): Promise<void> {
  const description = `${mark}-${agency.known.tripItems.length}-${random.below(1_000_000)}`
  const item = { kind: random.pick(KINDS), description, ...drawPrices(random) }
  const created = acknowledged(await write('POST', `${TRIPS}/${tripId}/items`, item, 'tripItem'))
  if (created !== null) agency.known.tripItems.push({ id: created.id, tripId })
}

/** Their products must be rounded. */
function drawPrices(random: Random): object {
  const currency = random.pick(['BRL', 'USD', 'EUR'])
  return {
    currency,
    ...(currency !== 'BRL' && { exchange_rate: random.pick([5.123456, 6.1234, 0.333333]) }),
    price_amount: amountOf(random),
    cost_amount: amountOf(random),
    collected_by: random.chance(85) ? 'agency' : 'supplier',
  }
}

const amountOf = (random: Random) => (1_000 + random.below(200_000)) / 100

/** Its price, the collector, or the status. The service refuses some changes of an item that is invoiced. */
export async function changeTripItem(context: Context): Promise<void> {
  const { random, write } = context
  const item = pickItem(context)
  if (item === undefined) return createTrip(context)
  const changes: object[] = [
    { price_amount: amountOf(random) },
    { collected_by: random.pick(['agency', 'supplier']) },
    { status: 'confirmed' },
  ]
  await write('PATCH', pathOf(item), random.pick(changes))
}

/** Half of the items keep a part of their price; the rest is refunded. */
export async function cancelTripItem(context: Context): Promise<void> {
  const { random, write } = context
  const item = pickItem(context)
  if (item === undefined) return createTrip(context)
  const kept = random.chance(50) ? {} : { kept_price_amount: random.below(1_000) / 100 }
  await write('PATCH', pathOf(item), { status: 'cancelled', ...kept })
  await refundItem(context, item)
}

function pickItem({ agency, random }: Context): KnownTripItem | undefined {
  const { tripItems } = agency.known
  return tripItems.length === 0 ? undefined : random.pick(tripItems)
}

const pathOf = ({ id, tripId }: KnownTripItem) => `${TRIPS}/${tripId}/items/${id}`

/** From an invoice that was paid by Pix. */
async function refundItem({ agency, read, write }: Context, item: KnownTripItem): Promise<void> {
  const { money, invoice_ids } = (await read(pathOf(item))).body?.data ?? {}
  const [paid] = (invoice_ids ?? []).filter(
    (id: string) => agency.mode === 'test' || agency.known.pixPayments.has(id),
  )
  if (paid === undefined || money.open >= 0) return
  const body = { amount: -money.open, trip_item_id: item.id }
  await write('POST', `${INVOICES}/${paid}/refunds`, body)
}

/** Some of the open items, sometimes by two people at once: no item may be invoiced twice. */
export async function invoiceTrip(context: Context): Promise<void> {
  const { agency, random, mark, read, write } = context
  const { trips, invoices } = agency.known
  if (trips.length === 0) return createTrip(context)
  const { client_id } = random.pick(trips)
  const billable: Billable[] = (await read(`/api/v1/clients/${client_id}/billable-items`)).body?.data ?? []
  const open = billable.filter(() => random.chance(70))
  if (open.length === 0) return createTrip(context)
  const items = open.map(({ trip_item_id, description, open: whole }) => ({
    ...{ trip_item_id, description, quantity: 1 },
    unit_price: random.chance(60) ? whole : partOf(whole, random),
  }))
  const now = await nowOf(context)
  const days = {
    issue_date: daysAfter(now, -ISSUED_DAYS_AGO),
    due_date: daysAfter(now, random.pick(DUE_IN_DAYS)),
  }
  const body = { client_id, ...days, items, status: random.chance(80) ? 'sent' : 'draft' }
  const marks = random.chance(30) ? [mark, `${mark}.2`] : [mark]
  const written = await Promise.all(
    marks.map((notes) => write('POST', INVOICES, { ...body, notes }, 'invoice')),
  )
  for (const created of written.map(acknowledged)) {
    if (created === null) continue
    agency.known.tripInvoices.push(created.id)
    if (created.status === 'draft') continue
    invoices.push(created.id)
    if (random.chance(60)) await pay(context, created.id)
  }
}

interface Billable {
  trip_item_id: string
  description: string
  open: number
}

function partOf(whole: number, random: Random): number {
  const cents = Math.round(whole * 100)
  return (1 + random.below(cents)) / 100
}

/** A cancelled invoice releases its items; a draft may also be sent. */
export async function endTripInvoice(context: Context): Promise<void> {
  const { agency, random, write } = context
  const { tripInvoices } = agency.known
  if (tripInvoices.length === 0) return invoiceTrip(context)
  const status = random.chance(70) ? 'cancelled' : 'sent'
  await write('PATCH', `${INVOICES}/${random.pick(tripInvoices)}`, { status })
}

export async function mergeTrips(context: Context): Promise<void> {
  const { agency, random, write } = context
  const { trips } = agency.known
  if (trips.length === 0) return createTrip(context)
  const kept = random.pick(trips)
  const others = trips.filter(({ id, client_id }) => id !== kept.id && client_id === kept.client_id)
  if (others.length === 0) return createTrip(context)
  const other = random.pick(others)
  const merged = acknowledged(await write('POST', `${TRIPS}/${kept.id}/merge`, { trip_id: other.id }))
  if (merged === null) return
  trips.splice(trips.indexOf(other), 1)
  for (const item of agency.known.tripItems) if (item.tripId === other.id) item.tripId = kept.id
}
