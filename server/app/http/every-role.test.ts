// Every operation with every role, as session and as key: admitted exactly as the role table says, otherwise
// refused with the missing permission. Other teams appear missing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOpen, isPersonal, type Operation, permissionOf } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { KEY_ROLES, ROLE_PERMISSIONS, ROLES } from '../../../contract/roles.ts'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import { type Client, makeClient, type Reply } from '../../../test/support/client.ts'
import { newPerson, withCookie } from '../../../test/support/people.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { beginSession } from '../../features/people/sessions.ts'

const app = await startApp()
const [agency, stranger] = await Promise.all([newAgency(app), newAgency(app)])
const closed = Object.entries<Operation>(OPERATIONS).filter(([, operation]) => !isOpen(operation))
const ofTeams = closed.filter(([, operation]) => !isPersonal(operation))
const personal = closed.filter(([, { access }]) => access === 'person')
const forOperators = closed.filter(([, { access }]) => access === 'operator')

type Modes = Record<'live' | 'test', Client>

/**
 * Calls the operation on a missing object without a body: an admitted caller gets 404 or a validation error.
 */
function call(client: Client, { method, path }: Operation): Promise<Reply> {
  return client.raw(method, path.replaceAll(/:\w+/g, 'nobody'), undefined)
}

/** The client of the mode that the operation is for. */
const clientFor = ({ live, test }: Modes, { liveModeOnly }: Operation) => (liveModeOnly ? live : test)

async function session(role: (typeof ROLES)[number]): Promise<Modes> {
  const cookie = await cookieFor(await newPerson(app, { [agency.id]: role }))
  return {
    live: withCookie(app.url, cookie, { mode: 'live' }),
    test: withCookie(app.url, cookie, { mode: 'test' }),
  }
}

/** Creates the session without a password, because hashing is slow. */
async function cookieFor({ id }: { id: string }): Promise<string> {
  const { world } = app.service
  const { token } = await beginSession(world, world.pool, { personId: id, browser: BROWSER })
  return `embarque=${token}`
}

const BROWSER = {
  address: '127.0.0.1',
  userAgent: null,
  requestId: 'req_1',
  token: undefined,
  keep() {},
  forget() {},
}

async function key(role: (typeof KEY_ROLES)[number]): Promise<Modes> {
  const keyIn = async (client: Client) => {
    const { body } = await client.post('/api/v1/api-keys', { name: role, role })
    return makeClient(app.url, body.data.secret)
  }
  return { live: await keyIn(agency.live), test: await keyIn(agency.test) }
}

const AT_ONCE = 8

async function proveAll(role: (typeof KEY_ROLES)[number], clients: Modes, whose: string): Promise<number> {
  const prove = async ([id, operation]: (typeof ofTeams)[number]) => {
    const permission = permissionOf(operation)
    assert.ok(permission !== null, id)
    const response = await call(clientFor(clients, operation), operation)
    if (ROLE_PERMISSIONS[role].includes(permission))
      return assert.ok(![401, 403].includes(response.status), `${id}: ${response.text}`)
    assertError(response, 403, 'Forbidden')
    const advice = `this needs the permission ${permission}, and ${whose} does not have it`
    assert.equal(response.body.message, `Forbidden: ${advice}`, id)
  }
  // More requests of one team at once would wait for connections on a slow machine.
  for (let at = 0; at < ofTeams.length; at += AT_ONCE)
    await Promise.all(ofTeams.slice(at, at + AT_ONCE).map(prove))
  return ofTeams.length
}

let calls = 0
for (const role of ROLES)
  test(`a session of the role ${role} has exactly the operations of the table`, async () => {
    calls += await proveAll(role, await session(role), `the role ${role}`)
  })

for (const role of KEY_ROLES)
  test(`a key of the role ${role} has exactly the operations of the table, and none for people`, async () => {
    const clients = await key(role)
    calls += await proveAll(role, clients, 'this key')
    for (const [id, operation] of [...personal, ...forOperators]) {
      const response = await call(clients.live, operation)
      assertError(response, 403, 'Forbidden')
      assert.match(response.body.message, /for people who are signed in, and not for keys/, id)
    }
  })

test('operations about the signed-in person are open to every role', async () => {
  for (const [index, [id, operation]] of personal.entries()) {
    const person = await newPerson(app, { [agency.id]: ROLES[index % ROLES.length] ?? 'viewer' })
    const response = await call(withCookie(app.url, await cookieFor(person)), operation)
    assert.ok(![401, 403].includes(response.status), `${id}: ${response.text}`)
  }
})

test('operations of the installation are for operators only, whatever their role in a team', async () => {
  const owner = withCookie(app.url, await cookieFor(await newPerson(app, { [agency.id]: 'owner' })))
  const operator = withCookie(app.url, await cookieFor(await newPerson(app, {}, { isOperator: true })))
  for (const [id, operation] of forOperators) {
    const refused = await call(owner, operation)
    assertError(refused, 403, 'Forbidden')
    assert.match(refused.body.message, /for operators of the installation/, id)
    const response = await call(operator, operation)
    assert.ok(![401, 403].includes(response.status), `${id}: ${response.text}`)
    assertError(await call(app.anybody, operation), 401, 'Unauthorized')
  }
  // An operator has no access to a team's data.
  const bookings = await operator.get('/api/v1/bookings', { 'embarque-team': agency.id })
  assertError(bookings, 404, 'Team not found')
})

test('another team is not found, for every role and operation', async () => {
  const cookie = await cookieFor(await newPerson(app, { [agency.id]: 'owner' }))
  const live = withCookie(app.url, cookie, { mode: 'live', team: stranger.id })
  const test = withCookie(app.url, cookie, { mode: 'test', team: stranger.id })
  await Promise.all(
    ofTeams.map(async ([, operation]) =>
      assertError(await call(clientFor({ live, test }, operation), operation), 404, 'Team not found'),
    ),
  )
  assert.ok(calls > 1_000, `${calls} calls`)
})
