// Tests the API client: calls are operations of the contract, events make the right queries stale, streams in chunks
// are read whole, and errors are classified.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENTS } from '../../contract/events.ts'
import { isChange, type Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { ApiError, canRetry } from '../../panel/api/api-error.ts'
import { readStream, type StreamEvent, staleBy } from '../../panel/api/event-stream.ts'
import { API_PATH } from '../../panel/api/route.ts'
import { routeTable } from '../../panel/build/contract-plugin.ts'
import { projectFiles } from '../house/project-files.ts'

const operations = new Map(Object.entries<Operation>(OPERATIONS))
const sources = [...projectFiles('panel')].filter(([path]) => /\.tsx?$/.test(path))

test('every called operation is part of the contract', () => {
  const calls = sources.flatMap(([path, text]) =>
    [
      ...text.matchAll(
        /\b(?:call|send|beginRead|useRead|useChange|download|Answer|Row|Asked)[(<]\s*'([\w.]+)'/g,
      ),
    ].map(([, id = '']) => ({ path, id })),
  )
  assert.ok(calls.length > 8, `only ${calls.length} calls were found`)
  for (const { path, id } of calls) assert.ok(operations.has(id), `${path}: ${id}`)
})

test('the bundled routes are those of the contract, without schemas', () => {
  const table = routeTable()
  for (const [id, [method, path, takesKey, kind, mode]] of Object.entries(table)) {
    const operation = operations.get(id) ?? assert.fail(id)
    assert.deepEqual(
      [method, API_PATH + path, kind],
      [operation.method, operation.path, operation.response.kind],
    )
    assert.equal(takesKey === 1, isChange(operation), id)
    assert.equal(mode === 'live', operation.liveModeOnly === true, id)
  }
  assert.ok(Object.keys(table).length > 70)
  assert.ok(!('service.panel' in table) && !('callbacks.receive' in table))
})

test('every event makes some query stale besides the lists of events', () => {
  const names = new Set([...operations.keys()].map((id) => id.split('.')[0]))
  for (const type of Object.keys(EVENTS)) {
    const stale = staleBy(type)
    assert.ok(stale.length > 3, type)
    assert.ok(
      stale.some((name) => names.has(name)),
      type,
    )
  }
  for (const type of ['booking.ticketed', 'invoice.sent', 'quote.accepted'])
    assert.ok(staleBy(type).includes('mails'), `${type} appears in mails`)
  assert.deepEqual(staleBy('news.of.tomorrow'), ['events', 'deliveries', 'audit'])
})

test('a stream is read whole, however it is chunked', async () => {
  const text =
    'retry: 2000\n\nid: 7\nevent: booking.created\ndata: {"a":"é"}\n\n: here\n\n' +
    'event: x\r\ndata: 1\r\ndata: 2\r\n\r\ndata'
  const bytes = new TextEncoder().encode(text)
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const received: StreamEvent[] = []
    await readStream(chunks(bytes, size), (event) => received.push(event))
    assert.deepEqual(received, [
      { id: '7', type: 'booking.created', data: '{"a":"é"}' },
      { id: undefined, type: 'x', data: '1\n2' },
    ])
  }
})

async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test("errors carry the API's message, and whether a retry is safe", () => {
  const details = [{ field: 'name', issue: 'is required' }, { field: 1 }]
  const refused = new ApiError(400, { code: 'invalid', message: 'No', details, request_id: 'req_1' })
  assert.deepEqual([refused.code, refused.message, refused.requestId], ['invalid', 'No', 'req_1'])
  assert.deepEqual(refused.details, [{ field: 'name', issue: 'is required' }])
  assert.equal(new ApiError(429, {}, '30').retryAfterSeconds, 30)
  assert.equal(new ApiError(0, {}).code, 'no_network')
  assert.equal(new ApiError(502, '<html>').code, 'internal_error')
  assert.equal(new ApiError(502, '<html>').message, 'HTTP 502')
  for (const error of [new ApiError(0, {}), new ApiError(503, {}), new ApiError(429, {}), new Error('x')])
    assert.ok(canRetry(error))
  assert.ok(canRetry(new ApiError(409, { code: 'request_in_progress' })))
  assert.ok(!canRetry(refused))
})
