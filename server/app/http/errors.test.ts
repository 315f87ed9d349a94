// Bytes that are no HTTP request get one response in the usual shape, and the connection is closed.
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../../features/world.ts'
import { makeLog } from '../../kernel/process/log.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { errorHandler, respondToBrokenRequest } from './errors.ts'

const WORLD = {
  wall: { now: () => new Date('2026-11-15T12:00:00.000Z') },
  address: { url: 'https://api.example.com' },
} as unknown as World

/** Returns what the socket was sent and whether it was destroyed without a response. */
function responded(code: string | undefined, writable = true) {
  const said = { text: '', isCut: false }
  const socket = {
    writable,
    end: (text: string) => {
      said.text += text
    },
    destroy: () => {
      said.isCut = true
    },
  }
  const error = Object.assign(new Error('broken'), code === undefined ? {} : { code })
  respondToBrokenRequest(WORLD)(error, socket as unknown as Socket)
  const [head = '', body = ''] = said.text.split('\r\n\r\n')
  return { ...said, head: head.split('\r\n'), body }
}

const cases: [code: string | undefined, status: number, error: string, words: RegExp][] = [
  ['HPE_INVALID_METHOD', 400, 'Invalid request parameters', /not well-formed HTTP/],
  ['HPE_INVALID_EOF_STATE', 400, 'Invalid request parameters', /not well-formed HTTP/],
  [undefined, 400, 'Invalid request parameters', /not well-formed HTTP/],
  ['HPE_HEADER_OVERFLOW', 413, 'Payload too large', /headers of the request are too long/],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'Request timeout', /./],
]
for (const [code, status, error, words] of cases) {
  test(`${code ?? 'no code'} is ${status} ${error}`, () => {
    const { head, body, isCut } = responded(code)
    assert.equal(isCut, false)
    assert.equal(head[0], `HTTP/1.1 ${status} ${error}`)
    const fault = JSON.parse(body)
    assert.deepEqual([fault.success, fault.error], [false, error])
    assert.match(fault.message, words)
    assert.ok(head.includes(`X-Request-Id: ${fault.request_id}`), 'the id that support asks for')
    assert.ok(head.includes(`Content-Length: ${Buffer.byteLength(body)}`))
    assert.ok(head.includes('Connection: close'))
  })
}

test('a disconnected client gets no response', () => {
  for (const gone of [responded('ECONNRESET'), responded('HPE_INVALID_METHOD', false)])
    assert.deepEqual([gone.isCut, gone.text], [true, ''])
})

/** The lines that the errors of so many requests leave in the log. */
async function loggedFor(error: Error, request: object, times: number) {
  const lines: Record<string, unknown>[] = []
  const log = makeLog({ level: 'info', destination: { write: (line) => lines.push(JSON.parse(line)) } })
  const handle = errorHandler({ ...WORLD, log } as unknown as World)
  const reply: object = new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : () => reply) })
  const asked = { id: 'req_1', url: '/x', headers: {}, routeOptions: { config: {} }, ...request }
  for (let n = 0; n < times; n++) await handle(error, asked as FastifyRequest, reply as FastifyReply)
  return lines
}

test('refusals of unknown callers are logged in one line without a stack; of known callers each', async () => {
  const raw = { complete: true, destroyed: false, headers: {} }
  const busy = () => new Fail('service_unavailable', { advice: 'too busy' })
  const [line, ...more] = await loggedFor(busy(), { raw }, 50)
  assert.deepEqual([line?.level, line?.code, line?.err, more], ['warn', 'service_unavailable', undefined, []])
  assert.equal((await loggedFor(busy(), { raw, caller: { team: {} } }, 2)).length, 2)
  assert.equal((await loggedFor(new Error('a mistake of ours'), { raw }, 2)).length, 2)
})

test('a client that disconnects while sending a body is not logged as an error', async () => {
  const raw = { complete: false, destroyed: true, headers: {} }
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  assert.deepEqual(await loggedFor(aborted, { raw }, 3), [])
  assert.equal((await loggedFor(aborted, { raw: { ...raw, complete: true } }, 1)).length, 1)
})
