// What a key may do: its permissions, as the table of operations asks for them, and that no key makes a stronger one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOpen, isPersonal, type Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { PERMISSIONS, type Permission, READ_ONLY_PERMISSIONS } from '../../../contract/permissions.ts'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import { type Client, makeClient, type Reply } from '../../../test/support/client.ts'
import { newPerson, signedIn } from '../../../test/support/people.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { newTrip, TRIPS } from '../../../test/support/trips.ts'
import { creatorOf, permissionsOf } from './caller.ts'

// No name has an address, as on a laptop that is offline.
const app = await startApp({ resolve: async () => [] })
const KEYS = '/api/v1/api-keys'
const HOOKS = '/api/v1/webhooks'

async function keyWith(client: Client, body: object): Promise<{ client: Client; key: Reply['body'] }> {
  const response = await client.post(KEYS, { name: 'a key', ...body })
  assert.equal(response.status, 201, response.text)
  return { client: makeClient(app.url, response.body.data.secret), key: response.body.data }
}

const forbidden = (response: Reply, advice: string) => {
  assertError(response, 403, 'Forbidden')
  assert.equal(response.body.message, `Forbidden: ${advice}`)
}

test('every operation is allowed with its permission alone, and refused by name without it', async () => {
  const operations = Object.entries<Operation>(OPERATIONS).filter(
    ([, operation]) => !isOpen(operation) && !isPersonal(operation),
  )
  const call = (client: Client, { method, path }: Operation) =>
    client.raw(method, path.replaceAll(/:\w+/g, 'nobody'), undefined)
  for (const permission of PERMISSIONS) {
    const needing = operations.filter(([, { access }]) => access === permission)
    const maker = needing.some(([, { liveModeOnly }]) => liveModeOnly) ? app.live : app.test
    const [alone, others] = await Promise.all([
      keyWith(maker, { permissions: [permission] }),
      keyWith(maker, { permissions: PERMISSIONS.filter((other) => other !== permission) }),
    ])
    for (const [id, operation] of needing) {
      const [allowed, refused] = await Promise.all([
        call(alone.client, operation),
        call(others.client, operation),
      ])
      assert.ok(![401, 403].includes(allowed.status), `${id}: ${allowed.text}`)
      forbidden(refused, `this needs the permission ${permission}, and this key does not have it`)
    }
    const beyond = operations.find(([, { access }]) => access !== permission)
    assert.equal((await call(alone.client, beyond![1])).status, 403, `${permission} and nothing else`)
  }
})

test('keys show their permissions; read_only means every read permission except documents', async () => {
  const agency = await newAgency(app)
  const full = await keyWith(agency.live, {})
  assert.deepEqual([full.key.read_only, full.key.permissions], [false, [...PERMISSIONS]])
  const reader = await keyWith(agency.live, { read_only: true })
  assert.deepEqual([reader.key.read_only, reader.key.permissions], [true, READ_ONLY_PERMISSIONS])
  assert.equal(new Set<string>(READ_ONLY_PERMISSIONS).has('documents.read'), false)
  const named = await keyWith(agency.live, { permissions: ['wallet.read', 'bookings.read', 'wallet.read'] })
  assert.deepEqual([named.key.read_only, named.key.permissions], [true, ['bookings.read', 'wallet.read']])
  const listed = (await agency.live.get(KEYS)).body.data.find(({ id }: { id: string }) => id === named.key.id)
  assert.deepEqual(listed.permissions, ['bookings.read', 'wallet.read'])
  assert.equal((await named.client.get('/api/v1/me')).status, 403, 'not even who it is')
  const me = (await reader.client.get('/api/v1/me')).body.data
  assert.deepEqual(me.permissions, READ_ONLY_PERMISSIONS)
})

test('the table of roles lists the permissions of a key with each role', async () => {
  const agency = await newAgency(app)
  const { roles, permissions } = (await agency.live.get('/api/v1/roles')).body.data
  for (const role of roles) {
    const { key } = await keyWith(agency.live, { role: role.name })
    assert.deepEqual(key.permissions, role.permissions, role.name)
  }
  const writing = permissions.find(({ name }: { name: string }) => name === 'documents.read')
  assert.deepEqual(writing.operations.toSorted(), [
    'bookings.read',
    'clients.read',
    'clients.travellers',
    'companions.list',
    'companions.read',
  ])
  assertError(
    await agency.live.post(KEYS, { name: 'x', role: 'admin' }),
    400,
    'Invalid request parameters',
    'role',
  )
})

