// Requests and responses of calls: data, pages, files, streams, and errors with their class.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Act, cuts, says, scriptedServer } from '../../test/support/fakes/scripted-server.ts'
import { createClient } from './client.ts'
import { ApiError, ConnectionError, EmbarqueError, StreamResetError } from './errors.ts'
import {
  AuthenticationError,
  ConflictError,
  InsufficientBalanceError,
  InvalidRequestError,
} from './generated/errors.ts'
import { VERSION } from './generated/version.ts'
import { triedClient } from './test-support.ts'

const server = await scriptedServer()
const { client, waits } = triedClient(server.url, { headers: { 'x-shop': 'norte' } })
const data = (value: unknown, more = {}) => says(200, { success: true, data: value, ...more })
const path = () => server.requests.map((request) => `${request.method} ${request.path}`).join(', ')

test("a call has the key, the version and the client's headers; reads have no idempotency key", async () => {
  server.play(data({ id: 'team_1' }))
  assert.deepEqual(await client.team.read({ headers: { 'accept-language': 'pt-BR' } }), { id: 'team_1' })
  const [{ headers } = assert.fail()] = server.requests
  assert.equal(headers.authorization, 'Bearer sk_test_1')
  assert.equal(headers['user-agent'], `embarque-sdk/${VERSION}`)
  assert.deepEqual([headers['x-shop'], headers['accept-language']], ['norte', 'pt-BR'])
  assert.deepEqual([headers['idempotency-key'], headers['content-type']], [undefined, undefined])
})

test("ids are put into the path, then comes the body; the caller's idempotency key is kept", async () => {
  server.play(data({ id: 'wh_1' }))
  await client.deliveries.replay('wh_1', 'dlv/../1', { idempotencyKey: 'mine' })
  await client.webhooks.update('wh_1', { active: false })
  await client.bookings.list({ page: 2, tag: undefined, search: 'São Paulo & cia' })
  assert.equal(
    path(),
    'POST /api/v1/webhooks/wh_1/deliveries/dlv%2F..%2F1/replay, PUT /api/v1/webhooks/wh_1, ' +
      'GET /api/v1/bookings?page=2&search=S%C3%A3o+Paulo+%26+cia',
  )
  assert.equal(server.requests[0]?.headers['idempotency-key'], 'mine')
  assert.equal(server.requests[1]?.body, '{"active":false}')
  assert.equal(server.requests[1]?.headers['content-type'], 'application/json')
})

test('lists and objects of a query use brackets', async () => {
  server.play(data([]))
  await client.invoices.list({ metadata: { crm_id: '7 7' }, expand: ['quote', 'recurring_invoice'] })
  await client.bookings.read('ord_1', { expand: ['client'] })
  assert.equal(
    decodeURIComponent(path()),
    'GET /api/v1/invoices?metadata[crm_id]=7+7&expand[]=quote&expand[]=recurring_invoice, ' +
      'GET /api/v1/bookings/ord_1?expand[]=client',
  )
})

test('an invalid id is refused locally, since it would change the path', async () => {
  server.play(data({}))
  for (const id of ['', '.', '..', undefined, 7]) {
    assert.throws(() => client.bookings.read(id as never), /must be the id of something/)
  }
  assert.equal(server.requests.length, 0)
})

test('ifMatch is sent unchanged; a result has its version, a stale error the current state', async () => {
  const current = { id: 'wh_1', active: true }
  server.play(
    says(200, { success: true, data: { id: 'wh_1' } }, { etag: '"v1"' }),
    says(412, { code: 'precondition_failed', message: 'changed', current }, { etag: '"v2"' }),
  )
  const { etag } = await client.webhooks.read('wh_1').withResponse()
  const error = await client.webhooks.update('wh_1', { active: false }, { ifMatch: etag }).catch((e) => e)
  assert.equal(server.requests[1]?.headers['if-match'], '"v1"')
  assert.ok(error instanceof ConflictError)
  assert.deepEqual([error.current, error.headers.get('etag')], [current, '"v2"'])
})

test('waitSeconds is sent as a preference', async () => {
  server.play(data({}))
  await client.bookings.confirm('ord_1', { payment: { amount: '1.00', currency: 'BRL' } } as never, {
    waitSeconds: 9.5,
  })
  assert.equal(server.requests[0]?.headers.prefer, 'wait=10')
})

