// A copy of everything, kept by cursor and updated_after while others write: it equals the source, without a gap.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHANGE_VISIBLE_SECONDS_MAX } from '../../contract/limits.ts'
import { createClient, type Embarque } from '../../sdk/src/client.ts'
import { type Mirrored, mirror } from '../../sdk/src/mirror.ts'
import type { ListCall } from '../../sdk/src/pages.ts'
import { changeClient } from '../../server/features/clients/store.ts'
import { scopeOf } from '../../server/features/world.ts'
import { refuseLate, transaction } from '../../server/kernel/outbox/transaction.ts'
import { type Agency, newAgency, untilSettled } from '../support/agency.ts'
import { anyOffer, booked, holdBody } from '../support/bookings.ts'
import {
  INVOICES,
  ITEM,
  newClient,
  newInvoice,
  newQuote,
  newRecurring,
  QUOTES,
} from '../support/invoicing.ts'
import { AT_ONCE, startApp } from '../support/start-app.ts'
import { newTrip, newTripItem, TRIPS } from '../support/trips.ts'
import { fill, newRecharge } from '../support/wallet.ts'

const app = await startApp({ settings: AT_ONCE })
const CLIENTS = '/api/v1/clients'
/** Of each writer, at each of three visits; three make one of everything. */
const ROUNDS = 6

type Query = { updated_after?: string }
const LISTS: Readonly<Record<string, (client: Embarque, query: Query) => ListCall<Mirrored>>> = {
  bookings: (client, query) => client.bookings.list({ ...query, limit: 7 }),
  clients: (client, query) => client.clients.list({ ...query, limit: 7 }),
  invoices: (client, query) => client.invoices.list({ ...query, limit: 7 }),
  quotes: (client, query) => client.quotes.list({ ...query, limit: 7 }),
  recurringInvoices: (client, query) => client.recurringInvoices.list({ ...query, limit: 7 }),
  recharges: (client, query) => client.recharges.list({ ...query, limit: 7 }),
  trips: (client, query) => client.trips.list({ ...query, limit: 7 }),
  mails: (client, query) => client.mails.list({ ...query, limit: 7 }),
  messages: (client, query) => client.messages.list({ ...query, limit: 7 }),
}

/** Everything that an integrator mirrors, and how it is brought up to date. */
function copyOf(client: Embarque) {
  const lists = Object.entries(LISTS).map(([name, list]) => {
    const copy = new Map<string, string>()
    return { name, list, copy, mirrored: mirror((query) => list(client, query)) }
  })
  return {
    lists,
    async update(): Promise<void> {
      for (const { name, copy, mirrored } of lists)
        for await (const item of mirrored.changes()) {
          const text = JSON.stringify(item)
          assert.notEqual(copy.get(item.id), text, `${name} ${item.id} came twice`)
          copy.set(item.id, text)
        }
    },
  }
}

/** A writer of an agency: what it does depends on its number alone. */
async function write({ test: shop }: Agency, number: number, rounds: number): Promise<void> {
  const own = await newClient(shop, { full_name: `Cliente ${number}` })
  for (let round = 0; round < rounds; round++) {
    const client = await newClient(shop, { full_name: `Cliente ${number} ${round}` })
    const invoice = await newInvoice(shop, { client_id: client.id, status: 'sent' })
    await shop.patch(`${CLIENTS}/${own.id}`, { notes: `round ${round}` })
    const quote = await newQuote(shop, { client_id: client.id })
    await shop.patch(`${QUOTES}/${quote.id}`, { status: 'sent' })
    if (round % 2 === 0) await shop.post(`${INVOICES}/${invoice.id}/payments`, { amount: invoice.total })
    if (round % 3 === 0) await newRecurring(shop, { client_id: own.id })
    if (round % 3 === 1) await fill(shop, '500.00')
    if (round % 3 === 2) await newRecharge(shop)
    const trip = await newTrip(shop, { client_id: client.id })
    const item = await newTripItem(shop, trip.id, { starts_at: '2030-12-20', ends_at: null })
    if (round % 2 === 0)
      await newInvoice(shop, { client_id: client.id, items: [{ ...ITEM, trip_item_id: item.id }] })
    else await shop.post(`${TRIPS}/${trip.id}/page`)
    const { id } = await booked(shop, holdBody(await anyOffer(shop), { start_trip: true }))
    if (round % 2 === 1) await shop.delete(`/api/v1/bookings/${id}`)
  }
}

