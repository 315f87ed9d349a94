// An agency at its desk, where people slip: a form after its first error, a question before what reaches a client,
// a client who is there already.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ABROAD, booked, instantBody, PASSPORT, passengersOf, zzOffer } from '../support/bookings.ts'
import { ITEM, newClient, newInvoice } from '../support/invoicing.ts'
import { picture, untilTrue } from '../support/panel/browser.ts'
import { startJourney } from '../support/panel/journey.ts'
import { LEGS } from '../support/panel/screens.ts'

const journey = await startJourney()
const { app, page, to, press } = journey
page.setDefaultTimeout(10_000)
page.on('dialog', (dialog) => void dialog.accept())

const FILL_IN = 'Preencha este campo'

async function chooseClient(name: string) {
  await page.getByLabel('Cliente', { exact: true }).fill(name)
  await page.getByRole('option', { name }).first().click()
}

for (const [path, name] of [
  ['/faturas/nova', 'Salvar rascunho'],
  ['/orcamentos/novo', 'Salvar rascunho'],
  ['/recorrentes/nova', 'Criar fatura recorrente'],
] as const)
  test(`${path}: after the error of a missing client, selecting one lets the form submit`, async () => {
    const { full_name } = await newClient(app.test, { full_name: `Paula ${path}` })
    await to(path)
    await page.getByLabel('Descrição').fill('Pacote Lisboa')
    await page.getByLabel('Preço').fill('900')
    if (path === '/recorrentes/nova') await page.getByLabel('Nome', { exact: true }).fill('Plano')
    await press(name)
    await page.getByText(FILL_IN).first().waitFor()
    await chooseClient(full_name)
    await page.getByText(FILL_IN).waitFor({ state: 'detached' })
    await press(name)
    await page.waitForURL((url) => !url.pathname.endsWith(path))
  })

test('a payment of 0 is refused, and 400 in its place is accepted', async () => {
  const { id } = await newInvoice(app.test, { status: 'sent', items: [{ ...ITEM, unit_price: 500 }] })
  await to(`/faturas/${id}`)
  await press('Registrar pagamento')
  const dialog = page.getByRole('dialog', { name: 'Registrar pagamento' })
  await dialog.getByLabel('Valor').fill('0')
  await dialog.getByRole('button', { name: 'Registrar' }).last().click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await dialog.getByLabel('Valor').fill('400')
  await dialog.locator('[aria-invalid=true]').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Registrar' }).last().click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal((await app.test.get(`/api/v1/invoices/${id}`)).body.data.amount_paid, 400)
})

