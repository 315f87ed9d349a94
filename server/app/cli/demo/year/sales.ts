// What the sample agency sells: a quote or a trip at once, flights held and issued, items confirmed, then the invoice.
import type { Booking } from '../../../../../contract/bookings.ts'
import type { Offer, OfferRequestResult } from '../../../../../contract/flights.ts'
import type { Quote } from '../../../../../contract/quotes.ts'
import type { TripDetail, TripItem } from '../../../../../contract/trips.ts'
import type { SampleClient, Traveller } from './clients.ts'
import { type Desk, toWorkingDay } from './desk.ts'
import {
  BUSINESS,
  CRUISE,
  type Destination,
  inReais,
  LEISURE,
  PACKAGE,
  type Planned,
  planItems,
  planWhole,
} from './destinations.ts'
import { billTrip } from './invoicing.ts'
import type { Random } from './random.ts'

export interface Sale {
  readonly client: SampleClient
  readonly sellerId: string
  readonly title: string
  readonly start: Temporal.PlainDate
  readonly nights: number
  readonly travellers: readonly Traveller[]
  readonly items: readonly Planned[]
  /** Null for what is sold without flights. */
  readonly destination: Destination | null
  /** Whether its flights are booked with the simulated airline; otherwise they came from elsewhere. */
  readonly isBooked: boolean
  /** The number of the sale, which decides how it is paid. */
  readonly number: number
}

/** A traveller counts as a child in searches up to this age. */
const CHILD_YEARS_MAX = 11

export function planSale(
  desk: Desk,
  { client, sellerId, number }: Pick<Sale, 'client' | 'sellerId' | 'number'>,
): Sale {
  const { random } = desk
  const days = client.isCompany ? random.between(12, 30) : random.between(20, 85)
  const start = toWorkingDay(desk.now().add({ days })).toPlainDate()
  const travellers = client.isCompany ? client.travellers : client.travellers.slice(0, random.between(1, 3))
  const sale = { client, sellerId, number, start, travellers }
  const people = travellers.length
  const whole = !client.isCompany && random.chance(0.15) ? random.pick(['cruise', 'package'] as const) : null
  if (whole !== null) {
    const { title, nights } = whole === 'cruise' ? CRUISE : PACKAGE
    return {
      ...sale,
      title,
      nights,
      items: planWhole(whole, { start, people }),
      destination: null,
      isBooked: false,
    }
  }
  const destination = random.pick(client.isCompany ? BUSINESS : LEISURE)
  const nights = random.between(...destination.nights)
  const items = planItems(destination, { start, nights, people, random })
  return { ...sale, title: destination.title, nights, items, destination, isBooked: random.chance(0.8) }
}

/** Companies order at once; others often want a quote first. */
export async function beginSale(desk: Desk, sale: Sale): Promise<void> {
  if (!sale.client.isCompany && desk.random.chance(0.6)) await sendQuote(desk, sale)
  else await makeTrip(desk, sale)
}

const DECLINED = [
  'Encontramos um preço melhor em outra agência.',
  'Vamos adiar a viagem para o ano que vem.',
  'As datas não combinam com as férias da escola.',
]

export async function sendQuote(desk: Desk, sale: Sale): Promise<void> {
  const { random } = desk
  const items = sale.items.map(inReais)
  const lines = items.map(({ description, price_amount: unit_price, kind }) => ({
    description,
    quantity: 1,
    unit_price,
    kind,
  }))
  const hasOptions = lines.length > 3 && random.chance(0.3)
  const offered = hasOptions
    ? {
        options: [
          { title: 'Completo', items: lines },
          { title: 'Só aéreo e hotel', items: lines.slice(0, 2) },
        ],
      }
    : { items: lines }
  const { id, options } = await desk.post<Quote>('/quotes', {
    client_id: sale.client.id,
    issue_date: String(desk.today()),
    valid_until: String(desk.today().add({ days: 7 })),
    status: 'sent',
    notes: `${sale.title}, ${sale.nights} noites. Tarifas sujeitas a disponibilidade até a emissão.`,
    ...offered,
  })
  const fate = random.next()
  const days = random.between(1, 5)
  if (fate < 0.12) return
  if (fate < 0.24) {
    const decline_reason = random.pick(DECLINED)
    desk.inDays(days, 15, () => desk.patch(`/quotes/${id}`, { status: 'declined', decline_reason }))
    return
  }
  desk.inDays(days, 11, async () => {
    const chosen = options.length > 0 ? { chosen_option_id: options[0]?.id } : {}
    await desk.patch(`/quotes/${id}`, { status: 'accepted', responded_by: sale.client.name, ...chosen })
    const trip = await desk.post<TripDetail>(`/quotes/${id}/trip`)
    await desk.patch(`/trips/${trip.id}`, {
      title: sale.title,
      seller_id: sale.sellerId,
      travellers: namesOf(sale),
    })
    for (const item of items) {
      const { kind, price_amount, ...facts } = item
      const made = trip.items.find(({ description }) => description === item.description)
      if (made !== undefined) await desk.patch(`/trips/${trip.id}/items/${made.id}`, facts)
    }
    await sellTrip(desk, sale, trip.id)
  })
}

