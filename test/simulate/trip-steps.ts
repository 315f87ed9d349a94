// Steps of an agency about trips: items are added, changed and cancelled, invoiced in parts by several people at once,
// credited and refunded; trips of one client are merged.
import { INVOICES } from '../support/invoicing.ts'
import { daysAfter } from '../support/searches.ts'
import { TRIPS } from '../support/trips.ts'
import type { Life } from './life.ts'
import { DUE_IN_DAYS, ISSUED_DAYS_AGO, nowOf, pay } from './money-steps.ts'
import type { Random } from './random.ts'
import type { KnownItem } from './shop.ts'
import { takenBody } from './writes.ts'

export async function trip(life: Life): Promise<void> {
  const { shop, chance, mark, write } = life
  const { clients, trips } = shop.known
  if (clients.length === 0) return
  const client_id = chance.pick(clients)
  const body = { client_id, title: mark, travellers: [{ full_name: mark }] }
  const made = takenBody(await write('POST', TRIPS, body, 'trip'))
  if (made === null) return
  trips.push({ id: made.id, client_id })
  for (let count = 1 + chance.below(3); count > 0; count--) await addItem(life, made.id)
}

export async function tripItem(life: Life): Promise<void> {
  const { trips } = life.shop.known
  if (trips.length === 0) return trip(life)
  await addItem(life, life.chance.pick(trips).id)
}

const KINDS = ['lodging', 'transfer', 'tour', 'insurance', 'service'] as const

/** The description tells it from all others. */
async function addItem({ shop, chance, mark, write }: Life, tripId: string): Promise<void> {
  const description = `${mark}-${shop.known.items.length}-${chance.below(1_000_000)}`
  const item = { kind: chance.pick(KINDS), description, ...pricedBy(chance) }
  const made = takenBody(await write('POST', `${TRIPS}/${tripId}/items`, item, 'tripItem'))
  if (made !== null) shop.known.items.push({ id: made.id, tripId })
}

/** With digits that have to be rounded. */
function pricedBy(chance: Random): object {
  const currency = chance.pick(['BRL', 'USD', 'EUR'])
  return {
    currency,
    ...(currency !== 'BRL' && { exchange_rate: chance.pick([5.123456, 6.1234, 0.333333]) }),
    price_amount: amountOf(chance),
    cost_amount: amountOf(chance),
    collected_by: chance.chance(85) ? 'agency' : 'supplier',
  }
}

const amountOf = (chance: Random) => (1_000 + chance.below(200_000)) / 100

/** Its price, who collects it, or that it is sold; what is invoiced may refuse it. */
export async function changeItem(life: Life): Promise<void> {
  const { chance, write } = life
  const item = someItem(life)
  if (item === undefined) return trip(life)
  const changes: object[] = [
    { price_amount: amountOf(chance) },
    { collected_by: chance.pick(['agency', 'supplier']) },
    { status: 'confirmed' },
  ]
  await write('PATCH', pathOf(item), chance.pick(changes))
}

/** A part is kept now and then; what was paid of the rest goes back. */
export async function cancelItem(life: Life): Promise<void> {
  const { chance, write } = life
  const item = someItem(life)
  if (item === undefined) return trip(life)
  const kept = chance.chance(50) ? {} : { kept_price_amount: chance.below(1_000) / 100 }
  await write('PATCH', pathOf(item), { status: 'cancelled', ...kept })
  await giveBackOf(life, item)
}

function someItem({ shop, chance }: Life): KnownItem | undefined {
  const { items } = shop.known
  return items.length === 0 ? undefined : chance.pick(items)
}

const pathOf = ({ id, tripId }: KnownItem) => `${TRIPS}/${tripId}/items/${id}`

/** Of invoices that were paid by Pix. */
async function giveBackOf({ shop, read, write }: Life, item: KnownItem): Promise<void> {
  const { money, invoice_ids } = (await read(pathOf(item))).body?.data ?? {}
  const [paid] = (invoice_ids ?? []).filter((id: string) => shop.mode === 'test' || shop.known.paid.has(id))
  if (paid === undefined || money.open >= 0) return
  const body = { amount: -money.open, trip_item_id: item.id }
  await write('POST', `${INVOICES}/${paid}/refunds`, body)
}

/** Some of what is open, now and then by two people at once: they may not invoice it twice. */
export async function bill(life: Life): Promise<void> {
  const { shop, chance, mark, read, write } = life
  const { trips, invoices } = shop.known
  if (trips.length === 0) return trip(life)
  const { client_id } = chance.pick(trips)
  const billable: Billable[] = (await read(`/api/v1/clients/${client_id}/billable-items`)).body?.data ?? []
  const open = billable.filter(() => chance.chance(70))
  if (open.length === 0) return trip(life)
  const items = open.map(({ trip_item_id, description, open: whole }) => ({
    ...{ trip_item_id, description, quantity: 1 },
    unit_price: chance.chance(60) ? whole : partOf(whole, chance),
  }))
  const now = await nowOf(life)
  const days = {
    issue_date: daysAfter(now, -ISSUED_DAYS_AGO),
    due_date: daysAfter(now, chance.pick(DUE_IN_DAYS)),
  }
  const body = { client_id, ...days, items, status: chance.chance(80) ? 'sent' : 'draft' }
  const marks = chance.chance(30) ? [mark, `${mark}.2`] : [mark]
  const written = await Promise.all(
    marks.map((notes) => write('POST', INVOICES, { ...body, notes }, 'invoice')),
  )
  for (const made of written.map(takenBody)) {
    if (made === null) continue
    shop.known.bills.push(made.id)
    if (made.status === 'draft') continue
    invoices.push(made.id)
    if (chance.chance(60)) await pay(life, made.id)
  }
}

interface Billable {
  trip_item_id: string
  description: string
  open: number
}

function partOf(whole: number, chance: Random): number {
  const cents = Math.round(whole * 100)
  return (1 + chance.below(cents)) / 100
}

/** Cancelled, an invoice frees what it held; a draft may also be sent. */
export async function endBill(life: Life): Promise<void> {
  const { shop, chance, write } = life
  const { bills } = shop.known
  if (bills.length === 0) return bill(life)
  const status = chance.chance(70) ? 'cancelled' : 'sent'
  await write('PATCH', `${INVOICES}/${chance.pick(bills)}`, { status })
}

export async function mergeTrips(life: Life): Promise<void> {
  const { shop, chance, write } = life
  const { trips } = shop.known
  if (trips.length === 0) return trip(life)
  const kept = chance.pick(trips)
  const others = trips.filter(({ id, client_id }) => id !== kept.id && client_id === kept.client_id)
  if (others.length === 0) return trip(life)
  const other = chance.pick(others)
  const merged = takenBody(await write('POST', `${TRIPS}/${kept.id}/merge`, { trip_id: other.id }))
  if (merged === null) return
  trips.splice(trips.indexOf(other), 1)
  for (const item of shop.known.items) if (item.tripId === other.id) item.tripId = kept.id
}
