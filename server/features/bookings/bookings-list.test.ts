// GET /api/v1/bookings: the list's own shape, its filters, pages and search.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Agency, assertError, newAgency } from '../../../test/support/agency.ts'
import {
  anyOffer,
  BOOKINGS,
  booked,
  confirm,
  holdBody,
  instantBody,
  zzOffer,
} from '../../../test/support/bookings.ts'
import { type Client, makeClient } from '../../../test/support/client.ts'
import { embarque } from '../../../test/support/command-line.ts'
import { assertRefused, ONE_PAGE, pageNumbers } from '../../../test/support/list-queries.ts'
import { oneWay, roundTrip, search } from '../../../test/support/searches.ts'
import { SECRET_KEY, startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const NOW = new Date('2026-11-15T12:00:00.000Z')
const wall = fixedClock(NOW)
const app = await startApp({ wall })

interface Item {
  id: string
  status: string
}
const list = async (client: Client, query = '') => (await client.get(`${BOOKINGS}?${query}`)).body
const idsOf = async (client: Client, query: string): Promise<string[]> =>
  (await list(client, query)).data.map(({ id }: Item) => id)

test('a team without bookings has an empty list: total 0, pages 0', async () => {
  const agency = await newAgency(app)
  assert.deepEqual(await list(agency.live), {
    success: true,
    data: [],
    pagination: { page: 1, limit: 20, total: 0, pages: 0, ...ONE_PAGE },
  })
})

test('an item has exactly the fields of the contract: amounts in BRL, client, flight summary', async () => {
  const agency = await newAgency(app)
  const offer = await anyOffer(agency.live)
  const made = await booked(agency.live, holdBody(offer))
  assert.deepEqual((await list(agency.live)).data, [
    {
      id: made.id,
      booking_reference: made.booking_reference,
      status: 'pending',
      total_amount: offer.client_amount,
      currency: 'BRL',
      created_at: NOW.toISOString(),
      updated_at: NOW.toISOString(),
      client: made.client,
      flight_summary: {
        origin: 'GRU',
        destination: 'SDU',
        departure_date: '2026-12-20',
        airline: offer.owner.name,
      },
      metadata: {},
      external_reference: null,
      trip_id: null,
    },
  ])
})

test('the flight summary names the last destination, and of a round trip the far one', async () => {
  const agency = await newAgency(app)
  const open = {
    ...roundTrip(['GRU', 'SDU'], ['2026-12-20', '2026-12-27']),
    type: 'multi_city',
    slices: [
      { origin: 'GRU', destination: 'SDU', departureDate: '2026-12-20' },
      { origin: 'SDU', destination: 'SSA', departureDate: '2026-12-22' },
    ],
  }
  const cases = [
    [oneWay('CGH', 'SDU', '2026-12-20'), ['CGH', 'SDU']],
    [roundTrip(['SAO', 'RIO'], ['2026-12-20', '2026-12-27']), undefined],
    [open, ['GRU', 'SSA']],
  ] as const
  for (const [body, expected] of cases) {
    const [offer] = (await search(agency.test, body)).body.offers
    await booked(agency.test, instantBody(offer))
    const [{ flight_summary: summary }] = (await list(agency.test)).data
    const [there] = offer.slices
    const ends = expected ?? [there.origin.iata_code, there.destination.iata_code]
    assert.deepEqual([summary.origin, summary.destination], ends)
  }
})

describe('pages', () => {
  let agency: Agency
  let all: string[]
  before(async () => {
    agency = await newAgency(app)
    const offer = await zzOffer(agency.test)
    all = []
    for (let n = 0; n < 25; n++) all.unshift((await booked(agency.test, holdBody(offer))).id)
  })

  test('the list is newest first, 20 per page by default', async () => {
    const { data, pagination } = await list(agency.test)
    assert.deepEqual(
      data.map(({ id }: Item) => id),
      all.slice(0, 20),
    )
    assert.deepEqual(pageNumbers(pagination), { page: 1, limit: 20, total: 25, pages: 2 })
  })

  test('page and limit select a page', async () => {
    assert.deepEqual(await idsOf(agency.test, 'page=2'), all.slice(20))
    assert.deepEqual(await idsOf(agency.test, 'page=3&limit=10'), all.slice(20))
    assert.deepEqual(await idsOf(agency.test, 'page=4&limit=10'), [])
    assert.deepEqual((await list(agency.test, 'page=4&limit=10')).pagination, {
      page: 4,
      limit: 10,
      total: 25,
      pages: 3,
      ...ONE_PAGE,
    })
  })

  test('a limit above 100 returns 100', async () => {
    const { data, pagination } = await list(agency.test, 'limit=500')
    assert.deepEqual([data.length, pagination.limit], [25, 100])
  })

  for (const query of ['page=0', 'page=-1', 'page=1.5', 'page=x', 'limit=0', 'limit=-5', 'limit=2.5']) {
    test(`${query}: 400 Invalid request parameters`, async () => {
      const response = await agency.test.get(`${BOOKINGS}?${query}`)
      assertError(response, 400, 'Invalid request parameters', query.split('=')[0])
    })
  }

  test("the list has only bookings of the caller's team and mode", async () => {
    const other = await newAgency(app)
    assert.equal((await list(other.test)).pagination.total, 0)
    assert.equal((await list(agency.live)).pagination.total, 0)
  })
})

describe('by status', () => {
  let agency: Agency
  const made: Record<string, string> = {}
  before(async () => {
    agency = await newAgency(app)
    const of = (family?: string) => zzOffer(agency.test, { ...(family && { family }) })
    const offer = await of()
    made.expired = (await booked(agency.test, holdBody(offer))).id
    await agency.advance('PT48H')
    const fresh = await of()
    made.pending = (await booked(agency.test, holdBody(fresh))).id
    made.confirmed = (await booked(agency.test, instantBody(await of('tickets late')))).id
    made.ticketed = (await booked(agency.test, instantBody(fresh))).id
    made.cancelled = (await booked(agency.test, holdBody(fresh))).id
    await agency.test.delete(`${BOOKINGS}/${made.cancelled}`)
    const unpayable = await of('payment rejected')
    made.failed = (await booked(agency.test, holdBody(unpayable))).id
    await confirm(agency.test, made.failed!, unpayable)
    await agency.diary().types()
  })

  for (const status of ['pending', 'confirmed', 'ticketed', 'cancelled', 'expired', 'failed']) {
    test(`status=${status} lists and counts only those`, async () => {
      const { data, pagination } = await list(agency.test, `status=${status}`)
      assert.deepEqual(
        data.map((item: Item) => [item.id, item.status]),
        [[made[status], status]],
      )
      assert.deepEqual(pageNumbers(pagination), { page: 1, limit: 20, total: 1, pages: 1 })
    })
  }

  test('an unknown status is refused with 400, as is the internal status requested', async () => {
    await assertRefused(agency.test, BOOKINGS, 'status', ['requested', 'PENDING', ''])
  })

  test('doctor finds the stored totals correct', async () => {
    const { out } = await embarque(['doctor'], { DATABASE_URL: app.databaseUrl, SECRET_KEY })
    assert.match(out, /every list is as long as it says/)
  })
})

describe("start_date and end_date are inclusive days in the team's time zone", () => {
  let sampa: Agency
  let manaus: Agency
  const made: Record<string, string[]> = {}
  before(async () => {
    sampa = await newAgency(app)
    manaus = await newAgency(app, { timeZone: 'America/Manaus' })
    // The last moment of the 15th in São Paulo, the first of the 16th, and the same of Manaus an hour later.
    const moments = ['02:59:59.999', '03:00:00.000', '03:59:59.999', '04:00:00.000']
    // The clock never goes back: what is tidied up at a later time would take the offers of an earlier one.
    for (const moment of moments) {
      wall.set(new Date(`2026-11-16T${moment}Z`))
      for (const [name, agency] of Object.entries({ sampa, manaus })) {
        made[name] ??= []
        made[name].push((await booked(agency.live, holdBody(await anyOffer(agency.live)))).id)
      }
    }
  })

  const ROWS: [query: string, sampa: number[], manaus: number[]][] = [
    ['created_before=2026-11-15', [0], [0, 1, 2]],
    ['created_after=2026-11-16', [1, 2, 3], [3]],
    ['created_after=2026-11-15&created_before=2026-11-15', [0], [0, 1, 2]],
    ['created_after=2026-11-15&created_before=2026-11-16', [0, 1, 2, 3], [0, 1, 2, 3]],
    ['created_after=2026-11-17', [], []],
    ['created_after=2026-11-16&created_before=2026-11-15', [], []],
    ['created_after=2026-11-16&status=pending', [1, 2, 3], [3]],
    ['created_after=2026-11-16&status=ticketed', [], []],
  ]
  for (const [query, inSampa, inManaus] of ROWS) {
    test(query, async () => {
      const expected = (name: string, places: number[]) =>
        places.map((place) => made[name]![place]).toReversed()
      assert.deepEqual(await idsOf(sampa.live, query), expected('sampa', inSampa))
      assert.deepEqual(await idsOf(manaus.live, query), expected('manaus', inManaus))
      assert.equal((await list(sampa.live, query)).pagination.total, inSampa.length)
    })
  }

  for (const field of ['created_after', 'created_before']) {
    for (const day of ['yesterday', '2026-02-30', '2026-11-15T00:00:00', '']) {
      test(`${field}=${day}: 400 Invalid request parameters`, async () => {
        const response = await sampa.live.get(`${BOOKINGS}?${field}=${encodeURIComponent(day)}`)
        assertError(response, 400, 'Invalid request parameters', field)
      })
    }
  }
})

test('GET /api/v1/bookings.csv returns every booking of the filter, for programs and for spreadsheets', async () => {
  const agency = await newAgency(app)
  const offer = await anyOffer(agency.test)
  const held = await booked(agency.test, holdBody(offer))
  const issued = await booked(agency.test, instantBody(await anyOffer(agency.test)))
  const { status, headers, text } = await agency.test.get(`${BOOKINGS}.csv?status=pending`)
  assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
  const [names, line, ...rest] = text.split('\r\n')
  assert.deepEqual(rest, [''])
  const values = Object.fromEntries(names!.split(',').map((name, index) => [name, line!.split(',')[index]]))
  assert.deepEqual(
    [values.id, values.booking_reference, values.status, values.total_amount, values.departure_date],
    [held.id, held.booking_reference, 'pending', offer.client_amount, '2026-12-20'],
  )
  assert.equal(
    (Number(values.base_cost) + Number(values.commission)).toFixed(2),
    values.total_amount,
    'the commission is what the client pays beyond the cost',
  )
  const sheet = await agency.test.get(`${BOOKINGS}.csv?locale=pt-BR`)
  assert.equal(sheet.headers['content-disposition'], 'attachment; filename="reservas.csv"')
  assert.match(sheet.text, /^ID;Localizador;Situação;Reservada em;Emitida em;/)
  assert.equal(sheet.text.split('\r\n').length, 4)
  assert.ok(sheet.text.includes(issued.booking_reference))
  const { id: clientId } = held.client
  await agency.test.patch(`/api/v1/clients/${clientId}`, { cpf: '390.533.447-05' })
  assert.match((await agency.test.get(`${BOOKINGS}.csv?client_id=${clientId}`)).text, /390\.533\.447-05/)
  const scopes = { name: 'x', permissions: ['bookings.read'] }
  const { secret } = (await agency.test.post('/api/v1/api-keys', scopes)).body.data
  const limited = await makeClient(app.url, secret).get(`${BOOKINGS}.csv`)
  assert.deepEqual([limited.status, limited.text.includes('390.533.447-05')], [200, false])
})
