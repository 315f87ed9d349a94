// Trips at the desk in a real browser: created with a client on the way, filled by forms and pasted flights, sold,
// invoiced in part, cancelled, shared, merged; and what is closed without permission.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Offer } from '../../contract/flights.ts'
import { anyOffer, booked, holdBody, instantBody, zzOffer } from '../support/bookings.ts'
import { newClient, newQuote } from '../support/invoicing.ts'
import { untilTrue } from '../support/panel/browser.ts'
import { startJourney } from '../support/panel/journey.ts'
import { ahead } from '../support/panel/screens.ts'
import { cookieOf, newPerson, signIn } from '../support/people.ts'

const { app, page, to, press, open } = await startJourney()
const panel = `${app.url}/painel`
const api = app.test
const dialog = () => page.locator('dialog[open]')
const brl = (text: string) => text.replaceAll(/\s/g, ' ')

async function tripOf(id: string) {
  return (await api.get(`/api/v1/trips/${id}`)).body.data
}
const idInUrl = () => page.url().split('/viagens/')[1]?.split(/[/?]/)[0] ?? ''

let tripId = ''

test('the empty list says what to do, and a trip starts with a client added on the way', async () => {
  await to('/viagens')
  await page.getByText('Nenhuma viagem ainda').waitFor()
  await page.getByRole('link', { name: 'Nova viagem' }).first().click()
  await press('Novo cliente')
  await dialog().getByLabel('Nome completo').fill('Helena Prado')
  await dialog().getByLabel('E-mail').fill('helena@example.com')
  await dialog().getByRole('button', { name: 'Cadastrar cliente' }).click()
  await page.getByText('Cliente cadastrado e escolhido').waitFor()
  await page.getByLabel('Título').fill('Férias em Lisboa')
  await press('Helena Prado também viaja')
  await press('Incluir passageiro')
  await page.getByLabel('Nome completo').nth(1).fill('Tomás Prado')
  await page.getByLabel('Data de nascimento').nth(1).fill('14/09/2019')
  await page.reload()
  await page.getByText('Recuperamos o que você digitou').waitFor()
  assert.equal(await page.getByLabel('Nome completo').nth(1).inputValue(), 'Tomás Prado')
  await press('Criar viagem')
  await page.getByRole('heading', { name: 'Férias em Lisboa', level: 1 }).waitFor()
  tripId = idInUrl()
  const trip = await tripOf(tripId)
  assert.deepEqual(
    trip.travellers.map(({ full_name, born_on }: Record<string, string>) => [full_name, born_on]),
    [
      ['Helena Prado', null],
      ['Tomás Prado', '2019-09-14'],
    ],
  )
})

test('flights are pasted, shown and corrected before they are saved', async () => {
  await to(`/viagens/${tripId}/itens/novo`)
  await page.getByRole('link', { name: /Voo comprado fora/ }).click()
  await press('Colar voos como texto')
  const day = new Date(`${ahead(40)}T12:00:00Z`)
  const month = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'][
    day.getUTCMonth()
  ]
  const line = `1 LA8084 Y ${String(day.getUTCDate()).padStart(2, '0')}${month} 7 GRULIS HK2 1805 0640+1`
  await page.getByLabel('Texto do sistema de reservas').fill(`${line}\nOBRIGADO`)
  await press('Ler voos')
  await page.getByText('Estas linhas não têm voo').waitFor()
  await page.getByText('OBRIGADO', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('Origem').inputValue(), 'GRU')
  assert.equal(await page.getByLabel('Horário').first().inputValue(), '18:05')
  await page.getByLabel('Horário').first().fill('1915')
  await page.getByLabel('Localizador').fill('XK4T7B')
  await page.getByLabel('Preço para o cliente').fill('4.500,00')
  await page.getByRole('textbox', { name: 'Custo' }).fill('4.000')
  await page.getByText('R$ 500,00').waitFor()
  await press('Incluir na viagem')
  await page.getByText('Item incluído').waitFor()
  const [item] = (await tripOf(tripId)).items
  assert.equal(item.flight.segments[0].departing_at, `${ahead(40)}T19:15`)
  assert.deepEqual([item.price_amount, item.cost_amount, item.confirmation_number], [4500, 4000, 'XK4T7B'])
  await page
    .getByRole('heading', { name: /^\d\d\/\d\d\/\d{4}/ })
    .first()
    .waitFor()
})

