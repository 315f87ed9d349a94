// The decisions on rate limits, with a clock that stands still so that every count is exact.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bare } from '../../contract/answers.ts'
import { AnyObject } from '../../contract/common.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { fixedClock } from '../../server/base/process/clock.ts'
import { makeClient, type Reply } from '../support/client.ts'
import { startApp } from '../support/start-app.ts'

const wall = fixedClock(new Date('2026-11-15T12:00:00.000Z'))
const app = await startApp({
  wall,
  settings: { RATE_LIMIT_PER_MINUTE: '60', SEARCH_LIMIT_PER_MINUTE: '3' },
  prepare: addSearch,
})

function addSearch(
  fastify: Parameters<NonNullable<Parameters<typeof startApp>[0]>['prepare'] & object>[0],
): void {
  const operation = { ...OPERATIONS['flights.search'], answer: bare(AnyObject) }
  fastify.post('/api/v1/test-search', { config: { operation } }, async () => ({ found: true }))
}

const headersOf = ({ headers }: Reply) => [
  headers['ratelimit-limit'],
  headers['ratelimit-remaining'],
  headers['ratelimit-reset'],
]
const newClient = async (client = app.live) => {
  const { body } = await client.post('/api/v1/api-keys', { name: 'limited' })
  return makeClient(app.url, body.data.secret)
}

test('a burst gets exactly what the bucket holds; the rest is 429 with Retry-After', async () => {
  const client = await newClient()
  const answers = await Promise.all(Array.from({ length: 100 }, () => client.get('/api/v1/me')))
  const refused = answers.filter((answer) => answer.status === 429)
  assert.equal(answers.filter((answer) => answer.status === 200).length, 60)
  assert.equal(refused.length, 40)
  for (const answer of refused) {
    assert.equal(answer.body.error, 'Rate limit exceeded')
    assert.equal(answer.body.code, 'rate_limit_exceeded')
    assert.equal(answer.headers['retry-after'], '1')
    assert.deepEqual(headersOf(answer), ['60', '0', '60'])
  }
})

test('the bucket fills again, a sixtieth of it each second', async () => {
  const client = await newClient()
  for (let n = 0; n < 60; n++) await client.get('/api/v1/me')
  assert.equal((await client.get('/api/v1/me')).status, 429)
  wall.advance(1_000)
  assert.equal((await client.get('/api/v1/me')).status, 200)
  assert.equal((await client.get('/api/v1/me')).status, 429)
  wall.advance(3_600_000)
  const answers = await Promise.all(Array.from({ length: 70 }, () => client.get('/api/v1/me')))
  assert.equal(
    answers.filter((answer) => answer.status === 200).length,
    60,
    'and never holds more than a minute of it',
  )
})

test('every answer carries the three headers, errors too', async () => {
  const client = await newClient()
  assert.deepEqual(headersOf(await client.get('/api/v1/me')), ['60', '59', '1'])
  assert.deepEqual(headersOf(await client.post('/api/v1/api-keys', {})), ['60', '58', '2'])
  assert.deepEqual(headersOf(await client.delete('/api/v1/api-keys/none')), ['60', '57', '3'])
  for (const answer of [
    await app.anybody.get('/api/v1/health'),
    await app.anybody.get('/none'),
    await app.anybody.get('/api/v1/me'),
  ]) {
    assert.equal(answer.headers['ratelimit-limit'], '60')
  }
})

test('each key has its own bucket', async () => {
  const [one, two] = [await newClient(), await newClient()]
  for (let n = 0; n < 61; n++) await one.get('/api/v1/me')
  assert.equal((await one.get('/api/v1/me')).status, 429)
  assert.equal((await two.get('/api/v1/me')).status, 200)
})

test('flight searches have a limit of their own besides', async () => {
  const client = await newClient()
  const answers = []
  for (let n = 0; n < 5; n++) answers.push(await client.post('/api/v1/test-search', {}))
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200, 429, 429],
  )
  assert.equal(answers[3]!.headers['retry-after'], '20')
  assert.equal((await client.get('/api/v1/me')).status, 200)
})

test('whoever guesses keys is limited by address; health is not', async () => {
  wall.advance(60_000)
  const answers = []
  for (let n = 0; n < 61; n++) answers.push((await app.anybody.get('/api/v1/me')).status)
  assert.deepEqual([answers.slice(0, 60).every((status) => status === 401), answers[60]], [true, 429])
  assert.equal((await app.anybody.get('/api/v1/health')).status, 200)
  const guess = makeClient(app.url, 'sk_live_aguess0123456789abcdef')
  assert.equal((await guess.get('/api/v1/me')).status, 429)
  assert.equal((await app.live.get('/api/v1/me')).status, 200, 'a known key is let in from there')
})

test('a team may have limits of its own', async () => {
  wall.advance(60_000)
  const { createTeam } = await import('../../server/teams/create-team.ts')
  const terms = { name: 'Small', email: 'small@example.com', rateLimitPerMinute: 2 }
  const { secrets } = await createTeam(app.service.world, terms)
  const client = makeClient(app.url, secrets.live)
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await client.get('/api/v1/me')).status)
  assert.deepEqual(statuses, [200, 200, 429])
})

test('0 switches a limit off', async () => {
  const free = await startApp({ wall, settings: { RATE_LIMIT_PER_MINUTE: '0' } })
  const answers = await Promise.all(Array.from({ length: 200 }, () => free.live.get('/api/v1/me')))
  assert.ok(answers.every((answer) => answer.status === 200))
})
