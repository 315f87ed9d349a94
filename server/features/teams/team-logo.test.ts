// The logo of an agency: accepted files, the sizes created from it, and where it is shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import sharp from 'sharp'
import { request } from 'undici'
import { type Agency, assertError, newAgency } from '../../../test/support/agency.ts'
import type { Client } from '../../../test/support/client.ts'
import { newInvoice, newQuote } from '../../../test/support/invoicing.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { SAMPLE_WEBP, samplePng } from '../../../test/support/samples/sample-picture.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { makeLogo } from '../../render/pictures/make-logo.ts'

const app = await startApp()
const LOGO = '/api/v1/team/logo'
const sent = (client: Client, file: Buffer, type = 'image/png') =>
  client.raw('PUT', LOGO, file, { 'content-type': type })

async function pictureAt(url: string) {
  const { statusCode, headers, body } = await request(url)
  const bytes = Buffer.from(await body.arrayBuffer())
  return { statusCode, headers, bytes }
}

/** What another hand reads in what we serve. */
async function openedAt(url: string): Promise<PNG> {
  const { statusCode, headers, bytes } = await pictureAt(url)
  assert.deepEqual([statusCode, headers['content-type']], [200, 'image/png'])
  assert.equal(headers['cache-control'], 'public, max-age=31536000')
  return PNG.sync.read(bytes)
}

async function withLogo(file = samplePng(600, 300)): Promise<Agency & { logo: Record<string, string> }> {
  const agency = await newAgency(app)
  const { status, text, body } = await sent(agency.live, file)
  assert.equal(status, 200, text)
  return { ...agency, logo: body.data.logo }
}

const pixel = (png: PNG, x: number, y: number) => [
  ...png.data.subarray((y * png.width + x) * 4).subarray(0, 4),
]

test('three sizes are created: full width, for phones on white, and an icon', async () => {
  const { logo, live } = await withLogo()
  assert.deepEqual([logo.width, logo.height], [512, 256])
  const [wide, touch, icon] = await Promise.all(
    [logo.url, logo.touch_icon_url, logo.icon_url].map((url) => openedAt(url ?? '')),
  )
  assert.ok(wide && touch && icon)
  assert.deepEqual([wide.width, wide.height, touch.width, touch.height], [512, 256, 180, 180])
  assert.deepEqual([icon.width, icon.height], [64, 64])
  assert.deepEqual(pixel(wide, 256, 128), [10, 110, 92, 255], 'its own colour')
  assert.deepEqual([pixel(wide, 0, 0)[3], pixel(icon, 0, 0)[3]], [0, 0], 'what is clear stays clear')
  assert.deepEqual(pixel(touch, 0, 0), [255, 255, 255, 255])
  assert.deepEqual((await live.get(LOGO)).body.data, logo)
  assert.deepEqual((await live.get('/api/v1/team')).body.data.logo, logo)
})

