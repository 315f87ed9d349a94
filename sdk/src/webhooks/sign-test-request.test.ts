// A test request is complete, follows the given options, and differs each time otherwise.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signTestRequest } from './sign-test-request.ts'
import { verifyWebhook } from './verify-webhook.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const NOW = new Date('2026-11-15T12:00:00.250Z')

test('a request with defaults is a fresh event that verifies', async () => {
  const { body, headers } = await signTestRequest({ secret })
  const event = await verifyWebhook(body, headers, secret)
  assert.match(event.id, /^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  assert.equal(event.type, 'booking.created')
  assert.equal(headers['x-service-event-id'], event.id)
  assert.equal(headers['content-type'], 'application/json')
})

test('given values are kept, and the rest has defaults', async () => {
  const data = { object: { id: 'ord_1', note: 'São Paulo ✈' }, previous_attributes: { status: 'pending' } }
  const { body, headers } = await signTestRequest({
    secret,
    event: { id: 'evt_1', data, sequence: 12 },
    type: 'booking.ticketed',
    now: NOW,
  })
  const event = JSON.parse(body)
  assert.deepEqual(Object.keys(event), [
    'id',
    'type',
    'api_version',
    'created_at',
    'data',
    'team_id',
    'sequence',
    'webhook_id',
  ])
  assert.deepEqual(
    [event.id, event.type, event.sequence, event.data],
    ['evt_1', 'booking.ticketed', 12, data],
  )
  assert.equal(event.created_at, '2026-11-15T12:00:00.250Z')
  assert.equal(headers['x-service-timestamp'], '1794744000')
  assert.equal(headers['webhook-id'], 'evt_1')
})

test('ids differ and sequences grow, so that receivers treat each as new', async () => {
  const requests = Array.from({ length: 1000 }, () => signTestRequest({ secret, now: NOW }))
  const events = (await Promise.all(requests)).map(({ body }) => JSON.parse(body))
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length)
  for (const [index, { sequence }] of events.entries()) assert.equal(sequence, events[0].sequence + index)
})

test('a time in the past makes a request that must be refused', async () => {
  const { body, headers } = await signTestRequest({ secret, now: NOW })
  const now = new Date(NOW.getTime() + 301_000)
  await assert.rejects(verifyWebhook(body, headers, secret, { now }), { reason: 'timestamp_too_old' })
})

test('an unknown type is refused with the known ones, unless its event is given', async () => {
  const refusal = {
    name: 'TypeError',
    message: /^there is no event of type booking\.lost; there are booking\.created, /,
  }
  const type = 'booking.lost'
  await assert.rejects(signTestRequest({ secret, type: type as never }), refusal)
  await assert.rejects(signTestRequest({ secret, event: { type } }), refusal)
  const { body } = await signTestRequest({ secret, event: { type, data: { object: {} } } })
  assert.equal(JSON.parse(body).type, type)
})

test('a missing secret is refused', async () => {
  for (const none of [[], '']) await assert.rejects(signTestRequest({ secret: none }), /secret is missing/)
})