test('the full response is available from the same call, without a second request', async () => {
  const more = {
    warnings: [{ field: 'cpf', issue: 'is odd' }],
    _meta: { test_mode: true, message: 'Test mode' },
  }
  server.play(
    says(
      200,
      { success: true, data: { id: 'c' }, ...more },
      { 'x-request-id': 'req_9', 'idempotent-replayed': 'true' },
    ),
  )
  const call = client.clients.update('c', {})
  const answer = await call.withResponse()
  assert.equal(await call, answer.data)
  assert.deepEqual([answer.warnings, answer.meta], [more.warnings, more._meta])
  assert.deepEqual([answer.status, answer.requestId, answer.isReplayed], [200, 'req_9', true])
  assert.equal(answer.headers.get('x-request-id'), 'req_9')
  assert.equal(server.requests.length, 1)
  assert.deepEqual(await Promise.all([call.finally(() => {}), call.catch(() => {})]), [
    answer.data,
    answer.data,
  ])
})

test('without an envelope the body is the data', async () => {
  server.play(says(200, { id: 'ord_1', status: 'pending' }))
  assert.deepEqual(await client.bookings.read('ord_1'), { id: 'ord_1', status: 'pending' })
  server.play(says(503, { status: 'unhealthy' }))
  assert.deepEqual(await client.service.health(), { status: 'unhealthy' })
  assert.equal(server.requests.length, 1, 'it is an answer, and not sent again')
})

test('an error has the class of its family, and all its fields', async () => {
  const details = [{ field: 'name', issue: 'is missing' }, 'what is no detail']
  const body = { success: false, error: 'x', message: 'Invalid: correct it', details, request_id: 'req_3' }
  server.play(says(400, { ...body, code: 'invalid_request_parameters' }))
  const error = await client.keys.create({ name: '' }).catch((refused: unknown) => refused)
  assert.ok(
    error instanceof InvalidRequestError && error instanceof ApiError && error instanceof EmbarqueError,
  )
  assert.deepEqual([error.name, error.code], ['InvalidRequestError', 'invalid_request_parameters'])
  assert.deepEqual([error.message, error.requestId], ['Invalid: correct it', 'req_3'])
  assert.deepEqual([error.details, error.retryAfterSeconds], [details.slice(0, 1), undefined])
  assert.deepEqual([error.userMessage, error.type], ['Invalid: correct it', undefined], 'of an older service')
  server.play(
    says(422, {
      code: 'insufficient_balance',
      type: 'business_rule',
      user_message: 'O saldo da carteira não é suficiente.',
      param: 'payments.0.amount',
      doc_url: 'https://api.example.com/docs/errors#insufficient_balance',
    }),
  )
  await assert.rejects(client.bookings.cancel('ord_1'), (refused) => {
    assert.ok(refused instanceof InsufficientBalanceError)
    const { type, userMessage, param, docUrl } = refused
    assert.deepEqual(
      [type, userMessage, param, docUrl],
      [
        'business_rule',
        'O saldo da carteira não é suficiente.',
        'payments.0.amount',
        'https://api.example.com/docs/errors#insufficient_balance',
      ],
    )
    return true
  })
  server.play(says(422, { code: 'insufficient_balance' }))
  await assert.rejects(client.bookings.cancel('ord_1'), InsufficientBalanceError)
  server.play(says(401, { code: 'unauthorized' }, { 'x-request-id': 'req_4' }))
  await assert.rejects(client.team.read(), (refused) => {
    assert.ok(refused instanceof AuthenticationError)
    assert.deepEqual([refused.requestId, refused.message], ['req_4', 'unauthorized'])
    return true
  })
})

/** Two items a page; a cursor is the last item of the page before. */
const listing =
  (all: () => string[]): Act =>
  (response, request) => {
    const after = new URL(request.path, server.url).searchParams.get('starting_after')
    const ids = all()
    const left = after === null ? ids : ids.slice(ids.indexOf(after) + 1)
    const items = left.slice(0, 2).map((id) => ({ id }))
    const next_cursor = left.length > 2 ? left[1] : null
    const pagination = { limit: 2, total: ids.length, pages: Math.ceil(ids.length / 2), next_cursor }
    says(200, { success: true, data: items, pagination })(response, request)
  }

