// What the caller of a webhook sets: a description, a secret of its own, headers for the receiver, and no check.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { verifyWebhook } from '../../../sdk/src/webhooks/verify-webhook.ts'
import type { Reply } from '../../../test/support/client.ts'
import { startReceiver } from '../../../test/support/fakes/receiver.ts'
import { NOBODY } from '../../../test/support/free-port.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const { world } = app.service
const receiver = await startReceiver()
after(() => receiver.close())
const HOOKS = '/api/v1/webhooks'

let paths = 0
const create = (fields: object) =>
  app.live.post(HOOKS, { url: `${receiver.url}/own/${++paths}`, events: ['*'], ...fields })
const refusedField = ({ status, body }: Reply) => [status, body.error, body.details?.[0]?.field]
const refused = (field: string) => [400, 'Invalid request parameters', field]
const printable = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index))

test('a description is stored, changed and cleared', async () => {
  const { data } = (await create({ description: 'Loja Norte' })).body
  assert.equal(data.description, 'Loja Norte')
  const path = `${HOOKS}/${data.id}`
  assert.equal((await app.live.put(path, { description: 'x'.repeat(500) })).body.data.description.length, 500)
  assert.deepEqual(
    refusedField(await app.live.put(path, { description: 'x'.repeat(501) })),
    refused('description'),
  )
  assert.equal((await app.live.put(path, { description: null })).body.data.description, null)
  assert.equal((await create({ description: null, secret: null, headers: null, verify: null })).status, 201)
})

const SECRETS = [
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'correct horse battery staple',
  'whsec_sixteen characters',
  '0123456789abcdef',
  `whsec_${'~'.repeat(200)}`,
  printable,
]

test('a secret of 16 to 200 printable characters signs, with or without whsec_, and is shown once', async () => {
  for (const secret of SECRETS) {
    const { status, body, text } = await create({ secret })
    assert.equal(status, 201, text)
    assert.equal(body.data.secret, secret)
    const sent = receiver.requests.length
    await app.live.post(`${HOOKS}/${body.data.id}/test`, {})
    const got = receiver.requests[sent]!
    for (const others of [/^x-service-/, /^webhook-/]) {
      const headers = { ...got.headers }
      for (const name of Object.keys(headers)) if (others.test(name)) delete headers[name]
      await verifyWebhook(got.body, headers, secret)
      await assert.rejects(verifyWebhook(got.body, headers, `${secret}x`))
    }
    assert.equal((await app.live.get(HOOKS)).text.includes(JSON.stringify(secret)), false)
  }
  for (const secret of [
    '',
    'short',
    'whsec_fifteen letters',
    'x'.repeat(201),
    'ação'.repeat(8),
    `${'x'.repeat(20)}\n`,
  ])
    assert.deepEqual(refusedField(await create({ secret })), refused('secret'), secret)
})

test('a base64 secret is the same key with and without padding', async () => {
  for (const text of ['MfKQ9r8GKYqrTwjUPD8ILA', 'MfKQ9r8GKYqrTwjUPD8ILPY', 'MfKQ9r8GKYqrTwjUPD8ILPZI']) {
    const secret = `whsec_${text}`
    const { data } = (await create({ secret })).body
    const sent = receiver.requests.length
    await app.live.post(`${HOOKS}/${data.id}/test`, {})
    const { headers, body } = receiver.requests[sent]!
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(text, 'base64')
    const expected = createHmac('sha256', key).update(signed).digest('base64')
    assert.equal(headers['webhook-signature'], `v1,${expected}`)
    for (const name of Object.keys(headers)) if (name.startsWith('x-service-')) delete headers[name]
    await verifyWebhook(body, headers, `whsec_${key.toString('base64')}`)
    await verifyWebhook(body, headers, secret)
  }
})

