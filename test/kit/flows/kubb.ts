// The whole flow with a client of kubb: compiled under `strict` where it was made, and run against a service.
import { setConfig } from './made/.kubb/fetch.ts'
import {
  type BookingPassengerInput,
  type BookingStatus,
  type BookingsRead404,
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
} from './made/index.ts'

const { API_URL = '', API_KEY = '', RECEIVER_URL = '', DAY = '' } = process.env
setConfig({
  baseURL: API_URL,
  headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
})

async function flow(): Promise<void> {
  const trip = { origin: 'GRU', destination: 'SDU', departureDate: DAY }
  const passenger = { type: 'adult', count: 1 } as const
  const found = await flightsSearch({ type: 'one_way', slices: [trip], passengers: [passenger] })
  const offer = found.offers.find(({ payment_requirements: one }) => !one.requires_instant_payment)
  if (offer === undefined) throw new Error('no offer to hold')
  const passengers = offer.passengers.map(({ id }) => ({ ...ANA, id }))
  const held = await bookingsCreate({ offerId: offer.id, type: 'hold', passengers })
  const payment = { type: 'balance', amount: offer.total_amount, currency: offer.total_currency } as const
  const { data: confirmed } = await bookingsConfirm(held.id, { payment }, { Prefer: 'wait=20' })
  expect<BookingStatus>(confirmed.status, 'ticketed')

  const { data: asked } = await rechargesCreate({ amount: '500.00', currency: 'BRL', payment_method: 'pix' })
  await testChargesPay(asked.id)
  expect((await rechargesRead(asked.id)).data.status, 'completed')

  const person = { client_type: 'individual', full_name: 'Ana Souza', email: 'ana@example.com' } as const
  const { data: client } = await clientsCreate(person)
  const items = [{ description: 'Pacote', quantity: 1, unit_price: 150 }]
  const dates = { issue_date: DAY, due_date: DAY }
  const { data: invoice } = await invoicesCreate({ client_id: client.id, ...dates, items, status: 'sent' })
  await testChargesPay(invoice.id)
  expect((await invoicesRead(invoice.id)).data.payment_status, 'paid')

  const webhook = await webhooksCreate({ url: RECEIVER_URL, events: ['invoice.paid'] })
  expect(webhook.data.active, true)
  const nobody: unknown = await bookingsRead('ord_none')
  expect((nobody as BookingsRead404).code, 'booking_not_found')
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
