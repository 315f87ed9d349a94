// Ctrl K finds everything, drafts are edited, a client reads a quote of marked offers, an operator decides held payments,
// and a report is downloaded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyOffer, booked, holdBody, instantBody } from '../support/bookings.ts'
import { newClient, newInvoice } from '../support/invoicing.ts'
import { picture, untilTrue } from '../support/panel/browser.ts'
import { startJourney } from '../support/panel/journey.ts'
import { ahead, LEGS } from '../support/panel/screens.ts'
import { oneWay, search } from '../support/searches.ts'
import { newRecharge, payCharge } from '../support/wallet.ts'

const { app, page, to, press } = await startJourney({ isOperator: true })
const panel = `${app.url}/painel`
const client = await newClient(app.test, { full_name: 'Beatriz Nogueira' })

test('Ctrl K finds a booking by its locator and lists it as recent', async () => {
  const offer = await anyOffer(app.test)
  const { booking_reference: locator, id } = await booked(app.test, holdBody(offer, { client_id: client.id }))
  await to('/')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(locator.toLowerCase())
  await page.keyboard.press('Enter')
  await page.waitForURL(`${panel}/reservas/${id}`)
  // The address changes before the window has closed.
  await page.getByRole('combobox', { name: 'Buscar em tudo' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await page
    .getByRole('group', { name: 'Abertos recentemente' })
    .getByRole('option', { name: locator })
    .waitFor()
  await page.keyboard.type('nada disso')
  await page.getByText('Nada encontrado').waitFor()
  await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill('orcam')
  await page.getByRole('option', { name: 'Orçamentos' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${panel}/orcamentos`)
})

test('the next departures stay in their column, even with a long client name', async () => {
  const full_name = 'Maria Aparecida dos Santos Albuquerque de Oliveira Cavalcanti Filha'
  const { id: client_id } = await newClient(app.test, { full_name })
  const soon = await search(app.test, oneWay('GRU', 'SDU', ahead(5)))
  await booked(app.test, instantBody(soon.body.offers[0], { client_id }))
  await to('/')
  const section = page.getByRole('region', { name: 'Próximos embarques' })
  await section.getByText(full_name).waitFor()
  await picture(page, 'start-long-name')
  const [column, card] = [await section.boundingBox(), await section.getByRole('link').boundingBox()]
  assert.deepEqual([card?.x, card?.width], [column?.x, column?.width])
})

test('a draft is edited in its editor, and emptied fields are cleared', async () => {
  const item = { description: 'Pacote Lisboa', quantity: 1.125, unit_price: 1000.5 }
  const draft = await newInvoice(app.test, {
    client_id: client.id,
    items: [item],
    notes: 'Até sexta',
    tax_rate: 5,
  })
  await to(`/faturas/${draft.id}`)
  await page.getByRole('link', { name: 'Editar' }).click()
  await page.getByRole('combobox', { name: 'Cliente' }).waitFor()
  await untilTrue(page, "document.querySelector('[role=combobox]')?.value === 'Beatriz Nogueira'")
  assert.equal(await page.getByLabel('Quantidade').inputValue(), '1,125')
  assert.equal(await page.getByLabel('Preço unitário').inputValue(), '1000,50')
  await page.getByLabel('Descrição').fill('Pacote Lisboa\n7 noites')
  await page.getByLabel('Observações').fill('')
  await page.getByRole('textbox', { name: 'Impostos' }).fill('')
  await press('Salvar')
  await page.getByText('Rascunho salvo').waitFor()
  const { notes, tax_rate, items, status } = (await app.test.get(`/api/v1/invoices/${draft.id}`)).body.data
  assert.deepEqual([notes, tax_rate, status], [null, 0, 'draft'])
  assert.equal(items[0].description, 'Pacote Lisboa\n7 noites')
})

test('marked offers become a quote with the itinerary for the client', async () => {
  await to(`/voos?legs=${LEGS}`)
  const marks = page.getByRole('button', { name: /^Orçar / })
  await marks.first().waitFor()
  await marks.nth(0).click()
  await marks.nth(2).click()
  await page.getByText('2 ofertas marcadas').waitFor()
  await page.getByRole('link', { name: 'Orçar como opções' }).click()
  await page.getByRole('combobox', { name: 'Cliente' }).fill('Beatriz')
  await page.getByRole('option', { name: /Beatriz/ }).click()
  const text = await page.getByLabel('Descrição').first().inputValue()
  assert.match(text, /^São Paulo – Rio de Janeiro/)
  const [year, month, day] = ahead(34).split('-')
  assert.match(text, new RegExp(`\\nIda: .*${day}/${month}/${year}, GRU \\d\\d:\\d\\d – SDU \\d\\d:\\d\\d`))
  assert.match(text, /\nVolta: /)
  assert.ok(await page.getByLabel('Cada item é uma opção').isChecked())
  await press('Enviar ao cliente')
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar ao cliente' }).click()
  await page.getByRole('heading', { name: /^Orçamento .* para Beatriz Nogueira$/ }).waitFor()
  const { public_url: address, options } = (
    await app.test.get(`/api/v1/quotes/${page.url().split('/').at(-1)}`)
  ).body.data
  assert.equal(options.length, 2)
  await page.getByText(/^Opção 2: São Paulo – Rio de Janeiro/).waitFor()
  await page.goto(address)
  assert.equal(await page.getByRole('radio').count(), 2)
  assert.equal(await page.getByText('Volta', { exact: true }).count(), 2, 'each with its flights')
  await to(`/voos?legs=${LEGS}`)
  assert.equal(await page.getByText('ofertas marcadas').count(), 0, 'the tray is empty again')
})

test('the author edits a note, and the log of erasures is visible', async () => {
  await to(`/clientes/${client.id}`)
  await page.getByPlaceholder('Nova nota').fill('Prefere corredor')
  await press('Anotar')
  await press('Editar nota')
  await page.getByPlaceholder('Editar nota').fill('Prefere janela')
  await press('Salvar')
  await page.getByText('Prefere janela').waitFor()
  await page.getByText(/editada/).waitFor()
  await to('/clientes')
  await press('Eliminações (LGPD)')
  await page.getByText('Nenhuma eliminação ainda').waitFor()
})

test('an operator accepts one held payment and rejects another with a reason', async () => {
  for (const amount of ['5000.00', '6000.00'])
    await payCharge(app.test, (await newRecharge(app.test, '100.00')).id, { amount })
  await to('/instalacao?part=payments')
  const row = (amount: string) => page.getByRole('row', { name: new RegExp(amount) })
  await row('5.000,00').getByRole('button', { name: 'Aceitar' }).click()
  await page.getByText('entram na carteira de Demo Agency agora').waitFor()
  await page.locator('dialog[open]').getByRole('button', { name: 'Aceitar' }).click()
  await page.getByText('Pagamento aceito e creditado').waitFor()
  await row('6.000,00').getByRole('button', { name: 'Recusar' }).click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Recusar' }).click()
  await page.getByText('Nenhum pagamento espera decisão').waitFor()
  const { data } = (await app.test.get('/api/v1/wallet/balance')).body
  assert.ok(Number(data.available_balance ?? data.balance) >= 5000)
})

test('a report of the chosen period is downloaded', async () => {
  await to(`/relatorios?start_date=${ahead(-330)}&end_date=${ahead(0)}&group_by=month`)
  const [file] = await Promise.all([page.waitForEvent('download'), press('Baixar planilha')])
  assert.match(file.suggestedFilename(), /\.csv$/)
})