test('a rule that charges nothing is refused at its markup; a fee in its place is accepted', async () => {
  await to('/configuracoes/precos')
  await press('Nova regra')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('De onde').fill('GRU')
  await dialog.getByRole('button', { name: 'Criar regra' }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await dialog.getByLabel('Taxa de serviço').fill('50')
  await dialog.getByRole('button', { name: 'Criar regra' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('R$ 50,00').first().waitFor()
})

test('the refund of a cancellation in dollars is shown before to the cent, and on the booking after', async () => {
  const offer = await zzOffer(app.test, { route: ABROAD })
  const passengers = passengersOf(offer, { identity_documents: [PASSPORT] })
  const { id, booking_reference: locator } = await booked(app.test, instantBody(offer, { passengers }))
  await to(`/reservas/${id}`)
  await press('Cancelar reserva')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Voltam R$ 898,03 para a carteira').waitFor()
  await dialog.getByLabel(/digite/i).fill(locator)
  await dialog.getByRole('button', { name: 'Cancelar reserva' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const row = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('..')
  await row('Voltou à carteira').getByText('R$ 898,03').waitFor()
  await row('Multa da companhia aérea').getByText('R$ 243,00 (US$ 45,00)').waitFor()
  await picture(page, 'cancelled')
})

for (const [path, question] of [
  ['/faturas/nova', 'Enviar esta fatura?'],
  ['/orcamentos/novo', 'Enviar este orçamento?'],
] as const)
  test(`${path}: sending asks for confirmation, unless the form is incomplete`, async () => {
    const { id, full_name } = await newClient(app.test, { full_name: `Rita ${path}` })
    await to(`${path}?client_id=${id}`)
    await page.getByLabel('Descrição').fill('Pacote Lisboa')
    await press('Enviar ao cliente')
    await page.locator('[aria-invalid=true]').first().waitFor()
    const dialog = page.getByRole('dialog', { name: question })
    assert.equal(await dialog.count(), 0)
    await page.getByLabel('Preço').fill('900')
    await press('Enviar ao cliente')
    await dialog.getByText('o cliente não recebe nada').waitFor()
    await picture(page, `send${path.replace('/', '-').replace('/', '-')}`, false)
    await dialog.getByRole('button', { name: 'Voltar' }).click()
    assert.equal(new URL(page.url()).pathname, `/painel${path}`)
    await press('Enviar ao cliente')
    await dialog.getByRole('button', { name: 'Enviar ao cliente' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(path))
    await page.getByText(full_name).first().waitFor()
  })

test('a client with a known CPF is shown before another is added, which remains possible', async () => {
  const cpf = '111.444.777-35'
  const { id } = await newClient(app.test, { full_name: 'Lúcia Prado', email: 'lucia@exemplo.com', cpf })
  const search = async () => (await app.test.get('/api/v1/clients?search=11144477735')).body.data.length
  await to('/clientes')
  await press('Novo cliente')
  await page.getByRole('dialog').getByLabel(/^Nome/).fill('Lucia P.')
  await page.getByRole('dialog').getByLabel('E-mail', { exact: true }).fill('outro')
  await press('Cadastrar cliente')
  await page.getByText('E-mail inválido').waitFor()
  await page.getByRole('dialog').getByLabel('E-mail', { exact: true }).fill('outro@exemplo.com')
  await page.getByRole('dialog').getByLabel('CPF').fill(cpf)
  await press('Cadastrar cliente')
  await page.getByText('Já existe um cliente com este CPF').waitFor()
  await picture(page, 'known-client', false)
  assert.equal(await search(), 1)
  await press('Cadastrar mesmo assim')
  await page.waitForURL('**/clientes/*')
  assert.equal(await search(), 2)
  await to('/clientes')
  await press('Novo cliente')
  await page.getByRole('dialog').getByLabel(/^Nome/).fill('Lucia')
  await page.getByRole('dialog').getByLabel('E-mail', { exact: true }).fill('LUCIA@exemplo.com')
  await press('Cadastrar cliente')
  await press(/^Abrir: /)
  await page.waitForURL(`**/clientes/${id}`)
})

test('a client with the typed e-mail is found among many whose addresses contain it', async () => {
  const { id } = await newClient(app.test, { full_name: 'Ana Lima', email: 'ana@casa.com' })
  for (const name of ['Mari', 'Juli', 'Luci', 'Tati', 'Cristi', 'Adri'])
    await newClient(app.test, { full_name: `${name}ana`, email: `${name}ana@casa.com` })
  await to('/clientes')
  await press('Novo cliente')
  await page.getByRole('dialog').getByLabel(/^Nome/).fill('Ana L.')
  await page.getByRole('dialog').getByLabel('E-mail', { exact: true }).fill('ana@casa.com')
  await press('Cadastrar cliente')
  await press('Abrir: Ana Lima')
  await page.waitForURL(`**/clientes/${id}`)
})

test('within an invoice, a client with a known e-mail is offered instead', async () => {
  await newClient(app.test, { full_name: 'Sérgio Nunes', email: 'sergio@exemplo.com' })
  await to('/faturas/nova')
  await press('Novo cliente')
  await page.getByLabel('Nome completo').fill('Sergio')
  await page.getByRole('dialog').getByLabel('E-mail', { exact: true }).fill('sergio@exemplo.com')
  await press('Cadastrar cliente')
  await press(/^Usar este cliente: /)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  // The name follows the id once the client is read.
  await untilTrue(page, "[...document.querySelectorAll('input')].some((one) => one.value === 'Sérgio Nunes')")
})

test('a markup of 900 % asks for confirmation before it is saved, as the default and in a rule', async () => {
  await to('/configuracoes/precos')
  await page.getByLabel('Markup').first().fill('900')
  await press('Salvar')
  const question = page.getByRole('dialog', { name: 'Salvar preços tão altos?' })
  await question.getByText('R$ 10.000,00').waitFor()
  await picture(page, 'steep', false)
  await question.getByRole('button', { name: 'Voltar' }).click()
  await press('Cancelar')
  await press('Nova regra')
  const rule = page.getByRole('dialog', { name: 'Nova regra' })
  await rule.getByLabel('De onde').fill('GIG')
  await rule.getByLabel('Taxa de serviço').fill('1500')
  await rule.getByRole('button', { name: 'Criar regra' }).click()
  await question.getByText('R$ 1.500,00').waitFor()
  await question.getByRole('button', { name: 'Voltar' }).click()
  assert.equal(await rule.getByLabel('De onde').inputValue(), 'GIG')
  await rule.getByRole('button', { name: 'Criar regra' }).click()
  await question.getByRole('button', { name: 'Salvar mesmo assim' }).click()
  await page.getByText('R$ 1.500,00 de taxa').first().waitFor()
})

test('a refund of nothing is refused at its field, and the second one proposes the rest', async () => {
  const { id } = await newInvoice(app.test, { status: 'sent' })
  await app.service.worker!.idle()
  await app.test.post(`/api/v1/test/charges/${id}/pay`)
  await to(`/faturas/${id}`)
  await press('Devolver')
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByLabel('Valor', { exact: true })
  await amount.fill('0')
  await dialog.getByRole('button', { name: /^Devolver/ }).click()
  await dialog.getByText('Informe quanto devolver.').waitFor()
  await amount.fill('50')
  await dialog.getByRole('button', { name: /^Devolver/ }).click()
  await dialog.waitFor({ state: 'hidden' })
  await press('Devolver')
  await dialog.getByText('De R$ 150,00, restam R$ 100,00 para devolver.').waitFor()
  assert.equal(await amount.inputValue(), '100,00')
})

test('reminders on a day «abc» are refused at their field', async () => {
  await to('/configuracoes/agencia')
  await page.getByLabel('Dias antes do vencimento').fill('abc')
  await press('Salvar')
  await page.getByText('Use números de dias separados por vírgula').waitFor()
})

test('the test environment shows that no mail reaches a client, and marks manual payments', async () => {
  const { id } = await newInvoice(app.test, { status: 'sent' })
  await to(`/faturas/${id}`)
  const chat = page.getByRole('link', { name: 'Abrir no WhatsApp' })
  assert.match(decodeURIComponent(String(await chat.getAttribute('href'))), /text=\[TESTE\] /)
  await press('Enviar por e-mail')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('ana@cliente.example não recebe nada').waitFor()
  await dialog.getByRole('button', { name: 'Enviar por e-mail' }).click()
  await page.getByText('só para a agência (teste)').waitFor()
  await picture(page, 'send-card')
})

test('the compact view shows eight itineraries at once, with accessible bag icons', async () => {
  await to(`/voos?type=round_trip&legs=${LEGS}&view=compact`)
  await page
    .getByRole('link', { name: /^Escolher / })
    .first()
    .waitFor()
  await page
    .getByRole('link', { name: /^Escolher / })
    .nth(12)
    .waitFor()
  const ends = await page
    .getByRole('link', { name: /^Escolher / })
    .evaluateAll((links) => links.map((link) => Object(link).getBoundingClientRect().bottom))
  const inSight = ends.filter((end) => end <= 900).length
  await picture(page, 'compact', false)
  assert.ok(inSight >= 8, `${inSight} in sight`)
  assert.ok((await page.getByText(/bagage(?:m|ns) de mão/).count()) > 0)
  await page
    .getByRole('button', { name: /^\d+ tarifas?$/ })
    .first()
    .click()
  await page.getByText('Detalhes dos voos').first().waitFor()
  await picture(page, 'compact-open', false)
})
