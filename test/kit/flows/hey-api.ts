// The whole flow with a client of hey-api: compiled under `strict` where it was made, and run against a service.
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
import { client } from './made/client.gen'

const { API_URL = '', API_KEY = '', RECEIVER_URL = '', DAY = '' } = process.env
client.setConfig({ baseUrl: API_URL, auth: () => API_KEY })
const sure = { throwOnError: true } as const

async function flow(): Promise<void> {
  const trip = { origin: 'GRU', destination: 'SDU', departureDate: DAY }
  const { data: found } = await flightsSearch({
    ...sure,
    body: { type: 'one_way', slices: [trip], passengers: [{ type: 'adult', count: 1 }] },
  })
  const offer = found.offers.find(({ payment_requirements: one }) => !one.requires_instant_payment)
  if (offer === undefined) throw new Error('no offer to hold')
  const { data: held } = await bookingsCreate({
    ...sure,
    body: { offerId: offer.id, type: 'hold', passengers: offer.passengers.map(travelling) },
  })
  const { total_amount: amount, total_currency: currency } = offer
  const { data: confirmed } = await bookingsConfirm({
    ...sure,
    path: { id: held.id },
    headers: { Prefer: 'wait=20' },
    body: { payment: { type: 'balance', amount, currency } },
  })
  expect<BookingStatus>(confirmed.data.status, 'ticketed')

  const { data: asked } = await rechargesCreate({
    ...sure,
    body: { amount: '500.00', currency: 'BRL', payment_method: 'pix' },
  })
  const recharge = { ...sure, path: { id: asked.data.id } }
  await testChargesPay(recharge)
  expect((await rechargesRead(recharge)).data.data.status, 'completed')

  const person = { client_type: 'individual', full_name: 'Ana Souza', email: 'ana@example.com' } as const
  const whose = (await clientsCreate({ ...sure, body: person })).data.data.id
  const items = [{ description: 'Pacote', quantity: 1, unit_price: 150 }]
  const dates = { issue_date: DAY, due_date: DAY }
  const made = await invoicesCreate({ ...sure, body: { client_id: whose, ...dates, items, status: 'sent' } })
  const invoice = { ...sure, path: { id: made.data.data.id } }
  await testChargesPay(invoice)
  expect((await invoicesRead(invoice)).data.data.payment_status, 'paid')

  const webhook = await webhooksCreate({ ...sure, body: { url: RECEIVER_URL, events: ['invoice.paid'] } })
  expect(webhook.data.data.active, true)
  const nobody = await bookingsRead({ path: { id: 'ord_none' } })
  expect(nobody.error?.code, 'booking_not_found')
}

/** Events are distinguished by their type. */
export function summaryOf(event: WebhookEvent): string {
  return event.type === 'booking.ticketed' ? event.data.object.booking_reference : event.id
}

function travelling({ id }: { id: string }): BookingPassengerInput {
  return {
    id,
    given_name: 'Ana',
    family_name: 'Souza',
    gender: 'f',
    born_on: '1990-05-17',
    email: 'ana@example.com',
    phone_number: '+5511987654321',
  }
}

function expect<T>(actual: T, expected: T): void {
  if (actual !== expected) throw new Error(`expected ${String(expected)}, got ${String(actual)}`)
}

flow().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : JSON.stringify(error)}\n`)
  process.exitCode = 1
})
