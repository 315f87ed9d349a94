// By keyboard alone: a quote that the client accepts and pays on a phone; a webhook that fails, is disabled, enabled and
// replayed.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import { newClient } from '../support/invoicing.ts'
import { startJourney } from '../support/panel/journey.ts'
import { keyboardOf } from '../support/panel/keyboard.ts'

const { app, page, to, open, browserErrors } = await startJourney()
const keys = keyboardOf(page)
const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
const link = (name: string | RegExp) => page.getByRole('link', { name }).first()
const reads = (text: string | RegExp) => page.getByText(text).first().waitFor()
const inDialog = (name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name })
const addressOf = (name: string) => link(name).getAttribute('href').then(String)

test('a quote becomes an invoice, and the client pays it on a phone', async () => {
  await newClient(app.test, { full_name: 'Helena Prado', email: 'helena@example.com' })
  await to('/orcamentos')
  await keys.press(link('Novo orçamento'))
  await keys.type(page.getByRole('combobox', { name: 'Cliente' }), 'Helena')
  await page.getByRole('option', { name: /Helena/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await keys.type(page.getByLabel('Descrição'), 'Roteiro Chile')
  await keys.type(page.getByLabel('Preço unitário'), '1.500,00')
  await keys.press(button('Enviar ao cliente'))
  await keys.press(inDialog('Enviar ao cliente'))
  await reads(/^Orçamento \d{4}-\d{6} para Helena Prado$/)
  const phone = await open({ width: 390 }, '')
  await phone.page.goto(await addressOf('Abrir página'))
  await phone.page.getByRole('button', { name: /Aceitar/ }).click()
  await phone.page.getByLabel('Seu nome completo').fill('Helena Prado')
  await phone.page.getByRole('button', { name: 'Confirmar e aceitar' }).click()
  await phone.page
    .getByText(/aceito/i)
    .first()
    .waitFor()
  await keys.press(button('Gerar fatura'))
  await keys.press(inDialog('Gerar fatura'))
  await reads('Rascunho para Helena Prado')
  await keys.press(button('Enviar ao cliente'))
  await keys.press(inDialog('Enviar ao cliente'))
  await reads('A vencer')
  await phone.page.goto(await addressOf('Abrir página'))
  await phone.page.getByText('1.500,00').first().waitFor()
  await app.test.post(`/api/v1/test/charges/${page.url().split('/').at(-1)}/pay`)
  await page.getByText('Paga', { exact: true }).first().waitFor()
  await phone.page
    .getByText(/pag[ao]/i)
    .first()
    .waitFor()
  await phone.close()
})

test('a webhook fails, is disabled, is enabled again, and its missed events are replayed', async () => {
  const receiver = await startReceiver({ answer: () => ({ status: 500, body: 'broken' }) })
  after(() => receiver.close())
  await to('/dev/webhooks')
  await keys.press(button('Novo webhook'))
  await keys.type(page.getByLabel('Endereço'), `${receiver.url}/in`)
  await keys.press(button('Criar webhook'))
  await keys.press(inDialog('Já guardei'))
  await keys.press(link(new RegExp(new URL(receiver.url).host)))
  const emit = () => app.test.post('/api/v1/test/events', { type: 'wallet.credit' })
  for (let n = 0; n < 6; n++) await emit()
  await reads('Desativado por falhas')
  const missed = (await emit()).body.data.id
  receiver.answer = () => ({ status: 204 })
  await keys.press(button('Reativar'))
  await reads('Webhook ativo')
  await keys.press(button('Reenviar falhas'))
  await keys.press(inDialog('Enviar novamente'))
  await eventually('the missed events arrive', async () =>
    receiver.requests.some(({ headers }) => headers['x-service-event-id'] === missed),
  )
})

test('the browser logged no errors', () => assert.deepEqual(browserErrors, []))
