// Responses in zstd, br, gzip or uncompressed have the same content.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { request } from 'undici'
import { AnyObject } from '../../../contract/common.ts'
import { bare } from '../../../contract/responses.ts'
import { INVOICES, ITEM, newClient, newInvoice } from '../../../test/support/invoicing.ts'
import { oneWay, roundTrip, SEARCH } from '../../../test/support/searches.ts'
import { LIVE_KEY, startApp } from '../../../test/support/start-app.ts'

const OPEN = { method: 'GET', path: '/', access: 'open', response: bare(AnyObject) } as const
const LONG = 'x'.repeat(5_000)
const app = await startApp({
  prepare(fastify) {
    const operation = { ...OPEN, givesSecret: true as const }
    fastify.get('/test-secret', { config: { operation } }, async () => ({ secret: LONG }))
    fastify.get('/test-varied', { config: { operation: OPEN } }, async (_request, reply) =>
      reply.header('vary', 'Accept-Language').send({ long: LONG }),
    )
  },
})

const UNPACK: Record<string, (bytes: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

interface Asked {
  method?: 'GET' | 'HEAD' | 'POST'
  body?: unknown
  headers?: Record<string, string>
}

/** Returns the raw bytes and the decompressed text. */
async function ask(path: string, accepts: string | undefined, { method = 'GET', body, headers }: Asked = {}) {
  const response = await request(new URL(path, app.url), {
    method,
    headers: {
      authorization: `Bearer ${LIVE_KEY}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(accepts !== undefined && { 'accept-encoding': accepts }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  const encoding = response.headers['content-encoding']
  const unpack = UNPACK[String(encoding)]
  const text = unpack === undefined || bytes.length === 0 ? bytes : unpack(bytes)
  const { vary, etag, 'content-length': length } = response.headers
  return {
    status: response.statusCode,
    headers: response.headers,
    encoding,
    vary,
    etag,
    length,
    bytes,
    text: String(text),
  }
}

test('a search result is compressed by any of the three encodings', async () => {
  const body = roundTrip(['GRU', 'SDU'], ['2027-01-10', '2027-01-14'])
  const plain = await ask(SEARCH, undefined, { method: 'POST', body })
  assert.deepEqual([plain.encoding, plain.vary], [undefined, 'Accept-Encoding'])
  const { offers } = JSON.parse(plain.text)
  assert.equal(offers.length, 200)
  for (const encoding of Object.keys(UNPACK)) {
    const packed = await ask(SEARCH, encoding, { method: 'POST', body })
    assert.deepEqual([packed.status, packed.encoding, packed.vary], [200, encoding, 'Accept-Encoding'])
    assert.equal(packed.length, String(packed.bytes.length))
    assert.ok(packed.bytes.length < plain.bytes.length / 15, `${encoding}: ${packed.bytes.length}`)
    const prices = (found: { client_amount: string }[]) => found.map(({ client_amount }) => client_amount)
    assert.deepEqual(prices(JSON.parse(packed.text).offers), prices(offers))
  }
  const best = await ask(SEARCH, 'gzip;q=0.3, br;q=0.9, zstd;q=0.5', {
    method: 'POST',
    body: oneWay('GRU', 'SDU', '2027-01-10'),
  })
  assert.equal(best.encoding, 'br')
})

test('short, error and already compressed responses are sent unchanged', async () => {
  const me = await ask('/api/v1/me', 'gzip')
  assert.deepEqual([me.encoding, me.vary], [undefined, undefined])
  const refused = await ask('/openapi.json', 'gzip;q=0, identity')
  assert.deepEqual([refused.encoding, refused.vary], [undefined, 'Accept-Encoding'])
  const invoice = await newInvoice(app.live, { status: 'sent' })
  const pdf = await ask(invoice.pdf_url, 'gzip, br, zstd')
  assert.deepEqual([pdf.encoding, pdf.vary, pdf.text.slice(0, 5)], [undefined, undefined, '%PDF-'])
  const png = await ask(invoice.pix.qrcode_url.replace(/(?:\.svg)?$/, '.png'), 'gzip')
  assert.deepEqual([png.status, png.encoding, png.headers['content-type']], [200, undefined, 'image/png'])
})

test('pages, CSV files and documentation assets are compressed too', async () => {
  const invoice = await newInvoice(app.live, { status: 'sent' })
  for (const [path, start] of [
    [invoice.payment_url, /^<!doctype html>/i],
    [`${INVOICES}.csv`, /^id,number,client_id/],
    [`${INVOICES}.csv?locale=pt-BR`, /^\uFEFFID;Número;/],
    ['/docs/events', /^<!doctype html>/i],
    ['/docs/search.json', /^\[\["/],
  ] as const) {
    const plain = await ask(path, undefined)
    const packed = await ask(path, 'br')
    assert.deepEqual([packed.status, packed.encoding, packed.vary], [200, 'br', 'Accept-Encoding'], path)
    assert.match(packed.text, start)
    if (!path.startsWith('/docs')) continue
    assert.ok(packed.bytes.length < plain.bytes.length / 2)
    assert.equal(packed.text, plain.text)
  }
})

test('a caller that disconnects during a file affects nothing else', async () => {
  const { body } = await request(new URL('/docs/search.json', app.url), {
    headers: { 'accept-encoding': 'gzip' },
  })
  for await (const _ of body) break
  assert.equal((await ask('/docs/search.json', 'gzip')).status, 200)
})

test('HEAD has the headers of GET, and 304 the same version, compressed or not', async () => {
  const plain = await ask('/openapi.json', undefined)
  assert.equal(plain.encoding, undefined)
  for (const encoding of Object.keys(UNPACK)) {
    const got = await ask('/openapi.json', encoding)
    const head = await ask('/openapi.json', encoding, { method: 'HEAD' })
    assert.equal(got.text, plain.text)
    for (const response of [got, head])
      assert.deepEqual(
        [response.encoding, response.vary, response.etag, response.length],
        [encoding, 'Accept-Encoding', plain.etag, String(got.bytes.length)],
      )
    assert.equal(head.bytes.length, 0)
    const known = await ask('/openapi.json', encoding, { headers: { 'if-none-match': String(got.etag) } })
    assert.deepEqual(
      [known.status, known.encoding, known.vary, known.etag, known.bytes.length],
      [304, undefined, 'Accept-Encoding', plain.etag, 0],
    )
  }
  const csv = await ask(`${INVOICES}.csv`, 'gzip', { method: 'HEAD' })
  assert.deepEqual([csv.status, csv.encoding, csv.length, csv.bytes.length], [200, 'gzip', undefined, 0])
})

test('a replayed request gets the same bytes in any encoding', async () => {
  const { id } = await newClient(app.live)
  const items = Array.from({ length: 50 }, (_, index) => ({ ...ITEM, description: `Diária ${index}` }))
  const body = { client_id: id, issue_date: '2026-11-10', due_date: '2026-11-20', items }
  const headers = { 'idempotency-key': 'packed' }
  const asked = { method: 'POST', body, headers } as const
  const first = await ask(INVOICES, 'zstd', asked)
  assert.deepEqual([first.status, first.encoding], [201, 'zstd'])
  for (const accepts of ['gzip', 'br', undefined]) {
    const again = await ask(INVOICES, accepts, asked)
    assert.deepEqual([again.encoding, again.headers['idempotent-replayed']], [accepts, 'true'])
    assert.equal(again.text, first.text)
  }
})

test('a response with a secret is never compressed, since its length would disclose it', async () => {
  const secret = await ask('/test-secret', 'gzip, br, zstd')
  assert.deepEqual([secret.encoding, secret.vary], [undefined, undefined])
  assert.ok(secret.text.includes(LONG), secret.text)
})

test('an existing Vary header is kept', async () => {
  assert.equal((await ask('/test-varied', 'gzip')).vary, 'Accept-Language, Accept-Encoding')
})

test('if too many responses need compression at once, some are sent uncompressed', async () => {
  const plain = (await ask(INVOICES, undefined)).text
  const responses = await Promise.all(Array.from({ length: 60 }, () => ask(INVOICES, 'gzip')))
  assert.ok(responses.some(({ encoding }) => encoding === 'gzip'))
  for (const { status, text } of responses) assert.deepEqual([status, text], [200, plain])
})
