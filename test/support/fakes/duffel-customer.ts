// The Duffel adapter with short time-outs against the fake Duffel, and requests that tests vary.
import type { PassengerType } from '../../../contract/flights.ts'
import { type DuffelOptions, makeDuffel } from '../../../server/adapters/flights/duffel/duffel.ts'
import type {
  BookingPassenger,
  BookingRequest,
  Call,
  OfferAtSupplier,
  OrderAtSupplier,
  OrderOutcome,
  RequestedSlice,
  SearchRequest,
  Supplier,
  SupplierOffer,
  SupplierOrder,
} from '../../../server/adapters/flights/port.ts'
import { type FakeDuffel, startFakeDuffel } from './fake-duffel.ts'

export interface Customer {
  fake: FakeDuffel
  duffel: Supplier
  call(changes?: Partial<Call>): Call
  /** Searches, and returns the offer of this airline. */
  offer(
    request?: Partial<SearchRequest>,
    airline?: string,
    changes?: Partial<Call>,
  ): Promise<OfferAtSupplier & { found: SupplierOffer }>
  /** Searches and books; the reference is new each time. */
  ordered(
    type: 'hold' | 'instant',
    request?: Partial<SearchRequest>,
    airline?: string,
  ): Promise<SupplierOrder>
  close(): Promise<void>
}

/** Far shorter than a test may take, far longer than loopback needs. */
const GENEROUS_MS = 20_000

export async function startCustomer(options: Partial<DuffelOptions> = {}): Promise<Customer> {
  const fake = await startFakeDuffel()
  const { token, url: baseUrl, clock: wall } = fake
  const limits = { searchMs: GENEROUS_MS, readMs: GENEROUS_MS, writeMs: GENEROUS_MS, ...options.limits }
  const duffel = makeDuffel({ token, baseUrl, wall, ...options, limits })
  let count = 0
  const customer: Customer = {
    fake,
    duffel,
    call: (changes = {}) => {
      const signal = AbortSignal.timeout(GENEROUS_MS)
      return { teamId: 'team_1', mode: 'test', now: fake.clock.now(), signal, ...changes }
    },
    async offer(request = {}, airline = 'ZZ', changes = {}) {
      const asked = searchFor(request)
      const offers = await duffel.search(customer.call(changes), asked)
      const found = offers.find(({ owner }) => owner.iata_code === airline)!
      // As read back from storage.
      const data = JSON.parse(JSON.stringify(found.data))
      return { found, data, price: found.price, travellers: asked.travellers }
    },
    async ordered(type, request, airline) {
      const offer = await customer.offer(request, airline)
      const booking = bookingOf(offer, { type, reference: `ord_made${++count}` })
      return orderIn(await duffel.book(customer.call(), booking))
    },
    async close() {
      // The server first: a connection waits for hanging requests.
      await fake.close()
      await duffel.close()
    },
  }
  return customer
}

export function searchFor(changes: Partial<SearchRequest> = {}): SearchRequest {
  return {
    slices: [sliceFrom('GRU', 'LIS')],
    travellers: ['adult'],
    cabin: 'economy',
    maxConnections: null,
    airlines: null,
    limit: 60,
    ...changes,
  }
}

export function sliceFrom(origin: string, destination: string, date = '2027-03-10'): RequestedSlice {
  return {
    origin,
    destination,
    originAirports: [origin],
    destinationAirports: [destination],
    date,
    departure: null,
  }
}

/** A search on one of the fake's routes: "LHR-STN". */
export function onRoute(route: string): Partial<SearchRequest> {
  const [origin, destination] = route.split('-') as [string, string]
  return { slices: [sliceFrom(origin, destination)] }
}

export function bookingOf(offer: OfferAtSupplier, changes: Partial<BookingRequest> = {}): BookingRequest {
  const { travellers } = offer
  const passengers = travellers.map((type, index) => passengerOf(type, index, travellers))
  return { reference: 'ord_ours1', type: 'instant', offer, passengers, metadata: {}, ...changes }
}

export function orderIn(outcome: OrderOutcome): SupplierOrder {
  if (outcome.outcome === 'confirmed' || outcome.outcome === 'pending') return outcome.order
  throw new Error(
    `no order: ${JSON.stringify(outcome, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`,
  )
}

/** As read back from storage. */
export function stored({ reference, data, price }: SupplierOrder): OrderAtSupplier {
  return { reference, data: JSON.parse(JSON.stringify(data)), price }
}

const BORN: Readonly<Record<PassengerType, string>> = {
  adult: '1987-07-24',
  child: '2019-05-01',
  infant_without_seat: '2026-06-01',
}
const NAMES = ['Amélia', 'João', 'Zoë', 'Inês', 'Tomás', 'Iara', 'Otto', 'Bia', 'Rui']

function passengerOf(
  type: PassengerType,
  index: number,
  travellers: readonly PassengerType[],
): BookingPassenger {
  const infants = travellers.flatMap((one, place) => (one === 'infant_without_seat' ? [place] : []))
  const adults = travellers.flatMap((one, place) => (one === 'adult' ? [place] : []))
  return {
    type,
    given_name: NAMES[index % NAMES.length]!,
    family_name: "D'Ávila-Souza",
    gender: index % 2 === 0 ? 'f' : 'm',
    title: null,
    born_on: BORN[type],
    email: 'amelia@example.com',
    phone_number: '+5511987654321',
    identity_documents: [
      { type: 'tax_id', unique_identifier: '12345678909', issuing_country_code: 'BR', expires_on: null },
      {
        type: 'passport',
        unique_identifier: 'FX123456',
        issuing_country_code: 'BR',
        expires_on: '2031-06-25',
      },
    ],
    loyalty_programme_accounts: [],
    infantIndex: infants[adults.indexOf(index)] ?? null,
  }
}
