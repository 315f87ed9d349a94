// The suite's client opens the links of responses, and fails if one does not open.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { makeClient } from '../support/client.ts'

const opened: string[] = []
const server = createServer((request, response) => {
  const path = request.url ?? ''
  const { origin } = client
  if (path.startsWith('/api/')) {
    const data = [{ qrcode_url: `${origin}/good.svg`, pdf_url: `${origin}/${path.split('/').at(-1)}` }]
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
    return
  }
  opened.push(path)
  const isGood = path === '/good.svg' || path === '/good.pdf'
  const type = path.endsWith('.svg') ? 'image/svg+xml' : 'application/pdf'
  response.writeHead(path === '/gone.pdf' ? 404 : 200, { 'content-type': isGood ? type : 'text/plain' }).end()
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
after(() => server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const client = { origin, ...makeClient(origin) }

test('an address that is not there, or is something else, is reported with its place', async () => {
  await assert.rejects(
    client.get('/api/v1/a/gone.pdf'),
    /GET \/api\/v1\/a\/gone\.pdf \.data\[\]\.pdf_url.* 404 /,
  )
  await assert.rejects(client.get('/api/v1/b/text.pdf'), /instead of 200 application\/pdf/)
})

test('one of each kind is opened, and none of what was', async () => {
  opened.length = 0
  for (const id of ['x1', 'x2', 'x3']) await client.get(`/api/v1/c/${id}/good.pdf`)
  assert.deepEqual(opened, ['/good.svg', '/good.pdf'])
  await client.get('/api/v1/events/gone.pdf')
  assert.equal(opened.length, 2)
  await client.post('/api/v1/c/x1/good.pdf')
  assert.equal(opened.length, 4)
})
