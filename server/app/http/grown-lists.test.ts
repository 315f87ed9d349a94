// Long lists: every page has the right items, and the total is right although it is not counted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { API_VERSION } from '../../../contract/common.ts'
import { type Agency, newAgency } from '../../../test/support/agency.ts'
import { anyOffer, BOOKINGS, booked, holdBody } from '../../../test/support/bookings.ts'
import { pageNumbers } from '../../../test/support/list-queries.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const NOW = new Date('2026-11-15T12:00:00.000Z')
const wall = fixedClock(NOW)
const app = await startApp({ wall })

const EVENTS = '/api/v1/events'
const TYPES = ['wallet.credit', 'invoice.sent', 'quote.sent']
const COUNT = 73
const HOUR_MS = 3_600_000

interface Numbered {
  readonly sequence: number
  readonly type: string
  readonly at: Date
}

/** One event every three hours, the last of them now. */
function numbered(): Numbered[] {
  return Array.from({ length: COUNT }, (_, index) => ({
    sequence: index + 1,
    type: TYPES[index % TYPES.length]!,
    at: new Date(NOW.getTime() - (COUNT - (index + 1)) * 3 * HOUR_MS),
  }))
}

async function store({ id }: Agency, events: readonly Numbered[]): Promise<void> {
  const values = events.map(({ sequence, type, at }) => {
    const event = { id: `evt_${sequence}`, type, api_version: API_VERSION, created_at: at.toISOString() }
    const payload = JSON.stringify({ ...event, data: { object: {} }, team_id: id })
    return `('evt_${id}_${sequence}', '${id}', 'test', ${sequence}, '${type}', '${payload}', '${at.toISOString()}')`
  })
  await app.asOwner(
    `insert into events (id, team_id, mode, sequence, type, payload, created_at) values ${values.join()};
     update team_counters set event_sequence = ${COUNT}, last_event_at = '${NOW.toISOString()}'
     where team_id = '${id}' and mode = 'test'`,
  )
}

/** The day in São Paulo, three hours behind UTC. */
const dayOf = (at: Date) => new Date(at.getTime() - 3 * HOUR_MS).toISOString().slice(0, 10)

const QUERIES: readonly Readonly<Record<string, string>>[] = [
  {},
  { start_date: '2026-11-10' },
  { end_date: '2026-11-10' },
  { start_date: '2026-11-08', end_date: '2026-11-12' },
  { start_date: '2026-11-12', end_date: '2026-11-08' },
  { start_date: '2026-12-01' },
  { end_date: '2020-01-01' },
].flatMap((days) => [
  days,
  { ...days, type: TYPES[0]! },
  { ...days, after_sequence: '20' },
  { ...days, after_sequence: '20', type: TYPES[1]! },
  { ...days, after_sequence: '500' },
])

/** The result of counting all events. */
function expected(events: readonly Numbered[], query: Readonly<Record<string, string>>): number[] {
  const { type, start_date = '', end_date = '9999', after_sequence } = query
  const found = events.filter((event) => {
    const day = dayOf(event.at)
    const isAfter = event.sequence > Number(after_sequence ?? 0)
    return isAfter && (type ?? event.type) === event.type && day >= start_date && day <= end_date
  })
  const sequences = found.map(({ sequence }) => sequence)
  return after_sequence === undefined ? sequences.reverse() : sequences
}

async function assertEveryPage(agency: Agency, events: readonly Numbered[]): Promise<void> {
  for (const query of QUERIES) {
    const all = expected(events, query)
    const pages = Math.ceil(all.length / 10)
    for (let page = 1; page <= pages + 1; page++) {
      const text = `${EVENTS}?${new URLSearchParams({ ...query, limit: '10', page: String(page) })}`
      const { data, pagination } = (await agency.test.get(text)).body
      assert.deepEqual(
        data.map(({ sequence }: Numbered) => sequence),
        all.slice((page - 1) * 10, page * 10),
        text,
      )
      assert.deepEqual(pageNumbers(pagination), { page, limit: 10, total: all.length, pages }, text)
      assert.equal(pagination.has_more, page < pages, text)
    }
  }
}

test('events: every page of every filter, including later ones', async () => {
  const agency = await newAgency(app)
  const events = numbered()
  await store(agency, events)
  await assertEveryPage(agency, events)
  await agency.test.post('/api/v1/test/events', { type: TYPES[0] })
  await assertEveryPage(agency, [...events, { sequence: COUNT + 1, type: TYPES[0]!, at: NOW }])
})

test('events: every page after the oldest are deleted', async () => {
  const agency = await newAgency(app)
  const events = numbered()
  await store(agency, events)
  await agency.test.get(`${EVENTS}?type=${TYPES[0]}`)
  await app.asOwner(
    `delete from events where team_id = '${agency.id}' and sequence <= 31;
     update team_counters set events_deleted_until = 31 where team_id = '${agency.id}' and mode = 'test'`,
  )
  await assertEveryPage(agency, events.slice(31))
})

test('bookings filtered by days keep the order of all bookings, on every page', async () => {
  const agency = await newAgency(app)
  const made: string[] = []
  for (let day = 1; day <= 9; day++) {
    wall.set(new Date(Date.UTC(2026, 10, 15 + day, 12)))
    made.unshift((await booked(agency.live, holdBody(await anyOffer(agency.live)))).id)
  }
  const list = async (query: string) => {
    const { data, pagination } = (await agency.live.get(`${BOOKINGS}?limit=2&${query}`)).body
    return [data.map(({ id }: { id: string }) => id), pagination.total]
  }
  const some = made.slice(2, 7)
  for (const page of [1, 2, 3, 4])
    assert.deepEqual(await list(`created_after=2026-11-18&created_before=2026-11-22&page=${page}`), [
      some.slice(page * 2 - 2, page * 2),
      5,
    ])
  for (const page of [1, 2, 3, 4, 5, 6])
    assert.deepEqual(await list(`page=${page}`), [made.slice(page * 2 - 2, page * 2), 9])
})
