// Screens that move money or create secrets, in a real browser: a recharge that turns to paid by itself, an invoice
// with its live total, a key whose secret is shown once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentInvoice } from '../support/credit.ts'
import { newClient } from '../support/invoicing.ts'
import { picture } from '../support/panel/browser.ts'
import { startJourney } from '../support/panel/journey.ts'

const { app, page, to, press } = await startJourney()

test('a recharge by Pix turns to paid without a reload', async () => {
  await to('/')
  await page.getByRole('link', { name: 'Recarregar por Pix' }).click()
  await page.getByLabel('Quanto').fill('1.234,56')
  await press('Gerar cobrança')
  await page.getByText('Pix copia e cola').waitFor()
  const id = page.url().split('/').at(-1)
  await app.test.post(`/api/v1/test/charges/${id}/pay`)
  await page.getByText('Pagamento recebido').waitFor()
  assert.equal((await app.test.get(`/api/v1/wallet/recharge/${id}`)).body.data.paid_amount, '1234.56')
  assert.equal(await page.getByText('já estão na carteira').count(), 0, 'the test balance did not move')
  const balance = async () => Number((await app.test.get('/api/v1/test/wallet')).body.data.balance)
  const before = await balance()
  await picture(page, 'test-recharge-paid')
  await press('Aumentar o saldo de teste em R$ 1.234,56')
  await page.getByText(/^Saldo de teste: R\$/).waitFor()
  assert.equal(Math.round((await balance()) * 100), Math.round(before * 100) + 123_456)
})

test('an invoice shows the total that the server stores', async () => {
  await newClient(app.test, { full_name: 'Beatriz Nogueira' })
  await to('/faturas/nova')
  await page.getByRole('combobox', { name: 'Cliente' }).fill('Beatriz')
  await page.getByRole('option', { name: /Beatriz/ }).click()
  await page.getByLabel('Descrição').fill('Pacote Lisboa')
  await page.getByLabel('Quantidade').fill('1,5')
  await page.getByLabel('Preço unitário').fill('1.000,33')
  await page.getByRole('textbox', { name: 'Desconto' }).fill('10')
  await page.getByText('R$ 1.350,45').last().waitFor()
  const due = page.getByLabel('Vencimento')
  const proposed = await due.inputValue()
  await due.fill('2020-01-01')
  await press('Enviar ao cliente')
  await page.getByText('Antes da emissão').waitFor()
  await due.fill(proposed)
  await press('Enviar ao cliente')
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar ao cliente' }).click()
  await page.getByText('No ambiente de teste, nada é enviado ao cliente').waitFor()
  await page.getByRole('heading', { name: /Fatura \d{4}-\d{6}/ }).waitFor()
  const invoice = (await app.test.get(`/api/v1/invoices/${page.url().split('/').at(-1)}`)).body.data
  assert.deepEqual([invoice.total, invoice.status], [1350.45, 'sent'])
  await press('Cancelar fatura')
  await page.getByText('O cliente não é avisado').waitFor()
  await picture(page, 'invoice-cancel')
  await page.keyboard.press('Escape')
  await press('Registrar pagamento')
  await page.getByRole('button', { name: 'Registrar', exact: true }).click()
  await page.getByText('Pagamento registrado').waitFor()
  await page.getByText('Paga', { exact: true }).waitFor()
})

