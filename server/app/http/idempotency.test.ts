// The decisions' idempotency table, row by row and raced.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeClient } from '../../../test/support/client.ts'
import { AT_ONCE, startApp } from '../../../test/support/start-app.ts'
import { enveloped } from '../../kernel/outbox/response-body.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { change } from './changes.ts'
import type { App } from './types.ts'

const START = new Date('2026-11-15T12:00:00.000Z')
const wall = fixedClock(START)
const BROKEN = '/broken'
const app = await startApp({ wall, prepare: addBrokenRoute, settings: AT_ONCE })
const pool = app.service.world.pool
const KEYS = '/api/v1/api-keys'

/** A deliberate bug: the route returns something other than its transaction stored. */
function addBrokenRoute(broken: App): void {
  broken.post<{ Body: { wants: 'all' | 'part' } }>(BROKEN, (request, reply) => {
    const { world } = app.service
    const work = async (scope: Scope) => {
      const all = await transaction(world, scope, async () => ({ part: {} }))
      return request.body.wants === 'all' ? all : all.part
    }
    return change(world, { request, reply, work, status: 200, body: enveloped })
  })
}

let counter = 0
const newKey = () => `key-${++counter}`
const create = (key: string, body: object = { name: 'once' }, client = app.live) =>
  client.post(KEYS, body, { 'idempotency-key': key })
const keysNamed = async (name: string) =>
  Number((await pool.query('select count(*) from api_keys where name = $1', [name])).rows[0].count)

test('same key and same request: the first response byte for byte, marked as replayed', async () => {
  const key = newKey()
  const first = await create(key, { name: 'replayed' })
  const second = await create(key, { name: 'replayed' })
  assert.equal(first.status, 201)
  assert.equal(first.headers['idempotent-replayed'], undefined)
  assert.equal(second.status, 201)
  assert.equal(second.headers['idempotent-replayed'], 'true')
  assert.equal(second.text, first.text)
  assert.equal(second.headers['content-type'], first.headers['content-type'])
  assert.notEqual(second.headers['x-request-id'], first.headers['x-request-id'])
  assert.equal(await keysNamed('replayed'), 1)
})

test('same key and another request: 422 Idempotency key reused', async () => {
  const key = newKey()
  await create(key, { name: 'one' })
  for (const response of [
    await create(key, { name: 'two' }),
    await app.live.raw('POST', KEYS, '{"name": "one"}', {
      'content-type': 'application/json',
      'idempotency-key': key,
    }),
    await app.live.post(`${KEYS}?x=1`, { name: 'one' }, { 'idempotency-key': key }),
    await app.live.delete(`${KEYS}/key_x`, { 'idempotency-key': key }),
  ]) {
    assert.equal(response.status, 422)
    assert.equal(response.body.error, 'Idempotency key reused')
  }
})

test('still running: 409 Request in progress with Retry-After; of 50 at once one does the work', async () => {
  const key = newKey()
  const responses = await Promise.all(Array.from({ length: 50 }, () => create(key, { name: 'raced' })))
  const done = responses.filter((response) => response.status === 201)
  const waiting = responses.filter((response) => response.status === 409)
  assert.equal(done.length + waiting.length, 50)
  assert.ok(done.length >= 1)
  assert.equal(new Set(done.map((response) => response.text)).size, 1)
  assert.equal(done.filter((response) => response.headers['idempotent-replayed'] === undefined).length, 1)
  for (const response of waiting) {
    assert.equal(response.body.error, 'Request in progress')
    assert.equal(response.headers['retry-after'], '1')
  }
  assert.equal(await keysNamed('raced'), 1)
  assert.equal((await create(key, { name: 'raced' })).text, done[0]!.text)
})

test('while another transaction holds the key, a duplicate does not wait for it', async () => {
  const key = newKey()
  const client = await pool.connect()
  try {
    const { createHash } = await import('node:crypto')
    const teamId = (await app.live.get('/api/v1/me')).body.data.id
    const lock = createHash('sha256').update(`${teamId}\nlive\n${key}`).digest().readBigInt64BE(0)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lock])
    assert.equal((await create(key)).status, 409)
  } finally {
    await client.query('rollback')
    client.release()
  }
  assert.equal((await create(key)).status, 201)
})