test('permissions are validated: unknown names, an empty list, and writing for a read-only key', async () => {
  for (const permissions of [['everything'], [], 'keys.read', [7]]) {
    assertError(
      await app.live.post(KEYS, { name: 'x', permissions }),
      400,
      'Invalid request parameters',
      Array.isArray(permissions) && permissions.length > 0 ? 'permissions.0' : 'permissions',
    )
  }
  const both = await app.live.post(KEYS, { name: 'x', read_only: true, permissions: ['bookings.write'] })
  assertError(both, 400, 'Invalid request parameters', 'permissions')
})

test('a key cannot create one with more permissions', async () => {
  const agency = await newAgency(app)
  const weak = await keyWith(agency.live, { permissions: ['keys.read', 'keys.manage', 'clients.read'] })
  const stronger = await weak.client.post(KEYS, {
    name: 'x',
    permissions: ['clients.read', 'wallet.recharge'],
  })
  forbidden(stronger, 'a key cannot give what its maker does not have: wallet.recharge')
  const silent = await keyWith(weak.client, {})
  assert.deepEqual(silent.key.permissions, ['keys.read', 'clients.read', 'keys.manage'], 'what is not said')
  const reading = await keyWith(weak.client, { read_only: true })
  assert.deepEqual(reading.key.permissions, ['keys.read', 'clients.read'])
  assert.deepEqual([reading.key.read_only, reading.key.created_by], [true, weak.key.id])
  // Nor a child of its child.
  forbidden(
    await silent.client.post(KEYS, { name: 'x', permissions: ['providers.manage'] }),
    'a key cannot give what its maker does not have: providers.manage',
  )
})

test('a key cannot create one that outlives it', async () => {
  const agency = await newAgency(app)
  const expires_at = '2090-01-01T00:00:00.000Z'
  const mortal = await keyWith(agency.live, { expires_at })
  for (const later of ['2090-01-01T00:00:00.001Z', '2100-01-01T00:00:00.000Z', null]) {
    forbidden(
      await mortal.client.post(KEYS, { name: 'x', expires_at: later }),
      `a key cannot outlive its maker, which expires at ${expires_at}`,
    )
  }
  assert.equal((await keyWith(mortal.client, {})).key.expires_at, expires_at, 'what is not said')
  const sooner = '2089-12-31T23:59:59.999Z'
  assert.equal((await keyWith(mortal.client, { expires_at: sooner })).key.expires_at, sooner)
})

test('a weaker key does not get the stored response of a stronger one', async () => {
  const agency = await newAgency(app)
  const weak = await keyWith(agency.live, { permissions: ['keys.manage'] })
  const send = (client: Client) => client.post(KEYS, { name: 'mine' }, { 'idempotency-key': 'guessed' })
  const first = await send(agency.live)
  assert.equal(first.status, 201)
  assertError(await send(weak.client), 422, 'Idempotency key reused')
  assert.equal((await send(agency.live)).text, first.text)
})

test('a person with limited permissions gets only their own stored response, after a role change too', async () => {
  const agency = await newAgency(app)
  const [ana, bia] = [
    await newPerson(app, { [agency.id]: 'agent' }),
    await newPerson(app, { [agency.id]: 'agent' }),
  ]
  const [anas, bias] = [
    await signedIn(app, ana, { mode: 'live' }),
    await signedIn(app, bia, { mode: 'live' }),
  ]
  const input = { client_type: 'individual', full_name: 'Eva', email: 'eva@example.com' }
  const send = (client: Client) => client.post('/api/v1/clients', input, { 'idempotency-key': 'eva' })
  const first = await send(anas)
  assert.equal(first.status, 201, first.text)
  assertError(await send(bias), 422, 'Idempotency key reused')
  assert.equal((await agency.live.patch(`/api/v1/people/${ana.id}`, { role: 'finance' })).status, 200)
  assert.equal((await send(anas)).text, first.text)
})

