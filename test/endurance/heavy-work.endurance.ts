// One team's heavy work beside another's light work: large searches and PDFs run on threads, in turns, and delay no
// other requests.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { PNG } from 'pngjs'
import { request } from 'undici'
import { createTeam } from '../../server/features/teams/teams.ts'
import { newAgency } from '../support/agency.ts'
import { type Client, makeClient } from '../support/client.ts'
import { newClient, newInvoice, newQuote } from '../support/invoicing.ts'
import { samplePng } from '../support/samples/sample-picture.ts'
import { daysAfter, oneWay, SEARCH } from '../support/searches.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp({ settings: { HEAVY_THREADS: '1' } })
const SEARCHES = 40
const PAGES = 80
const day = (days: number) => daysAfter(app.service.world.wall.now(), days)

/** The dearest search there is: six slices between cities of many airports, 200 offers, everybody aboard. */
function dearest(first: number) {
  const cities = ['SAO', 'LON', 'NYC', 'PAR', 'TYO', 'RIO', 'BUE']
  return {
    type: 'multi_city',
    slices: cities.slice(1).map((destination, index) => ({
      origin: cities[index],
      destination,
      departureDate: day(first + 3 * index),
    })),
    passengers: [
      { type: 'adult', count: 5 },
      { type: 'child', count: 4 },
      { type: 'infant_without_seat', count: 5 },
    ],
    limit: 200,
  }
}

