// What a person sees when the panel itself falls short: files that a newer panel has replaced, an address that leads
// nowhere.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { beginJourney } from '../support/panel/journey.ts'

// What the browser keeps for times without a network would stand in for what is gone.
const { app, page, to } = await beginJourney({ look: { hasNoWorker: true } })

/** As after a newer panel has taken the place of this one: the file of the screen of clients is not there. */
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

test('a screen whose file is gone is read anew by itself, once, and then stands', async () => {
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

test('one that stays away is told, without reloading for ever, and the menu works', async () => {
  isGone = true
  const isReadAnew = page.waitForEvent('load')
  await follow('Clientes')
  await isReadAnew
  await page.getByText('Esta tela parou de funcionar.').waitFor()
  await follow('Carteira')
  await page.getByRole('heading', { level: 1, name: 'Carteira' }).waitFor()
  assert.equal(reads, 1)
})

test('an address that leads nowhere says so, in the tab too', async () => {
  await page.goto(`${app.url}/painel/nao-existe`)
  await page.getByRole('heading', { level: 1, name: 'Não encontrado' }).waitFor()
  assert.equal(await page.title(), 'Não encontrado · Embarque')
})