test('headers are sent with every delivery and listed by name; values are encrypted', async () => {
  const headers = { Authorization: 'Bearer s3cr3t-of-the-shop', 'X-Shop': 'norte' }
  const { body } = await create({ headers })
  assert.deepEqual(body.data.header_names, ['Authorization', 'X-Shop'])
  const path = `${HOOKS}/${body.data.id}`
  const deliver = async () => {
    const sent = receiver.requests.length
    await app.live.post(`${path}/test`, {})
    return receiver.requests[sent]!.headers
  }
  const got = await deliver()
  assert.deepEqual([got.authorization, got['x-shop']], ['Bearer s3cr3t-of-the-shop', 'norte'])
  for (const shown of [
    await app.live.get(HOOKS),
    await app.live.get(path),
    await app.live.get('/api/v1/audit'),
  ])
    assert.equal(shown.text.includes('s3cr3t'), false)
  const { rows } = await world.pool.query('select headers from webhooks where id = $1', [body.data.id])
  assert.equal(rows[0].headers.includes('s3cr3t'), false)
  await app.live.put(path, { description: 'Norte' })
  assert.equal((await deliver()).authorization, 'Bearer s3cr3t-of-the-shop', 'they stay unless sent')
  const replaced = await app.live.put(path, { headers: { 'x-shop': 'sul' } })
  assert.deepEqual(replaced.body.data.header_names, ['x-shop'])
  const after = await deliver()
  assert.deepEqual([after.authorization, after['x-shop']], [undefined, 'sul'])
  assert.deepEqual((await app.live.put(path, { headers: {} })).body.data.header_names, [])
  assert.equal((await deliver())['x-shop'], undefined)
})

test('reserved, connection and malformed headers are refused by name', async () => {
  const wrong: [string, string][] = [
    ['Host', 'x'],
    ['content-type', 'text/plain'],
    ['Content-Length', '5'],
    ['Transfer-Encoding', 'chunked'],
    ['connection', 'close'],
    ['User-Agent', 'x'],
    ['X-Service-Signature', 'x'],
    ['webhook-id', 'x'],
    ['Proxy-Authorization', 'x'],
    ['traceparent', 'x'],
    ['no spaces', 'x'],
    ['', 'x'],
    ['X-Empty', ''],
    ['X-Line', 'a\r\nb: c'],
    ['X-Accent', 'ação'],
    ['X-Space', ' x'],
    ['X-Long', 'x'.repeat(501)],
  ]
  for (const [name, value] of wrong)
    assert.deepEqual(
      refusedField(await create({ headers: { [name]: value } })),
      refused(`headers.${name}`),
      name,
    )
  assert.deepEqual(
    refusedField(await create({ headers: { 'X-A': '1', 'x-a': '2' } })),
    refused('headers.x-a'),
  )
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`X-${index}`, 'x']))
  assert.deepEqual(refusedField(await create({ headers: many })), refused('headers'))
  assert.deepEqual(refusedField(await create({ headers: { 'X-A': 1 } })), refused('headers.X-A'))
})

test('verify: false skips the connection in development and is refused in production', async () => {
  const url = `https://${NOBODY}/nobody`
  assert.equal((await create({ url })).status, 422)
  const made = await create({ url, verify: false })
  assert.equal(made.status, 201, made.text)
  const path = `${HOOKS}/${made.body.data.id}`
  assert.equal((await app.live.put(path, { url: `https://${NOBODY}/other` })).status, 422)
  assert.equal((await app.live.put(path, { url: `https://${NOBODY}/other`, verify: false })).status, 200)
  assert.equal((await create({ url: 'http://example.com', verify: false })).body.error, 'Invalid URL')
  const settings = { NODE_ENV: 'production', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8', ROLE: 'api' }
  const strict = await startApp({ databaseUrl: app.databaseUrl, settings })
  const body = { url: `${receiver.url}/production`, events: ['*'], verify: false }
  for (const response of [await strict.live.post(HOOKS, body), await strict.live.put(path, body)]) {
    assert.deepEqual(refusedField(response), refused('verify'))
    assert.match(response.body.details[0].issue, /production/)
  }
})

test('a webhook sent back as it was read is unchanged', async () => {
  const { data } = (await create({ description: 'Loja', headers: { 'X-Shop': 'norte' } })).body
  const path = `${HOOKS}/${data.id}`
  const read = await app.live.get(path)
  const again = await app.live.put(path, read.body.data)
  assert.equal(again.status, 200, again.text)
  assert.deepEqual(again.body.data, read.body.data)
  assert.equal(again.headers.etag, read.headers.etag)
  assert.equal(again.body.warnings, undefined)
})

test('a webhook can be created inactive, as it was read', async () => {
  const { data } = (await create({ active: false })).body
  assert.deepEqual([data.active, data.disabled_reason], [false, 'request'])
  assert.equal(data.disabled_at, data.created_at)
})
