// Long lists of bookings and clients: every page is right, and only the rows it shows are read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillBookings } from '../../../bench/booking-list.ts'
import { type Agency, newAgency } from '../../../test/support/agency.ts'
import { BOOKINGS } from '../../../test/support/bookings.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { makeRecorder } from '../../../test/support/statements.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const statements = makeRecorder()
const app = await startApp({
  wall: fixedClock(new Date('2026-12-15T12:00:00.000Z')),
  wrapPool: statements.wrapPool,
})
const CLIENTS = '/api/v1/clients'
const DEPARTURES = '/api/v1/reports/departures'
const BOOKED = 2_000
const LIMIT = 5

interface Node {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Node[]
}

/** The most rows that any plan node below has read. */
function mostRead(node: Node): number {
  const here = node['Node Type'].includes('Scan') ? node['Actual Rows'] * node['Actual Loops'] : 0
  return Math.max(here, ...(node.Plans ?? []).map(mostRead))
}

let filling: Promise<Agency> | undefined

/** A team with a tag on nine of ten bookings and on every client. */
function grown(): Promise<Agency> {
  filling ??= (async () => {
    const agency = await newAgency(app)
    await fillBookings(app.service.world, agency.id, BOOKED)
    await app.asOwner(`
      insert into clients select another.* from (select * from clients where team_id = '${agency.id}' limit 1) c,
        generate_series(1, 900) n, jsonb_populate_record(c::clients, jsonb_build_object(
          'id', gen_random_uuid(), 'full_name', 'Client ' || n, 'match_key', 'y' || n,
          'duplicate_keys', '{}'::text[])) another;
      insert into tags (team_id, mode, booking_id, tag) select team_id, mode, id, 'vip' from bookings
        where team_id = '${agency.id}' and right(id, 1) <> '0';
      insert into tags (team_id, mode, client_id, tag) select team_id, mode, id, 'vip' from clients
        where team_id = '${agency.id}'`)
    await app.asOwner('vacuum analyze bookings, clients, tags')
    return agency
  })()
  return filling
}

interface Pages {
  readonly path: string
  readonly total: number
  readonly pages: readonly number[]
}

/** The items of these pages, once each page was seen to read only its own rows. */
async function pagesOf({ live }: Agency, { path, total, pages }: Pages): Promise<string[][]> {
  const found: string[][] = []
  for (const page of pages) {
    const address = `${path}${path.includes('?') ? '&' : '?'}limit=${LIMIT}&page=${page}`
    const { queries } = await statements.record(async () => {
      const { body, text } = await live.get(address)
      assert.equal(body.pagination?.total, total, text)
      found.push(body.data.map((item: { id: string; full_name?: string }) => item.full_name ?? item.id))
    })
    const paged = queries.filter(
      ({ text }) => /\blimit\b/.test(text) && /\b(bookings|clients|tags)\b/.test(text),
    )
    assert.equal(paged.length, 1, JSON.stringify(queries.map(({ text }) => text)))
    const { text, values } = paged[0]!
    const { rows } = await app.service.world.pool.query(`explain (analyze, format json) ${text}`, values)
    const plan = rows[0]['QUERY PLAN'][0].Plan
    assert.ok(mostRead(plan) <= LIMIT * Math.min(page, 2) + 1, `${address}: ${JSON.stringify(plan, null, 1)}`)
  }
  return found
}

const namedBy = async (agency: Agency, text: string): Promise<string[]> => {
  const { rows } = await app.service.world.pool.query({ text, values: [agency.id] })
  return rows.map(({ name }) => name)
}

test('bookings with a common tag: the first pages, and the last', async () => {
  const agency = await grown()
  const all = await namedBy(
    agency,
    `select id as name from bookings where team_id = $1 and right(id, 1) <> '0' order by id desc`,
  )
  const found = await pagesOf(agency, { path: `${BOOKINGS}?tag=vip`, total: 1_800, pages: [1, 2, 360] })
  assert.deepEqual(found, [all.slice(0, 5), all.slice(5, 10), all.slice(-5)])
  const sold = await agency.live.get(`${BOOKINGS}?tag=vip&status=pending&limit=1`)
  assert.equal(sold.body.pagination.total, 200, 'every fifth is, and half of these have the tag')
})

test('clients who all have a tag', async () => {
  const agency = await grown()
  const all = await namedBy(
    agency,
    'select full_name as name from clients where team_id = $1 order by id desc',
  )
  const found = await pagesOf(agency, { path: `${CLIENTS}?tag=vip`, total: 1_000, pages: [1, 2, 200] })
  assert.deepEqual(found, [all.slice(0, 5), all.slice(5, 10), all.slice(-5)])
})

test('departures of a busy day, by their first flights', async () => {
  const agency = await grown()
  const all = await namedBy(
    agency,
    `select id as name from bookings where team_id = $1 and status = 'ticketed'
     order by departure_date, slices::jsonb #>> '{0,segments,0,departing_at}', id`,
  )
  const found = await pagesOf(agency, { path: DEPARTURES, total: 800, pages: [1, 2] })
  assert.deepEqual(found, [all.slice(0, 5), all.slice(5, 10)])
})
