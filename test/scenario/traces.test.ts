// Traces as a collector receives them: a booking from its request to the delivery of its event, without secrets,
// and no harm if the collector is unavailable.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as conventions from '@opentelemetry/semantic-conventions'
import { spanCount } from '../../server/adapters/tracing/traced-calls.ts'
import { newAgency } from '../support/agency.ts'
import { BOOKINGS, holdBody, instantBody, zzOffer } from '../support/bookings.ts'
import { makeClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { type CollectedSpan, startCollector } from '../support/fakes/collector.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import { startApp } from '../support/start-app.ts'
import { fill, newRecharge } from '../support/wallet.ts'

const collector = await startCollector()
const receiver = await startReceiver()
after(() => Promise.all([collector.close(), receiver.close()]))
const app = await startApp({
  settings: {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=7,authorization=Basic%20abc',
    OTEL_SERVICE_NAME: 'agency-backend',
    OTEL_BSP_SCHEDULE_DELAY: '20',
    HEAVY_THREADS: '1',
  },
})

let traces = 0
/** A trace that a caller began; its last two digits say whether it is to be sent. */
function newTrace(flags = '01') {
  const id = (++traces).toString(16).padStart(32, 'a')
  return { id, headers: { traceparent: `00-${id}-${'b'.repeat(16)}-${flags}` } }
}

const named = (spans: CollectedSpan[], name: string): CollectedSpan => {
  const found = spans.find((span) => span.name === name)
  assert.ok(found, `${name} is among ${spans.map((span) => span.name).join(', ')}`)
  return found
}

const sum = async (outcome: string) =>
  (await spanCount.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0

test('a booking is one trace, from its request to the delivery of its event', async () => {
  const agency = await newAgency(app)
  await fill(agency.test, '5000.00')
  const url = `${receiver.url}/in?token=hook-secret`
  await agency.test.post('/api/v1/webhooks', { url, events: ['booking.created'] })
  const offer = await zzOffer(agency.test)
  const trace = newTrace()
  const answer = await agency.test.post(`${BOOKINGS}?hint=query-secret`, instantBody(offer), trace.headers)
  assert.equal(answer.status, 201, answer.text)
  const route = `POST ${BOOKINGS}`
  const spans = await collector.trace(
    trace.id,
    route,
    'transaction',
    'carrier book',
    'due work deliver',
    'POST',
  )
  const request = named(spans, route)
  const [server, client, consumer] = [2, 3, 5]
  assert.deepEqual([request.kind, request.parentSpanId], [server, 'b'.repeat(16)], 'below its caller')
  const { 'embarque.request.id': requestId, ...attributes } = request.attributes
  assert.match(String(requestId), /^req_/)
  assert.deepEqual(attributes, {
    'http.request.method': 'POST',
    'http.route': BOOKINGS,
    'url.scheme': 'http',
    'url.path': BOOKINGS,
    'embarque.team.id': agency.id,
    'embarque.mode': 'test',
    'http.response.status_code': 201,
  })
  const carrier = named(spans, 'carrier book')
  assert.deepEqual([carrier.kind, carrier.parentSpanId], [client, request.spanId])
  assert.deepEqual(carrier.attributes, { 'embarque.carrier': 'simulated', 'embarque.outcome': 'confirmed' })
  const work = named(spans, 'due work deliver')
  const causes = spans.filter(({ name }) => name === 'transaction').map(({ spanId }) => spanId)
  assert.equal(work.kind, consumer)
  assert.ok(causes.includes(work.parentSpanId ?? ''), 'below the transaction that stored the event')
  const post = named(spans, 'POST')
  assert.deepEqual([post.kind, post.parentSpanId], [client, work.spanId])
  assert.deepEqual(post.attributes, {
    'http.request.method': 'POST',
    'server.address': '127.0.0.1',
    'server.port': receiver.port,
    'http.response.status_code': 200,
  })
  const [delivered] = await receiver.waitFor(1)
  assert.equal(delivered?.headers.traceparent, `00-${trace.id}-${post.spanId}-01`, 'and the receiver goes on')
  assert.deepEqual(
    [request.service['service.name'], request.service['deployment.environment.name']],
    ['agency-backend', 'development'],
  )
  const [{ authorization, 'x-tenant': tenant } = {}] = collector.headers
  assert.deepEqual([authorization, tenant], ['Basic abc', '7'])
})

test('requests to banks are spans, as is a search on a worker thread', async () => {
  const { test: client } = await newAgency(app)
  const [search, recharge] = [newTrace(), newTrace()]
  const traced = (trace: { headers: Record<string, string> }) => ({
    ...client,
    post: (path: string, body?: unknown) => client.post(path, body, trace.headers),
  })
  await zzOffer(traced(search))
  const spans = await collector.trace(search.id, 'heavy work search', 'carrier search')
  assert.equal(named(spans, 'carrier search').parentSpanId, named(spans, 'heavy work search').spanId)
  await newRecharge(traced(recharge))
  const asked = named(await collector.trace(recharge.id, 'bank open'), 'bank open')
  assert.deepEqual(asked.attributes, { 'embarque.bank': 'simulated', 'embarque.outcome': 'confirmed' })
})

test('a scheduled job has a trace of its own, linked to the first', async () => {
  const agency = await newAgency(app)
  const trace = newTrace()
  const offer = await zzOffer(agency.test)
  const held = await agency.test.post(BOOKINGS, holdBody(offer), trace.headers)
  assert.equal(held.status, 201, held.text)
  await agency.advance('P3D')
  const later = await eventually('the span of the later job', () =>
    collector.spans.find(({ links }) => links.some(({ traceId }) => traceId === trace.id)),
  )
  assert.notEqual(later.traceId, trace.id)
  assert.deepEqual([later.parentSpanId, later.attributes['embarque.outcome']], [undefined, 'done'])
})

test('only a valid traceparent of a caller is used', async () => {
  const quiet = newTrace('00')
  await app.test.get('/api/v1/me', quiet.headers)
  await app.test.get('/api/v1/health', newTrace().headers)
  const strange = [
    '',
    'x',
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `${newTrace().headers.traceparent}-more`,
  ]
  for (const [n, traceparent] of strange.entries())
    await app.test.get('/api/v1/me', { traceparent, 'x-request-id': `strange-${n}` })
  await app.anybody.get('/nowhere?token=query-secret', { 'x-request-id': 'strange-place' })
  const idOf = ({ attributes }: CollectedSpan) => String(attributes['embarque.request.id'])
  const fresh = await eventually('a trace for each, and one for the unknown route', () => {
    const found = collector.spans.filter((span) => idOf(span).startsWith('strange-'))
    return found.length === strange.length + 1 && found
  })
  for (const span of fresh) {
    const expected = idOf(span) === 'strange-place' ? ['GET', 404] : ['GET /api/v1/me', 200]
    assert.deepEqual([span.name, span.attributes['http.response.status_code']], expected)
    assert.equal(span.parentSpanId, undefined)
  }
  const ids = collector.spans.map(({ traceId }) => traceId)
  assert.equal(ids.includes(quiet.id), false, 'its caller did not want it to be sent')
  assert.equal(
    collector.spans.some(({ name }) => name.includes('health')),
    false,
  )
})

test('spans name no person and no secret, and use the names of the conventions', () => {
  const text = collector.text()
  assert.ok(collector.spans.length > 10)
  for (const secret of ['hook-secret', 'query-secret', 'sk_test_', 'Souza', 'ana@example.com', '987654321'])
    assert.equal(text.includes(secret), false, secret)
  const known = new Set(Object.values<unknown>(conventions))
  const keys = collector.spans.flatMap(({ attributes, service }) =>
    Object.keys({ ...attributes, ...service }),
  )
  for (const key of new Set(keys)) assert.ok(known.has(key) || key.startsWith('embarque.'), key)
})

test('an unavailable collector delays nothing, and lost spans are counted', async () => {
  const gone = await startCollector()
  const lonely = await startApp({
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: gone.url, OTEL_EXPORTER_OTLP_TIMEOUT: '300', ROLE: 'api' },
  })
  await gone.close()
  const [failed, sent] = [await sum('failed'), await sum('sent')]
  const client = makeClient(lonely.url, 'sk_test_strange')
  assert.equal((await client.get('/api/v1/me')).status, 401)
  assert.equal((await lonely.test.get('/api/v1/me')).status, 200)
  await lonely.service.world.tracing?.close()
  await eventually('two spans are lost', async () => (await sum('failed')) >= failed + 2)
  assert.ok(sent > 0, 'the others were sent')
  assert.equal((await lonely.test.get('/api/v1/me')).status, 200, 'and nothing else is lost')
})
