// The built-in supplier: airlines with plausible schedules and fares, limited seats, and tickets that are not
// real.
import type { Mode } from '../../../../contract/teams.ts'
import type { Pool } from '../../../kernel/db/db.ts'
import type { Call, OfferAtSupplier, Reread, Supplier } from '../port.ts'
import { makeAirlines } from './airlines.ts'
import type { Atlas } from './atlas.ts'
import { buildOffer } from './build-offer.ts'
import { seatedOf } from './fares.ts'
import { makeNetwork, type Network } from './network.ts'
import { readChoice, searchOffers, seatsNeeded } from './offers.ts'
import { marketOf, readSeats } from './order-store.ts'
import {
  acceptChange,
  bookOrder,
  cancelOrder,
  currentPrice,
  type Desk,
  findBooking,
  payForOrder,
  readOrder,
} from './orders.ts'
import { effectOf } from './reserved.ts'

export interface SimulatedCarrierOptions {
  pool: Pool
  atlas: Atlas
  /** Refused for live keys in production: its tickets are not real. */
  serves: (mode: Mode) => boolean
}

export function makeSimulatedCarrier({ pool, atlas, serves }: SimulatedCarrierOptions): Supplier {
  const desk: Desk = { pool, atlas, network: networkOf(atlas) }
  const searching = { ...desk, plans: new Map() }
  return {
    name: 'simulated',
    serves,
    search: (call, request) => searchOffers(searching, call, request),
    reread: (call, offer) => reread(desk, call, offer),
    book: (call, booking) => bookOrder(desk, call, booking),
    find: (call, { reference }) => findBooking(pool, call, reference),
    pay: (call, { reference }) => payForOrder(pool, call, reference),
    read: (call, { reference }) => readOrder(pool, call, reference),
    cancel: (call, { reference }) => cancelOrder(pool, call, reference),
    acceptChange: (call, { reference }, key) => acceptChange(pool, call, reference, key),
    close: async () => {},
  }
}

const networks = new WeakMap<Atlas, Network>()

/** Shared by all carriers with this atlas, because it never changes. */
function networkOf(atlas: Atlas): Network {
  const network = networks.get(atlas) ?? makeNetwork(atlas, makeAirlines(atlas))
  networks.set(atlas, network)
  return network
}

async function reread(
  { pool, atlas, network }: Desk,
  call: Call,
  { data, travellers }: OfferAtSupplier,
): Promise<Reread> {
  const choice = readChoice(atlas, network, data, travellers)
  if (choice === undefined || effectOf(choice.family) === 'gone')
    return { outcome: 'gone', reason: 'it is not sold any more' }
  const needed = seatsNeeded(choice)
  const flights = needed.map(({ flight }) => flight)
  const left = await readSeats(pool, marketOf(call), flights)
  const seated = seatedOf(travellers)
  if (needed.some(({ flight, cabin, capacity }) => (left.of(flight, cabin) ?? capacity) < seated))
    return { outcome: 'gone', reason: 'there are not enough seats left' }
  return {
    outcome: 'confirmed',
    offer: { ...buildOffer(atlas, choice, call.now), price: currentPrice(choice) },
  }
}