test('a stay in euros shows its price in reais, and invalid values are refused at their fields', async () => {
  await to(`/viagens/${tripId}/itens/novo?kind=lodging`)
  await page.getByLabel('Moeda').selectOption('EUR')
  await page.getByLabel('Preço para o cliente').fill('1000')
  await press('Incluir na viagem')
  await page.getByText('Um câmbio como 5,43').waitFor()
  await page.getByText('Preencha este campo').waitFor()
  await page.getByLabel('Hotel e estadia').fill('Hotel Avenida')
  await page.getByLabel('Câmbio de 1 EUR').fill('6,1234')
  await page.getByText('R$ 6.123,40').waitFor()
  await page.getByLabel('Check-in').fill(ahead(41).split('-').reverse().join('/'))
  await page.getByLabel('Check-out').fill(ahead(45).split('-').reverse().join('/'))
  await page.getByLabel('Cancelamento grátis até').fill(ahead(30).split('-').reverse().join('/'))
  await press('Incluir na viagem')
  await page.getByText('Item incluído').waitFor()
  await page.getByText('Cancelamento grátis até').waitFor()
  await page.getByText('Falta faturar R$ 10.623,40 ao cliente').waitFor()
})

test('two people who edit an item see both versions, and no input is lost', async () => {
  const { items } = await tripOf(tripId)
  const stay = items.find(({ kind }: { kind: string }) => kind === 'lodging')
  await to(`/viagens/${tripId}/itens/${stay.id}`)
  await page.getByLabel('Quarto').fill('Quarto duplo')
  await api.patch(`/api/v1/trips/${tripId}/items/${stay.id}`, { unit: 'Suíte' })
  await press('Salvar')
  await dialog().getByText('Outra pessoa salvou uma versão nova').waitFor()
  await dialog().getByText('Suíte').waitFor()
  await dialog().getByRole('button', { name: /minha/i }).click()
  await page.getByText('Item salvo').waitFor()
  const saved = await tripOf(tripId)
  assert.equal(saved.items.find(({ id }: { id: string }) => id === stay.id).unit, 'Quarto duplo')
})

