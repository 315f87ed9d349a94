// Faults of the panel itself: files that a newer build has replaced, and a path without a screen.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startJourney } from '../support/panel/journey.ts'

// The service worker would serve the missing files from its cache.
const { app, page, to } = await startJourney({ look: { hasNoWorker: true } })

/** Simulates a newer build: the file of the clients screen is missing. */
let isGone = false
await page.route(/\/painel\/assets\/clients?-[^/]*\.js$/, (route) =>
  isGone ? route.fulfill({ status: 404 }) : route.fallback(),
)
let reads = 0
page.on('request', (request) => {
  if (request.isNavigationRequest()) reads++
})
const follow = (name: string) => page.getByRole('link', { name, exact: true }).first().click()

beforeEach(async () => {
  isGone = false
  await to('/')
  reads = 0
})

test('a screen whose file is missing reloads once by itself', async () => {
  isGone = true
  page.once('request', function putBack(request) {
    if (request.isNavigationRequest()) isGone = false
    else page.once('request', putBack)
  })
  await follow('Clientes')
  await page.getByRole('heading', { level: 1, name: 'Clientes' }).waitFor()
  assert.equal(reads, 1)
  assert.equal(page.url(), `${app.url}/painel/clientes`)
})

test('a screen that stays missing shows an error without a reload loop, and the menu works', async () => {
  isGone = true
  const isReloaded = page.waitForEvent('load')
  await follow('Clientes')
  await isReloaded
  await page.getByText('Esta tela parou de funcionar.').waitFor()
  await follow('Carteira')
  await page.getByRole('heading', { level: 1, name: 'Carteira' }).waitFor()
  assert.equal(reads, 1)
})

test('an unknown path shows an error, also in the tab title', async () => {
  await page.goto(`${app.url}/painel/nao-existe`)
  await page.getByRole('heading', { level: 1, name: 'Não encontrado' }).waitFor()
  assert.equal(await page.title(), 'Não encontrado · Embarque')
})
