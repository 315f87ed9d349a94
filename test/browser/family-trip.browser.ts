// A family's trip in a real browser, from a quote that is accepted on a phone to the refund of the hotel: every amount
// is the same, to the cent, on every screen and page.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Offer } from '../../contract/flights.ts'
import { eventually } from '../support/eventually.ts'
import { newClient, newQuote, read } from '../support/invoicing.ts'
import { faultsOf, type OpenPanel, picture, untilTrue } from '../support/panel/browser.ts'
import { startJourney } from '../support/panel/journey.ts'
import { ahead } from '../support/panel/screens.ts'

const { app, page, to, press, open } = await startJourney()
page.setDefaultTimeout(20_000)
const api = app.test
const phone = await open({ width: 390 }, '')
after(() => phone.close())
const dialog = () => page.locator('dialog[open]')

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

const cents = (amount: unknown) => Math.round(Number(amount) * 100)
const reais = (all: number) => (all / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 })
const brl = (all: number) => `R$ ${reais(all)}`
const typed = (day: string) => day.split('-').reverse().join('/')

/** Waits until all of these amounts, in cents, are on the page. */
async function shows(where: Page, what: string, ...amounts: number[]): Promise<void> {
  let text = ''
  await eventually(`${what} shows ${amounts.map(brl)}`, async () => {
    text = (await where.locator('body').innerText()).replaceAll(/\s/g, ' ')
    return amounts.every((amount) => text.includes(brl(amount)))
  }).catch((error: Error) => assert.fail(`${error.message}\n${text}`))
}

const FEE = 12_345
// 800.05 US dollars at 5.123456, and the 100.00 of them that are kept.
const [STAY, KEPT] = [409_902, 51_235]
const RIDE = 35_035
const BACK = STAY - KEPT

const known: {
  flight: number
  client: Data
  quote: Data
  tripId: string
  invoice: Data
} = { flight: 0, client: null, quote: null, tripId: '', invoice: null }
const total = () => known.flight + FEE + STAY + RIDE
const trip = (): Promise<Data> => read(api, `/api/v1/trips/${known.tripId}`)

/** The payer, her husband and their daughter. */
async function familyFile(): Promise<Data> {
  const client = await newClient(api, {
    ...{ full_name: 'Ana Souza', given_name: 'Ana', family_name: 'Souza', cpf: '529.982.247-25' },
    ...{ email: 'ana@cliente.example', phone: '+5511987654321', born_on: '1990-05-17', gender: 'f' },
  })
  for (const companion of [
    { relationship: 'spouse', given_name: 'Bruno', born_on: '1988-01-30', gender: 'm' },
    { relationship: 'child', given_name: 'Célia', born_on: ahead(-2_600), gender: 'f' },
  ])
    await api.post(`/api/v1/clients/${client.id}/companions`, { ...companion, family_name: 'Souza' })
  return client
}

