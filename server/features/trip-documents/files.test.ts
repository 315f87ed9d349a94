// Files of trip items: what is taken and what is not, how they are kept, read back and removed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { request } from 'undici'
import { FILE_BYTES_MAX, ITEM_FILES_MAX } from '../../../contract/limits.ts'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import type { Client } from '../../../test/support/client.ts'
import { SAMPLE_WEBP, samplePng } from '../../../test/support/samples/sample-picture.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { newTrip, newTripItem, TRIPS } from '../../../test/support/trips.ts'

const app = await startApp()
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\nT0PS3CRET\x00\xff', 'latin1')

async function newItem() {
  const agency = await newAgency(app)
  const trip = await newTrip(agency.test)
  const item = await newTripItem(agency.test, trip.id)
  const path = `${TRIPS}/${trip.id}/items/${item.id}/files`
  return { agency, client: agency.test, trip, item, path }
}

const upload = (client: Client, path: string, file: Buffer, type = 'application/pdf', name = 'voucher.pdf') =>
  client.raw('POST', `${path}?${new URLSearchParams({ name })}`, file, { 'content-type': type })

async function bytesAt(path: string, key: string) {
  const { statusCode, headers, body } = await request(new URL(path, app.url), {
    headers: { authorization: `Bearer ${key}` },
  })
  return { statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) }
}

test('a file is downloaded byte for byte under its name', async () => {
  const { agency, client, path, trip } = await newItem()
  const response = await upload(client, path, PDF, 'application/pdf', 'Reserva do Hotel – João.pdf')
  assert.equal(response.status, 201, response.text)
  const { id, created_at, ...file } = response.body.data
  assert.match(id, /^file_/)
  assert.ok(created_at)
  assert.deepEqual(file, {
    name: 'Reserva do Hotel – João.pdf',
    type: 'application/pdf',
    bytes: PDF.length,
    for_travellers: true,
  })
  const { statusCode, headers, bytes } = await bytesAt(`${path}/${id}`, agency.testKey)
  assert.equal(statusCode, 200)
  assert.deepEqual(bytes, PDF)
  assert.equal(headers['content-type'], 'application/octet-stream')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(
    headers['content-disposition'],
    'attachment; filename="Reserva do Hotel  Joao.pdf"; filename*=UTF-8\'\'Reserva%20do%20Hotel%20%E2%80%93%20Jo%C3%A3o.pdf',
  )
  const { items } = (await client.get(`${TRIPS}/${trip.id}`)).body.data
  assert.deepEqual(items[0].files, [response.body.data])
})

test('a name is one line, without direction marks that hide its extension', async () => {
  const { client, path } = await newItem()
  const response = await upload(
    client,
    path,
    PDF,
    'application/pdf',
    'reserva\u202efdp.exe\u2066\n\u2028 2.pdf',
  )
  assert.equal(response.body.data.name, 'reservafdp.exe 2.pdf', response.text)
  const empty = await upload(client, path, PDF, 'application/pdf', '\u202e')
  assertError(empty, 400, 'Invalid request parameters', 'name')
})

test('pictures are accepted by their content, not their name', async () => {
  const { client, path } = await newItem()
  const jpeg = await sharp(samplePng(20, 10)).jpeg().toBuffer()
  const taken = [
    [samplePng(20, 10), 'image/png'],
    [jpeg, 'image/jpeg'],
    [SAMPLE_WEBP, 'image/webp'],
  ] as const
  for (const [file, type] of taken) {
    const response = await upload(client, path, file, type, 'foto.bin')
    assert.deepEqual([response.status, response.body.data.type], [201, type], response.text)
  }
  const refused: [Buffer, string][] = [
    [jpeg, 'image/png'],
    [PDF, 'image/png'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'],
    [Buffer.from('MZ\x90\x00 a program'), 'application/pdf'],
    [
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('and then nothing')]),
      'image/png',
    ],
    [Buffer.from('RIFF\x00\x00\x00\x00WEBPrubbish', 'latin1'), 'image/webp'],
    [Buffer.alloc(0), 'application/pdf'],
  ]
  for (const [file, type] of refused)
    assertError(await upload(client, path, file, type), 422, 'File type not supported')
  assertError(await upload(client, path, PDF, 'text/html'), 415, 'Unsupported media type')
})