test('a person who lost costs.read does not get a stored response with costs', async () => {
  const agency = await newAgency(app)
  const person = await newPerson(app, { [agency.id]: 'agent' })
  const agent = await signedIn(app, person, { mode: 'live' })
  const { id } = await newTrip(agency.live)
  const send = (client: Client) =>
    client.post(
      `${TRIPS}/${id}/items`,
      { kind: 'lodging', price_amount: 900, cost_amount: 700 },
      { 'idempotency-key': 'hotel' },
    )
  const first = await send(agent)
  assert.equal(first.body.data?.cost_amount, 700, first.text)
  assert.equal((await send(agent)).text, first.text)
  await agency.live.patch(`/api/v1/people/${person.id}`, { role: 'developer' })
  assertError(await send(agent), 422, 'Idempotency key reused')
  await agency.live.patch(`/api/v1/people/${person.id}`, { role: 'agent' })
  assert.equal((await send(agent)).text, first.text)
  assert.equal((await agency.live.get(`${TRIPS}/${id}`)).body.data.items.length, 1)
})

test('a stored response with a secret is replayed only to the key that received it', async () => {
  const agency = await newAgency(app)
  const mortal = await keyWith(agency.live, { expires_at: '2090-01-01T00:00:00.000Z' })
  const hook = (await agency.live.post(HOOKS, { url: 'https://a.offline.test/', events: ['*'] })).body.data
  for (const [path, body] of [
    [KEYS, { name: 'deploy' }],
    [HOOKS, { url: 'https://b.offline.test/', events: ['*'] }],
    [`${HOOKS}/${hook.id}/rotate-secret`, {}],
  ] as const) {
    const send = (client: Client) => client.post(path, body, { 'idempotency-key': `deploy-${path}` })
    const first = await send(agency.live)
    assert.ok(first.body.data.secret, first.text)
    assertError(await send(mortal.client), 422, 'Idempotency key reused')
    assert.equal((await send(agency.live)).text, first.text)
  }
  // What is about a person takes no Idempotency-Key, and is not remembered at all.
  const gives = Object.entries<Operation>(OPERATIONS).filter(
    ([, operation]) =>
      !isPersonal(operation) && /"(secret|\w+_secret)":/.test(JSON.stringify(operation.response)),
  )
  assert.equal(gives.length, 3)
  for (const [id, { givesSecret }] of gives) assert.equal(givesSecret, true, id)
})

test('permissions changed in SQL apply from the next request in every process', async () => {
  const agency = await newAgency(app)
  const { client, key } = await keyWith(agency.live, {})
  assert.equal((await client.get('/api/v1/me')).status, 200)
  await app.service.world.pool.query('update api_keys set permissions = $2 where id = $1', [key.id, ['x.y']])
  for (let tries = 0; (await client.get('/api/v1/me')).status !== 403; tries++) assert.ok(tries < 200)
})

test('OpenAPI has the permission of each operation', async () => {
  const { paths, components } = (await app.anybody.get('/openapi.json')).body
  const create = paths['/api/v1/bookings'].post
  assert.deepEqual(create.security, [{ apiKey: [] }, { session: [] }])
  assert.equal(create['x-permission'], 'bookings.write')
  assert.match(create.description, /Needs the permission `bookings.write`\.$/)
  const read = paths['/api/v1/bookings/{id}'].get
  assert.match(read.description, /Needs the permission `bookings.read`, and a part of it `documents.read`\.$/)
  assert.deepEqual(paths['/api/v1/health'].get.security, [])
  assert.match(
    components.securitySchemes.apiKey.description,
    /- `seller`: .*\n(?:.*\n)*- `search`: Search for flights/,
  )
  const { $ref } = paths['/api/v1/bookings'].get.responses['403']
  assert.match(components.responses[$ref.split('/').at(-1)].description, /Forbidden/)
})

test('the permissions of a creator are those of its key', () => {
  const via = { kind: 'key', id: 'key_1', name: 'x', lastFour: 'abcd', expiresAt: null } as const
  const permissions = new Set<Permission>(['keys.manage'])
  const team = {} as never
  const owner = { teamId: 'team_1', mode: 'live' } as const
  assert.deepEqual(creatorOf({ owner, countedAs: 'team_1 live', permissions, via, team }), {
    permissions,
    expiresAt: null,
    id: 'key_1',
  })
  assert.deepEqual([...permissionsOf({ read_only: false, permissions: ['search', 'gone.read'] })], ['search'])
})
