// Instant bookings by 8 clients through the whole service with ROLE=api, so that mails wait: the caller's time. The
// bare side replays the recorded statements of such bookings, those of the simulated carrier included, without HTTP,
// checks and JSON. Also the round trips to the database of one booking.
import { Pool as HttpPool } from 'undici'
import type { Offer, OfferRequestResult } from '../contract/flights.ts'
import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import { createBooking } from '../server/features/bookings/bookings.ts'
import { searchFlights } from '../server/features/flights/search.ts'
import { listTeams } from '../server/features/teams/store.ts'
import { credit } from '../server/features/wallet/ledger.ts'
import { scopeOf, type World } from '../server/features/world.ts'
import { transaction } from '../server/kernel/outbox/transaction.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { makeRecorder } from '../test/support/statements.ts'
import { startChild } from './child.ts'
import { perSecond } from './per-second.ts'
import { copier, type Query } from './recorded.ts'
import { type Result, sideBySide } from './side-by-side.ts'

const KEY = 'sk_live_bench0123456789abcdef'
const BOOKINGS = 200
const CLIENTS = 8
const SAMPLES = 20

export interface BookingFigures {
  rate: Result
  roundTrips: number
}

export async function benchBookings(dataDir: string): Promise<BookingFigures> {
  const settings = { DATA_DIR: dataDir, BOOTSTRAP_LIVE_KEY: KEY }
  const service = await startChild<{ url: string }>('./service-process.ts', {
    ...settings,
    PORT: '0',
    // Jobs (mails) wait: only the caller's time is measured.
    ROLE: 'api',
    RATE_LIMIT_PER_MINUTE: '0',
    SEARCH_LIMIT_PER_MINUTE: '0',
  })
  const { wrapPool, recordOwn } = makeRecorder()
  const options = { share: true, wrapPool }
  const { world, close } = await openWorld(readConfig(settings), makeLog({ level: 'warn' }), options)
  const http = new HttpPool(service.ready.url, { connections: CLIENTS })
  try {
    const [team] = await listTeams(world.pool)
    const scope = await scopeOf(world, { teamId: team!.id, mode: 'live' })
    await transaction(world, scope, (tx) =>
      credit(tx, {
        amountCents: 99_999_999_00n,
        account: 'adjustment',
        description: 'Bench',
        referenceType: 'refund',
        referenceId: 'ord_bench',
        reason: 'bench',
        simulated: true,
      }),
    )
    const offers = await manyOffers(world, team!.id)
    await createBooking(world, scope, { body: bodyOf(offers[0]!), debits: 'client_amount' })
    const copies: (() => Query[])[] = []
    let roundTrips = 0
    const { rows } = await world.pool.query('select id from clients')
    for (let index = 1; index <= SAMPLES; index++) {
      const body = bodyOf(offers[index]!)
      const recording = await recordOwn(() => createBooking(world, scope, { body, debits: 'client_amount' }))
      roundTrips = recording.roundTrips
      copies.push(copier(recording, [team!.id, rows[0].id, String(body.offerId)]))
    }
    // The bare side sells the same seats repeatedly.
    await world.pool.query('update carrier_seats set capacity = 1000000')
    let next = SAMPLES
    const rate = await sideBySide({
      name: 'instant bookings over the same statements, bare',
      ours: () => perSecond(CLIENTS, BOOKINGS, () => book(http, offers[++next % offers.length]!)),
      bare: () => {
        const prepared = Array.from({ length: BOOKINGS }, (_, index) => copies[index % SAMPLES]!())
        return perSecond(CLIENTS, BOOKINGS, async (index) => {
          const client = await world.pool.connect()
          try {
            for (const query of prepared[index]!) await client.query(query)
          } finally {
            client.release()
          }
        })
      },
      atLeast: 0.4,
    })
    return { rate, roundTrips }
  } finally {
    await http.close()
    await close()
    await service.stop()
  }
}

async function manyOffers(world: World, teamId: string): Promise<Offer[]> {
  const scope = await scopeOf(world, { teamId, mode: 'live' })
  const pricing = { version: 0, markup_percent: '10', fee_cents: 35_00n, rules: [] }
  const terms = {
    pricing,
    suppliers: null,
    withoutAirlines: new Set<string>(),
    warnings: [],
    language: 'en' as const,
    logoOf: () => '',
  }
  // One offer of each flight, so that no flight sells out before the end.
  const offers = new Map<string, Offer>()
  for (const destination of ['SDU', 'BSB', 'REC', 'POA', 'CNF']) {
    for (let day = 10; day < 28; day++) {
      const slices = [{ origin: 'GRU', destination, departureDate: `2027-03-${day}` }]
      const body = { type: 'one_way', slices, passengers: [{ type: 'adult', count: 1 }] }
      const found: OfferRequestResult = JSON.parse(String(await searchFlights(world, scope, body, terms)))
      for (const offer of found.offers) {
        const { segments } = offer.slices[0]!
        const [{ marketing_carrier_flight_number: number, marketing_carrier }] = segments as [
          (typeof segments)[0],
        ]
        if (segments.length === 1) offers.set(`${marketing_carrier.iata_code}${number} ${day}`, offer)
      }
    }
  }
  return [...offers.values()]
}

function bodyOf(offer: Offer): Record<string, unknown> {
  const { id } = offer.passengers[0]!
  const { total_amount: amount, total_currency: currency } = offer
  const person = { given_name: 'Ana', family_name: 'Souza', gender: 'f', born_on: '1990-05-17' }
  const reach = { email: 'ana@example.com', phone_number: '+5511987654321' }
  return {
    offerId: offer.id,
    type: 'instant',
    passengers: [{ id, ...person, ...reach }],
    payments: [{ type: 'balance', amount, currency }],
  }
}

async function book(http: HttpPool, offer: Offer): Promise<void> {
  const { statusCode, body } = await http.request({
    method: 'POST',
    path: '/api/v1/bookings',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(offer)),
  })
  const text = await body.text()
  if (statusCode !== 201 || !text.includes('"status":"ticketed"'))
    throw new Error(`${statusCode} ${text.slice(0, 300)}`)
}