test('a credit note shows its effect before; the credit pays another invoice, and the account shows both', async () => {
  const client = await newClient(app.test, { full_name: 'Caio Prates' })
  const paid = await sentInvoice(app.test, 500, { client_id: client.id, paid: 500 })
  const next = await sentInvoice(app.test, 120, { client_id: client.id, due_date: '2099-12-01' })
  await to(`/faturas/${paid.id}`)
  await press('Nota de crédito')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Valor').fill('200,50')
  await dialog.getByLabel('Motivo').fill('Passeio cancelado')
  await dialog.getByText('R$ 200,50 já foram pagos e não serão mais devidos').waitFor()
  await picture(page, 'credit-note-dialog')
  await dialog.getByLabel('Guardar como crédito do cliente').check()
  await dialog.getByRole('button', { name: 'Creditar R$ 200,50' }).click()
  await page.getByText('Nota de crédito emitida').waitFor()
  await page.getByText('Virou crédito').first().waitFor()
  await to(`/faturas/${next.id}`)
  await press('Usar crédito')
  const using = page.getByRole('dialog')
  assert.equal(await using.getByLabel('Valor').inputValue(), '120,00', 'all that is due')
  await using.getByLabel('Valor').fill('45,50')
  await picture(page, 'use-credit-dialog')
  await using.getByRole('button', { name: 'Usar R$ 45,50' }).click()
  await page.getByText('Crédito usado').waitFor()
  const owed = async () => (await app.test.get(`/api/v1/invoices/${next.id}`)).body.data.amount_due
  assert.equal(await owed(), 74.5)
  // The next dialog begins with what the page shows.
  await page.getByText('R$ 74,50').first().waitFor()
  await press('Usar crédito')
  await page.getByRole('dialog').getByRole('button', { name: 'Usar R$ 74,50' }).click()
  await page.getByText('Paga', { exact: true }).waitFor()
  const balance = (await app.test.get(`/api/v1/clients/${client.id}/balance`)).body.data
  assert.deepEqual([balance.open, balance.credit], [0, 80.5])
  await to(`/clientes/${client.id}`)
  await page.getByRole('link', { name: 'Ver extrato' }).click()
  await page.getByText('O cliente tem R$ 80,50 a receber').waitFor()
  await page.getByText('Usado em fatura').first().waitFor()
  await to('/notas-de-credito')
  await page.getByText('Passeio cancelado').first().waitFor()
})

test('receipts are confirmed together after a dialog with their number and sum', async () => {
  const settings = { pix_key: 'financeiro@agencia.example' }
  await app.test.post('/api/v1/payment-providers', { provider: 'pix-key', settings })
  const ids: string[] = []
  for (const total of [1_000.1, 250.25, 80])
    ids.push((await sentInvoice(app.test, total, { payment_methods: ['pix_key'] })).id)
  await to('/recebimentos')
  const boxes = page.getByRole('table').getByRole('checkbox')
  await boxes.nth(2).waitFor()
  const row = (total: string) => page.getByRole('row', { name: new RegExp(total) }).getByRole('checkbox')
  await row('1.000,10').check()
  await row('250,25').check()
  await press('Confirmar 2')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 recebimentos, no total de R$ 1.250,35').waitFor()
  await picture(page, 'confirm-receipts-dialog')
  const statuses = () =>
    Promise.all(
      ids.map(async (id) => (await app.test.get(`/api/v1/invoices/${id}`)).body.data.payment_status),
    )
  assert.deepEqual(await statuses(), ['pending', 'pending', 'pending'], 'nothing before it is confirmed')
  await dialog.getByRole('button', { name: 'Confirmar 2' }).click()
  await page.getByText('2 recebimentos confirmados').waitFor()
  assert.deepEqual(await statuses(), ['paid', 'paid', 'pending'])
})

test('a card refused and then paid in other instalments shows its refusal, and one button to contest it', async () => {
  const invoice = await sentInvoice(app.test, 300, { payment_methods: ['pix', 'card'] })
  const play = (body: object) => app.test.post(`/api/v1/test/charges/${invoice.id}/card`, body)
  await play({ action: 'refuse', instalments: 5, reason: 'insufficient_funds' })
  await play({ action: 'approve', instalments: 3 })
  await to(`/faturas/${invoice.id}`)
  await page.getByRole('heading', { name: 'Cartões recusados' }).waitFor()
  await page.getByText(/Recusado em .*: limite insuficiente \(R\$\s300,00, 5 parcelas\)/).waitFor()
  await picture(page, 'refused-card')
  await page.getByRole('button', { name: 'Simular contestação' }).waitFor()
  assert.equal(await page.getByRole('button', { name: /contesta/i }).count(), 1)
})

test('the secret of a key is shown once, and a revoked key stays in the list', async () => {
  await to('/dev/chaves')
  await press('Nova chave')
  await page.getByLabel('Nome').fill('Contabilidade')
  await page.getByLabel('Só ler').check()
  await press('Criar chave')
  const secret = await page.locator('dialog[open] pre').innerText()
  assert.equal(
    (await fetch(`${app.url}/api/v1/me`, { headers: { authorization: `Bearer ${secret}` } })).status,
    200,
  )
  await press('Já guardei')
  assert.equal(await page.getByText(secret).count(), 0)
  const row = page.getByRole('row', { name: /Contabilidade/ })
  await row.getByRole('button', { name: 'Revogar' }).click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Revogar' }).click()
  await row.getByText('Revogada').waitFor()
})