/** Sends without reading what comes: it would hold up this very process, which is the service too. */
async function sent(key: string, body: object): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await request(`${app.url}${SEARCH}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await answer.body.dump({ limit: 64 * 1024 * 1024 })
  return answer.statusCode
}

/**
 * The event loop's part of what one of so many costs the processor, where it was least: code that is compiled or memory
 * that is tidied up on the way says nothing about where the work is done.
 */
async function leastShareOfLoop(count: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const shares: number[] = []
  const spent = ({ user, system }: NodeJS.CpuUsage) => user + system
  for (let n = 0; n < count; n++) {
    const [loop, everything] = [process.threadCpuUsage(), process.cpuUsage()]
    await work(n)
    shares.push(spent(process.threadCpuUsage(loop)) / spent(process.cpuUsage(everything)))
  }
  return Math.min(...shares)
}

test('a search on a thread has the results of one in the event loop: offers, errors, storage', async () => {
  const { test: client } = await newAgency(app)
  const found = await client.post(SEARCH, oneWay('GRU', 'SDU', day(20), { limit: 3 }))
  assert.equal(found.status, 200, found.text)
  assert.equal(found.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(found.body._meta.test_mode, true)
  assert.equal(found.body.offers.length, 3)
  const again = await client.get(`/api/v1/offers/${found.body.offers[2].id}`)
  assert.equal(again.status, 200, again.text)
  assert.match(
    found.body.offers[0].slices[0].segments[0].operating_carrier.logo_symbol_url,
    new RegExp(`^${app.url}/`),
  )
  const wrong = await client.post(SEARCH, oneWay('GRU', 'XXQ', day(20)))
  assert.deepEqual([wrong.status, wrong.body.error], [400, 'Invalid airport code'])
  assert.equal(wrong.body.details[0].field, 'slices.0.destination')
})

// What another team notices of it is measured by the bench, on a machine of its own: here other tests run as well.
test('the heaviest searches use the event loop only to accept and send', async () => {
  const { secrets } = await createTeam(app.service.world, { name: 'Flood', email: 'flood@example.com' })
  // The thread is started and warm before anything is measured.
  assert.equal(await sent(secrets.live, dearest(20)), 200)
  const share = await leastShareOfLoop(SEARCHES, async (n) =>
    assert.equal(await sent(secrets.live, dearest(30 + n)), 200),
  )
  // In the loop, one of them took a quarter of a second, and its share was nearly the whole.
  assert.ok(share < 1 / 2, `${share.toFixed(2)} of a search is done in the loop`)
})

test('a search is not stored under an Idempotency-Key, since a read-only key could repeat it forever', async () => {
  const { id, test: client } = await newAgency(app)
  const { body } = await client.post('/api/v1/api-keys', { name: 'reader', read_only: true })
  const reader = makeClient(app.url, body.data.secret)
  const key = { 'idempotency-key': 'the-same' }
  const first = await reader.post(SEARCH, oneWay('GRU', 'SDU', day(21), { limit: 200 }), key)
  const second = await reader.post(SEARCH, oneWay('GRU', 'CNF', day(21), { limit: 200 }), key)
  assert.deepEqual([first.status, second.status], [200, 200], 'another request under the same key is its own')
  assert.notEqual(second.text, first.text)
  const { rows } = await app.service.world.pool.query('select from idempotency_keys where team_id = $1', [id])
  assert.equal(rows.length, 0)
})

test('a caller that requests too much at once is refused, and no other', async () => {
  // Without threads: the supplier is one of this process, which can be held.
  const here = await startApp()
  const [greedy, other] = [await newAgency(here), await newAgency(here)]
  const [supplier] = here.service.world.suppliers
  assert.ok(supplier)
  const { search } = supplier
  const supplierAnswers = Promise.withResolvers<void>()
  const spied = mock.method(supplier, 'search', async (...args: Parameters<typeof search>) => {
    if (args[0].teamId === greedy.id) await supplierAnswers.promise
    return search.apply(supplier, args)
  })
  // More than one team may have running and waiting, each search another one.
  const answers = Array.from({ length: 110 }, (_, n) =>
    greedy.test.post(SEARCH, oneWay('GRU', 'SDU', day(40 + n), { limit: 1 })),
  )
  // None has been served yet: the first response is a refusal.
  assert.equal((await Promise.race(answers)).status, 429)
  const quick = await other.test.post(SEARCH, oneWay('GRU', 'SDU', day(40), { limit: 1 }))
  assert.equal(quick.status, 200, quick.text)
  supplierAnswers.resolve()
  const refused = (await Promise.all(answers)).filter(({ status }) => status !== 200)
  spied.mock.restore()
  for (const { status, body, headers } of refused) {
    assert.deepEqual([status, body.error], [429, 'Rate limit exceeded'])
    assert.ok(Number(headers['retry-after']) >= 1)
  }
})

/** The link to the PDF of an invoice of so many items, each with a description without a place to break it. */
async function pdfOf(client: Client, items: number): Promise<string> {
  const item = { description: 'x'.repeat(300), quantity: 1, unit_price: 1 }
  const { payment_url } = await newInvoice(client, { status: 'sent', items: Array(items).fill(item) })
  return `${new URL(payment_url).pathname}/pdf`
}

test("a long invoice's page and a brand's PDF are drawn outside the event loop, a short page inside", async () => {
  const { live } = await newAgency(app)
  const [long, short] = [await pdfOf(live, 300), await pdfOf(live, 3)].map((path) =>
    path.replace(/\/pdf$/, ''),
  )
  const { pathname: sample } = new URL((await live.get('/api/v1/team/preview')).body.data.pdf_url)
  const { heavyWork } = app.service.world
  const drawn: string[] = []
  const { run } = heavyWork
  const spied = mock.method(heavyWork, 'run', (...args: Parameters<typeof run>) => {
    drawn.push(args[1])
    return run(...args)
  })
  const pages = await Promise.all([long, short, long, sample].map((path) => app.anybody.get(path ?? '')))
  spied.mock.restore()
  assert.deepEqual(drawn.sort(), ['brandPdf', 'invoicePage', 'invoicePage'])
  assert.deepEqual(
    pages.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.equal(pages[0]?.text, pages[2]?.text)
  assert.equal(pages[0]?.text.match(/x{300}/g)?.length, 300)
  assert.deepEqual(pages[0]?.headers['content-security-policy'], pages[1]?.headers['content-security-policy'])
  const share = await leastShareOfLoop(PAGES, async () => {
    const answer = await request(`${app.url}${long}`)
    await answer.body.dump({ limit: 64 * 1024 * 1024 })
  })
  assert.ok(share < 1 / 2, `${share.toFixed(2)} of a page is done in the loop`)
})

test('codes and boletos of one agency share its turns, whatever the links; an invalid link gets none', async () => {
  const { live, id } = await newAgency(app)
  const { id: client_id } = await newClient(live, { cpf: '52998224725' })
  const methods = { client_id, status: 'sent', payment_methods: ['pix', 'boleto'] }
  const paths = []
  for (let count = 0; count < 2; count++) {
    const { pix, boleto } = await newInvoice(live, methods)
    paths.push(pix.qrcode_url.replace(/svg$/, 'png'), boleto.pdf_url)
  }
  const { heavyWork } = app.service.world
  const { run } = heavyWork
  const owners: string[] = []
  const spied = mock.method(heavyWork, 'run', (...args: Parameters<typeof run>) => {
    owners.push(args[0])
    return run(...args)
  })
  for (const url of paths) assert.equal((await app.anybody.get(new URL(url).pathname)).status, 200)
  const invented = new URL(paths[1]).pathname.replace(/[^/]+\/boleto\.pdf$/, 'invented/boleto.pdf')
  assert.equal((await app.anybody.get(invented)).status, 404)
  spied.mock.restore()
  assert.deepEqual(owners, Array(4).fill(`links of ${id} live`))
})

test("a long quote's page is drawn outside the event loop too, with its notice of a change", async () => {
  const { live } = await newAgency(app)
  const items = Array(10).fill({ description: 'y'.repeat(900), quantity: 1, unit_price: 1 })
  const { public_url } = await newQuote(live, { status: 'sent', items })
  const { pathname } = new URL(public_url)
  const [plain, changed] = [
    await app.anybody.get(pathname),
    await app.anybody.get(`${pathname}?trouble=changed`),
  ]
  for (const { status, text } of [plain, changed])
    assert.deepEqual([status, text.match(/y{900}/g)?.length], [200, 10])
  assert.equal(plain.text.includes('foi alterado'), false)
  assert.ok(changed.text.includes('O orçamento foi alterado'))
})

test('a long PDF has the same bytes every time', async () => {
  const { live } = await newAgency(app)
  const path = await pdfOf(live, 200)
  const get = () => app.anybody.get(path)
  const answers = [await get(), await get(), ...(await Promise.all([get(), get()]))]
  for (const { status, text } of answers) assert.deepEqual([status, text === answers[0]!.text], [200, true])
  assert.ok(answers[0]!.text.length > 10_000)
})

test("one team's long PDFs leave turns for another's short one", async () => {
  const [alfa, beta] = [await newAgency(app), await newAgency(app)]
  const long: string[] = []
  for (let n = 0; n < 8; n++) long.push(await pdfOf(alfa.live, 25))
  const short = await pdfOf(beta.live, 1)
  const done: string[] = []
  const get = async (path: string) => {
    assert.equal((await app.anybody.get(path)).status, 200)
    done.push(path)
  }
  await Promise.all([...long, short].map(get))
  assert.ok(done.indexOf(short) < 6, `after ${done.indexOf(short)} of 8`)
})

test('a logo is processed on a thread, as are its errors', async () => {
  const { live } = await newAgency(app)
  const send = (file: Buffer) => live.raw('PUT', '/api/v1/team/logo', file, { 'content-type': 'image/png' })
  const { status, body, text } = await send(samplePng(300, 200))
  assert.deepEqual([status, body.data?.logo.width], [200, 300], text)
  const shown = await request(body.data.logo.icon_url)
  assert.equal(PNG.sync.read(Buffer.from(await shown.body.arrayBuffer())).width, 64)
  assert.equal((await send(Buffer.from('<svg/>'))).body.code, 'image_not_supported')
})