test('a list gives its first page, every page, or every item', async () => {
  server.play(listing(() => ['a', 'b', 'c', 'd', 'e']))
  const first = await client.clients.list({ search: 'x' })
  assert.deepEqual([first.items, first.pagination.total], [[{ id: 'a' }, { id: 'b' }], 5])
  const last = await (await first.nextPage())?.nextPage()
  assert.deepEqual(last?.items, [{ id: 'e' }])
  assert.equal(await last?.nextPage(), null)
  assert.match(path(), /search=x, GET \S+search=x&starting_after=b, GET \S+search=x&starting_after=d$/)

  const ids: string[] = []
  for await (const { id } of client.clients.list()) ids.push(id)
  assert.deepEqual(ids.join(''), 'abcde')
  const sizes: number[] = []
  for await (const { items } of client.clients.list().pages()) sizes.push(items.length)
  assert.deepEqual(sizes, [2, 2, 1])
  assert.equal((await client.clients.list().withResponse()).pagination?.pages, 3)
})

test('each item comes once under concurrent additions; stopping sends no further request', async () => {
  let all = ['b', 'c', 'd']
  server.play(listing(() => all))
  const ids: string[] = []
  for await (const { id } of client.clients.list()) {
    all = ['a', 'b', 'c', 'd']
    ids.push(id)
  }
  assert.equal(ids.join(''), 'bcd')
  server.play(listing(() => all))
  for await (const _ of client.clients.list()) break
  assert.equal(server.requests.length, 1)
  server.play(listing(() => []))
  for await (const _ of client.clients.list()) assert.fail('there is nothing')
})

test('a result with a summary beside its pages, or without pages, is iterable data', async () => {
  const paged: Act = (response, request) => {
    const isFirst = !new URL(request.path, server.url).searchParams.has('starting_after')
    const transactions = isFirst ? [{ id: 'txn_1' }, { id: 'txn_0' }] : [{ id: 'txn_2' }]
    const pagination = { limit: 2, total: 3, pages: 2, next_cursor: isFirst ? 'c1' : null }
    data({ transactions, pagination, summary: { total_credits: '7.00' } })(response, request)
  }
  server.play(paged)
  const ids: string[] = []
  for await (const { id } of client.wallet.transactions({ limit: 2 })) ids.push(id)
  assert.deepEqual(ids, ['txn_1', 'txn_0', 'txn_2'])
  assert.match(path(), /transactions\?limit=2, GET \S+transactions\?limit=2&starting_after=c1$/)
  const { summary, transactions } = await client.wallet.transactions()
  assert.deepEqual([summary.total_credits, transactions.length], ['7.00', 2])
  server.play(data([{ id: 'wh_1' }, { id: 'wh_2' }]))
  const webhooks = client.webhooks.list()
  for await (const { id } of webhooks) ids.push(id)
  assert.deepEqual(ids.slice(3), ['wh_1', 'wh_2'])
  assert.deepEqual((await webhooks).length, 2)
  assert.equal(server.requests.length, 1)
  // No unhandled rejection may remain when the call itself is handled.
  server.play(says(401, { code: 'unauthorized' }))
  await assert.rejects(client.webhooks.list(), AuthenticationError)
})

test('a file has a name, a type and bytes', async () => {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="a.csv"',
  }
  server.play((response) => void response.writeHead(200, headers).end('id\n1\n'))
  const file = await client.invoices.download({})
  assert.deepEqual([file.name, file.type], ['a.csv', 'text/csv'])
  assert.equal(new TextDecoder().decode(await file.bytes()), 'id\n1\n')
  assert.equal(await (await client.wallet.statement()).text(), 'id\n1\n')
  const { value } = await (await client.bookings.receipt('ord_1')).stream().getReader().read()
  assert.equal(new TextDecoder().decode(value), 'id\n1\n')
  server.play(says(404, { code: 'booking_not_found' }))
  await assert.rejects(client.bookings.receipt('ord_1'), { code: 'booking_not_found' })
})

test('a picture is sent unchanged, with its type', async () => {
  server.play(data({ url: 'x' }))
  await client.team.setLogo(new Blob(['PNG'], { type: 'image/png' }))
  await client.team.setLogo(new Uint8Array([1]), { headers: { 'content-type': 'image/webp' } })
  assert.deepEqual(
    server.requests.map(({ headers, body }) => [headers['content-type'], body]),
    [
      ['image/png', 'PNG'],
      ['image/webp', '\u0001'],
    ],
  )
  assert.throws(() => client.team.setLogo('logo.png' as never), /takes a file: a Blob/)
})

const event = (sequence: number) =>
  `id: ${sequence}\r\nevent: wallet.credit\r\ndata: {"sequence":${sequence}}\r\n\r\n`
const streams =
  (...chunks: string[]): Act =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const chunk of chunks) response.write(chunk)
    response.end()
  }