test('a mirror of a month equals its source during concurrent writes', async () => {
  const agency = await newAgency(app)
  const client = createClient({ apiKey: agency.testKey, baseUrl: app.url })
  const copy = copyOf(client)
  for (const days of [1, 9, 20]) {
    const writers = Promise.all([write(agency, days, ROUNDS), write(agency, -days, ROUNDS)])
    let isOver = false
    const over = writers.finally(() => {
      isOver = true
    })
    while (!isOver) await copy.update()
    await over
    await untilSettled(app, agency.id, 'test')
    await agency.advance(`P${days}D`)
    await untilSettled(app, agency.id, 'test')
    await copy.update()
    for (const { name, list, copy: items } of copy.lists) {
      const source: string[] = []
      for await (const item of list(client, {})) source.push(JSON.stringify(item))
      assert.deepEqual([...items.values()].toSorted(), source.toSorted(), `${name} after ${days} days`)
      assert.ok(source.length > 0, `${name} has ${source.length}`)
    }
  }
})

test('a change that becomes visible after later ones is not missed', async () => {
  const agency = await newAgency(app)
  const { world } = app.service
  const client = createClient({ apiKey: agency.testKey, baseUrl: app.url })
  const [late, soon] = [await newClient(agency.test), await newClient(agency.test)]
  const mirrored = mirror((query) => client.clients.list(query))
  const changed = async () => {
    const ids: string[] = []
    for await (const { id } of mirrored.changes()) ids.push(id)
    return ids
  }
  assert.deepEqual(await changed(), [soon.id, late.id])
  const [written, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const scope = await scopeOf(world, { teamId: agency.id, mode: 'test' })
  const slow = transaction(world, scope, async (tx) => {
    await changeClient(tx, late.id, { notes: 'late', updated_at: tx.now })
    written.resolve()
    await held.promise
  })
  await written.promise
  await agency.test.patch(`${CLIENTS}/${soon.id}`, { notes: 'soon' })
  assert.deepEqual(await changed(), [soon.id])
  held.resolve()
  await slow
  const newest = (await client.clients.read(soon.id)).updated_at
  assert.ok((await client.clients.read(late.id)).updated_at <= newest)
  assert.deepEqual(await changed(), [late.id])
  assert.deepEqual(await changed(), [])
})

test('a transaction that commits too late for a mirror is rolled back', () => {
  refuseLate((CHANGE_VISIBLE_SECONDS_MAX * 1_000) / 2)
  assert.throws(() => refuseLate((CHANGE_VISIBLE_SECONDS_MAX * 1_000) / 2 + 1), /rolled back/)
})

test('a mirror continues from its stored state, which does not advance if its reader stops', async () => {
  const { test: shop, testKey } = await newAgency(app)
  const client = createClient({ apiKey: testKey, baseUrl: app.url })
  for (let n = 0; n < 3; n++) await newClient(shop, { full_name: `Cliente ${n}` })
  const first = mirror((query) => client.clients.list(query))
  for await (const _ of first.changes()) break
  const all: string[] = []
  for await (const { id } of first.changes()) all.push(id)
  assert.equal(all.length, 3)
  const next = mirror((query) => client.clients.list(query), JSON.parse(JSON.stringify(first.state)))
  for await (const { id } of next.changes()) assert.fail(`${id} did not change`)
  const { id } = await newClient(shop)
  for await (const one of next.changes()) assert.equal(one.id, id)
})