test('JPEG and WebP are accepted, small pictures are not enlarged, and only pixels are kept', async () => {
  const { live } = await newAgency(app)
  const webp = await sent(live, SAMPLE_WEBP, 'image/webp')
  assert.deepEqual([webp.body.data.logo.width, webp.body.data.logo.height], [1, 1])
  // Lying on its side, with a note in it, as phones write them.
  const jpeg = await sharp(samplePng(80, 40))
    .withExif({ IFD0: { Copyright: 'T0PS3CRET' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  assert.ok(jpeg.includes('T0PS3CRET'))
  const { logo } = (await sent(live, jpeg, 'image/jpeg')).body.data
  const { bytes } = await pictureAt(logo.url)
  assert.deepEqual([logo.width, logo.height, bytes.includes('T0PS3CRET')], [40, 80, false])
})

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script/></svg>')
/** Ten thousand million pixels in some hundred bytes. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 6], 8)
  const begin = samplePng(1, 1).subarray(0, 8)
  const content = chunk('IDAT', deflateSync(Buffer.alloc(100_000)))
  return Buffer.concat([begin, chunk('IHDR', head), content, chunk('IEND', Buffer.alloc(0))])
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

/** A progressive JPEG whose last scan is there 40 times: of 2 MB such scans a decoder had 17 minutes of work. */
async function redrawn(picture: Buffer): Promise<Buffer> {
  const jpeg = await sharp(picture).flatten().jpeg({ progressive: true }).toBuffer()
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scans = Array.from({ length: 40 }, () => jpeg.subarray(last, -2))
  return Buffer.concat([jpeg.subarray(0, last), ...scans, jpeg.subarray(-2)])
}

test('other files are refused by their own code, and the logo stays', async () => {
  const { live, logo } = await withLogo()
  const png = samplePng(300, 300)
  const gif = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')
  const refusals: [name: string, file: Buffer, status: number, error: string][] = [
    ['an SVG that calls itself PNG', SVG, 422, 'Image not supported'],
    ['a GIF', gif, 422, 'Image not supported'],
    ['an AVIF', await sharp(png).avif().toBuffer(), 422, 'Image not supported'],
    ['nothing', Buffer.alloc(0), 422, 'Image not supported'],
    [
      'an SVG behind the first bytes of a PNG',
      Buffer.concat([png.subarray(0, 8), SVG]),
      422,
      'Image not readable',
    ],
    ['half a PNG', png.subarray(0, png.length / 2), 422, 'Image not readable'],
    ['half a JPEG', (await sharp(png).jpeg().toBuffer()).subarray(0, 2_000), 422, 'Image not readable'],
    ['half a WebP', (await sharp(png).webp().toBuffer()).subarray(0, 300), 422, 'Image not readable'],
    ['too many pixels', bomb(100_000, 100_000), 422, 'Image too large'],
    ['too long a side', bomb(10_001, 10), 422, 'Image too large'],
    ['too many pixels on sides that are not', bomb(6_000, 6_000), 422, 'Image too large'],
    ['a JPEG drawn over and over again', await redrawn(png), 422, 'Image too large'],
    ['too many bytes', Buffer.alloc(2_000_001), 413, 'Payload too large'],
  ]
  for (const [name, file, status, error] of refusals) {
    const response = await sent(live, file)
    assert.deepEqual([response.status, response.body?.error], [status, error], `${name}: ${response.text}`)
  }
  for (const type of ['image/svg+xml', 'application/json', 'text/html'])
    assertError(await sent(live, SVG, type), 415, 'Unsupported media type')
  assert.deepEqual((await live.get(LOGO)).body.data, logo)
})

test('a large picture is processed outside the event loop', async () => {
  const large = { width: 2450, height: 2450, channels: 3, background: '#0a6e5c' } as const
  const file = await sharp({ create: large }).jpeg().toBuffer()
  const spent = ({ user, system }: NodeJS.CpuUsage) => user + system
  const [loop, everything] = [process.threadCpuUsage(), process.cpuUsage()]
  await makeLogo(file)
  const [here, all] = [spent(process.threadCpuUsage(loop)), spent(process.cpuUsage(everything))]
  assert.ok(here < all / 2, `${here} of ${all} µs`)
})

test('pictures are decoded one after the other, since they share threads with passwords, files and DNS', async () => {
  const agencies = await Promise.all(Array.from({ length: 6 }, () => newAgency(app)))
  const file = samplePng(600, 600)
  let most = 0
  const count = () => {
    const { queue, process: reading } = sharp.counters()
    most = Math.max(most, queue + reading)
  }
  sharp.queue.on('change', count)
  const responses = await Promise.all(agencies.map(({ live }) => sent(live, file)))
  sharp.queue.off('change', count)
  for (const { status, text } of responses) assert.equal(status, 200, text)
  // One that is done is counted until the next has begun.
  assert.ok(most <= 2, `${most} at once`)
})

test('replaced logos stay for sent mails, up to four; a removed one is gone', async () => {
  const { live, logo } = await withLogo()
  const again = (await sent(live, samplePng(600, 300))).body.data.logo
  assert.deepEqual(again, logo, 'the same picture has the same address')
  const urls = [logo.url ?? '']
  for (let shade = 1; shade <= 5; shade++)
    urls.push((await sent(live, samplePng(20, 20, [shade, 0, 0]))).body.data.logo.url)
  const statuses = await Promise.all(urls.map(async (url) => (await pictureAt(url)).statusCode))
  assert.deepEqual(statuses, [404, 200, 200, 200, 200, 200])
  assert.equal((await live.delete(LOGO)).body.data.logo, null)
  assert.equal((await pictureAt(urls[5] ?? '')).statusCode, 404)
  assertError(await live.get(LOGO), 404, 'Logo not found')
  assertError(await live.delete(LOGO), 404, 'Logo not found')
  for (const file of ['x', `${'0'.repeat(40)}-512.png`, `${'0'.repeat(40)}-513.png`, '..%2f..%2fx-64.png'])
    assert.equal((await app.anybody.get(`/logos/${file}`)).status, 404, file)
})

test('two agencies with the same picture have separate logos', async () => {
  const [one, other] = [await withLogo(), await withLogo()]
  assert.notEqual(one.logo.url, other.logo.url)
  await one.live.delete(LOGO)
  assert.equal((await pictureAt(other.logo.url ?? '')).statusCode, 200)
})

test("pages and documents show the logo, from the service's own address only", async () => {
  const { live, logo } = await withLogo()
  const path = new URL(logo.url ?? '').pathname
  const invoice = await newInvoice(live, { status: 'sent', due_date: '2099-11-20' })
  const quote = await newQuote(live, { status: 'sent' })
  for (const url of [invoice.payment_url, quote.public_url]) {
    const { text, headers } = await app.anybody.get(new URL(url).pathname)
    assert.ok(text.includes(`<img class="logo" src="${path}" width="88" height="44" alt="">`), text)
    assert.match(String(headers['content-security-policy']), /img-src data: 'self';/)
  }
  for (const url of [invoice.pdf_url, quote.pdf_url]) {
    const file = (await pictureAt(url)).bytes.toString('latin1')
    assert.match(file, /\/Subtype \/Image[\s\S]*?\/Width 512[\s\S]*?\/Height 256/)
  }
})

const PREVIEW = '/api/v1/team/preview'
const colourQuery = (colour: string) => `${PREVIEW}?brand_colour=${encodeURIComponent(colour)}`

test('a colour has a preview: page, mail and PDF of a sample, which expire after an hour', async () => {
  const agency = await newAgency(app, { name: 'Aurora <Viagens>' })
  await sent(agency.live, samplePng(600, 300))
  const { data } = (await agency.test.get(colourQuery('#0A6E5C'))).body
  const { page_url, mail_url, pdf_url, expires_at, ...said } = data
  assert.deepEqual(said, {
    brand_colour: '#0a6e5c',
    brand_text_colour: '#ffffff',
    contrast: 6.1,
    nearest_colour: null,
  })
  for (const [url, texts] of [
    [page_url, ['--brand: #0a6e5c', 'Copiar código Pix', 'Simulação', '/logos/']],
    [mail_url, ['border-top:5px solid #0a6e5c', 'Ver e pagar a fatura', 'src="/logos/']],
  ] as const) {
    const { statusCode, headers, body } = await request(url)
    const html = await body.text()
    assert.equal(statusCode, 200, html)
    for (const text of [...texts, 'Aurora &lt;Viagens&gt;']) assert.ok(html.includes(text), text)
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'self'/)
    assert.equal(headers['x-frame-options'], 'SAMEORIGIN')
    assert.doesNotMatch(html, /id="watched"/)
  }
  const pdf = await request(pdf_url)
  assert.equal(pdf.headers['content-type'], 'application/pdf')
  const { texts } = readPdf(Buffer.from(await pdf.body.arrayBuffer()))
  assert.ok(texts.some(({ text }) => text.includes('SIMULAÇÃO')))
  assert.equal((await agency.live.get('/api/v1/team')).body.data.brand_colour, null, 'nothing was saved')
  assert.ok(Date.parse(expires_at) > app.service.world.wall.now().getTime())
})

test('samples are in the language of the agency', async () => {
  const agency = await newAgency(app)
  const saysIn = async (language: string) => {
    assert.equal((await agency.live.patch('/api/v1/team', { language })).status, 200)
    const { page_url, mail_url } = (await agency.live.get(PREVIEW)).body.data
    const pages = await Promise.all([page_url, mail_url].map(async (url) => (await request(url)).body.text()))
    return pages.map((html) => /Hotel \w+ Boa Viagem|View and pay|Ver e pagar/.exec(html)?.[0])
  }
  assert.deepEqual(await saysIn('en'), ['Hotel in Boa Viagem', 'View and pay'])
  assert.deepEqual(await saysIn('pt-BR'), ['Hotel em Boa Viagem', 'Ver e pagar'])
})

test('an unreadable colour is returned with the nearest readable one; none is valid too', async () => {
  const hard = (await app.live.get(colourQuery('#808080'))).body.data
  assert.deepEqual(
    [hard.brand_text_colour, hard.page_url, hard.mail_url, hard.pdf_url],
    [null, null, null, null],
  )
  assert.ok(hard.contrast < 4.5 && /^#[0-9a-f]{6}$/.test(hard.nearest_colour))
  const none = (await app.live.get(colourQuery('none'))).body.data
  assert.deepEqual([none.brand_colour, none.contrast, none.nearest_colour], [null, null, null])
  assert.equal((await request(none.page_url)).statusCode, 200)
  assert.equal((await app.live.get(colourQuery('red'))).status, 400)
  for (const what of ['page', 'mail', 'pdf']) {
    const { statusCode, headers } = await request(`${app.url}/preview/${'A'.repeat(90)}/${what}`)
    assert.equal(statusCode, 404, what)
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
  }
})