test('part of an item is invoiced after a preview, and the dialog shows what is sent', async () => {
  await to(`/viagens/${tripId}`)
  await page.getByRole('link', { name: 'Faturar' }).first().click()
  const amounts = page.getByRole('textbox', { name: /^Valor de/ })
  await page.getByText(/orçado · R\$.6\.123,40 a faturar/).waitFor()
  assert.equal(await amounts.count(), 0, 'what is only quoted waits to be chosen')
  await page.getByRole('checkbox', { name: /Passagem aérea/ }).check()
  await amounts.first().fill('5.000,00')
  await page.getByText('Maior que o saldo a faturar').waitFor()
  await page.getByText('Escolha itens e valores').waitFor()
  await amounts.first().fill('1.500,00')
  await page.getByText('Total', { exact: true }).waitFor()
  await press('Enviar ao cliente')
  await dialog().getByText('o cliente não recebe nada').waitFor()
  const text = brl((await dialog().textContent()) ?? '')
  assert.match(text, /Fatura de R\$ 1\.500,00.*pagamento por Pix/)
  await dialog().getByRole('button', { name: 'Enviar ao cliente' }).click()
  await page.getByRole('heading', { name: /^Fatura/, level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Férias em Lisboa' }).click()
  await page.getByRole('heading', { name: 'Férias em Lisboa', level: 1 }).waitFor()
  const { money } = await tripOf(tripId)
  assert.deepEqual([money.invoiced, money.open], [1500, 9123.4])
})

test('a cancelled item shows its refundable amount', async () => {
  await to(`/viagens/${tripId}`)
  await page.getByRole('button', { name: /^Mais ações: .*GRU/ }).click()
  await page.getByRole('menuitem', { name: 'Cancelar item' }).click()
  await dialog().getByText('ficam R$ 1.500,00 a devolver').waitFor()
  await dialog().getByLabel('O que o cliente paga mesmo assim').fill('900')
  await dialog().getByText('ficam R$ 600,00 a devolver').waitFor()
  await dialog().getByRole('button', { name: 'Cancelar item' }).click()
  await page.getByText('Item cancelado').waitFor()
  await page.getByText('Há R$ 600,00 a devolver').waitFor()
  const [item] = (await tripOf(tripId)).items.filter(({ kind }: { kind: string }) => kind === 'flight')
  assert.deepEqual([item.status, item.money.price, item.money.open], ['cancelled', 900, -600])
  const head = brl((await page.locator('main').textContent()) ?? '')
  assert.match(head, /R\$ 6\.123,40 a faturar.*R\$ 600,00 a devolver/)
  await to(`/faturas/${item.invoice_ids[0]}`)
  await page.getByText(/R\$.600,00 a devolver/).waitFor()
})

test('a just cancelled item is edited from its saved state, and stays cancelled', async () => {
  const { items } = await tripOf(tripId)
  const { id } = items.find(({ status }: { status: string }) => status === 'cancelled')
  await to(`/viagens/${tripId}`)
  await page.getByRole('button', { name: /^Mais ações: .*GRU/ }).click()
  await page.getByRole('menuitem', { name: 'Editar item' }).click()
  assert.equal(await page.getByLabel('Situação').inputValue(), 'Cancelado')
  await page.getByLabel('Notas da agência').fill('Reembolso pedido')
  await press('Salvar')
  await page.getByText('Item salvo').waitFor()
  const saved = (await tripOf(tripId)).items.find((one: { id: string }) => one.id === id)
  assert.deepEqual([saved.status, saved.notes], ['cancelled', 'Reembolso pedido'])
  await page.getByRole('button', { name: /^Mais ações: .*GRU/ }).click()
  await page.getByRole('menuitem', { name: 'Remover item' }).click()
  await dialog().getByText('Este item está em uma fatura').waitFor()
  assert.ok(await dialog().getByRole('button', { name: 'Remover item' }).isDisabled())
  await dialog().getByRole('button', { name: 'Voltar' }).click()
})

test('files are refused by type, uploaded, downloaded and removed', async () => {
  await to(`/viagens/${tripId}`)
  const input = page.getByLabel('Anexar arquivo: Hotel Avenida')
  await input.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('oi') })
  await page.getByRole('alert').getByText('nota.txt não é PDF').waitFor()
  await input.setInputFiles({ name: 'falso.pdf', mimeType: 'application/pdf', buffer: Buffer.from('oi') })
  await page.getByRole('alert').getByText('falso.pdf não é PDF').waitFor()
  const buffer = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
  await input.setInputFiles({ name: 'voucher-hotel.pdf', mimeType: 'application/pdf', buffer })
  await page.getByText('voucher-hotel.pdf anexado').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar voucher-hotel.pdf' }).click(),
  ])
  assert.equal(file.suggestedFilename(), 'voucher-hotel.pdf')
  await press('Remover arquivo')
  await dialog().getByText('voucher-hotel.pdf sai da viagem').waitFor()
  await dialog().getByRole('button', { name: 'Remover arquivo' }).click()
  await page.getByText('Arquivo removido').waitFor()
})

