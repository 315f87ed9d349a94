// The contract's "Authentication" chapter and the decisions on keys, row by row, through HTTP.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeClient, type Reply } from '../../../test/support/client.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { LIVE_KEY, startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const pool = app.service.world.pool

const withHeader = (authorization: string) => app.anybody.get('/api/v1/me', { authorization })
const createKey = async (client = app.live, body: object = { name: 'a key' }) =>
  (await client.post('/api/v1/api-keys', body)).body.data

test('1. Authorization: Bearer <API_KEY> authenticates the caller', async () => {
  assert.equal((await withHeader(`Bearer ${LIVE_KEY}`)).status, 200)
  assert.equal(
    (await withHeader(`bearer ${LIVE_KEY}`)).status,
    200,
    'the scheme is case-insensitive (RFC 9110)',
  )
})

test('2. a test key selects the sandbox, marked in every response; a live key does not', async () => {
  const { body } = await app.test.get('/api/v1/me')
  assert.equal(body.data.mode, 'test')
  assert.equal(body._meta.test_mode, true)
  assert.equal(typeof body._meta.message, 'string')
  const refused = await app.test.delete('/api/v1/api-keys/key_unknown')
  assert.equal(refused.status, 404)
  assert.equal(refused.body._meta.test_mode, true, 'errors carry it too')
  const invalid = await app.test.post('/api/v1/api-keys', {})
  assert.equal(invalid.body._meta.test_mode, true)
  const live = await app.live.get('/api/v1/me')
  assert.equal(live.body.data.mode, 'live')
  assert.equal('_meta' in live.body, false)
})

