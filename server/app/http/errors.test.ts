// Bytes that are no HTTP request get one response in the usual shape, and the connection is closed.
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import type { World } from '../../features/world.ts'
import { respondToBrokenRequest } from './errors.ts'

const WORLD = {
  wall: { now: () => new Date('2026-11-15T12:00:00.000Z') },
  address: { url: 'https://api.example.com' },
} as unknown as World

/** Returns what the socket was sent and whether it was destroyed without a response. */
function answered(code: string | undefined, writable = true) {
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
    const { head, body, isCut } = answered(code)
    assert.equal(isCut, false)
    assert.equal(head[0], `HTTP/1.1 ${status} ${error}`)
    const told = JSON.parse(body)
    assert.deepEqual([told.success, told.error], [false, error])
    assert.match(told.message, words)
    assert.ok(head.includes(`X-Request-Id: ${told.request_id}`), 'the id that support asks for')
    assert.ok(head.includes(`Content-Length: ${Buffer.byteLength(body)}`))
    assert.ok(head.includes('Connection: close'))
  })
}

test('whoever has gone gets no answer', () => {
  for (const gone of [answered('ECONNRESET'), answered('HPE_INVALID_METHOD', false)])
    assert.deepEqual([gone.isCut, gone.text], [true, ''])
})