test('a quote with two options is accepted on a phone', async () => {
  known.client = await familyFile()
  const leg = (days: number, origin: string, destination: string) => ({
    ...{ origin, destination, departureDate: ahead(days) },
  })
  const found = await api.post('/api/v1/flights/search', {
    ...{ type: 'round_trip', slices: [leg(34, 'GRU', 'SDU'), leg(41, 'SDU', 'GRU')] },
    passengers: [
      { type: 'adult', count: 2 },
      { type: 'child', count: 1 },
    ],
    client_id: known.client.id,
  })
  const offers: Offer[] = found.body.offers.filter(
    ({ payment_requirements: rules }: Offer) => !rules.requires_instant_payment,
  )
  const [offer = assert.fail('no offer')] = offers.toSorted(
    (a, b) => Number(a.client_amount) - Number(b.client_amount),
  )
  known.flight = cents(offer.client_amount)
  const legs = offer.slices.map(({ segments, origin, destination }) => ({
    ...{ origin: origin.iata_code, destination: destination.iata_code },
    ...{ origin_city: origin.city_name, destination_city: destination.city_name },
    departing_at: segments[0]?.departing_at.slice(0, 16),
    arriving_at: segments.at(-1)?.arriving_at.slice(0, 16),
    flights: segments.map(
      (one) => `${one.marketing_carrier.iata_code} ${one.marketing_carrier_flight_number}`,
    ),
  }))
  const flight = { description: 'Voos', quantity: 1, unit_price: Number(offer.client_amount) }
  const fee = { description: 'Assessoria', quantity: 3, unit_price: 41.15, kind: 'fee' }
  const quotedTrip = { airline: offer.owner.name, legs, travellers: 3 }
  known.quote = await newQuote(api, {
    client_id: known.client.id,
    valid_until: '2099-12-31',
    status: 'sent',
    options: [
      { title: 'Só os voos', trip: quotedTrip, items: [flight] },
      { title: 'Voos e assessoria', trip: quotedTrip, items: [flight, fee] },
    ],
  })
  await phone.page.goto(known.quote.public_url)
  await shows(phone.page, 'the quote', known.flight, known.flight + FEE)
  await assertPhone()
  await phone.page.getByRole('radio').nth(1).focus()
  await phone.page.keyboard.press('Space')
  await phone.page.keyboard.press('Enter')
  await phone.page.getByRole('heading', { name: 'Confirmar o aceite' }).waitFor()
  await shows(phone.page, 'what is accepted', known.flight + FEE)
  await phone.page.getByLabel('Seu nome completo').fill('Ana Souza')
  await phone.page.keyboard.press('Enter')
  await phone.page.getByText('Orçamento aceito').waitFor()
  await shows(phone.page, 'the accepted quote', known.flight + FEE)
})

/** Within its width, readable by everybody and without errors. */
async function assertPhone(of: OpenPanel = phone): Promise<void> {
  assert.deepEqual(await faultsOf(of), [])
}

test('it becomes a trip, with the family from the client file', async () => {
  await to(`/orcamentos/${known.quote.id}`)
  await shows(page, 'the quote in the panel', known.flight + FEE)
  await press('Criar viagem')
  await dialog().getByRole('button', { name: 'Criar viagem' }).click()
  await page.getByRole('heading', { name: 'Rio de Janeiro', level: 1 }).waitFor()
  known.tripId = page.url().split('/viagens/')[1]?.split(/[/?]/)[0] ?? ''
  await shows(page, 'the trip', known.flight, FEE, known.flight + FEE)
  await to(`/viagens/${known.tripId}/editar`)
  for (const name of ['Ana Souza', 'Bruno Souza', 'Célia Souza']) await press(`${name} também viaja`)
  await press('Salvar')
  await page.getByText('Viagem salva').waitFor()
  const { travellers } = await trip()
  assert.deepEqual(
    travellers.map((one: Data) => [one.full_name, one.born_on, one.companion_id !== null]),
    [
      ['Ana Souza', '1990-05-17', false],
      ['Bruno Souza', '1988-01-30', true],
      ['Célia Souza', ahead(-2_600), true],
    ],
  )
})