async function makeTrip(desk: Desk, sale: Sale): Promise<void> {
  const trip = await desk.post<TripDetail>('/trips', {
    client_id: sale.client.id,
    title: sale.title,
    seller_id: sale.sellerId,
    travellers: namesOf(sale),
  })
  for (const item of sale.items) await desk.post(`/trips/${trip.id}/items`, item)
  await sellTrip(desk, sale, trip.id)
}

function namesOf({ travellers }: Sale) {
  return travellers.map(({ given_name, family_name, born_on, client_id, companion_id }) => ({
    full_name: `${given_name} ${family_name}`,
    born_on,
    ...(client_id !== undefined && { client_id }),
    ...(companion_id !== undefined && { companion_id }),
  }))
}

const TAGS = [['lazer'], ['família'], ['lua de mel'], ['aniversário'], ['grupo']]
const NOTES = [
  'Cliente pediu assentos juntos e bagagem despachada.',
  'Confirmar o horário do traslado na véspera.',
  'Passaporte conferido; visto não é necessário.',
  'Enviar o roteiro impresso antes do embarque.',
]

/** Flights first, then what suppliers confirm, then the invoice. */
async function sellTrip(desk: Desk, sale: Sale, tripId: string): Promise<void> {
  const { random } = desk
  const tags = sale.client.isCompany ? ['corporativo'] : random.pick(TAGS)
  await desk.put(`/trips/${tripId}/tags`, { tags })
  if (random.chance(0.4)) await desk.post(`/trips/${tripId}/notes`, { text: random.pick(NOTES) })
  const booking = sale.isBooked ? await holdFlights(desk, sale, tripId) : undefined
  // Some fares are held for a day only, and the day after may be a Saturday.
  if (booking !== undefined) desk.at(desk.now().add({ hours: 3 }), () => issue(desk, booking))
  desk.inDays(1, 10, async () => {
    await confirmItems(desk, tripId)
    await desk.post(`/trips/${tripId}/page`)
    await billTrip(desk, sale, tripId)
  })
}

interface Held {
  readonly id: string
  readonly offer: Offer
}

/** Undefined if the airline has nothing that can be held. */
async function holdFlights(desk: Desk, sale: Sale, tripId: string): Promise<Held | undefined> {
  const trip = await desk.get<TripDetail>(`/trips/${tripId}`)
  const planned = trip.items.find(({ kind, booking_id }) => kind === 'flight' && booking_id === null)
  const place = planned === undefined ? {} : { trip_item_id: planned.id }
  return hold(desk, sale, { trip_id: tripId, ...place })
}

/** Holds a round trip from São Paulo for the travellers of a sale. */
export async function hold(
  desk: Desk,
  { client, destination, start, nights, travellers }: Sale,
  where: object = {},
): Promise<Held | undefined> {
  if (destination === null) return undefined
  const children = travellers.filter((traveller) => isChild(traveller, start)).length
  const { airport } = destination
  const found = await desk.bare<OfferRequestResult>('POST', '/flights/search', {
    type: 'round_trip',
    slices: [
      { origin: 'GRU', destination: airport, departureDate: String(start) },
      { origin: airport, destination: 'GRU', departureDate: String(start.add({ days: nights })) },
    ],
    passengers: [
      { type: 'adult', count: travellers.length - children },
      ...(children > 0 ? [{ type: 'child', count: children }] : []),
    ],
    limit: 20,
  })
  const offer = found.offers.find(
    ({ payment_requirements: { requires_instant_payment } }) => !requires_instant_payment,
  )
  if (offer === undefined) return undefined
  const adultsFirst = travellers.toSorted((a, b) => Number(isChild(a, start)) - Number(isChild(b, start)))
  const { id } = await desk.bare<Booking>('POST', '/bookings', {
    offerId: offer.id,
    type: 'hold',
    client_id: client.id,
    passengers: offer.passengers.map((passenger, index) => passengerOf(passenger.id, adultsFirst[index]!)),
    ...where,
  })
  return { id, offer }
}

const isChild = ({ born_on }: Traveller, day: Temporal.PlainDate) =>
  Temporal.PlainDate.from(born_on).until(day, { largestUnit: 'year' }).years <= CHILD_YEARS_MAX

function passengerOf(
  id: string,
  { given_name, family_name, gender, born_on, email, phone, passport }: Traveller,
) {
  return {
    id,
    given_name,
    family_name,
    gender,
    born_on,
    email,
    phone_number: phone,
    identity_documents: [
      { type: 'passport', unique_identifier: passport, issuing_country_code: 'BR', expires_on: '2034-06-30' },
    ],
  }
}

export async function issue(desk: Desk, { id, offer }: Held): Promise<void> {
  const payment = { type: 'balance', amount: offer.total_amount, currency: offer.total_currency }
  await desk.put(`/bookings/${id}/confirm`, { payment })
}

async function confirmItems(desk: Desk, tripId: string): Promise<void> {
  const { items } = await desk.get<TripDetail>(`/trips/${tripId}`)
  for (const item of items.filter(({ status, booking_id }) => status === 'quoted' && booking_id === null))
    await desk.patch(`/trips/${tripId}/items/${item.id}`, confirmation(desk.random, item))
}

function confirmation(random: Random, { kind }: TripItem) {
  if (kind === 'fee' || kind === 'service') return { status: 'confirmed' }
  const letters = Array.from({ length: 3 }, () => random.pick([...'BCDFGHJKLMNPQRSTVXZ'])).join('')
  return { status: 'confirmed', confirmation_number: `${letters}${random.digits(4)}` }
}
