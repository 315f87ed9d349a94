// Live mode before any real connection exists: simulated, or in production empty.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newInvoice } from '../support/invoicing.ts'
import { picture } from '../support/panel/browser.ts'
import { startJourney } from '../support/panel/journey.ts'

const LIVE = { look: { mode: 'live' } } as const
const played = await startJourney(LIVE)
const bare = await startJourney({ ...LIVE, settings: { NODE_ENV: 'production' } })

test('a new tab opens in test mode while nothing real is connected', async () => {
  await played.to('/')
  const pressed = (name: string) => played.page.getByRole('button', { name, exact: true, pressed: true })
  await pressed('Produção').waitFor()
  await played.page.addInitScript(() => Object(globalThis).sessionStorage.removeItem('embarque.wishes'))
  await played.to('/')
  await pressed('Teste').waitFor()
  await played.press('Produção')
  await pressed('Produção').waitFor()
})

test('simulated flights and banks are marked on every screen, and Bancos names the bank', async () => {
  const { page, close } = await played.open({ mode: 'live' })
  for (const path of ['/', '/voos', '/carteira', '/configuracoes/bancos']) {
    await page.goto(`${played.app.url}/painel${path}`)
    await page.getByRole('complementary', { name: 'Simulação' }).waitFor()
  }
  await page.getByText('Banco simulado: as recargas funcionam').waitFor()
  await picture(page, 'simulated-banks-1440')
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'simulated-banks-390')
  await close()
})

test('production without connections shows the missing ones and links to the checklist', async () => {
  const { page } = bare
  await bare.to('/')
  const list = page.getByRole('region', { name: 'O que falta para vender de verdade' })
  await list.waitFor()
  const { data } = (await bare.app.live.get('/api/v1/readiness')).body
  const missing = data.checks.filter(({ status }: { status: string }) => status === 'missing')
  assert.ok(missing.length > 1)
  assert.equal(await list.getByRole('listitem').count(), missing.length)
  assert.equal(await list.getByRole('listitem').getByRole('link').count(), missing.length)
  const carriers = list.getByRole('link', { name: 'Fornecedor de voos' })
  assert.match((await carriers.getAttribute('href')) ?? '', /\/painel\/configuracoes\//)
  const steps = page.getByRole('region', { name: 'Primeiros passos' }).getByRole('listitem')
  const named = [...(await list.getByRole('link').allInnerTexts()), ...(await steps.allInnerTexts())]
  assert.equal(new Set(named).size, named.length, 'no point stands there twice')
  await picture(page, 'bare-start-1440')
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'bare-start-390')
  await page.setViewportSize({ width: 1440, height: 900 })
  await bare.to('/voos')
  await page.getByText('Nenhum fornecedor de voos conectado').waitFor()
  await picture(page, 'bare-flights-1440')
  await bare.to('/carteira?recarga=nova')
  await page.getByText('Nenhum banco conectado para recargas').waitFor()
  await picture(page, 'bare-recharge-1440')
  const { id } = await newInvoice(bare.app.live, { status: 'sent' })
  await bare.to(`/faturas/${id}`)
  await page.getByText('esta fatura não tem código Pix nem boleto').waitFor()
  await picture(page, 'bare-invoice-1440')
  await page.getByRole('link', { name: 'Ver a ativação' }).click()
  await page.getByRole('heading', { name: 'Ativação' }).waitFor()
  assert.equal(await page.getByText('assim que o banco responder').count(), 0)
})
