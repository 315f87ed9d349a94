// The whole flow with a client of swagger-typescript-api: compiled under `strict` where it was made, and run against a
// service.
import { Api, type ApiError, type BookingInput, type HttpResponse, type WebhookEvent } from './made'

const { API_URL = '', API_KEY = '', RECEIVER_URL = '', DAY = '' } = process.env
const headers = { authorization: `Bearer ${API_KEY}` }
const { api } = new Api({ baseUrl: API_URL, baseApiParams: { headers, format: 'json' } })

async function ticket(): Promise<void> {
  const search = { slices: [{ origin: 'GRU', destination: 'SDU', departureDate: DAY }] }
  const adult = { type: 'adult', count: 1 } as const
  const found = await api.flightsSearch({ type: 'one_way', ...search, passengers: [adult] })
  const [offer] = found.data.offers.filter((one) => !one.payment_requirements.requires_instant_payment)
  if (offer === undefined) throw new Error('no offer to hold')
  const passengers = offer.passengers.map(({ id }) => ({ id, ...ANA }))
  const { data: held } = await api.bookingsCreate({ offerId: offer.id, type: 'hold', passengers })
  const payment = { type: 'balance', amount: offer.total_amount, currency: offer.total_currency } as const
  const waiting = { headers: { ...headers, prefer: 'wait=20' } }
  const { data: paid } = await api.bookingsConfirm(held.id, { payment }, waiting)
  if (paid.data.status !== 'ticketed') throw new Error(`the booking is ${paid.data.status}`)
}

async function money(): Promise<void> {
  const asked = await api.rechargesCreate({ amount: '500.00', currency: 'BRL', payment_method: 'pix' })
  await api.testChargesPay(asked.data.data.id)
  const { data: recharge } = await api.rechargesRead(asked.data.data.id)
  if (recharge.data.status !== 'completed') throw new Error(`the recharge is ${recharge.data.status}`)

  const person = await api.clientsCreate({ client_type: 'individual', full_name: 'Ana', email: ANA.email })
  const { data: made } = await api.invoicesCreate({
    client_id: person.data.data.id,
    ...{ issue_date: DAY, due_date: DAY, status: 'sent' },
    items: [{ description: 'Pacote', quantity: 1, unit_price: 150 }],
  })
  await api.testChargesPay(made.data.id)
  const { data: invoice } = await api.invoicesRead(made.data.id)
  if (invoice.data.payment_status !== 'paid') throw new Error(`the invoice is ${invoice.data.payment_status}`)
}

async function rest(): Promise<void> {
  const webhook = await api.webhooksCreate({ url: RECEIVER_URL, events: ['invoice.paid'] })
  if (!webhook.data.data.active) throw new Error('the webhook is off')
  const refused = await api
    .bookingsRead('ord_none')
    .catch(({ error }: HttpResponse<unknown, ApiError>) => error)
  if (!('code' in refused) || refused.code !== 'booking_not_found') throw new Error('nobody has a booking')
}

/** Events are distinguished by their type. */
export const summaryOf = (event: WebhookEvent): string =>
  event.type === 'booking.ticketed' ? event.data.object.booking_reference : event.id

const ANA: Omit<BookingInput['passengers'][number], 'id'> & { email: string } = {
  ...{ given_name: 'Ana', family_name: 'Souza', gender: 'f', born_on: '1990-05-17' },
  ...{ email: 'ana@example.com', phone_number: '+5511987654321' },
}

ticket()
  .then(money)
  .then(rest)
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : JSON.stringify(error)}\n`)
    process.exitCode = 1
  })