test('its flight is searched again at the same price, and issued for passengers from the file', async () => {
  await to(`/viagens/${known.tripId}`)
  await page.getByRole('button', { name: /^Mais ações: .*Voos/ }).click()
  await page.getByRole('menuitem', { name: 'Buscar novamente os mesmos voos' }).click()
  await dialog().getByText('para 3 passageiros').waitFor()
  await dialog().getByRole('button', { name: 'Buscar novamente' }).click()
  await dialog().getByText('O preço é o mesmo').waitFor()
  await shows(page, 'the comparison', known.flight)
  await dialog().getByRole('button', { name: 'Reservar' }).click()
  await page.getByText('A reserva entra no lugar do voo orçado').waitFor()
  await untilTrue(page, 'document.querySelector(\'input[name="contact.phone_number"]\')?.value.length > 0')
  const filled = page.locator('fieldset').getByLabel('Preencher com')
  for (const [index, label] of ['Ana Souza', 'Bruno Souza (cônjuge)', 'Célia Souza (filho(a))'].entries())
    await filled.nth(index).selectOption(label)
  assert.equal(await page.getByLabel('Nascimento').nth(1).inputValue(), '30/01/1988')
  await press('Emitir agora')
  await dialog().getByText(brl(known.flight).slice(3)).first().waitFor()
  await dialog().getByRole('button', { name: 'Emitir bilhetes' }).click()
  await page.getByRole('heading', { name: 'Bilhetes emitidos' }).waitFor()
  const { items, travellers, money } = await trip()
  const flight = items.find(({ kind }: Data) => kind === 'flight')
  assert.deepEqual([flight.status, cents(flight.money.price)], ['confirmed', known.flight])
  assert.notEqual(flight.booking_id, null)
  assert.equal(travellers.length, 3, 'the passengers are the travellers that the trip had')
  assert.equal(cents(money.price), known.flight + FEE)
})

async function addItem(kind: string, description: string, fields: Readonly<Record<string, string>>) {
  await to(`/viagens/${known.tripId}/itens/novo?kind=${kind}`)
  await page.getByLabel('Situação').selectOption('Confirmado')
  await page.getByLabel(description).fill(fields[description] ?? '')
  for (const [label, value] of Object.entries(fields))
    if (label === 'Moeda') await page.getByLabel(label).selectOption(value)
    else await page.getByLabel(label, { exact: true }).fill(value)
}

test('a hotel in dollars and a transfer are added', async () => {
  await addItem('lodging', 'Hotel e estadia', {
    'Hotel e estadia': 'Hotel Copacabana, 7 noites',
    Moeda: 'USD',
    'Câmbio de 1 USD': '5,123456',
    'Preço para o cliente': '800,05',
    'Check-in': typed(ahead(34)),
    'Check-out': typed(ahead(41)),
  })
  await page.getByRole('textbox', { name: 'Custo' }).fill('700,10')
  // 700.10 dollars are 3586.93 reais.
  await shows(page, 'the form', STAY, 358_693, STAY - 358_693)
  await press('Incluir na viagem')
  await page.getByText('Item incluído').waitFor()
  await addItem('transfer', 'Transfer', {
    Transfer: 'Aeroporto ao hotel',
    Dia: typed(ahead(34)),
    'Preço para o cliente': '350,35',
  })
  await press('Incluir na viagem')
  await page.getByText('Item incluído').waitFor()
  await to(`/viagens/${known.tripId}`)
  await shows(page, 'the trip', known.flight, FEE, STAY, RIDE, total())
  await page.getByText(`Falta faturar ${brl(total())}`).waitFor()
  await picture(page, 'family-trip')
})

test('all of it is invoiced by Pix and boleto, and paid', async () => {
  await page.getByRole('link', { name: 'Faturar' }).first().click()
  // What is only quoted is not chosen yet.
  for (const item of [/Passagem aérea/, /Assessoria/, /Copacabana/, /Transfer/])
    await page.getByRole('checkbox', { name: item }).check()
  await page.getByRole('checkbox', { name: 'Pix' }).check()
  await page.getByRole('checkbox', { name: 'Boleto' }).check()
  await shows(page, 'the preview', known.flight, FEE, STAY, RIDE, total())
  await press('Enviar ao cliente')
  await dialog().getByText('pagamento por Pix + Boleto').waitFor()
  await dialog().getByRole('button', { name: 'Enviar ao cliente' }).click()
  await page.waitForURL(/\/faturas\/[\da-f-]+$/)
  const { invoice_ids: ids } = (await trip()).items[0]
  known.invoice = await read(api, `/api/v1/invoices/${ids[0]}`)
  const { pix, boleto, items } = known.invoice
  assert.deepEqual([known.invoice.total, pix.amount, boleto.amount].map(cents), [total(), total(), total()])
  assert.equal(items.length, 4)
  await shows(page, 'the invoice', known.flight, FEE, STAY, RIDE, total())
  for (const [what, url] of [
    ['the page of the invoice', known.invoice.payment_url],
    ['the page of the boleto', boleto.url],
  ]) {
    await phone.page.goto(url)
    await shows(phone.page, what, total())
    await assertPhone()
  }
  await press('Simular pagamento')
  await page.getByText('Paga', { exact: true }).first().waitFor()
  await phone.page.goto(known.invoice.payment_url)
  await phone.page.getByText('Fatura paga').or(phone.page.getByText('Pagamento recebido')).first().waitFor()
  await to(`/viagens/${known.tripId}`)
  await page.getByText('Tudo faturado e recebido').waitFor()
})