test('a file is at most 5 MB, and an item has at most 20', async () => {
  const { client, path } = await newItem()
  const whole = Buffer.concat([PDF, Buffer.alloc(FILE_BYTES_MAX - PDF.length)])
  assert.equal((await upload(client, path, whole)).status, 201)
  const more = Buffer.concat([whole, Buffer.alloc(1)])
  assertError(await upload(client, path, more), 413, 'Payload too large')
  for (let n = 0; n < ITEM_FILES_MAX - 2; n++) assert.equal((await upload(client, path, PDF)).status, 201)
  const last = await Promise.all([1, 2, 3].map(() => upload(client, path, PDF)))
  assert.deepEqual(last.map(({ status }) => status).toSorted(), [201, 422, 422])
  assertError(last.find(({ status }) => status === 422)!, 422, 'Resource limit exceeded')
})

test('name and content are encrypted at rest', async () => {
  const { client, path } = await newItem()
  await upload(client, path, PDF, 'application/pdf', 'T0PS3CRETNAME.pdf')
  const rows = (await app.asOwner('select name, content from trip_files')) as {
    name: Buffer
    content: Buffer
  }[]
  assert.ok(rows.length > 0)
  for (const { name, content } of rows) {
    assert.ok(!name.includes('T0PS3CRET'))
    assert.ok(!content.includes('T0PS3CRET') && !content.includes('%PDF'))
  }
})

test('a file is deleted directly, with its item, and with its trip', async () => {
  const { client, path, trip, item } = await newItem()
  const ids = []
  for (let n = 0; n < 2; n++) ids.push((await upload(client, path, PDF)).body.data.id)
  assert.deepEqual((await client.delete(`${path}/${ids[0]}`)).body.data, { id: ids[0], deleted: true })
  assertError(await client.get(`${path}/${ids[0]}`), 404, 'File not found')
  assertError(await client.delete(`${path}/${ids[0]}`), 404, 'File not found')
  const gone = await client.delete(`${TRIPS}/${trip.id}/items/${item.id}`)
  assert.equal(gone.status, 200, gone.text)
  const left = await app.asOwner(`select id from trip_files where trip_item_id = '${item.id}'`)
  assert.deepEqual(left, [])
})

test('a file is not found for another trip, item, team or mode', async () => {
  const { agency, client, path, trip } = await newItem()
  const { id } = (await upload(client, path, PDF)).body.data
  const other = await newTripItem(client, trip.id)
  assertError(await client.get(`${TRIPS}/${trip.id}/items/${other.id}/files/${id}`), 404, 'File not found')
  assertError(await agency.live.get(`${path}/${id}`), 404, 'Trip not found')
  const stranger = await newItem()
  assertError(await stranger.client.get(`${path}/${id}`), 404, 'Trip not found')
  assertError(await stranger.client.get(`${stranger.path}/${id}`), 404, 'File not found')
  assertError(await upload(stranger.client, path, PDF), 404, 'Trip not found')
  assertError(
    await upload(client, `${TRIPS}/${trip.id}/items/tri_00000000000000000000000000/files`, PDF),
    404,
    'Trip item not found',
  )
})

test("uploads count towards the team's storage, which refuses them if it is full", async () => {
  const small = await startApp({ settings: { STORED_MB_PER_DAY: '1' } })
  const agency = await newAgency(small)
  const trip = await newTrip(agency.test)
  const item = await newTripItem(agency.test, trip.id)
  const path = `${TRIPS}/${trip.id}/items/${item.id}/files`
  const large = Buffer.concat([PDF, Buffer.alloc(1_500_000)])
  assert.equal((await upload(agency.test, path, large)).status, 201)
  assertError(await upload(agency.test, path, PDF), 429, 'Storage quota exceeded')
})
