// People at work in a real browser: from a client to an invoice, a client created on the way, the steps after a hold, a
// recharge with a return path, documents sent again, pages of lists.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyOffer, booked, holdBody } from '../support/bookings.ts'
import { eventually } from '../support/eventually.ts'
import { newClient, newInvoice, newQuote } from '../support/invoicing.ts'
import { faultsOf, goTo, picture } from '../support/panel/browser.ts'
import { startJourney } from '../support/panel/journey.ts'
import { LEGS } from '../support/panel/screens.ts'
import { cookieOf, newPerson, signIn } from '../support/people.ts'

const journey = await startJourney()
const { app, page, to, press, open } = journey
const panel = `${app.url}/painel`
const client = await newClient(app.test, { full_name: 'Beatriz Nogueira', email: 'bia@cliente.example' })
const mailsOf = async (query: string) => (await app.test.get(`/api/v1/mails?${query}`)).body.data
const chosen = (name: string) =>
  eventually(`${name} is chosen`, async () => {
    const field = page.getByRole('combobox', { name: 'Cliente' })
    return (await field.count()) === 1 && (await field.inputValue()) === name
  })

test('the start page shows the first steps until they are hidden', async () => {
  await to('/')
  await page.getByRole('heading', { name: 'Primeiros passos' }).waitFor()
  await page.getByRole('link', { name: 'Convidar um colega' }).waitFor()
  await picture(page, 'first-steps', false)
  await press('Ocultar esta lista')
  await page.reload()
  await page.getByRole('heading', { name: 'Prazos de emissão' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Primeiros passos' }).count(), 0)
})

test('from a client to a new quote and a new invoice, with the client filled in', async () => {
  await to(`/clientes/${client.id}`)
  await page.getByRole('link', { name: 'Novo orçamento' }).click()
  await chosen('Beatriz Nogueira')
  await to(`/clientes/${client.id}`)
  await page.getByRole('link', { name: 'Nova fatura' }).click()
  await chosen('Beatriz Nogueira')
})

test('a client is created within the invoice, which keeps the typed values', async () => {
  await to('/faturas/nova')
  await page.getByLabel('Descrição').fill('Pacote Natal')
  await press('Novo cliente')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome completo').fill('Caio Freitas')
  await dialog.getByLabel('E-mail').fill('caio@cliente.example')
  await picture(page, 'inline-client', false)
  await dialog.getByRole('button', { name: 'Cadastrar cliente' }).click()
  await chosen('Caio Freitas')
  assert.equal(await page.getByLabel('Descrição').inputValue(), 'Pacote Natal')
})

test('after a hold: the client is charged, the itinerary sent, and the hold issued', async () => {
  const offer = await anyOffer(app.test)
  const { id } = await booked(app.test, holdBody(offer, { client_id: client.id }))
  await to(`/voos/reservas/${id}`)
  await page.getByRole('heading', { name: 'Próximos passos' }).waitFor()
  await picture(page, 'after-a-hold')
  assert.deepEqual(await faultsOf(journey), [])
  await press('Enviar por e-mail')
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar por e-mail' }).click()
  await page.getByText(/a mensagem ficou só com a agência/).waitFor()
  await eventually('the itinerary is among the mails', async () => {
    const mails = await mailsOf(`booking_id=${id}`)
    return mails.filter((one: { meant_for: string | null }) => one.meant_for === client.email).length === 2
  })
  await press('Cobrar o cliente')
  await page.getByText('Rascunho da fatura criado').waitFor()
  const { data: drafts } = (await app.test.get(`/api/v1/invoices?client_id=${client.id}&status=draft`)).body
  assert.equal(drafts[0].total, Number(offer.client_amount))
  const { trip_id: trip } = (await app.test.get(`/api/v1/bookings/${id}`)).body
  assert.match(trip, /^trip_/, 'the booking cannot be invoiced twice')
  await to(`/voos/reservas/${id}`)
  await page.getByRole('link', { name: 'Emitir agora' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Pagar|Emitir)/ })
    .waitFor()
})

test('a recharge that was started at a booking returns to it', async () => {
  const { id } = await booked(app.test, holdBody(await anyOffer(app.test), { client_id: client.id }))
  await to(`/carteira?recarga=nova&volta=/reservas/${id}`)
  await press(/1\.000/)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Gerar|^Criar|^Recarregar/ })
    .click()
  await page.waitForURL(/carteira\/recargas\/rch_/)
  const recharge = new URL(page.url()).pathname.split('/').at(-1)
  assert.match(page.url(), /volta=/)
  const paid = await app.test.post(`/api/v1/test/charges/${recharge}/pay`)
  assert.equal(paid.status, 200, paid.text)
  await page.getByRole('link', { name: 'Voltar à reserva' }).click()
  await page.waitForURL(new RegExp(`${panel}/reservas/${id}`))
})