test("the travellers' page is shared, opened and revoked", async () => {
  await to(`/viagens/${tripId}`)
  await press('Compartilhar página')
  await page.getByText('Página compartilhada').waitFor()
  const { page_url: url } = await tripOf(tripId)
  assert.equal((await fetch(url)).status, 200)
  await press('Revogar link')
  await dialog().getByText('deixa de funcionar na hora').waitFor()
  await dialog().getByRole('button', { name: 'Revogar link' }).click()
  await page.getByText('Link revogado').waitFor()
  assert.equal((await fetch(url)).status, 404)
})

test('a search started from a quoted flight books it in its place', async () => {
  const client = await newClient(api, { full_name: 'Rui Campos' })
  const made = await api.post('/api/v1/trips', { client_id: client.id, title: 'Rio a trabalho' })
  const { id } = made.body.data
  const flight = (from: string, until: string, day: string) => ({
    flight_number: 'G3 1000',
    origin: from,
    destination: until,
    departing_at: `${day}T08:00`,
    arriving_at: `${day}T09:00`,
  })
  const segments = [flight('GRU', 'SDU', ahead(34)), flight('SDU', 'GRU', ahead(41))]
  const quoted = await api.post(`/api/v1/trips/${id}/items`, {
    kind: 'flight',
    flight: { segments },
    price_amount: 800,
  })
  await to(`/viagens/${id}`)
  await page.getByRole('button', { name: /^Mais ações: Voo/ }).click()
  await page.getByRole('menuitem', { name: 'Buscar e reservar este voo' }).click()
  await page.getByRole('link', { name: /Para a viagem .*Rio a trabalho/ }).waitFor()
  await page
    .getByRole('link', { name: /^Escolher / })
    .first()
    .click()
  await page.getByText('A reserva entra no lugar do voo orçado').waitFor()
  await untilTrue(page, 'document.querySelector(\'input[name="contact.email"]\')?.value.length > 0')
  await page.getByLabel('Sobrenome').fill('Campos')
  await page.getByLabel('Nascimento').fill('1988-04-02')
  await page.getByLabel('Sexo no documento').selectOption('m')
  await page.getByLabel('Celular').fill('11987654321')
  await press('Reservar com prazo')
  await page.getByRole('heading', { name: 'Reserva feita, com prazo' }).waitFor()
  const { items } = await tripOf(id)
  assert.equal(items.length, 1)
  assert.equal(items[0].id, quoted.body.data.id, 'the item keeps its id')
  assert.notEqual(items[0].booking_id, null)
})

