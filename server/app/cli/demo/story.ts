// The story of the demo: a flight from search to ticket, and its invoice from sent to paid.
import type { Booking, ConfirmedBooking } from '../../../../contract/bookings.ts'
import type { Client } from '../../../../contract/clients.ts'
import type { Offer, OfferRequestResult } from '../../../../contract/flights.ts'
import type { Invoice } from '../../../../contract/invoices.ts'
import type { TestClock } from '../../../../contract/test-clock.ts'
import { TO_SEND } from '../../../features/invoices/states.ts'
import { centsFromNumber, formatAmount } from '../../../kernel/values/money.ts'
import type { Caller } from './call.ts'
import type { Teller } from './tell.ts'
import type { DemoWords } from './words.ts'

interface Enveloped<T> {
  readonly data: T
}

const DAY_MS = 86_400_000
const DAYS_AHEAD = 30
const TRAVELLER = {
  given_name: 'Maria',
  family_name: 'Souza',
  gender: 'f',
  born_on: '1990-05-17',
  email: 'maria@example.com',
  phone_number: '+5511987654321',
} as const

export async function tellFlight(caller: Caller, words: DemoWords, teller: Teller): Promise<Booking> {
  const day = await dayAhead(caller, DAYS_AHEAD)
  const search = {
    type: 'one_way',
    slices: [{ origin: 'SAO', destination: 'RIO', departureDate: day }],
    passengers: [{ type: 'adult', count: 1 }],
    limit: 20,
  }
  const found = await caller.call<OfferRequestResult>('POST', '/api/v1/flights/search', search)
  const { offers, offers_total = offers.length } = found.body
  const offer = offers.find(
    ({ payment_requirements: { requires_instant_payment } }) => !requires_instant_payment,
  )
  if (offer === undefined) throw new Error(words.noOffer)
  teller.step(words.search.title, 'POST /api/v1/flights/search', found, [
    words.search.found(offers_total, day),
    words.search.offer(
      flightOf(offer),
      offer.client_amount,
      offer.agency_markup_amount,
      offer.agency_fee_amount,
    ),
  ])

  const [passenger] = offer.passengers
  const held = await caller.call<Booking>('POST', '/api/v1/bookings', {
    offerId: offer.id,
    type: 'hold',
    passengers: [{ id: passenger?.id, ...TRAVELLER }],
  })
  const { id, booking_reference: locator, payment_status } = held.body
  teller.step(words.hold.title, 'POST /api/v1/bookings', held, [
    words.hold.held(locator ?? '', payment_status?.payment_required_by ?? ''),
  ])

  const payment = { type: 'balance', amount: offer.total_amount, currency: offer.total_currency }
  const path = `/api/v1/bookings/${id}`
  const paid = await caller.call<Enveloped<ConfirmedBooking>>('PUT', `${path}/confirm`, { payment })
  teller.step(words.confirm.title, 'PUT /api/v1/bookings/:id/confirm', paid, [
    words.confirm.paid(held.body.wallet_amount, paid.body.data.status),
  ])

  const ticketed = await caller.call<Booking>('GET', path)
  const numbers = ticketed.body.documents.map(({ unique_identifier }) => unique_identifier)
  teller.step(words.ticket.title, 'GET /api/v1/bookings/:id', ticketed, [
    words.ticket.issued(ticketed.body.status, numbers.join(', ')),
  ])
  return ticketed.body
}

export async function tellInvoice(
  caller: Caller,
  words: DemoWords,
  teller: Teller,
  { client, client_amount, booking_reference }: Booking,
): Promise<Invoice> {
  const known = await caller.call<Enveloped<Client>>('GET', `/api/v1/clients/${client?.id}`)
  const { id, full_name } = known.body.data
  teller.step(words.client.title, 'GET /api/v1/clients/:id', known, [words.client.known(full_name ?? '')])

  const sent = await caller.call<Enveloped<Invoice>>('POST', '/api/v1/invoices', {
    client_id: id,
    issue_date: await dayAhead(caller, 0),
    due_date: await dayAhead(caller, 7),
    ...TO_SEND,
    items: [
      {
        description: words.invoice.item(booking_reference ?? ''),
        quantity: 1,
        unit_price: Number(client_amount),
      },
    ],
  })
  const invoice = sent.body.data
  teller.step(words.invoice.title, 'POST /api/v1/invoices', sent, [
    words.invoice.sent(invoice.number ?? '', amountOf(invoice.total)),
    `PIX  ${(invoice.pix?.copy_paste ?? '').slice(0, 60)}...`,
  ])

  const paid = await caller.call<Enveloped<Invoice>>('POST', `/api/v1/test/charges/${invoice.id}/pay`)
  const { payment_status, amount_paid } = paid.body.data
  teller.step(words.pay.title, 'POST /api/v1/test/charges/:id/pay', paid, [
    words.pay.paid(payment_status, amountOf(amount_paid)),
  ])
  return paid.body.data
}

/** By the test clock of the team, which somebody may have moved. */
async function dayAhead(caller: Caller, days: number): Promise<string> {
  const { body } = await caller.call<Enveloped<TestClock>>('GET', '/api/v1/test/clock')
  return new Date(Date.parse(body.data.now) + days * DAY_MS).toISOString().slice(0, 10)
}

function flightOf({ owner, slices }: Offer): string {
  const segments = slices[0]?.segments ?? []
  const [first, last] = [segments[0], segments.at(-1)]
  const at = (moment = '') => moment.slice(11, 16)
  const from = `${first?.origin.iata_code} ${at(first?.departing_at)}`
  return `${owner.name}, ${from} → ${last?.destination.iata_code} ${at(last?.arriving_at)}`
}

function amountOf(value: number): string {
  return formatAmount(centsFromNumber(value) ?? 0n)
}
