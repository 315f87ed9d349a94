// An agency with test-mode data for every screen of the panel.
import { anyOffer, booked, holdBody, instantBody, zzOffer } from '../bookings.ts'
import { clientWithCredit, credited } from '../credit.ts'
import { newClient, newInvoice, newQuote, newRecurring, read } from '../invoicing.ts'
import type { TestApp } from '../start-app.ts'
import { newRecharge, payCharge } from '../wallet.ts'
import { ahead } from './screens.ts'

/** The id of one object of each type. */
export type Ids = Readonly<Record<(typeof KINDS)[number], string>>
const KINDS = [
  'offer',
  'booking',
  'client',
  'recharge',
  'invoice',
  'draft',
  'recurring',
  'quote',
  'webhook',
  'event',
  'trip',
  'tripItem',
] as const

/** A family trip with an item of most kinds, one of them cancelled and one in dollars. */
async function newTrip(api: TestApp['test'], client_id: string) {
  const created = await api.post('/api/v1/trips', {
    client_id,
    title: 'Férias em família em Lisboa e Porto',
    travellers: [
      { full_name: 'Ana Clara Lima', born_on: '1988-04-02', client_id },
      { full_name: 'Pedro Henrique de Albuquerque Lima', born_on: '2019-09-14' },
    ],
  })
  const { id } = created.body.data
  const items = [
    {
      kind: 'flight',
      status: 'confirmed',
      supplier_name: 'Consolidadora Céu Azul',
      confirmation_number: 'XK4T7B',
      flight: {
        airline: 'LATAM',
        segments: [
          {
            flight_number: 'LA 8084',
            origin: 'GRU',
            destination: 'LIS',
            departing_at: '2027-12-20T18:05',
            arriving_at: '2027-12-21T06:40',
          },
          {
            flight_number: 'LA 8085',
            origin: 'LIS',
            destination: 'GRU',
            departing_at: '2027-12-30T09:10',
            arriving_at: '2027-12-30T16:55',
          },
        ],
      },
      price_amount: 9_876.54,
      cost_amount: 9_100,
    },
    {
      kind: 'lodging',
      status: 'quoted',
      description: 'Hotel Avenida da Liberdade, nove noites com vista para a praça',
      supplier_name: 'Operadora Maresia',
      supplier_phone: '+351 21 000 0000',
      place: 'Av. da Liberdade 12, Lisboa',
      unit: 'Quarto duplo',
      meal_plan: 'Café da manhã',
      starts_at: '2027-12-21T14:00',
      starts_zone: 'Europe/Lisbon',
      ends_at: '2027-12-30T11:00',
      ends_zone: 'Europe/Lisbon',
      free_cancellation_until: '2027-12-10T23:59:00-03:00',
      currency: 'EUR',
      exchange_rate: 6.1234,
      price_amount: 1_500,
      cost_amount: 1_250.5,
      notes: 'Pedir berço no quarto.',
    },
    {
      kind: 'transfer',
      status: 'confirmed',
      description: 'Aeroporto ao hotel',
      place: 'LIS – Av. da Liberdade 12',
      starts_at: '2027-12-21T07:30',
      price_amount: 180,
      collected_by: 'supplier',
    },
    { kind: 'fee', description: 'Taxa de serviço', price_amount: 250 },
  ]
  for (const item of items) await api.post(`/api/v1/trips/${id}/items`, item)
  return read(api, `/api/v1/trips/${id}`)
}

const NAMES = [
  'Ana Clara Lima',
  'Camila Duarte',
  'Maria Aparecida dos Santos Albuquerque de Oliveira Filha',
  'Rafael Monteiro',
]

/** A job type without a handler, so that the job stays. */
const DEAD_WORK = `
  insert into jobs (type, key, queue, clock, run_at, payload, state, attempts, last_error, created_at)
  select 'no-such-type', 'ord_' || number, 'no-such-queue', '', now(), 'null', 'dead', 9,
    'the bank answered 503 Service Unavailable and said nothing of when it will be back', now()
  from generate_series(1, 3) number`

/** The file of a client: a passport that expires soon, one that expired, a companion. */
async function fillFile(api: TestApp['test'], id: string) {
  const at = `/api/v1/clients/${id}`
  const { status } = await api.patch(at, {
    given_name: 'Ana Clara',
    family_name: 'Lima',
    born_on: '1988-04-02',
    gender: 'f',
    address: {
      postal_code: '50050-000',
      street: 'Rua da Aurora',
      number: '325',
      district: 'Boa Vista',
      city: 'Recife',
      state: 'PE',
    },
    contacts: [{ name: 'Paulo Lima', role: 'Financeiro', email: 'paulo@example.com' }],
    preferences: { seat: 'Corredor', meal: 'Vegetariana' },
    identity_documents: [
      { type: 'passport', number: 'FZ123456', expires_on: ahead(100) },
      { type: 'visa', number: 'V0012345678', issuing_country_code: 'US', expires_on: ahead(-20) },
      { type: 'rg', number: '1234567' },
    ],
    loyalty_programme_accounts: [{ airline_iata_code: 'LA', account_number: '12345678901' }],
  })
  const companion = await api.post(`${at}/companions`, {
    relationship: 'child',
    given_name: 'Pedro',
    family_name: 'Lima',
    born_on: '2015-03-02',
    identity_documents: [{ type: 'passport', number: 'GA654321', expires_on: ahead(900) }],
  })
  if (status !== 200 || companion.status !== 201) throw new Error('the file of the client was refused')
}

export async function seedAgency({ test, asOwner }: TestApp): Promise<Ids> {
  const clients = []
  for (const full_name of NAMES) clients.push(await newClient(test, { full_name }))
  const held = await anyOffer(test)
  for (const { id } of clients) await booked(test, holdBody(held, { client_id: id }))
  const ticketed = await booked(test, instantBody(await zzOffer(test)))
  const client_id = clients[0]?.id
  await fillFile(test, String(client_id))
  const invoice = await newInvoice(test, { client_id, status: 'sent', due_date: '2099-12-01' })
  await newInvoice(test, { client_id, status: 'sent', due_date: '2026-10-20', issue_date: '2026-10-10' })
  const settings = { pix_key: 'financeiro@agencia.example' }
  await test.post('/api/v1/payment-providers', { provider: 'pix-key', settings })
  for (const due_date of ['2099-12-01', '2099-12-15'])
    await newInvoice(test, { client_id, status: 'sent', due_date, payment_methods: ['pix_key'] })
  await clientWithCredit(test, 300, { client_id, credit_expires_on: '2027-12-31' })
  await credited(test, invoice.id, { amount: 30 })
  const draft = await newInvoice(test, { client_id })
  const quote = await newQuote(test, { client_id, status: 'sent' })
  const trip = await newTrip(test, String(client_id))
  const recurring = await newRecurring(test, { client_id })
  const recharge = await newRecharge(test)
  await payCharge(test, (await newRecharge(test)).id, { amount: '7777.00' })
  await asOwner(DEAD_WORK)
  const webhook = await test.post('/api/v1/webhooks', { url: 'https://exemplo.com.br/hooks', events: ['*'] })
  const [event] = await read(test, '/api/v1/events')
  const found = {
    offer: held,
    booking: ticketed,
    client: clients[0],
    recharge,
    invoice,
    draft,
    recurring,
    quote,
    event,
    trip,
    tripItem: trip.items.find(({ kind }: { kind: string }) => kind === 'lodging'),
  }
  const ids = Object.entries(found).map(([name, one]) => [name, String(one.id)])
  return { ...Object.fromEntries(ids), webhook: String(webhook.body.data?.id) }
}