test('a ticketed booking shows its trip, and is charged by Pix with one click', async () => {
  const { id, client, client_amount: amount } = await booked(api, instantBody(await zzOffer(api)))
  await to(`/reservas/${id}`)
  await press('Criar viagem com esta reserva')
  await page.getByText('Viagem criada').waitFor()
  await to(`/reservas/${id}`)
  await page.getByRole('link', { name: 'Abrir viagem' }).waitFor()
  await press('Cobrar por Pix')
  const text = brl((await dialog().textContent()) ?? '')
  assert.ok(text.includes(`R$ ${Number(amount).toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`), text)
  await dialog().getByRole('button', { name: 'Cobrar por Pix' }).click()
  await page.getByRole('heading', { name: /^Fatura/, level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Abrir reserva' }).waitFor()
  const { data } = (await api.get(`/api/v1/invoices?client_id=${client.id}`)).body
  assert.equal(data[0].total, Number(amount))
})

test('trips are duplicated, and merged by a dialog that lists what moves', async () => {
  const client = await newClient(api, { full_name: 'Bruna Reis' })
  const held = await booked(api, holdBody(await anyOffer(api), { client_id: client.id }))
  const make = (title: string) => api.post('/api/v1/trips', { client_id: client.id, title })
  const [one, two] = [(await make('Natal')).body.data, (await make('Réveillon')).body.data]
  await api.post(`/api/v1/trips/${two.id}/items`, { kind: 'tour', description: 'Passeio de barco' })
  await to(`/viagens/${one.id}`)
  await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Incluir reserva' }).click()
  await dialog().getByRole('radio').first().check()
  await dialog().getByRole('button', { name: 'Incluir na viagem' }).click()
  await page.getByText('Reserva incluída').waitFor()
  assert.equal((await tripOf(one.id)).items[0].booking_id, held.id)
  await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Unir viagens' }).click()
  await dialog().getByLabel('Viagem que entra nesta').selectOption(two.id)
  await dialog().getByText('Passeio de barco').waitFor()
  await dialog().getByText(`A viagem ${two.number} deixa de existir`).waitFor()
  await dialog().getByRole('button', { name: 'Unir viagens' }).click()
  await page.getByText('Viagens unidas').waitFor()
  assert.equal((await tripOf(one.id)).items.length, 2)
  await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Duplicar viagem' }).click()
  await dialog().getByLabel('Título').fill('Natal outra vez')
  await dialog().getByRole('button', { name: 'Duplicar viagem' }).click()
  await page.getByRole('heading', { name: 'Natal outra vez', level: 1 }).waitFor()
  assert.equal(
    (await tripOf(idInUrl())).items.every(({ status }: { status: string }) => status === 'quoted'),
    true,
  )
})

test('without permission costs and forms are hidden', async () => {
  const team = (await app.live.get('/api/v1/me')).body.data
  const { email } = await newPerson(app, { [team.id]: 'viewer' })
  const other = await open({}, cookieOf(await signIn(app.url, email)))
  after(() => other.close())
  await other.page.goto(`${panel}/viagens/${tripId}`)
  await other.page.getByRole('heading', { name: 'Férias em Lisboa', level: 1 }).waitFor()
  await other.page.getByRole('heading', { name: 'Valores' }).waitFor()
  for (const hidden of ['Custo', 'Remuneração da agência', 'Incluir item', 'Anexar arquivo', 'Faturar'])
    assert.equal(await other.page.getByText(hidden, { exact: true }).count(), 0, hidden)
  for (const path of [
    '/viagens/nova',
    `/viagens/${tripId}/editar`,
    `/viagens/${tripId}/itens/novo?kind=tour`,
  ]) {
    await other.page.goto(`${panel}${path}`)
    await other.page.getByText('Sem permissão').waitFor()
  }
})

test('a quote accepted on a phone becomes a trip, and its flight is searched again, compared and booked', async () => {
  const client = await newClient(api, { full_name: 'Lia Ramos' })
  const route = (days: number, from: string, until: string) => ({
    ...{ origin: from, destination: until, departureDate: ahead(days) },
  })
  const found = await api.post('/api/v1/flights/search', {
    ...{ type: 'round_trip', slices: [route(34, 'GRU', 'SDU'), route(41, 'SDU', 'GRU')] },
    ...{ passengers: [{ type: 'adult', count: 1 }], client_id: client.id },
  })
  const offer: Offer = found.body.offers.find(
    ({ payment_requirements: rules }: Offer) => !rules.requires_instant_payment,
  )
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
  const hotel = { description: 'Hotel Copacabana', quantity: 1, unit_price: 900, kind: 'lodging' }
  const quote = await newQuote(api, {
    client_id: client.id,
    valid_until: '2099-12-31',
    status: 'sent',
    options: [
      { items: [hotel] },
      { trip: { airline: offer.owner.name, legs, travellers: 1 }, items: [flight, hotel] },
    ],
  })

  const phone = await open({ width: 390 })
  await phone.page.goto(quote.public_url)
  await phone.page.getByRole('radio').nth(1).focus()
  await phone.page.keyboard.press('Space')
  await phone.page.keyboard.press('Enter')
  await phone.page.getByRole('heading', { name: 'Confirmar o aceite' }).waitFor()
  await phone.page.getByLabel('Seu nome completo').fill('Lia Ramos')
  await phone.page.keyboard.press('Enter')
  await phone.page.getByText('Orçamento aceito').waitFor()
  await phone.close()

  // The agency charges 500 more since.
  const { markup_percent, fee_amount, rules } = (await api.get('/api/v1/team/pricing')).body.data
  const terms = { markup_percent, fee_amount: (Number(fee_amount) + 500).toFixed(2), rules }
  const dearer = await api.put('/api/v1/team/pricing', terms)
  assert.equal(dearer.status, 200, dearer.text)

  await to(`/orcamentos/${quote.id}`)
  await press('Criar viagem')
  await dialog().getByRole('button', { name: 'Criar viagem' }).click()
  await page.getByRole('heading', { name: 'Rio de Janeiro', level: 1 }).waitFor()
  const id = idInUrl()
  const before = await tripOf(id)
  assert.equal(before.money.price, quote.options[1].total)
  await page.getByRole('link', { name: 'Ver orçamento' }).click()
  await page.getByRole('link', { name: 'Ver viagem' }).click()
  await page.getByRole('button', { name: /^Mais ações: .*Voos/ }).click()
  await page.getByRole('menuitem', { name: 'Buscar novamente os mesmos voos' }).click()
  await dialog().getByText('para 1 passageiro').waitFor()
  await dialog().getByRole('button', { name: 'Buscar novamente' }).click()
  await dialog()
    .getByText(/R\$\s500,00 a mais que na viagem/)
    .waitFor()
  await dialog().getByRole('button', { name: 'Reservar' }).click()
  await page.getByText('A reserva entra no lugar do voo orçado').waitFor()
  await untilTrue(page, 'document.querySelector(\'input[name="contact.email"]\')?.value.length > 0')
  await page.getByLabel('Sobrenome').fill('Ramos')
  await page.getByLabel('Nascimento').fill('1988-04-02')
  await page.getByLabel('Sexo no documento').selectOption('f')
  await page.getByLabel('Celular').fill('11987654321')
  await press('Reservar com prazo')
  await page.getByRole('heading', { name: 'Reserva feita, com prazo' }).waitFor()
  const { items, money } = await tripOf(id)
  const quoted = before.items.find(({ kind }: { kind: string }) => kind === 'flight')
  const booked = items.find(({ kind }: { kind: string }) => kind === 'flight')
  assert.deepEqual([items.length, booked.id], [2, quoted.id], 'the item keeps its id')
  assert.notEqual(booked.booking_id, null)
  assert.equal(money.price, before.money.price + 500)
})

test('unavailable flights of a quote are marked, and link to the results', async () => {
  const client = await newClient(api, { full_name: 'Ciro Dias' })
  const { id } = (await api.post('/api/v1/trips', { client_id: client.id, title: 'Rio' })).body.data
  const at = (time: string) => `${ahead(34)}T${time}`
  const segment = { flight_number: 'ZZ 9999', origin: 'GRU', destination: 'SDU' }
  const segments = [{ ...segment, departing_at: at('03:01'), arriving_at: at('04:02') }]
  await api.post(`/api/v1/trips/${id}/items`, { kind: 'flight', flight: { segments }, price_amount: 800 })
  await to(`/viagens/${id}`)
  await page.getByRole('button', { name: /^Mais ações: Voo/ }).click()
  await page.getByRole('menuitem', { name: 'Buscar novamente os mesmos voos' }).click()
  await dialog().getByRole('button', { name: 'Buscar novamente' }).click()
  await dialog().getByText('Estes voos não estão mais à venda').waitFor()
  await dialog().getByRole('link', { name: 'Ver voos disponíveis' }).click()
  await page
    .getByRole('link', { name: /^Escolher / })
    .first()
    .waitFor()
  await page.getByRole('link', { name: /Para a viagem .*Rio/ }).waitFor()
})