test('3. a missing, malformed, unknown, revoked or expired key: the same 401', async () => {
  const revoked = await createKey()
  await app.live.delete(`/api/v1/api-keys/${revoked.id}`)
  const expired = await createKey()
  await pool.query(`update api_keys set expires_at = created_at - interval '1 second' where id = $1`, [
    expired.id,
  ])
  const responses: Record<string, Reply> = {
    missing: await app.anybody.get('/api/v1/me'),
    empty: await withHeader(''),
    'no scheme': await withHeader(LIVE_KEY),
    'another scheme': await withHeader(`Basic ${LIVE_KEY}`),
    'too short': await withHeader('Bearer sk_live_1'),
    'not a key': await withHeader('Bearer hello'),
    unknown: await withHeader(`Bearer ${LIVE_KEY}x`),
    'the other mode': await withHeader(`Bearer ${LIVE_KEY.replace('live', 'test')}x`),
    'two keys': await withHeader(`Bearer ${LIVE_KEY} ${LIVE_KEY}`),
    revoked: await withHeader(`Bearer ${revoked.secret}`),
    expired: await eventually('the expired key is refused', async () => {
      const response = await withHeader(`Bearer ${expired.secret}`)
      return response.status === 401 && response
    }),
  }
  for (const [name, response] of Object.entries(responses)) {
    assert.equal(response.status, 401, name)
    assert.equal(response.headers['www-authenticate'], 'Bearer', name)
    const { request_id, doc_url, ...rest } = response.body
    assert.match(doc_url, /\/docs\/errors#unauthorized$/)
    assert.deepEqual(
      rest,
      {
        success: false,
        error: 'Unauthorized',
        code: 'unauthorized',
        type: 'authentication',
        user_message: 'Seu acesso não é válido ou terminou. Faça login novamente.',
        message: 'Unauthorized: send a valid API key in the header "Authorization: Bearer sk_..."',
      },
      name,
    )
    assert.equal(request_id, response.headers['x-request-id'])
  }
})

test('4. a key sees only its own team', async () => {
  const { createTeam } = await import('../../features/teams/teams.ts')
  const other = await createTeam(app.service.world, { name: 'Other', email: 'other@example.com' })
  const client = makeClient(app.url, other.secrets.live)
  assert.equal((await client.get('/api/v1/me')).body.data.id, other.team.id)
  const mine = await createKey()
  const response = await client.delete(`/api/v1/api-keys/${mine.id}`)
  const unknown = await client.delete('/api/v1/api-keys/key_00000000000000000000000000')
  assert.equal(response.status, 404)
  assert.deepEqual(
    { ...response.body, request_id: '' },
    { ...unknown.body, request_id: '' },
    "someone else's is as unknown",
  )
  const list = (await client.get('/api/v1/api-keys')).body.data
  assert.deepEqual(
    list.map((key: { name: string }) => key.name),
    ['First live key'],
  )
})

test('test and live keys are separate', async () => {
  const live = await createKey(app.live)
  const sandbox = await createKey(app.test)
  assert.match(live.secret, /^sk_live_/)
  assert.match(sandbox.secret, /^sk_test_/)
  assert.equal((await app.test.delete(`/api/v1/api-keys/${live.id}`)).status, 404)
  assert.equal((await app.live.delete(`/api/v1/api-keys/${sandbox.id}`)).status, 404)
  const ids = async (client = app.live) =>
    (await client.get('/api/v1/api-keys?limit=100')).body.data.map((key: { id: string }) => key.id)
  assert.equal((await ids(app.live)).includes(sandbox.id), false)
  assert.equal((await ids(app.test)).includes(live.id), false)
})

test('a key is stored only as a hash, with its last four characters', async () => {
  const key = await createKey()
  const { rows } = await pool.query('select to_jsonb(api_keys)::text as row from api_keys where id = $1', [
    key.id,
  ])
  assert.equal(rows[0].row.includes(key.secret), false)
  assert.equal(key.last_four, key.secret.slice(-4))
  const listed = (await app.live.get('/api/v1/api-keys')).text
  assert.equal(listed.includes(key.secret), false)
})

test('a revoked key is refused before the revocation returns, even if in use a moment ago', async () => {
  for (let round = 0; round < 20; round++) {
    const key = await createKey()
    const client = makeClient(app.url, key.secret)
    assert.equal((await client.get('/api/v1/me')).status, 200)
    const uses = Array.from({ length: 5 }, () => client.get('/api/v1/me'))
    const revoked = await app.live.delete(`/api/v1/api-keys/${key.id}`)
    assert.equal(revoked.status, 200)
    assert.equal((await client.get('/api/v1/me')).status, 401)
    await Promise.all(uses)
    assert.equal(
      (await client.get('/api/v1/me')).status,
      401,
      'nor does a request that raced the revocation bring it back',
    )
  }
})

test('a revocation in one process reaches another within a second', async () => {
  const second = await startApp({ databaseUrl: app.databaseUrl, settings: { ROLE: 'api' } })
  async function revocationMs(): Promise<number> {
    const key = await createKey()
    const elsewhere = makeClient(second.url, key.secret)
    assert.equal((await elsewhere.get('/api/v1/me')).status, 200)
    await app.live.delete(`/api/v1/api-keys/${key.id}`)
    const start = performance.now()
    await eventually(
      'the key is refused in the other process',
      async () => (await elsewhere.get('/api/v1/me')).status === 401,
    )
    return performance.now() - start
  }
  // The best of several attempts counts, so that a slow machine does not fail the test. Without the signal
  // each attempt takes five seconds.
  let ms = Infinity
  for (let n = 0; n < 4 && ms > 1_000; n++) ms = await revocationMs()
  assert.ok(ms < 1_000, `${ms} ms`)
})

test('while the signal connection is down, keys are read from the database', async () => {
  const key = await createKey()
  const client = makeClient(app.url, key.secret)
  assert.equal((await client.get('/api/v1/me')).status, 200)
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where query ~ '^(listen|notify) embarque_' and datname = current_database() and pid <> pg_backend_pid()`)
  await eventually('the connection is down', () => !app.service.world.signals.connected)
  // The change bypasses every cache: no notification is sent.
  await app.asOwner('alter table api_keys disable trigger api_keys_changed')
  await pool.query('update api_keys set revoked_at = created_at where id = $1', [key.id])
  await app.asOwner('alter table api_keys enable trigger api_keys_changed')
  assert.equal((await client.get('/api/v1/me')).status, 401)
  await eventually('the connection is up again', () => app.service.world.signals.connected)
  assert.equal((await client.get('/api/v1/me')).status, 401)
})

test('a read-only key can read, not write', async () => {
  const key = await createKey(app.live, { name: 'reader', read_only: true })
  assert.equal(key.read_only, true)
  const reader = makeClient(app.url, key.secret)
  assert.equal((await reader.get('/api/v1/me')).status, 200)
  const response = await reader.post('/api/v1/api-keys', { name: 'x' })
  assert.equal(response.status, 403)
  assert.equal(response.body.error, 'Forbidden')
  assert.equal((await reader.delete(`/api/v1/api-keys/${key.id}`)).status, 403)
})

test('the last use of a key is stored without a write per request', async () => {
  const key = await createKey()
  const client = makeClient(app.url, key.secret)
  await client.get('/api/v1/me')
  const fresh = await startApp({ databaseUrl: app.databaseUrl, settings: { ROLE: 'api' } })
  await makeClient(fresh.url, key.secret).get('/api/v1/me')
  await fresh.service.stop()
  const { rows } = await pool.query('select last_used_at from api_keys where id = $1', [key.id])
  assert.ok(rows[0].last_used_at instanceof Date, 'written at the latest when the service stops')
})
