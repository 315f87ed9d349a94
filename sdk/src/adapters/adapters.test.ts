// Each adapter with real requests: genuine events are handled once, others are refused with the reason, and
// an exception is answered with 500 so that the event is retried. `npm run test:kit` tests Express and Hono
// themselves.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import type { WebhookEvent } from '../generated/events.ts'
import { signTestRequest } from '../webhooks/sign-test-request.ts'
import { receiveWebhooks as forNode } from './express.ts'
import { receiveWebhooks as forFastify } from './fastify.ts'
import { receiveWebhooks as forFetch } from './fetch.ts'
import { receiveWebhooks as forHono } from './hono.ts'
import type { ReceiverOptions } from './receive.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const taken: WebhookEvent[] = []
const refused: string[] = []
const options = {
  secret: ['whsec_b2xk', secret],
  onEvent(event: WebhookEvent) {
    if (event.type === 'booking.failed') throw new Error('the table is away')
    taken.push(event)
  },
  onRefused: ({ reason }: { reason: string }) => refused.push(reason),
}

type Send = (request: { body: string; headers: Record<string, string> }) => Promise<Response>

const posted =
  (url: string): Send =>
  ({ body, headers }) =>
    fetch(url, { method: 'POST', body, headers })

async function listening(handle: RequestListener): Promise<Send> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return posted(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
}

async function onFastify(): Promise<Send> {
  const app = Fastify()
  app.post('/other', async ({ body }) => body)
  app.register(forFastify({ path: '/hook', ...options }))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  after(() => app.close())
  const other = await posted(`${url}/other`)({
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  })
  assert.deepEqual(await other.json(), { a: 1 }, 'other routes are parsed as before')
  return posted(`${url}/hook`)
}

/** Like frameworks with a throwing handler. */
const caught =
  (handle: (request: Request) => Promise<Response>): Send =>
  ({ body, headers }) =>
    handle(new Request('http://x.example/hook', { method: 'POST', body, headers })).catch(
      () => new Response(null, { status: 500 }),
    )

const hono = forHono(options)
const ADAPTERS: Readonly<Record<string, () => Promise<Send>>> = {
  'node:http': () => listening(forNode(options)),
  'node:http, behind a parser of raw bodies': () =>
    listening(async (request, response) => {
      const body = Buffer.concat(await request.toArray())
      await forNode(options)(Object.assign(request, { body }), response)
    }),
  'an error handler after it, as in Express': () =>
    listening((request, response) =>
      forNode(options)(request, response, () => response.writeHead(500).end('told')),
    ),
  Fastify: onFastify,
  Fetch: async () => caught(forFetch(options)),
  Hono: async () => caught((raw) => hono({ req: { raw, arrayBuffer: () => raw.arrayBuffer() } })),
}

for (const [name, start] of Object.entries(ADAPTERS)) {
  test(`${name}: genuine events are accepted, others refused, failures reported`, async () => {
    const send = await start()
    taken.length = 0
    refused.length = 0
    const request = await signTestRequest({ secret, type: 'booking.ticketed', event: { id: 'evt_ção' } })
    const answer = await send({ ...request, headers: withoutId(request.headers) })
    assert.equal(answer.status, 204, await answer.text())
    assert.deepEqual(taken, [JSON.parse(request.body)])

    const changed = await send({ ...request, headers: withoutId(request.headers), body: `${request.body} ` })
    assert.equal(changed.status, 400)
    assert.match(await changed.text(), /^bad_signature: /)
    assert.deepEqual(refused, ['bad_signature'])

    const failing = await signTestRequest({ secret, type: 'booking.failed' })
    assert.equal((await send(failing)).status, 500)
    assert.equal(taken.length, 1)
  })
}

/** A non-ASCII id cannot be sent in a header; the contract's signature works without it. */
function withoutId(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/-id$|^webhook-/.test(name)))
}

test('a parsed body is refused by name, as is one that is too long', async () => {
  const parsed = await listening(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
    await forNode(options)(Object.assign(request, { body }), response)
  })
  const answer = await parsed(await signTestRequest({ secret }))
  assert.match(await answer.text(), /^bad_body: the body must be the raw text or bytes/)
  const send = await listening(forNode(options))
  const long = await signTestRequest({ secret, event: { team_id: 'x'.repeat(1024 * 1024) } })
  assert.equal((await send(long)).status, 400)
})

test('an adapter without a secret throws on creation', () => {
  const makers = [
    forNode,
    forFetch,
    forHono,
    (given: ReceiverOptions) => forFastify({ path: '/hook', ...given }),
  ]
  for (const make of makers) {
    for (const none of [undefined as never, '', [], ['']]) {
      assert.throws(() => make({ ...options, secret: none }), {
        name: 'TypeError',
        message: /^secret is missing/,
      })
    }
  }
})
