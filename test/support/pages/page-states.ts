// Every client page in each of its states: for the tests that check them, and their pictures.
import sharp from 'sharp'
import { realClock } from '../../../server/kernel/process/clock.ts'
import { type Agency, newAgency } from '../agency.ts'
import { INVOICES, newClient, newInvoice, newQuote } from '../invoicing.ts'
import type { TestApp } from '../start-app.ts'

const day = (days: number) =>
  new Date(realClock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="0 0 48 48">
<circle cx="24" cy="24" r="23" fill="#0a6e5c"/><path d="M8 30c8-2 10-14 16-14s8 12 16 14" fill="none" stroke="#ffd54f"
stroke-width="5" stroke-linecap="round"/></svg>`

const ITEMS = [
  { description: 'Passagem aérea São Paulo – Lisboa, ida e volta', quantity: 2, unit_price: 4310.34 },
  { description: 'Seguro de viagem, 12 dias', quantity: 2, unit_price: 189.9 },
]

const leg = ({
  from,
  to,
  ...rest
}: {
  readonly from: string
  readonly to: string
  readonly departing_at: string
  readonly arriving_at: string
  readonly flights: string[]
  readonly stops: string[]
}) => {
  const cities: Record<string, string> = { GRU: 'São Paulo', LIS: 'Lisboa' }
  return {
    origin: from,
    destination: to,
    origin_city: cities[from],
    destination_city: cities[to],
    ...rest,
  }
}
const DIRECT = { there: ['TP 82'], back: ['TP 81'], stops: [] }
const BY_RECIFE = { there: ['AD 4028', 'AD 8750'], back: ['AD 8751', 'AD 4029'], stops: ['REC'] }
const option = ({
  airline,
  fare,
  price,
  way: { there, back, stops },
  allowed,
}: {
  readonly airline: string
  readonly fare: string
  readonly price: number
  readonly way: { there: string[]; back: string[]; stops: string[] }
  readonly allowed: boolean
}) => ({
  title: null,
  items: [
    { description: `São Paulo – Lisboa · ${airline} · ${fare}\nIda e volta`, quantity: 1, unit_price: price },
  ],
  trip: {
    airline,
    fare,
    legs: [
      leg({
        from: 'GRU',
        to: 'LIS',
        departing_at: `${day(40)}T22:55`,
        arriving_at: `${day(41)}T12:10`,
        flights: there,
        stops,
      }),
      leg({
        from: 'LIS',
        to: 'GRU',
        departing_at: `${day(52)}T10:05`,
        arriving_at: `${day(52)}T16:20`,
        flights: back,
        stops,
      }),
    ],
    bags: { carry_on: 1, checked: allowed ? 2 : 0 },
    refund: { allowed, fee: allowed ? 350 : null },
    change: { allowed: true, fee: allowed ? 0 : 420.5 },
    travellers: 2,
  },
})

export const OPTIONS = [
  option({ airline: 'TAP', fare: 'Discount', price: 7420.9, way: DIRECT, allowed: false }),
  option({ airline: 'TAP', fare: 'Classic', price: 8616.74, way: DIRECT, allowed: true }),
  option({ airline: 'Azul', fare: 'Light', price: 6980, way: BY_RECIFE, allowed: false }),
]

/** With a logo, a colour and all contact data. */
async function furnishedAgency(app: TestApp): Promise<Agency> {
  const agency = await newAgency(app, { name: 'Aurora Viagens' })
  await agency.live.patch('/api/v1/team', {
    legal_name: 'Aurora Viagens e Turismo Ltda.',
    tax_id: '12.345.678/0001-95',
    email: 'ola@aurora.example',
    phone: '11 3000-0000',
    whatsapp: '11 98888-7777',
    brand_colour: '#0a6e5c',
    address: {
      street: 'Rua Augusta',
      number: '1200',
      city: 'São Paulo',
      state: 'SP',
      postal_code: '01304-001',
    },
    late_payment: { fine_percent: 2, interest_percent: 1 },
    invoice_texts: { footer: 'Obrigado por viajar com a Aurora.' },
  })
  const png = await sharp(Buffer.from(LOGO)).png().toBuffer()
  await agency.live.raw('PUT', '/api/v1/team/logo', png, { 'content-type': 'image/png' })
  return agency
}

/** The address of each page, by the name of its state. */
export async function pageStates(app: TestApp): Promise<Record<string, string>> {
  const agency = await furnishedAgency(app)
  const { live } = agency
  const plain = await newAgency(app, { name: 'Agência Sol' })
  const client = await newClient(live, { full_name: 'Maria Clara Souza', cpf: '52998224725' })
  const guest = await newClient(live, { full_name: 'Emma Wright', language: 'en' })
  const invoice = (fields: object = {}, of = client) =>
    newInvoice(live, {
      client_id: of.id,
      issue_date: day(-5),
      due_date: day(10),
      items: ITEMS,
      status: 'sent',
      ...fields,
    })
  const quote = (fields: object = {}, of = client) =>
    newQuote(live, {
      client_id: of.id,
      issue_date: day(0),
      valid_until: day(3),
      options: OPTIONS,
      notes: 'Preços sujeitos à confirmação da companhia até a emissão.',
      status: 'sent',
      ...fields,
    })
  const paid = await invoice()
  await live.post(`/api/v1/test/charges/${paid.id}/pay`)
  const returned = await invoice()
  await live.post(`/api/v1/test/charges/${returned.id}/pay`)
  await live.post(`/api/v1/test/charges/${returned.id}/return`)
  const withBoleto = { payment_methods: ['pix', 'boleto'] }
  const paidByBoleto = await invoice({ payment_methods: ['boleto'] })
  await live.post(`/api/v1/test/charges/${paidByBoleto.id}/pay`)
  const open = await invoice({ notes: 'Boa viagem!' })
  const both = await invoice(withBoleto)
  const partial = await invoice()
  await live.post(`${INVOICES}/${partial.id}/payments`, { amount: 4000 })
  const waiting = await quote()
  const accepted = await quote()
  await live.patch(`/api/v1/quotes/${accepted.id}`, {
    status: 'accepted',
    chosen_option_id: accepted.options[1].id,
    responded_by: 'Maria Clara Souza',
  })
  const stated = async (fields: object, of = client) => (await quote(fields, of)).public_url
  const billed = async (fields: object, of = client) => (await invoice(fields, of)).payment_url
  return {
    'invoice-open': open.payment_url,
    'invoice-said-paid': `${open.payment_url}?paid`,
    'invoice-with-boleto': both.payment_url,
    'invoice-part-paid': partial.payment_url,
    'invoice-overdue': await billed({ issue_date: day(-20), due_date: day(-12) }),
    'invoice-paid': paid.payment_url,
    'invoice-returned': returned.payment_url,
    'invoice-cancelled': await billed({ status: 'cancelled' }),
    'invoice-draft': await billed({ status: 'draft' }),
    'invoice-in-english': await billed({ due_date: day(-3) }, guest),
    'invoice-without-looks': (
      await newInvoice(plain.live, { items: ITEMS, due_date: day(10), status: 'sent' })
    ).payment_url,
    'invoice-of-a-test': (await newInvoice(agency.test, { items: ITEMS, due_date: day(10), status: 'sent' }))
      .payment_url,
    'boleto-open': both.boleto.url,
    'boleto-paid': paidByBoleto.boleto.url,
    'quote-open': waiting.public_url,
    'quote-accept': `${waiting.public_url}?step=accept&option=${waiting.options[1].id}`,
    'quote-decline': `${waiting.public_url}?step=decline`,
    'quote-accepted': accepted.public_url,
    'quote-declined': await stated({ status: 'declined', decline_reason: 'Achei outra data melhor.' }),
    'quote-expired': await stated({ valid_until: day(-2) }),
    'quote-cancelled': await stated({ status: 'cancelled' }),
    'quote-in-english': await stated({ valid_until: day(0) }, guest),
    'quote-of-items': await stated({ options: undefined, items: ITEMS, discount_rate: 5 }),
    'wrong-link': `${app.url}/i/${'0'.repeat(32)}`,
  }
}