test('the stream resumes after the last event whenever it is cut, and ends when its reader stops', async () => {
  waits.length = 0
  server.play(
    streams(
      'retry: 1617\r\nid: 41\r\n\r\n:\r\n\r\n',
      event(42).slice(0, 20),
      event(42).slice(20),
      'id: 43\r\nda',
    ),
    cuts(),
    streams(event(43), event(44)),
  )
  const seen: number[] = []
  for await (const { sequence } of client.events.stream({ last_event_id: 41 })) {
    seen.push(sequence)
    if (sequence === 44) break
  }
  assert.deepEqual(seen, [42, 43, 44])
  assert.equal(server.requests[0]?.path, '/api/v1/stream?last_event_id=41')
  assert.deepEqual(
    server.requests.map(({ headers }) => headers['last-event-id']),
    [undefined, '42', '42'],
  )
  assert.deepEqual(waits, [1617, 375])
})

test('a stream that cannot continue throws a reset; a refused or aborted one throws its reason', async () => {
  server.play(streams('id: 9\nevent: reset\ndata: {"reason":"too_many","after":1,"sequence":9}\n\n'))
  await assert.rejects(client.events.stream().next(), (error) => {
    assert.ok(error instanceof StreamResetError)
    assert.deepEqual([error.reason, error.after, error.sequence], ['too_many', 1, 9])
    assert.match(error.message, /after_sequence: 1 .*last_event_id: 9/)
    return true
  })
  server.play(says(401, { code: 'unauthorized' }))
  await assert.rejects(client.events.stream().next(), AuthenticationError)
  const controller = new AbortController()
  server.play((response) => {
    response.writeHead(200)
    response.write(event(1))
  })
  const stream = client.events.stream({}, { signal: controller.signal })
  await stream.next()
  controller.abort(new Error('enough'))
  await assert.rejects(stream.next(), /enough/)
})

test('any path can be requested, with the same key, retries and errors', async () => {
  server.play(says(503, { code: 'service_unavailable' }), says(200, { success: true, data: 1 }))
  const body = await client.request('POST', '/api/v1/new', { body: { a: 1 }, query: { b: 2 } })
  assert.deepEqual(body, { success: true, data: 1 })
  assert.equal(path(), 'POST /api/v1/new?b=2, POST /api/v1/new?b=2')
  const [one, two] = server.requests.map(({ headers }) => headers['idempotency-key'])
  assert.ok(one !== undefined && one === two)
  assert.throws(() => client.request('GET', 'api/v1/me'), /must begin with a slash/)
})

test('an invalid configuration throws on creation', async () => {
  for (const apiKey of [undefined, '', ' ', 'sk_test_1\n', 7]) {
    assert.throws(() => createClient({ apiKey } as never), /apiKey is missing or has spaces in it: pass/)
  }
  assert.throws(() => createClient(undefined as never), /apiKey is missing/)
  for (const baseUrl of ['', 'embarque.example', 'ftp://embarque.example']) {
    assert.throws(() => createClient({ apiKey: 'a', baseUrl }), /baseUrl must be an address like/)
  }
  assert.throws(() => createClient({ apiKey: 'a', timeoutMs: Number.NaN }), /timeoutMs must be a number/)
  assert.throws(() => createClient({ apiKey: 'a', maxRetries: -1 }), /maxRetries must be a number from 0 on/)
})

test('fetch can be replaced, and a base URL may end in a slash or /api/v1', async () => {
  const asked: string[] = []
  const apart: typeof fetch = async (input) => {
    asked.push(String(input))
    throw new TypeError('there is no network here')
  }
  const ends = ['', '/', '//', '/api/v1', '/api/v1/']
  for (const end of ends) {
    const baseUrl = `https://x.example/embarque${end}`
    const other = createClient({ apiKey: 'a', baseUrl, fetch: apart, maxRetries: 0 })
    await assert.rejects(other.team.read(), (error) => {
      assert.ok(error instanceof ConnectionError)
      assert.match(error.message, /no complete answer from https:\/\/x\.example \(there is no network here\)/)
      return true
    })
  }
  assert.deepEqual(
    asked,
    ends.map(() => 'https://x.example/embarque/api/v1/me'),
  )
})

test('the delay lasts as long as given, or until it is aborted', async () => {
  const { machine } = await import('./system.ts')
  await machine.wait(0)
  const controller = new AbortController()
  const waiting = machine.wait(3_600_000, controller.signal)
  controller.abort(new Error('now'))
  await assert.rejects(waiting, /now/)
  await assert.rejects(machine.wait(3_600_000, AbortSignal.abort(new Error('before'))), /before/)
})
