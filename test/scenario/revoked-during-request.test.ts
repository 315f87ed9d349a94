// Requests that start with permission and finish without it: all but the last byte is sent, the permission is
// revoked, then the byte follows. The response equals that of a new request.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../../contract/roles.ts'
import { decryptToken } from '../../server/features/people/account-links.ts'
import { encryptedTokenOf } from '../../server/features/people/invitation-store.ts'
import { setOperator } from '../../server/features/people/profile.ts'
import { type Agency, assertError, newAgency } from '../support/agency.ts'
import { type Client, makeClient } from '../support/client.ts'
import { cookieOf, newPerson, PASSWORD, SAME_SITE, signedIn, signIn } from '../support/people.ts'
import { park, rawRequestsTo } from '../support/raw-requests.ts'
import { startApp } from '../support/start-app.ts'
import { whileHeld } from '../support/while-held.ts'

const app = await startApp()
const { world } = app.service
const sendRaw = rawRequestsTo(app.url)
const PEOPLE = '/api/v1/people'
const INVITATIONS = '/api/v1/invitations'
const WAITED = { client_type: 'individual', full_name: 'Zé da Fila', email: 'ze@example.com' }
const CLIENT = ['POST', '/api/v1/clients', WAITED] as const
const OWNER = ['POST', INVITATIONS, { email: 'volta@agencia.example', role: 'owner' }] as const
const RENAMED = ['PATCH', '/api/v1/profile', { name: 'Zé da Fila' }] as const
const RETRIED = ['POST', '/api/v1/installation/work/1/retry', {}] as const

interface Somebody {
  id: string
  headers: Record<string, string>
}

async function newKey({ live }: Agency, rights: object = {}): Promise<Somebody> {
  const { id, secret } = (await live.post('/api/v1/api-keys', { name: 'x', ...rights })).body.data
  return { id, headers: { authorization: `Bearer ${secret}` } }
}

async function join({ id: teamId }: Agency, role: Role, isOperator = false) {
  const person = await newPerson(app, { [teamId]: role }, { isOperator })
  const cookie = cookieOf(await signIn(app.url, person.email))
  const headers = { ...SAME_SITE, cookie, 'embarque-mode': 'live', 'embarque-team': teamId }
  return { ...person, headers }
}

const owned = async (agency: Agency): Promise<Client> =>
  signedIn(app, await newPerson(app, { [agency.id]: 'owner' }), { mode: 'live', team: agency.id })

interface Ending {
  who: Somebody
  asked: readonly [method: string, path: string, body: object]
  end: () => Promise<unknown>
  refused: [status: number, error: string]
}

const ENDINGS: Readonly<Record<string, (agency: Agency) => Promise<Ending>>> = {
  async 'a key that is revoked'(agency) {
    const who = await newKey(agency)
    const end = () => agency.live.delete(`/api/v1/api-keys/${who.id}`)
    return { who, asked: CLIENT, end, refused: [401, 'Unauthorized'] }
  },
  async 'a colleague who may do less now'(agency) {
    const [who, boss] = [await join(agency, 'agent'), await owned(agency)]
    const end = () => boss.patch(`${PEOPLE}/${who.id}`, { role: 'viewer' })
    return { who, asked: CLIENT, end, refused: [403, 'Forbidden'] }
  },
  async 'an owner who is removed, and would come back'(agency) {
    const [who, boss] = [await join(agency, 'owner'), await owned(agency)]
    const end = () => boss.delete(`${PEOPLE}/${who.id}`)
    return { who, asked: OWNER, end, refused: [404, 'Team not found'] }
  },
  async 'a session that is ended'(agency) {
    const who = await join(agency, 'agent')
    const end = () => makeClient(app.url, undefined, who.headers).delete('/api/v1/sessions/current')
    return { who, asked: RENAMED, end, refused: [401, 'Unauthorized'] }
  },
  async 'an operator who is one no longer'(agency) {
    const who = await join(agency, 'agent', true)
    const end = () => setOperator(world, who.email, false)
    return { who, asked: RETRIED, end, refused: [403, 'Forbidden'] }
  },
}

