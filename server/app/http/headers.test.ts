// A header that cannot be sent fails its own request only.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { compressResponses } from './compression.ts'
import { guardHeaders } from './headers.ts'
import type { App } from './types.ts'

const app = fastify() as unknown as App
guardHeaders(app)
compressResponses(app)
app.get('/several', (_request, reply) => reply.header('x-several', ['plain', '€']).send('text'))
app.get('/:value', (request, reply) => {
  const { value } = request.params as { value: string }
  return reply.header('x-value', value).type('text/plain').send('x'.repeat(5_000))
})

for (const [encoding, value] of [
  ['br', '€'],
  ['br', 'a\r\nb: c'],
  ['identity', '€'],
] as const) {
  test(`${JSON.stringify(value)} is 500 (${encoding}), and the next request works`, async () => {
    const ask = (value: string) =>
      app.inject({ url: `/${encodeURIComponent(value)}`, headers: { 'accept-encoding': encoding } })
    const refused = await ask(value)
    assert.deepEqual([refused.statusCode, refused.headers['x-value']], [500, undefined])
    const fine = await ask('plain')
    assert.deepEqual([fine.statusCode, fine.headers['x-value']], [200, 'plain'])
  })
}

test('one invalid value among several of a header is found too', async () => {
  const { statusCode, headers } = await app.inject('/several')
  assert.deepEqual([statusCode, headers['x-several']], [500, undefined])
})