test('keys are per team and mode: another mode can use the same key', async () => {
  const key = newKey()
  const live = await create(key)
  const sandbox = await create(key, { name: 'once' }, app.test)
  assert.equal(sandbox.status, 201)
  assert.notEqual(sandbox.body.data.id, live.body.data.id)
  const { createTeam } = await import('../../features/teams/teams.ts')
  const { secrets } = await createTeam(app.service.world, { name: 'Other', email: 'other@example.com' })
  assert.equal((await create(key, { name: 'else' }, makeClient(app.url, secrets.live))).status, 201)
})

test('a replay to a test key has _meta like the first response', async () => {
  const key = newKey()
  const first = await create(key, { name: 'meta' }, app.test)
  assert.equal(first.body._meta.test_mode, true)
  assert.equal((await create(key, { name: 'meta' }, app.test)).text, first.text)
})

test('a refusal by a business rule is stored, byte for byte', async () => {
  const key = newKey()
  const remove = () => app.live.delete(`${KEYS}/key_00000000000000000000000000`, { 'idempotency-key': key })
  const first = await remove()
  const second = await remove()
  assert.equal(first.status, 404)
  assert.equal(first.headers['idempotent-replayed'], undefined)
  assert.equal(second.text, first.text)
  assert.equal(second.headers['idempotent-replayed'], 'true')
  assert.equal((await app.live.delete(`${KEYS}/key_other`, { 'idempotency-key': key })).status, 422)
})

test('validation errors are not stored: the corrected request can use the same key', async () => {
  const key = newKey()
  assert.equal((await create(key, {})).status, 400)
  assert.equal(
    (await create(key, { name: 'x', expires_at: 'soon' })).status,
    400,
    'nor those of a rule that reads a field',
  )
  assert.equal((await create(key, { name: 'corrected' })).status, 201)
})

test('401, 429 and 5xx are not stored', async () => {
  const key = newKey()
  assert.equal((await create(key, { name: 'x' }, app.anybody)).status, 401)
  await app.asOwner('alter table api_keys rename to api_keys_away')
  assert.equal((await create(key, { name: 'after' })).status, 500)
  await app.asOwner('alter table api_keys_away rename to api_keys')
  assert.equal((await create(key, { name: 'after' })).status, 201)
})

test('after 24 hours the key is new again', async () => {
  const key = newKey()
  const first = await create(key, { name: 'day one' })
  wall.advance(24 * 3_600_000 - 1)
  assert.equal((await create(key, { name: 'day one' })).text, first.text)
  wall.advance(1)
  const second = await create(key, { name: 'day two' })
  assert.equal(second.status, 201)
  assert.notEqual(second.text, first.text)
})

test('expired keys are deleted by maintenance', async () => {
  await create(newKey())
  wall.advance(25 * 3_600_000)
  app.service.world.jobsAdded()
  const { eventually } = await import('../../../test/support/eventually.ts')
  await eventually('the keys are deleted', async () => {
    const { rows } = await pool.query('select count(*) from idempotency_keys where created_at < $1', [
      new Date(wall.now().getTime() - 24 * 3_600_000),
    ])
    return rows[0].count === 0n || rows[0].count === '0'
  })
})

test('a key that is empty, too long or not printable: 400 naming the header', async () => {
  for (const key of ['x'.repeat(256), 'a b', 'é'.normalize()]) {
    const response = await create(key).catch(() => undefined)
    if (response === undefined) continue // The client itself refuses to send it.
    assert.equal(response.status, 400)
    assert.equal(response.body.details[0].field, 'Idempotency-Key')
  }
  assert.equal((await create('x'.repeat(255))).status, 201)
})

test('stored responses are encrypted: no secret is in the table', async () => {
  const { body } = await create(newKey(), { name: 'sealed' })
  const { rows } = await pool.query('select body from idempotency_keys where body is not null')
  assert.ok(rows.length > 0)
  for (const { body: stored } of rows) assert.equal(stored.includes(Buffer.from(body.data.secret)), false)
})

test('response and work commit together: a duplicate on another service replays it', async () => {
  const second = await startApp({ databaseUrl: app.databaseUrl, wall, settings: { ROLE: 'api' } })
  const key = newKey()
  const first = await create(key, { name: 'shared' })
  const replay = await create(key, { name: 'shared' }, second.live)
  assert.equal(replay.text, first.text)
  assert.equal(replay.headers['idempotent-replayed'], 'true')
})

test('work that returns something else than its stored response is an error, with and without a key', async () => {
  for (const [wants, status] of [
    ['all', 200],
    ['part', 500],
  ])
    for (const headers of [{}, { 'idempotency-key': newKey() }])
      assert.equal((await app.live.post(BROKEN, { wants }, headers)).status, status)
})
