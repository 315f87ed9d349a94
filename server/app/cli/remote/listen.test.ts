// A local receiver gets the same request as a webhook, and its response is shown.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { NOBODY } from '../../../../test/support/free-port.ts'
import { makeWebhookSecret, signaturesFor } from '../../../adapters/webhooks/signature.ts'
import { same } from '../terminal.ts'
import { forwardEvent } from './listen.ts'

const EVENT = {
  id: 'evt_01m7',
  type: 'wallet.credit',
  api_version: '2026-11-01',
  created_at: '2026-11-16T12:00:00.000Z',
  data: { object: { id: 'txn_1', description: 'São Paulo ✈' } },
  team_id: 'team_1',
  sequence: 42,
  actor: { type: 'key' as const, id: 'key_1', name: 'Website' },
}

async function at(listener: RequestListener) {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    secret: makeWebhookSecret(),
    webhookId: 'wh_local',
  }
  return { receiver, close: () => server.closeAllConnections() ?? server.close() }
}

test('body and headers are those of a webhook delivery', async () => {
  const got: { body: string; headers: IncomingHttpHeaders; url: string | undefined }[] = []
  const { receiver, close } = await at(async (request, response) => {
    got.push({ body: await text(request), headers: request.headers, url: request.url })
    response.writeHead(204).end()
  })
  const outcome = await forwardEvent(receiver, EVENT)
  assert.deepEqual([outcome.status, outcome.error], [204, null])
  assert.ok(Number.isInteger(outcome.durationMs))
  const [{ body, headers, url } = assert.fail('nothing came')] = got
  assert.equal(url, '/hook')
  const { actor: _, ...sent } = EVENT
  assert.deepEqual(JSON.parse(body), { ...sent, webhook_id: 'wh_local' })
  assert.deepEqual(Object.keys(JSON.parse(body)).slice(-2), ['sequence', 'webhook_id'])
  assert.match(headers['user-agent'] ?? '', /^Embarque\/\d/)
  assert.equal(headers['x-service-event-id'], EVENT.id)
  const time = Number(headers['x-service-timestamp'])
  const signed = signaturesFor([receiver.secret], EVENT.id, time, body)
  for (const [name, value] of Object.entries(signed)) assert.equal(headers[name], value, name)
  close()
})

for (const status of [200, 302, 400, 401, 410, 500, 503])
  test(`a response of ${status} is returned, and not followed`, async () => {
    let asked = 0
    const { receiver, close } = await at((_request, response) => {
      asked += 1
      response.writeHead(status, { location: '/elsewhere' }).end('x'.repeat(10_000))
    })
    assert.deepEqual((await forwardEvent(receiver, EVENT)).status, status)
    assert.equal(asked, 1)
    close()
  })

test('a receiver that closes or is missing is reported by cause', async () => {
  const { receiver, close } = await at((request) => void request.socket.destroy())
  const cut = await forwardEvent(receiver, EVENT)
  assert.equal(cut.status, null)
  assert.match(cut.error?.[0] ?? '', /ECONNRESET|UND_ERR_SOCKET/)
  close()
  const gone = await forwardEvent({ ...receiver, url: `http://${NOBODY}/` }, EVENT)
  assert.deepEqual([gone.status, gone.error], [null, same('ECONNREFUSED')])
})
