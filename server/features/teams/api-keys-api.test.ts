// /api/v1/api-keys, our addition: create, list, revoke, and the events of the contract that go with them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { API_VERSION } from '../../../contract/common.ts'
import { PERMISSIONS } from '../../../contract/permissions.ts'
import { makeClient } from '../../../test/support/client.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const { world } = app.service
const KEYS = '/api/v1/api-keys'

async function eventsOf(keyId: string) {
  const { rows } = await world.pool.query(
    `select mode, type, sequence, payload, created_at from events
     where payload like '%' || $1 || '%' order by sequence`,
    [keyId],
  )
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

test('POST creates a key: 201, the secret shown once', async () => {
  const { status, body } = await app.live.post(KEYS, { name: 'Website' })
  assert.equal(status, 201)
  const { id, secret, last_four, created_at, updated_at, created_by, permissions, ...rest } = body.data
  assert.deepEqual(rest, {
    name: 'Website',
    mode: 'live',
    read_only: false,
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
  })
  assert.match(id, /^key_[0-9a-z]{26}$/)
  assert.match(secret, /^sk_live_[0-9a-z]{52}$/)
  assert.equal(last_four, secret.slice(-4))
  assert.match(created_at, /Z$/)
  assert.equal(updated_at, created_at)
  assert.deepEqual(permissions, [...PERMISSIONS])
  assert.equal(created_by, (await app.live.get('/api/v1/me')).body.data.key.id)
  assert.equal((await makeClient(app.url, secret).get('/api/v1/me')).body.data.key.id, id)
  const listed = (await app.live.get(KEYS)).body.data.find((key: { id: string }) => key.id === id)
  assert.equal('secret' in listed, false)
})

test('POST: name, read_only and expires_at are checked', async () => {
  const bad: [object, string][] = [
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: ['x'] }, 'name'],
    [{ name: 'x', read_only: 'no' }, 'read_only'],
    [{ name: 'x', expires_at: 'tomorrow' }, 'expires_at'],
    [{ name: 'x', expires_at: '2026-02-30T00:00:00Z' }, 'expires_at'],
    [{ name: 'x', expires_at: '2020-01-01T00:00:00.000Z' }, 'expires_at'],
    [{ name: 'x', expires_at: 5 }, 'expires_at'],
  ]
  for (const [body, field] of bad) {
    const response = await app.live.post(KEYS, body)
    assert.equal(response.status, 400, JSON.stringify(body))
    assert.equal(response.body.error, 'Invalid request parameters')
    assert.equal(response.body.details[0].field, field)
  }
})

test('a key expires at its expires_at', async () => {
  const { body } = await app.live.post(KEYS, { name: 'x', expires_at: '2090-01-01T00:00:00.000Z' })
  assert.equal(body.data.expires_at, '2090-01-01T00:00:00.000Z')
})

test('GET lists the keys newest first, including revoked ones', async () => {
  const first = (await app.test.post(KEYS, { name: 'first' })).body.data
  const second = (await app.test.post(KEYS, { name: 'second' })).body.data
  await app.test.delete(`${KEYS}/${first.id}`)
  const { body } = await app.test.get(KEYS)
  assert.equal(body.success, true)
  assert.deepEqual(
    body.data.slice(0, 2).map((key: { id: string }) => key.id),
    [second.id, first.id],
  )
  assert.notEqual(body.data[1].revoked_at, null)
})

test('DELETE revokes at once; repeating changes nothing; an unknown key is 404', async () => {
  const { id } = (await app.live.post(KEYS, { name: 'short' })).body.data
  const first = await app.live.delete(`${KEYS}/${id}`)
  assert.equal(first.status, 200)
  assert.equal(first.body.data.id, id)
  const again = await app.live.delete(`${KEYS}/${id}`)
  assert.equal(again.status, 200)
  assert.equal(again.body.data.revoked_at, first.body.data.revoked_at)
  assert.equal((await eventsOf(id)).filter((event) => event.type === 'api_key.revoked').length, 1)
  const unknown = await app.live.delete(`${KEYS}/nope`)
  assert.equal(unknown.status, 404)
  assert.equal(unknown.body.error, 'API key not found')
})

test('20 simultaneous revocations of one key: one event', async () => {
  const { id } = (await app.live.post(KEYS, { name: 'raced' })).body.data
  const responses = await Promise.all(Array.from({ length: 20 }, () => app.live.delete(`${KEYS}/${id}`)))
  assert.ok(responses.every((response) => response.status === 200))
  assert.equal(new Set(responses.map((response) => response.text)).size, 1)
  assert.equal((await eventsOf(id)).length, 2)
})

test('api_key.created and api_key.revoked have the payload of the contract, as of their time', async () => {
  const me = (await app.live.get('/api/v1/me')).body.data
  const { secret, ...key } = (await app.live.post(KEYS, { name: 'told' })).body.data
  const revoked = (await app.live.delete(`${KEYS}/${key.id}`)).body.data
  const [created, gone] = await eventsOf(key.id)
  const object = {
    id: key.id,
    name: 'told',
    mode: 'live',
    last_four: key.last_four,
    created_at: key.created_at,
  }
  assert.match(created.payload.id, /^evt_[0-9a-z]{26}$/)
  assert.deepEqual(created.payload, {
    id: created.payload.id,
    type: 'api_key.created',
    api_version: API_VERSION,
    created_at: key.created_at,
    data: { object: { ...object, revoked_at: null } },
    team_id: me.id,
  })
  assert.equal(gone.type, 'api_key.revoked')
  assert.deepEqual(gone.payload.data.object, { ...object, revoked_at: revoked.revoked_at })
  assert.equal(
    JSON.stringify([created, gone], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    ).includes(secret),
    false,
  )
})

test('events are numbered without gaps per team and mode, under concurrency', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 ? app.live : app.test).post(KEYS, { name: `n${n}` })),
  )
  for (const mode of ['live', 'test']) {
    const { rows } = await world.pool.query(
      `select count(*)::int as count, min(sequence)::int as first, max(sequence)::int as last,
        (select event_sequence::int from team_counters c where c.mode = $1 and c.team_id = min(e.team_id)) as counter
       from events e where mode = $1`,
      [mode],
    )
    const { count, first, last, counter } = rows[0]
    assert.deepEqual([first, last, counter], [1, count, count])
  }
})