test('a quote and an invoice are sent again, and show the last time', async () => {
  const invoice = await newInvoice(app.test, { client_id: client.id, status: 'sent' })
  await to(`/faturas/${invoice.id}`)
  await page.getByText(/^Último e-mail: /).waitFor()
  await press('Enviar por e-mail')
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar por e-mail' }).click()
  await eventually('two mails', async () => (await mailsOf(`invoice_id=${invoice.id}`)).length === 2)
  const chat = await page.getByRole('link', { name: 'Abrir no WhatsApp' }).getAttribute('href')
  assert.ok(chat?.includes(encodeURIComponent(invoice.payment_url)))
  await picture(page, 'invoice-send')
  const phone = await open({ width: 390 })
  await goTo(phone.page, `${panel}/faturas/${invoice.id}`)
  await phone.page.getByRole('heading', { name: 'Enviar ao cliente' }).waitFor()
  await picture(phone.page, 'invoice-send-390')
  assert.deepEqual(await faultsOf(phone), [])
  await goTo(phone.page, `${panel}/faturas`)
  await phone.page.getByText('R$').first().waitFor()
  await picture(phone.page, 'invoices-390', false)
  await phone.close()
  const quote = await newQuote(app.test, { client_id: client.id, status: 'sent' })
  await to(`/orcamentos/${quote.id}`)
  await page.getByRole('button', { name: 'Copiar link' }).waitFor()
})

test('Back returns to the previous page of a list, and bookings are downloaded as CSV', async () => {
  for (let n = 0; n < 26; n++) await newClient(app.test, { full_name: `Cliente ${n}` })
  await to('/clientes')
  await press('Próxima')
  await page.waitForURL(/page=2/)
  await page.goBack()
  await page.waitForURL((url) => !url.search.includes('page=2'))
  assert.match(page.url(), /\/clientes/)
  await to('/reservas')
  const [file] = await Promise.all([page.waitForEvent('download'), press('Baixar planilha (CSV)')])
  assert.equal(file.suggestedFilename(), 'reservas.csv')
})

test('a user without write permission sees no forms', async () => {
  const team = (await app.live.get('/api/v1/me')).body.data
  const viewer = await newPerson(app, { [team.id]: 'viewer' })
  const tab = await open({}, cookieOf(await signIn(app.url, viewer.email)))
  for (const path of ['/faturas/nova', '/orcamentos/novo', '/recorrentes/nova']) {
    await goTo(tab.page, `${panel}${path}`)
    await tab.page.getByText('Sem permissão').first().waitFor()
    assert.equal(await tab.page.locator('form').count(), 0, path)
  }
  await goTo(tab.page, `${panel}/configuracoes/agencia`)
  await tab.page.getByLabel('Nome da agência').waitFor()
  assert.equal(await tab.page.getByLabel('Nome da agência').isDisabled(), true)
  await picture(tab.page, 'agency-viewer', false)
  await tab.close()
})

test('a user who may not read the test clock still sees the current time', async () => {
  const team = (await app.live.get('/api/v1/me')).body.data
  const viewer = await newPerson(app, { [team.id]: 'viewer' })
  const tab = await open({}, cookieOf(await signIn(app.url, viewer.email)))
  await goTo(tab.page, `${panel}/`)
  await tab.page.getByText(/nas próximas 24 horas/).waitFor()
  await tab.page.getByRole('complementary').locator('time').waitFor()
  await goTo(tab.page, `${panel}/prazos`)
  await tab.page.getByRole('heading', { level: 1, name: 'Prazos' }).waitFor()
  await tab.close()
})

test('the audit log shows object, amount and person, and each change in words', async () => {
  const { id } = await newInvoice(app.test, { client_id: client.id })
  await app.test.patch(`/api/v1/invoices/${id}`, { status: 'sent' })
  await to('/dev/registro')
  await page.getByRole('columnheader', { name: 'Valor' }).waitFor()
  await page
    .getByRole('link', { name: 'Reserva' })
    .or(page.getByRole('link', { name: 'Fatura' }))
    .first()
    .waitFor()
  await picture(page, 'audit', false)
  await press('Fatura alterada')
  await page.getByRole('dialog').getByText('Situação do pagamento').waitFor()
  await picture(page, 'audit-entry', false)
  await page.keyboard.press('Escape')
})

test('flights in a compact view, by airport, with prices that follow the filters, and a stable focus', async () => {
  await to(`/voos?legs=${LEGS}&adults=2`)
  await page
    .getByRole('button', { name: /^Orçar / })
    .first()
    .waitFor()
  await press('Lista compacta')
  await page.waitForURL(/view=compact/)
  assert.equal(await page.getByText('Sem reembolso').first().isVisible(), false)
  const airline = page.getByRole('group', { name: 'Companhias' }).getByRole('checkbox').first()
  await airline.focus()
  await page.keyboard.press('Space')
  await page.waitForURL(/airlines=/)
  assert.equal(await page.locator(':focus').getAttribute('type'), 'checkbox')
  await picture(page, 'compact', false)
  await press('Limpar filtros')
  await page.waitForURL((url) => !url.search.includes('airlines='))
  assert.match((await page.locator(':focus').textContent()) ?? '', /itinerário|voo/)
  const phone = await open({ width: 390 })
  await goTo(phone.page, `${panel}/voos?legs=${LEGS}&adults=2&view=compact`)
  await phone.page
    .getByRole('button', { name: /^Orçar / })
    .first()
    .waitFor()
  await picture(phone.page, 'compact-390', false)
  assert.deepEqual(await faultsOf(phone), [])
  await phone.close()
})
