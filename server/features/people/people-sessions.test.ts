// People sign in, are who they are in each of their teams, and sign out: through HTTP, as a browser does.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { assertError, issuesOf, newAgency } from '../../../test/support/agency.ts'
import { type Client, makeClient } from '../../../test/support/client.ts'
import { eventually } from '../../../test/support/eventually.ts'
import {
  cookieOf,
  newPerson,
  PASSWORD,
  SAME_SITE,
  signedIn,
  signIn,
  withCookie,
} from '../../../test/support/people.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { readSetupLink, renewSetupLink } from './setup.ts'

const app = await startApp()
const { world } = app.service
const tokenIn = (link: string | null) => new URL(link ?? assert.fail('there is no link')).hash.slice(1)

test('the setup link creates the owner of the first team, once; a new link replaces it', async () => {
  const shown = async () => (await app.anybody.get('/api/v1/setup')).body.data
  assert.deepEqual(await shown(), { needed: true, team_name: null }, 'it has no name yet')
  await app.live.patch('/api/v1/team', { name: 'Sol Viagens' })
  assert.deepEqual(await shown(), { needed: true, team_name: 'Sol Viagens' })
  const first = tokenIn(await readSetupLink(world))
  assert.equal(tokenIn(await readSetupLink(world)), first, 'shown again until it is used')
  const token = tokenIn(await renewSetupLink(world))
  const owner = {
    name: 'Rita Prado',
    email: 'Rita@Agencia.example',
    password: PASSWORD,
    team_name: ' Lua Viagens ',
  }
  const setUp = (body: object) => app.anybody.post('/api/v1/setup', { ...owner, ...body }, SAME_SITE)
  assertError(await setUp({ token: first }), 404, 'Link not valid')
  const responses = await Promise.all([setUp({ token }), setUp({ token, email: 'other@agencia.example' })])
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, 404])
  assert.deepEqual(await shown(), { needed: false, team_name: null })
  assert.equal(await readSetupLink(world), null)
  const made = responses.find(({ status }) => status === 201) ?? assert.fail()
  const me = await withCookie(app.url, cookieOf(made)).get('/api/v1/profile')
  const [team] = me.body.data.teams
  assert.deepEqual([me.body.data.is_operator, team.name, team.role], [true, 'Lua Viagens', 'owner'])
  assert.equal((await app.live.get('/api/v1/me')).body.data.name, 'Lua Viagens', 'keys know it at once')
  assertError(await setUp({ token }), 404, 'Link not valid')
})