/** How often what is asked for has come about. */
async function doneIn({ id }: Agency): Promise<number> {
  const { rows } = await world.pool.query(
    `select (select count(*) from clients where team_id = $1)
       + (select count(*) from one_time_links where team_id = $1)
       + (select count(*) from people where name = 'Zé da Fila')::int as done`,
    [id],
  )
  return Number(rows[0].done)
}

for (const [name, begin] of Object.entries(ENDINGS))
  test(`${name}: a pending request is refused like one that comes afterwards`, async () => {
    const agency = await newAgency(app)
    const { who, asked, end, refused } = await begin(agency)
    const client = makeClient(app.url, undefined, who.headers)
    // Authentication has cached the caller.
    assert.equal((await client.get('/api/v1/me')).status, 200)
    const before = await doneIn(agency)
    const finish = await Promise.all([1, 2].map(() => park(sendRaw, asked, who.headers)))
    await end()
    for (const late of finish) {
      const { status, error, text } = await late()
      assert.deepEqual([status, error], refused, text)
    }
    const [method, path, body] = asked
    const type = { 'content-type': 'application/json' }
    assertError(await client.raw(method, path, JSON.stringify(body), type), ...refused)
    assert.equal(await doneIn(agency), before)
  })

test('a caller who keeps their permissions is served despite a slow body, and counted once', async () => {
  const agency = await newAgency(app)
  await world.pool.query('update teams set rate_limit_per_minute = 20 where id = $1', [agency.id])
  const [person, boss] = [await join(agency, 'agent'), await owned(agency)]
  const parked = [
    await park(sendRaw, CLIENT, (await newKey(agency)).headers),
    await park(sendRaw, CLIENT, person.headers),
    await park(sendRaw, OWNER, (await join(agency, 'owner')).headers),
  ]
  // Every member of the team is read again.
  await agency.live.patch('/api/v1/team', { name: 'Lua Viagens' })
  assert.equal((await boss.patch(`${PEOPLE}/${person.id}`, { role: 'finance' })).status, 200)
  const left = () =>
    agency.live.get('/api/v1/me').then(({ headers }) => Number(headers['ratelimit-remaining']))
  const before = await left()
  for (const finish of parked) assert.equal((await finish()).status, 201)
  assert.ok((await left()) >= before - 1, 'what is counted at the connect is not counted again')
})

test('an owner removed at the same moment cannot invite or resend', async () => {
  const agency = await newAgency(app)
  const boss = await owned(agency)
  const { body } = await boss.post(INVITATIONS, { email: 'antes@agencia.example', role: 'owner' })
  for (const path of [INVITATIONS, `${INVITATIONS}/${body.data.id}/resend`]) {
    const who = await join(agency, 'owner')
    const client = makeClient(app.url, undefined, who.headers)
    const before = await doneIn(agency)
    const answer = await whileHeld(
      app,
      (tx) => tx.query('delete from memberships where person_id = $1', [who.id]),
      () => client.post(path, path === INVITATIONS ? OWNER[2] : {}),
    )
    assertError(answer, 403, 'Forbidden')
    assert.match(answer.body.message, /not an owner of this team any more/)
    assert.equal(await doneIn(agency), before)
  }
})

test('an invitation ends when its creator leaves, in any way', async () => {
  const agency = await newAgency(app)
  const who = await join(agency, 'owner')
  const client = makeClient(app.url, undefined, who.headers)
  const { id } = (await client.post(INVITATIONS, OWNER[2])).body.data
  const encrypted = (await encryptedTokenOf(world.pool, id, world.wall.now())) ?? assert.fail()
  const token = decryptToken(world.secretBox, id, encrypted)
  const show = () => app.anybody.post(`${INVITATIONS}/show`, { token })
  assert.equal((await show()).status, 200)
  const become = (role: Role) =>
    world.pool.query('update memberships set role = $2 where person_id = $1', [who.id, role])
  await become('agent')
  assertError(await show(), 404, 'Link not valid')
  await become('owner')
  assert.equal((await show()).status, 200)
  await world.pool.query('delete from memberships where person_id = $1', [who.id])
  assertError(await show(), 404, 'Link not valid')
  const name = 'Volta'
  const joined = await app.anybody.post(
    `${INVITATIONS}/accept`,
    { token, name, password: PASSWORD },
    SAME_SITE,
  )
  assertError(joined, 404, 'Link not valid')
})
