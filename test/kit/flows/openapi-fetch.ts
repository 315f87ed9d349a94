// The whole flow with a client of openapi-typescript and openapi-fetch: compiled under `strict` where its types were
// made, and run against a service.
import createClient from 'openapi-fetch'
import type { components, paths } from './made'

const { API_URL = '', API_KEY = '', RECEIVER_URL = '', DAY = '' } = process.env
const api = createClient<paths>({ baseUrl: API_URL, headers: { authorization: `Bearer ${API_KEY}` } })

async function flow(): Promise<void> {
  const found = await api.POST('/api/v1/flights/search', {
    body: {
      type: 'one_way',
      slices: [{ origin: 'GRU', destination: 'SDU', departureDate: DAY }],
      passengers: [{ type: 'adult', count: 1 }],
    },
  })
  const offer = found.data?.offers.find((one) => !one.payment_requirements.requires_instant_payment)
  if (offer === undefined) throw new Error(`no offer to hold: ${found.error?.code}`)
  const held = await api.POST('/api/v1/bookings', {
    body: { offerId: offer.id, type: 'hold', passengers: offer.passengers.map(({ id }) => traveller(id)) },
  })
  if (held.data === undefined) throw new Error(`not held: ${held.error.code satisfies ErrorCode}`)
  const payment = { type: 'balance', amount: offer.total_amount, currency: offer.total_currency } as const
  const { data: confirmed } = await api.PUT('/api/v1/bookings/{id}/confirm', {
    params: { path: { id: held.data.id }, header: { Prefer: 'wait=20' } },
    body: { payment },
  })
  const status: components['schemas']['BookingStatus'] | undefined = confirmed?.data.status
  if (status !== 'ticketed') throw new Error(`the booking is ${status}`)

  const recharge = await api.POST('/api/v1/wallet/recharge', {
    body: { amount: '500.00', currency: 'BRL', payment_method: 'pix' },
  })
  await api.POST('/api/v1/test/charges/{id}/pay', { params: { path: { id: recharge.data?.data.id ?? '' } } })
  const paidIn = await api.GET('/api/v1/wallet/recharge/{id}', {
    params: { path: { id: recharge.data?.data.id ?? '' } },
  })
  if (paidIn.data?.data.status !== 'completed') throw new Error(`the recharge is ${paidIn.data?.data.status}`)

  const client = await api.POST('/api/v1/clients', {
    body: { client_type: 'individual', full_name: 'Ana Souza', email: 'ana@example.com' },
  })
  const item = { description: 'Pacote', quantity: 1, unit_price: 150 }
  const made = await api.POST('/api/v1/invoices', {
    body: {
      client_id: client.data?.data.id ?? '',
      issue_date: DAY,
      due_date: DAY,
      items: [item],
      status: 'sent',
    },
  })
  const path = { id: made.data?.data.id ?? '' }
  await api.POST('/api/v1/test/charges/{id}/pay', { params: { path } })
  const { data: invoice } = await api.GET('/api/v1/invoices/{id}', { params: { path } })
  if (invoice?.data.payment_status !== 'paid')
    throw new Error(`the invoice is ${invoice?.data.payment_status}`)

  const webhook = await api.POST('/api/v1/webhooks', {
    body: { url: RECEIVER_URL, events: ['invoice.paid'] },
  })
  if (webhook.data === undefined) throw new Error(webhook.error.message)
  const nobody = await api.GET('/api/v1/bookings/{id}', { params: { path: { id: 'ord_none' } } })
  if (nobody.error?.code !== 'booking_not_found') throw new Error('no error for a booking that there is not')
}

type ErrorCode = components['schemas']['ErrorCode']
type Traveller = components['schemas']['BookingPassengerInput']
type TicketedEvent = Extract<components['schemas']['WebhookEvent'], { type: 'booking.ticketed' }>

/** Events are distinguished by their type. */
export const ticketsOf = ({ data }: TicketedEvent): string[] =>
  data.object.documents.map(({ unique_identifier }) => unique_identifier)

function traveller(id: string): Traveller {
  const name = { given_name: 'Ana', family_name: 'Souza' }
  const reached = { email: 'ana@example.com', phone_number: '+5511987654321' }
  return { id, ...name, gender: 'f', born_on: '1990-05-17', ...reached }
}

flow().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
})