test('the session cookie is unreachable for scripts and other sites', async () => {
  const agency = await newAgency(app)
  const person = await newPerson(app, { [agency.id]: 'agent' })
  const response = await signIn(app.url, person.email.toUpperCase())
  assert.equal(response.status, 201, response.text)
  assert.match(
    String([response.headers['set-cookie']].flat()[0]),
    /^embarque=[a-z0-9]{52}; Max-Age=12\d{5}; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  assert.ok(
    !response.text.includes(cookieOf(response).slice('embarque='.length)),
    'the token is nowhere else',
  )
  assert.deepEqual(response.body.data.second_factor, [])
  const me = (await withCookie(app.url, cookieOf(response)).get('/api/v1/me')).body
  assert.deepEqual(
    [me.data.id, me.data.mode, me.data.key, me._meta],
    [agency.id, 'live', undefined, undefined],
  )
  assert.deepEqual(me.data.person, { id: person.id, name: 'Ana Lima', email: person.email, role: 'agent' })
})

test('team and mode are headers: required with several teams, and for every change', async () => {
  const [sun, moon, other] = [await newAgency(app), await newAgency(app), await newAgency(app)]
  const person = await newPerson(app, { [sun.id]: 'agent', [moon.id]: 'viewer' })
  const client = await signedIn(app, person)
  assertError(await client.get('/api/v1/me'), 400, 'Team required')
  const at = (id: string, mode?: string) => ({ 'embarque-team': id, ...(mode && { 'embarque-mode': mode }) })
  assertError(await client.get('/api/v1/me', at(other.id)), 404, 'Team not found')
  const me = await client.get('/api/v1/me', at(moon.id, 'test'))
  assert.deepEqual([me.body.data.id, me.body.data.mode, me.body._meta.test_mode], [moon.id, 'test', true])
  const input = { client_type: 'individual', full_name: 'Ana Souza', email: 'ana@example.com' }
  assertError(await client.post('/api/v1/clients', input, at(sun.id)), 400, 'Mode required')
  const strange = await client.get('/api/v1/me', at(sun.id, 'prod'))
  assertError(strange, 400, 'Invalid request parameters', 'Embarque-Mode')
  assert.equal((await client.post('/api/v1/clients', input, at(sun.id, 'test'))).status, 201)
  const refused = await client.post('/api/v1/clients', input, at(moon.id, 'test'))
  assertError(refused, 403, 'Forbidden')
  assert.match(refused.body.message, /permission clients\.write, and the role viewer does not have it/)
})

test('a key takes precedence over a cookie, and is not a person', async () => {
  const agency = await newAgency(app)
  const person = await newPerson(app, { [agency.id]: 'owner' })
  const cookie = cookieOf(await signIn(app.url, person.email))
  const both = makeClient(app.url, agency.liveKey, { cookie })
  assert.ok((await both.get('/api/v1/me')).body.data.key)
  assertError(await both.get('/api/v1/profile'), 403, 'Forbidden')
  const wrong = makeClient(app.url, 'sk_live_nobody_has_this_key_0000', { cookie })
  assertError(await wrong.get('/api/v1/me'), 401, 'Unauthorized')
})

test('the audit log names the person; an Idempotency-Key returns secrets only to that person', async () => {
  const agency = await newAgency(app)
  const [rita, joao] = [
    await newPerson(app, { [agency.id]: 'owner' }),
    await newPerson(app, { [agency.id]: 'owner' }),
  ]
  const client = await signedIn(app, rita, { mode: 'live' })
  const once = { 'idempotency-key': 'a-key-for-a-key' }
  const make = (who: Client) => who.post('/api/v1/api-keys', { name: 'panel' }, once)
  const [first, second] = [await make(client), await make(client)]
  assert.equal(first.status, 201, first.text)
  assert.deepEqual([second.text, second.headers['idempotent-replayed']], [first.text, 'true'])
  assertError(await make(await signedIn(app, joao, { mode: 'live' })), 422, 'Idempotency key reused')
  assert.equal(first.body.data.created_by, rita.id)
  const key = await makeClient(app.url, first.body.data.secret).get('/api/v1/me')
  assert.equal(key.body.data.key.id, first.body.data.id)
  const [entry] = (await client.get(`/api/v1/audit?actor_id=${rita.id}`)).body.data
  assert.deepEqual(entry.actor, { type: 'person', id: rita.id, name: 'Ana Lima' })
  assert.equal(entry.action, 'keys.create')
})

test('a new password requires the old one, ends other sessions and is notified', async () => {
  const agency = await newAgency(app)
  const person = await newPerson(app, { [agency.id]: 'viewer' })
  const [client, elsewhere] = [await signedIn(app, person), await signedIn(app, person)]
  const change = (body: object) => client.patch('/api/v1/profile', body)
  const renamed = await change({ name: ' Ana Prado ', language: 'en', passwrd: 'x' })
  assert.deepEqual([renamed.body.data.name, renamed.body.data.language], ['Ana Prado', 'en'])
  assert.deepEqual(issuesOf(renamed.body.warnings), [
    { field: 'passwrd', issue: 'is not a known field and was left out; did you mean password?' },
  ])
  assert.equal((await client.get('/api/v1/me')).body.data.person.name, 'Ana Prado')
  const password = 'três tristes tigres'
  const invalid = 'Invalid request parameters'
  assertError(await change({ password }), 400, invalid, 'current_password')
  assertError(await change({ password, current_password: 'wrong' }), 401, 'Sign-in failed')
  assertError(
    await change({ password: 'ana.prado.2026', current_password: PASSWORD }),
    400,
    invalid,
    'password',
  )
  assertError(await change({ password: 'short', current_password: PASSWORD }), 400, invalid, 'password')
  assert.equal((await change({ password, current_password: PASSWORD })).status, 200)
  assert.equal((await client.get('/api/v1/profile')).status, 200)
  for (const ended of [await elsewhere.get('/api/v1/me'), await app.anybody.get('/api/v1/profile')]) {
    assertError(ended, 401, 'Unauthorized')
    assert.match(ended.body.message, /: sign in with POST \/api\/v1\/sessions$/, 'a key would not help')
  }
  assertError(await signIn(app.url, person.email), 401, 'Sign-in failed')
  assert.equal((await signIn(app.url, person.email, password)).status, 201)
  const [mail = ''] = await agency.diary('live').mails()
  assert.match(mail, new RegExp(`^person ${person.id} password_changed `))
})

test('changes of name, session and membership signal every process, for that person only', async () => {
  const agency = await newAgency(app)
  const person = await newPerson(app, { [agency.id]: 'viewer' })
  const [client, other] = [await signedIn(app, person), await signedIn(app, person)]
  const line = new pg.Client(app.databaseUrl)
  after(() => line.end())
  const signalled = new Set<string | undefined>()
  await line.connect()
  line.on('notification', ({ payload }) => signalled.add(payload))
  await line.query('listen embarque_callers')
  assert.equal((await client.patch('/api/v1/profile', { name: 'Ana Nova' })).status, 200)
  assert.equal((await other.delete('/api/v1/sessions/current')).status, 200)
  await agency.live.patch(`/api/v1/people/${person.id}`, { role: 'agent' })
  await agency.live.patch('/api/v1/team', { legal_name: 'Nova Ltda.' })
  await eventually('the signals have arrived', () => signalled.has(agency.id))
  assert.deepEqual(signalled, new Set([person.id, agency.id]))
  assert.equal((await client.get('/api/v1/profile')).body.data.name, 'Ana Nova')
})

test('a replay with an Idempotency-Key works after changes of role to and from owner', async () => {
  const agency = await newAgency(app)
  const [rita, joao] = [
    await newPerson(app, { [agency.id]: 'owner' }),
    await newPerson(app, { [agency.id]: 'agent' }),
  ]
  const [owner, changed] = [
    await signedIn(app, rita, { mode: 'live' }),
    await signedIn(app, joao, { mode: 'live' }),
  ]
  const send = (key: string) =>
    changed.post(
      '/api/v1/clients',
      { client_type: 'individual', full_name: 'Ana Souza', email: `${key}@example.com` },
      { 'idempotency-key': key },
    )
  const become = async (role: string) =>
    assert.equal((await owner.patch(`/api/v1/people/${joao.id}`, { role })).status, 200)
  const before = await send('as-agent')
  assert.equal(before.status, 201, before.text)
  await become('owner')
  assert.equal((await send('as-agent')).text, before.text)
  const asOwner = await send('as-owner')
  await become('agent')
  assert.equal((await send('as-owner')).text, asOwner.text)
})

test('a change of role updates updated_at, by which lists filter', async () => {
  const agency = await newAgency(app)
  const [rita, joao] = [
    await newPerson(app, { [agency.id]: 'owner' }),
    await newPerson(app, { [agency.id]: 'agent' }),
  ]
  const owner = await signedIn(app, rita, { mode: 'live' })
  const { body } = await owner.patch(`/api/v1/people/${joao.id}`, { role: 'viewer' })
  assert.ok(body.data.updated_at > body.data.joined_at)
  const found = await owner.get(`/api/v1/people?updated_after=${body.data.updated_at}`)
  assert.deepEqual(found.body.data, [body.data])
  assert.equal((await owner.get(`/api/v1/people?created_after=${body.data.updated_at}`)).body.data.length, 0)
})
