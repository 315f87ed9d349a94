// The whole flow with a client of orval: compiled under `strict` where it was made, and run against a service.
import {
  type BookingPassengerInput,
  type BookingStatus,
  bookingsConfirm,
  bookingsCreate,
  bookingsRead,
  clientsCreate,
  flightsSearch,
  invoicesCreate,
  invoicesRead,
  rechargesCreate,
  rechargesRead,
  testChargesPay,
  type WebhookEvent,
  webhooksCreate,
} from './made'

const { API_KEY = '', RECEIVER_URL = '', DAY = '' } = process.env
const authorization = `Bearer ${API_KEY}`
const options = { headers: { authorization } }

async function flow(): Promise<void> {
  const trip = { origin: 'GRU', destination: 'SDU', departureDate: DAY }
  const passenger = { type: 'adult', count: 1 } as const
  const search = { type: 'one_way' as const, slices: [trip], passengers: [passenger] }
  const found = done(await flightsSearch(search, options), 200)
  const offer = found.offers.find(({ payment_requirements: one }) => !one.requires_instant_payment)
  if (offer === undefined) throw new Error('no offer to hold')
  const passengers = offer.passengers.map(({ id }) => ({ ...ANA, id }))
  const held = done(await bookingsCreate({ offerId: offer.id, type: 'hold', passengers }, options), 201)
  const payment = { type: 'balance', amount: offer.total_amount, currency: offer.total_currency } as const
  const waiting = { headers: { authorization, prefer: 'wait=20' } }
  const confirmed = done(await bookingsConfirm(held.id, { payment }, waiting), 200)
  expect<BookingStatus>(confirmed.data.status, 'ticketed')

  const money = { amount: '500.00', currency: 'BRL', payment_method: 'pix' } as const
  const asked = done(await rechargesCreate(money, options), 201)
  await testChargesPay(asked.data.id, undefined, options)
  expect(done(await rechargesRead(asked.data.id, {}, options), 200).data.status, 'completed')

  const person = { client_type: 'individual', full_name: 'Ana Souza', email: 'ana@example.com' } as const
  const client = done(await clientsCreate(person, options), 201)
  const items = [{ description: 'Pacote', quantity: 1, unit_price: 150 }]
  const dates = { issue_date: DAY, due_date: DAY }
  const wanted = { client_id: client.data.id, ...dates, items, status: 'sent' as const }
  const made = done(await invoicesCreate(wanted, options), 201)
  await testChargesPay(made.data.id, undefined, options)
  expect(done(await invoicesRead(made.data.id, {}, options), 200).data.payment_status, 'paid')

  const webhook = done(await webhooksCreate({ url: RECEIVER_URL, events: ['invoice.paid'] }, options), 201)
  expect(webhook.data.active, true)
  const nobody = await bookingsRead('ord_none', {}, options)
  expect(nobody.status === 404 && nobody.data.code, 'booking_not_found')
}

/** Responses are distinguished by their status. */
function done<T extends { status: number; data: unknown }, S extends T['status']>(
  answer: T,
  status: S,
): Extract<T, { status: S }>['data'] {
  if (answer.status !== status) throw new Error(`${answer.status}: ${JSON.stringify(answer.data)}`)
  return answer.data
}

/** Events are distinguished by their type. */
export function summaryOf(event: WebhookEvent): string {
  return event.type === 'booking.ticketed' ? event.data.object.booking_reference : event.id
}

const ANA: Omit<BookingPassengerInput, 'id'> = {
  given_name: 'Ana',
  family_name: 'Souza',
  gender: 'f',
  born_on: '1990-05-17',
  email: 'ana@example.com',
  phone_number: '+5511987654321',
}

function expect<T>(actual: T, expected: T): void {
  if (actual !== expected) throw new Error(`expected ${String(expected)}, got ${String(actual)}`)
}

flow().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : JSON.stringify(error)}\n`)
  process.exitCode = 1
})