test('the hotel is cancelled, and its refundable part is refunded', async () => {
  await page.getByRole('button', { name: /^Mais ações: .*Copacabana/ }).click()
  await page.getByRole('menuitem', { name: 'Cancelar item' }).click()
  await dialog().getByLabel('O que o fornecedor retém').fill('90,09')
  await dialog().getByLabel('O que o cliente paga mesmo assim').fill('100')
  await dialog()
    .getByText(`ficam ${brl(BACK)} a devolver`)
    .waitFor()
  await dialog().getByRole('button', { name: 'Cancelar item' }).click()
  await page.getByText('Item cancelado').waitFor()
  await shows(page, 'the trip', KEPT, BACK, total() - BACK)
  await to(`/faturas/${known.invoice.id}`)
  await shows(page, 'the invoice', BACK)
  const stayOfInvoice = page.getByRole('listitem').filter({ hasText: 'Copacabana' })
  await stayOfInvoice.getByRole('button', { name: 'Devolver' }).click()
  assert.equal(await dialog().getByRole('textbox', { name: 'Valor' }).inputValue(), reais(BACK))
  await dialog()
    .getByRole('button', { name: `Devolver ${brl(BACK)}` })
    .click()
  await page.getByText('Devolução pedida ao banco').waitFor()
  await eventually('the bank made the refund', async () => cents((await trip()).money.open) === 0)
  const { items, money } = await trip()
  const stay = items.find(({ kind }: Data) => kind === 'lodging')
  const sums = ({ price, invoiced, paid, open: left }: Data) => [price, invoiced, paid, left].map(cents)
  assert.deepEqual(sums(stay.money), [KEPT, KEPT, KEPT, 0])
  const rest = total() - BACK
  assert.deepEqual(sums(money), [rest, rest, rest, 0])
  await to(`/viagens/${known.tripId}`)
  await shows(page, 'the trip', KEPT, rest)
  await page.getByText('Tudo faturado e recebido').waitFor()
  await to(`/faturas/${known.invoice.id}`)
  await shows(page, 'the invoice', total(), rest, BACK)
})

test("the travellers' page on a phone shows everything but money", async () => {
  await to(`/viagens/${known.tripId}`)
  await press('Compartilhar página')
  await page.getByText('Página compartilhada').waitFor()
  const { page_url: url, items } = await trip()
  await phone.page.goto(url)
  await phone.page.getByRole('heading', { level: 1, name: 'Rio de Janeiro' }).waitFor()
  const text = await phone.page.locator('main').innerText()
  const flight = items.find(({ kind }: Data) => kind === 'flight')
  for (const shown of [flight.confirmation_number, 'Aeroporto ao hotel', 'cancelado', 'Célia Souza'])
    assert.ok(text.includes(shown), `${shown} in ${text}`)
  assert.doesNotMatch(text, /R\$|US\$|USD|custo|remuneração/i)
  await assertPhone()
  await picture(phone.page, 'family-trip-page')
})
