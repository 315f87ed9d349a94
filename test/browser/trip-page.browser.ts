// The travellers' page of a trip in a real browser on a phone: accessible, within its width, there without a network,
// and gone once it is revoked.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { newAgency } from '../support/agency.ts'
import { eventually } from '../support/eventually.ts'
import { picture, startBrowser } from '../support/panel/browser.ts'
import { startApp } from '../support/start-app.ts'
import { newTrip, newTripItem, TRIPS } from '../support/trips.ts'

const app = await startApp()
const browser = await startBrowser()
after(() => browser.close())

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n')

async function sharedPage() {
  const { test: client, live } = await newAgency(app)
  await live.patch('/api/v1/team', {
    trip_terms: { 'pt-BR': 'Cada viajante cuida dos próprios documentos.' },
    whatsapp: '+5511988887777',
    brand_colour: '#0a6e5c',
  })
  const travellers = [{ full_name: 'Maria Souza' }, { full_name: 'Theo Souza' }]
  const trip = await newTrip(client, { title: 'Natal em Lisboa', travellers })
  const item = await newTripItem(client, trip.id, {
    status: 'confirmed',
    confirmation_number: 'HB-9923',
    supplier_phone: '+351 21 123 4567',
  })
  const segment = { flight_number: 'TP 88', origin: 'GRU', destination: 'LIS' }
  const times = { departing_at: '2026-12-20T18:05', arriving_at: '2026-12-21T06:40' }
  await newTripItem(client, trip.id, {
    kind: 'flight',
    starts_at: null,
    ends_at: null,
    flight: { airline: 'TAP', segments: [{ ...segment, ...times }] },
  })
  const path = `${TRIPS}/${trip.id}/items/${item.id}/files?name=reserva.pdf`
  const file = (await client.raw('POST', path, PDF, { 'content-type': 'application/pdf' })).body.data
  const url: string = (await client.post(`${TRIPS}/${trip.id}/page`)).body.data.page_url
  const filePath = `${TRIPS}/${trip.id}/items/${item.id}/files/${file.id}`
  return { client, trip, file, filePath, url: app.url + new URL(url).pathname }
}

async function openPhone() {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const browserErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && browserErrors.push(message.text()))
  page.on('pageerror', (error) => browserErrors.push(error.message))
  return { context, page, browserErrors }
}

const kept = `(async () => {
  const names = await caches.keys()
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return requests.flat().map(({ url }) => new URL(url).pathname)
})()`

test('on a phone: within its width, accessible, without errors', async () => {
  const { url } = await sharedPage()
  const { context, page, browserErrors } = await openPhone()
  await page.goto(url)
  const { violations } = await new AxeBuilder({ page }).analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    [],
  )
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  await picture(page, 'trip')
  assert.deepEqual(browserErrors, [])
  await context.close()
})

test('an opened page is available offline, with its files; a revoked one is removed', async () => {
  const { client, trip, url } = await sharedPage()
  const { context, page, browserErrors } = await openPhone()
  await page.goto(url)
  const { pathname } = new URL(url)
  // The page, the itinerary, the calendar and the file.
  const paths = await eventually('everything is cached', async () => {
    const found = (await page.evaluate(kept)) as string[]
    return found.length === 4 ? found : undefined
  })
  assert.ok(
    paths.includes(pathname) && paths.some((path) => path.startsWith(`${pathname}/files/`)),
    `${paths}`,
  )
  assert.deepEqual(browserErrors, [])
  assert.equal(await page.locator('#offline').isVisible(), false)

  await context.setOffline(true)
  await page.reload()
  assert.match(await page.innerText('h1'), /Natal em Lisboa/)
  assert.match(await page.innerText('main'), /HB-9923/)
  assert.equal(await page.locator('#offline').isVisible(), true)
  const again = await context.newPage()
  await again.goto(url)
  assert.match(await again.innerText('h1'), /Natal em Lisboa/)

  await context.setOffline(false)
  await client.patch(`${TRIPS}/${trip.id}`, { title: 'Natal no Porto' })
  await page.reload()
  assert.match(await page.innerText('h1'), /Natal no Porto/, 'with a network the page is the current one')

  await client.delete(`${TRIPS}/${trip.id}/page`)
  const gone = await page.reload()
  assert.equal(gone?.status(), 404)
  await eventually('the cache is empty', async () => ((await page.evaluate(kept)) as string[]).length === 0)
  await context.setOffline(true)
  await assert.rejects(page.reload())
  await context.close()
})

test('a deleted file, or one of a revoked page, is removed from the cache on the next request', async () => {
  for (const isRevoked of [false, true]) {
    const { client, trip, file, filePath, url } = await sharedPage()
    const { context, page } = await openPhone()
    await page.goto(url)
    const address = `${url}/files/${file.id}`
    const { pathname } = new URL(address)
    const isKept = async () => ((await page.evaluate(kept)) as string[]).includes(pathname)
    await eventually('the file is kept', isKept)
    await client.delete(isRevoked ? `${TRIPS}/${trip.id}/page` : filePath)
    const other = await context.newPage()
    assert.equal((await other.goto(address))?.status(), 404)
    await eventually('the copy is removed', async () => !(await isKept()))
    await context.close()
  }
})

test('terms are accepted on the page', async () => {
  const { client, trip, url } = await sharedPage()
  const { context, page } = await openPhone()
  await page.goto(url)
  await page.fill('#name', 'Maria Souza')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await Promise.all([page.waitForURL(url), page.click('#terms button')])
  // Browsers without Sec-Fetch-Site are known by it.
  assert.equal((await (await sent).allHeaders()).origin, app.url)
  await page.getByText('Aceitos por Maria Souza').waitFor()
  const { acceptances } = (await client.get(`${TRIPS}/${trip.id}`)).body.data
  assert.equal(acceptances[0].name, 'Maria Souza')
  await context.close()
})
