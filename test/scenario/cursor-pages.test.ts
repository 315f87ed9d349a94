// A page that a cursor leads to costs the same anywhere in a list of any length: it looks at its own rows and one more.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { readBookings } from '../../server/features/bookings/read-bookings.ts'
import { listClients } from '../../server/features/clients/store.ts'
import { listInvoices } from '../../server/features/invoices/store.ts'
import { listMails } from '../../server/features/notifications/mail-store.ts'
import { listQuotes } from '../../server/features/quotes/store.ts'
import { listTrips } from '../../server/features/trips/store.ts'
import type { Queryable } from '../../server/kernel/db/db.ts'
import { ANY_TIME, type Times } from '../../server/kernel/values/dates.ts'
import type { Key, Listing, Page } from '../../server/kernel/values/pages.ts'
import { newAgency } from '../support/agency.ts'
import { anyOffer, booked, holdBody } from '../support/bookings.ts'
import { fullRuns } from '../support/full-runs.ts'
import { newInvoice, newQuote } from '../support/invoicing.ts'
import { countingRows } from '../support/rows-seen.ts'
import { startApp } from '../support/start-app.ts'
import { newTrip } from '../support/trips.ts'

const ROWS = fullRuns ? 10_000 : 2_000
const LIMIT = 20
const PLACES = [1, ROWS / 2, ROWS - 2 * LIMIT]

const app = await startApp()
const { pool, secretBox } = app.service.world
const agency = await newAgency(app)
const owner = { teamId: agency.id, mode: 'test' } as const

type Read = (db: Queryable, page: Page, times: Times) => Promise<Listing<{ readonly id: string }>>
const LISTS: Readonly<Record<string, Read>> = {
  clients: (db, page, times) => listClients({ ...db, secretBox }, owner, { filter: { times }, page }),
  invoices: (db, page, times) => listInvoices(db, owner, { filter: { times }, page }),
  quotes: (db, page, times) => listQuotes(db, owner, { filter: {}, page, times }),
  mails: (db, page, times) => listMails(db, owner, { aboutIds: [], addresses: [], times }, page),
  trips: (db, page, times) => listTrips(db, owner, { starts: {}, times }, page, '2026-11-18'),
  bookings: (db, page, times) => readBookings(db, owner, times === ANY_TIME ? {} : { times }, page),
}

/** One a minute, the newest last; ids grow with time. */
before(async () => {
  const { client } = await booked(agency.test, holdBody(await anyOffer(agency.test)))
  for (const make of [newInvoice, newQuote]) await make(agency.test, { client_id: client.id, status: 'sent' })
  await newTrip(agency.test, { client_id: client.id })
  const copies = Object.keys(LISTS).map((table) => {
    const isText = ['bookings', 'mails', 'trips'].includes(table)
    const id = isText ? `'${table}_' || lpad(n::text, 9, '0')` : `lpad(to_hex(n), 32, '0')`
    return `insert into ${table} select copy.* from ${table} one,
      generate_series(1, ${ROWS}) n,
      jsonb_populate_record(one, jsonb_build_object('id', ${id}, 'link_token', 'token' || n, 'key', 'key ' || n,
        'number_sequence', 100 + n, 'created_at', timestamptz '2020-01-01Z' + n * interval '1 minute',
        'updated_at', timestamptz '2020-01-01Z' + n * interval '1 minute')) copy
      where one.id = (select id from ${table} where team_id = '${owner.teamId}' and mode = 'test' limit 1);
      analyze ${table};`
  })
  await app.asOwner(
    `set session_replication_role = replica; ${copies.join('\n')} reset session_replication_role`,
  )
})

const at = (minute: number) => new Date(Date.parse('2020-01-01T00:00:00Z') + minute * 60_000)

async function seenFor(read: Read, table: string, position: { key: Key; isBackward: boolean }, times: Times) {
  const { counting, seen } = countingRows(pool, [table])
  const page = { page: 2, limit: LIMIT, offset: 0, position: { ...position, total: ROWS } }
  const { items } = await read(counting, page, times)
  return { items: items.length, rows: seen() }
}

for (const [table, read] of Object.entries(LISTS))
  test(`${table}: any page reads only its own rows`, async () => {
    const all = await pool.query(
      `select id::text, created_at from ${table} where team_id = $1 and created_at < '2025-01-01' order by id desc`,
      [owner.teamId],
    )
    for (const place of PLACES) {
      const { id, created_at } = all.rows[place]
      for (const isBackward of [false, true]) {
        const { items, rows } = await seenFor(read, table, { key: [id], isBackward }, ANY_TIME)
        assert.ok(items > 0 && rows <= LIMIT + 1, `${place} ${isBackward}: ${rows} rows`)
      }
      const times = { created_at: { from: at(0), until: at(ROWS + 1) } }
      const key = [created_at.toISOString(), id]
      const { items, rows } = await seenFor(read, table, { key, isBackward: false }, times)
      assert.ok(items === LIMIT && rows <= LIMIT + 1, `created, ${place}: ${rows} rows`)
    }
    const hour = { updated_at: { from: at(ROWS / 2), until: at(ROWS / 2 + 60) } }
    const changed = await seenFor(read, table, { key: [all.rows[0].id], isBackward: false }, hour)
    assert.ok(changed.items === LIMIT && changed.rows <= 60, `changed: ${changed.rows} rows`)
  })
