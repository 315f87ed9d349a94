// A client pays on a phone: a card in five instalments is refused, then the invoice is paid by Pix; a mandate is
// accepted, seen and cancelled.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { newAgency } from '../support/agency.ts'
import { newClient, newInvoice } from '../support/invoicing.ts'
import { MANDATES, MARIA, offeredMandate, play } from '../support/mandates.ts'
import { picture, startBrowser } from '../support/panel/browser.ts'
import { daysAfter } from '../support/searches.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()
const browser = await startBrowser()
after(() => browser.close())

async function openPhone() {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'pt-BR',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const browserErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && browserErrors.push(message.text()))
  page.on('pageerror', (error) => browserErrors.push(error.message))
  return { page, browserErrors, close: () => context.close() }
}

/** Readable by everybody, within the width of the phone. */
async function assertWellMade(page: Page, name: string) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    [],
    name,
  )
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name)
  await picture(page, name)
}

test('a card in five instalments is refused, and the invoice is paid by Pix', async () => {
  const { test: own } = await newAgency(app)
  const { id: client_id } = await newClient(own, MARIA)
  const invoice = await newInvoice(own, {
    client_id,
    status: 'sent',
    payment_methods: ['pix', 'card'],
    due_date: '2099-11-30',
  })
  const { page, browserErrors, close } = await openPhone()
  await page.goto(invoice.payment_url)
  await page.getByLabel('Em quantas vezes?').selectOption('5')
  await assertWellMade(page, 'payer-card-choice')
  await page.getByRole('button', { name: 'Pagar com cartão' }).click()
  await page.getByRole('link', { name: 'Ir para a página segura (banco simulado)' }).click()
  await page.getByText('Em 5 parcelas').waitFor()
  await assertWellMade(page, 'payer-card-bank')
  await page.getByRole('button', { name: 'Recusar o cartão' }).click()
  await page.getByText('O cartão não foi aceito').waitFor()
  await assertWellMade(page, 'payer-card-refused')
  const { charges, payment_status } = (await own.get(`/api/v1/invoices/${invoice.id}`)).body.data
  const byCard = charges.find(({ method }: { method: string }) => method === 'card')
  assert.deepEqual([payment_status, byCard.status, byCard.instalment_count], ['pending', 'open', 5])

  await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor()
  await own.post(`/api/v1/test/charges/${invoice.id}/pay`)
  await page.getByText('Fatura paga').waitFor()
  await assertWellMade(page, 'payer-card-then-pix')
  assert.deepEqual(browserErrors, [])
  await close()
})

test('a mandate is accepted, seen and cancelled', async () => {
  const agency = await newAgency(app)
  const { now } = (await agency.test.get('/api/v1/test/clock')).body.data
  const { id, first_invoice_id } = await offeredMandate(agency, daysAfter(new Date(now), 4))
  const { payment_url } = (await agency.test.get(`/api/v1/invoices/${first_invoice_id}`)).body.data
  const { page, browserErrors, close } = await openPhone()
  await page.goto(payment_url)
  await page.getByRole('heading', { name: /Pix Automático/ }).waitFor()
  await assertWellMade(page, 'payer-mandate-offered')
  await play(agency.test, id, 'accept')
  await page.getByText('Fatura paga').waitFor()
  await page.reload()
  await page.getByText('Cancelar o Pix Automático').waitFor()
  await assertWellMade(page, 'payer-mandate-active')
  await page.getByText('Cancelar o Pix Automático').click()
  await picture(page, 'payer-mandate-cancelling')
  await page.getByRole('button', { name: 'Confirmar o cancelamento' }).click()
  await page
    .getByText(/Pix Automático encerrado/)
    .first()
    .waitFor()
  await assertWellMade(page, 'payer-mandate-cancelled')
  assert.equal((await agency.test.get(`${MANDATES}/${id}`)).body.data.status, 'cancelled')
  assert.deepEqual(browserErrors, [])
  await close()
})
