// Invitations row by row: what each field takes, every error that is catalogued, pages, modes, other teams' ids, and
// what comes of it when two do something at the same moment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '../../../contract/audit.ts'
import { INVITATION_DAYS, INVITATION_MAILS_PER_DAY } from '../../../contract/limits.ts'
import { ROLE_PERMISSIONS, type Role } from '../../../contract/roles.ts'
import { type Agency, assertError, newAgency, untilSettled } from '../../../test/support/agency.ts'
import { makeClient, type Reply } from '../../../test/support/client.ts'
import { pageNumbers } from '../../../test/support/list-queries.ts'
import {
  cookieOf,
  newPerson,
  PASSWORD,
  SAME_SITE,
  signedIn,
  withCookie,
} from '../../../test/support/people.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { whileHeld } from '../../../test/support/while-held.ts'
import { scopeOf } from '../world.ts'
import { decryptToken } from './account-links.ts'
import { encryptedTokenOf } from './invitation-store.ts'
import { invitePerson } from './invitations.ts'
import { withLink } from './mail.ts'
import { AT_COMMAND_LINE } from './members.ts'
import { hashPassword } from './passwords.ts'
import { insertMembership } from './person-store.ts'

const PEOPLE = '/api/v1/people'
const INVITATIONS = '/api/v1/invitations'
const TEAMS = '/api/v1/profile/teams'
const GOOD = 'três trens para Ouro Preto'
const app = await startApp()
const world = app.service.world
const pool = world.pool
const agency = await newAgency(app)
const owner = await newPerson(app, { [agency.id]: 'owner' }, { name: 'Rosa Prado' })
const asOwner = await signedIn(app, owner, { mode: 'live', team: agency.id })
let addresses = 0
const newAddress = () => `convidado${++addresses}@agencia.example`

/** With its token, as the command line shows it. */
async function invited({ id: teamId }: Agency, email = newAddress(), role: Role = 'agent') {
  const scope = await scopeOf(world, { teamId, mode: 'live' })
  let token = ''
  const invitation = await invitePerson(
    world,
    scope,
    { email, role },
    {
      giver: AT_COMMAND_LINE,
      shows: (shown) => {
        token = shown
      },
    },
  )
  return { ...invitation, token }
}

/** As the mail that is about to be sent has it. */
async function tokenOf(id: string): Promise<string> {
  const encrypted = (await encryptedTokenOf(pool, id, world.wall.now())) ?? assert.fail(`${id} has ended`)
  return decryptToken(world.secretBox, id, encrypted)
}

const expire = (id: string) =>
  pool.query("update one_time_links set expires_at = now() - interval '1 second' where id = $1", [id])
const accept = (body: object, headers: Record<string, string> = SAME_SITE) =>
  makeClient(app.url).post(`${INVITATIONS}/accept`, body, headers)
const show = (token: string) => app.anybody.post(`${INVITATIONS}/show`, { token })
const keyWith = async (body: object) =>
  makeClient(app.url, (await agency.live.post('/api/v1/api-keys', { name: 'x', ...body })).body.data.secret)
const statuses = (responses: readonly Reply[]) => responses.map(({ status }) => status).toSorted()
const membersOf = async (teamId: string): Promise<string[]> => {
  const sql =
    'select email from memberships join people on people.id = person_id where team_id = $1 order by 1'
  return (await pool.query(sql, [teamId])).rows.map(({ email }) => email)
}

type Changed = AuditEntry['changes'][number]

const REFUSED_PASSWORDS: [password: string, issue: RegExp][] = [
  ['x', /at least 10 characters/],
  ['kX9#vT2!q', /at least 10 characters/],
  ['🛫🛬🧳🎒🏖', /at least 10 characters/],
  ['Password123', /most usual/],
  ['senha12345678', /most usual/],
  ['aaaaaaaaaaaa', /different characters/],
  ['1234567890', /run of letters or digits/],
  ['19850712390', /date or a short number/],
  ['Beatriz-Melo-85', /name or e-mail/],
]

test('a new password follows the usual rule, and a refused one leaves the link valid', async () => {
  const { token, email } = await invited(agency)
  for (const [password, issue] of REFUSED_PASSWORDS) {
    const response = await accept({ token, name: 'Beatriz Melo', password })
    assertError(response, 400, 'Invalid request parameters', 'password')
    assert.match(response.body.details[0].issue, issue, password)
    assert.equal(response.headers['set-cookie'], undefined)
  }
  const ofAddress = await accept({ token, name: 'Bia', password: email.replace('@', '.') })
  assertError(ofAddress, 400, 'Invalid request parameters', 'password')
  assert.ok(!(await membersOf(agency.id)).includes(email))
  const response = await accept({ token, name: 'Beatriz Melo', password: 'kX9#vT2!qL' })
  assert.equal(response.status, 201, 'ten characters are enough')
  assert.deepEqual(response.body.data, {
    team: { id: agency.id, name: 'Agência Sol' },
    person_id: response.body.data.person_id,
    email,
    role: 'agent',
  })
})

test('an existing account accepts with its current password, even a weak one', async () => {
  const old = await newPerson(app, {})
  await pool.query('update people set password_hash = $2 where id = $1', [
    old.id,
    await hashPassword('curta', 'tests'),
  ])
  const { token } = await invited(agency, old.email)
  assert.equal((await accept({ token, password: 'curta' })).status, 201)
})

const LIMITS: [what: string, path: string, body: object, field: string][] = [
  ['no address', INVITATIONS, { role: 'agent' }, 'email'],
  ['an address without @', INVITATIONS, { email: 'ana.example', role: 'agent' }, 'email'],
  ['an address with a space', INVITATIONS, { email: 'a na@x.example', role: 'agent' }, 'email'],
  ['an address of 255 characters', INVITATIONS, { email: `${'a'.repeat(250)}@x.br`, role: 'agent' }, 'email'],
  ['an address that is a number', INVITATIONS, { email: 5, role: 'agent' }, 'email'],
  ['no role', INVITATIONS, { email: 'a@x.example' }, 'role'],
  ['a role that is none', INVITATIONS, { email: 'a@x.example', role: 'boss' }, 'role'],
  ['a role for keys alone', INVITATIONS, { email: 'a@x.example', role: 'seller' }, 'role'],
  ['another role for keys alone', INVITATIONS, { email: 'a@x.example', role: 'read_only' }, 'role'],
  [
    'a language that is none',
    INVITATIONS,
    { email: 'a@x.example', role: 'agent', language: 'fr' },
    'language',
  ],
  ['no token to show', `${INVITATIONS}/show`, {}, 'token'],
  ['an empty token to show', `${INVITATIONS}/show`, { token: '' }, 'token'],
  ['a token of 201 characters', `${INVITATIONS}/show`, { token: 'a'.repeat(201) }, 'token'],
  ['no token to accept', `${INVITATIONS}/accept`, { name: 'A', password: GOOD }, 'token'],
  ['no password', `${INVITATIONS}/accept`, { token: 'x', name: 'A' }, 'password'],
  ['an empty password', `${INVITATIONS}/accept`, { token: 'x', name: 'A', password: '' }, 'password'],
  ['a password of 201', `${INVITATIONS}/accept`, { token: 'x', password: 'a'.repeat(201) }, 'password'],
  ['a name of 101', `${INVITATIONS}/accept`, { token: 'x', name: 'a'.repeat(101), password: GOOD }, 'name'],
  ['an empty name', `${INVITATIONS}/accept`, { token: 'x', name: '', password: GOOD }, 'name'],
  ['no token to join by', TEAMS, {}, 'token'],
  ['a token to join by of 201', TEAMS, { token: 'a'.repeat(201) }, 'token'],
]

for (const [what, path, body, field] of LIMITS)
  test(`${what} is refused by its field`, async () => {
    assertError(await asOwner.post(path, body), 400, 'Invalid request parameters', field)
  })

test('values at the limits are accepted: longest address and name, a name with spaces around it', async () => {
  const longest = `${'a'.repeat(249)}@x.br`
  const response = await asOwner.post(INVITATIONS, { email: longest, role: 'viewer' })
  assert.deepEqual([response.status, response.body.data.email], [201, longest], response.text)
  const { id, language, created_at, sent_at, expires_at } = response.body.data
  assert.deepEqual([language, sent_at], ['pt-BR', created_at])
  assert.equal(Date.parse(expires_at) - Date.parse(sent_at), INVITATION_DAYS * 86_400_000)
  await asOwner.delete(`${INVITATIONS}/${id}`)
  const { token } = await invited(agency)
  assertError(await accept({ token, name: '   ', password: GOOD }), 400, 'Invalid request parameters', 'name')
  const name = 'ç'.repeat(98)
  const joined = await accept({ token, name: ` ${name} `, password: GOOD })
  const me = (await withCookie(app.url, cookieOf(joined)).get('/api/v1/profile')).body.data
  assert.deepEqual([me.name, me.language, me.is_operator], [name, 'pt-BR', false])
})

test('an unknown, withdrawn, expired or used link is refused by every operation', async () => {
  const member = await newPerson(app, { [(await newAgency(app)).id]: 'viewer' })
  const client = await signedIn(app, member)
  const [withdrawn, expired, used] = [await invited(agency), await invited(agency), await invited(agency)]
  assert.equal((await asOwner.delete(`${INVITATIONS}/${withdrawn.id}`)).status, 200)
  await expire(expired.id)
  assert.equal((await accept({ token: used.token, name: 'Ana', password: GOOD })).status, 201)
  for (const token of ['nobody', withdrawn.token, expired.token, used.token, used.id])
    for (const response of [
      await show(token),
      await accept({ token, name: 'Ana', password: GOOD }),
      await client.post(TEAMS, { token }),
    ])
      assertError(response, 404, 'Link not valid')
})

test('an invitation is accepted only from its own site', async () => {
  const { token } = await invited(agency)
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ])
    assertError(await accept({ token, name: 'A', password: GOOD }, headers), 403, 'Cross-site request')
  assert.equal((await show(token)).status, 200)
})

test('guesses at a password by invitation are limited; the link stays valid', async () => {
  const { email, id } = await newPerson(app, {})
  const { token } = await invited(agency, email)
  const guesses = await Promise.all(
    Array.from({ length: 5 }, () => accept({ token, password: 'uma senha inventada' })),
  )
  assert.deepEqual(statuses(guesses), [401, 401, 401, 401, 401])
  const refused = await accept({ token, password: PASSWORD })
  assertError(refused, 429, 'Too many attempts')
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal((await show(token)).body.data.has_account, true)
  await asOwner.delete(`${INVITATIONS}/${(await latest()).id}`)
  assert.ok(!JSON.stringify((await asOwner.get(PEOPLE)).body).includes(id))
})

const latest = async () => (await asOwner.get(`${INVITATIONS}?limit=1`)).body.data[0]

test('a person who became a member another way does not become one twice', async () => {
  const person = await newPerson(app, {})
  const { token, id } = await invited(agency, person.email, 'owner')
  const membership = { person_id: person.id, team_id: agency.id, created_at: world.wall.now() }
  await insertMembership(pool, { ...membership, role: 'viewer' })
  const client = await signedIn(app, person)
  for (const response of [
    await accept({ token, password: PASSWORD }),
    await client.post(TEAMS, { token }),
    await asOwner.post(`${INVITATIONS}/${id}/resend`),
  ])
    assertError(response, 409, 'Already a member')
  const { teams } = (await client.get('/api/v1/profile')).body.data
  assert.deepEqual(teams, [{ id: agency.id, name: 'Agência Sol', role: 'viewer' }])
  assert.equal((await asOwner.delete(`${INVITATIONS}/${id}`)).status, 200)
})

test('a person who joins by another link at the same moment becomes a member once', async () => {
  const person = await newPerson(app, {})
  const { token } = await invited(agency, person.email, 'owner')
  const membership = { person_id: person.id, team_id: agency.id, created_at: world.wall.now() }
  const response = await whileHeld(
    app,
    (tx) => insertMembership(tx, { ...membership, role: 'viewer' }),
    () => accept({ token, password: PASSWORD }),
  )
  assertError(response, 409, 'Already a member')
})

test('of simultaneous uses of a link one succeeds, with one account and one session', async () => {
  const { token, email } = await invited(agency)
  const responses = await Promise.all(
    ['Ana', 'Bia', 'Caio', 'Davi'].map((name) => accept({ token, name, password: GOOD })),
  )
  const come = responses.filter(({ status }) => status === 201)
  assert.equal(come.length, 1, responses.map(({ text }) => text).join('\n'))
  // Requests after the creation of the account need its password, which is the same here.
  for (const response of responses) assert.ok([201, 404, 409].includes(response.status), response.text)
  const sql = `select (select count(*)::int from people where email = $1) as people,
    (select count(*)::int from sessions s join people p on p.id = s.person_id where email = $1) as sessions`
  assert.deepEqual((await pool.query(sql, [email])).rows, [{ people: 1, sessions: 1 }])
})

test('two teams invite a new person: one account is created, and the other link stays valid', async () => {
  const [one, two] = [await newAgency(app), await newAgency(app)]
  const email = newAddress()
  const links = [await invited(one, email, 'finance'), await invited(two, email, 'viewer')]
  const responses = await Promise.all(
    links.map(({ token }, index) => accept({ token, name: 'Ana', password: `${GOOD} ${index}` })),
  )
  const [refused, ...others] = responses.filter(({ status }) => status !== 201)
  assert.equal(others.length, 0)
  assert.ok(refused !== undefined, 'both came in')
  // On a slow machine the second may look when the first has an account, whose password it does not know.
  if (refused.status !== 401) assertError(refused, 409, 'Email already registered')
  const first = responses.findIndex(({ status }) => status === 201)
  const rest = links[1 - first] ?? assert.fail()
  assert.equal((await show(rest.token)).body.data.has_account, true)
  const joined = await accept({ token: rest.token, password: `${GOOD} ${first}` })
  assert.equal(joined.status, 201, joined.text)
  for (const { id } of [one, two]) assert.deepEqual(await membersOf(id), [email])
})

test('of a simultaneous acceptance and withdrawal exactly one succeeds', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => newPerson(app, {})))
  for (const person of people) {
    const { id, token } = await invited(agency, person.email)
    const client = await signedIn(app, person)
    const [joined, withdrawn] = await Promise.all([
      client.post(TEAMS, { token }),
      asOwner.delete(`${INVITATIONS}/${id}`),
    ])
    assert.deepEqual(statuses([joined, withdrawn]), joined.status === 201 ? [201, 404] : [200, 404])
    assert.equal((await membersOf(agency.id)).includes(person.email), joined.status === 201)
  }
})

test('of two simultaneous invitations of an address one is created, ignoring case', async () => {
  const office = await newAgency(app)
  const email = newAddress()
  const responses = await Promise.all(
    [email, email.toUpperCase(), email].map((written) =>
      office.live.post(INVITATIONS, { email: written, role: 'viewer' }),
    ),
  )
  assert.deepEqual(statuses(responses), [201, 409, 409])
  for (const response of responses) if (response.status === 409) assertError(response, 409, 'Already invited')
  assert.equal((await office.live.get(INVITATIONS)).body.pagination.total, 1)
})

test('after two simultaneous resends only the last link works', async () => {
  const { id, token } = await invited(agency)
  const responses = await Promise.all([1, 2].map(() => asOwner.post(`${INVITATIONS}/${id}/resend`)))
  assert.deepEqual(statuses(responses), [200, 200])
  assertError(await show(token), 404, 'Link not valid')
  assert.equal((await show(await tokenOf(id))).status, 200)
  const { rows } = await pool.query('select sends from one_time_links where id = $1', [id])
  assert.deepEqual(rows, [{ sends: 3 }])
  await untilSettled(app, agency.id, 'live')
  const { rows: mails } = await pool.query('select html, text from mails where link_id = $1', [id])
  assert.equal(mails.length, 3, 'each has its mail')
  for (const { text } of mails) assert.match(text, /convite#oculto/)
})

test('an expired invitation can be resent for seven days more, or replaced', async () => {
  const office = await newAgency(app)
  const [again, replaced] = [await invited(office), await invited(office)]
  for (const { id } of [again, replaced]) await expire(id)
  const listed = (await office.live.get(INVITATIONS)).body.data.map(({ id }: { id: string }) => id)
  assert.deepEqual(listed, [replaced.id, again.id], 'expired ones are listed, newest first')
  const resent = (await office.live.post(`${INVITATIONS}/${again.id}/resend`)).body.data
  assert.equal(Date.parse(resent.expires_at) - Date.parse(resent.sent_at), INVITATION_DAYS * 86_400_000)
  assert.equal(resent.created_at, again.created_at)
  assert.equal((await show(await tokenOf(again.id))).status, 200)
  const body = { email: replaced.email, role: 'viewer', language: 'en' }
  const made = (await office.live.post(INVITATIONS, body)).body.data
  assert.notEqual(made.id, replaced.id)
  assert.deepEqual([made.role, made.language], ['viewer', 'en'])
  assertError(await office.live.post(`${INVITATIONS}/${replaced.id}/resend`), 404, 'Invitation not found')
  assert.equal((await office.live.get(INVITATIONS)).body.pagination.total, 2)
})

test('resending requires every permission of the role, and a session for owners', async () => {
  const toOwner = await invited(agency, newAddress(), 'owner')
  const toAgent = await invited(agency)
  const full = await keyWith({})
  const narrow = await keyWith({ permissions: [...ROLE_PERMISSIONS.viewer, 'people.manage'] })
  assertError(await full.post(`${INVITATIONS}/${toOwner.id}/resend`), 403, 'Forbidden')
  assertError(await narrow.post(`${INVITATIONS}/${toAgent.id}/resend`), 403, 'Forbidden')
  assert.equal((await show(toOwner.token)).status, 200, 'what was refused changed nothing')
  assert.equal((await full.post(`${INVITATIONS}/${toAgent.id}/resend`)).status, 200)
  assert.equal((await asOwner.post(`${INVITATIONS}/${toOwner.id}/resend`)).status, 200)
})

test('withdrawing requires every permission of the role, and an owner for owners', async () => {
  const toOwner = await invited(agency, newAddress(), 'owner')
  const toAgent = await invited(agency)
  const full = await keyWith({})
  const narrow = await keyWith({ permissions: [...ROLE_PERMISSIONS.viewer, 'people.manage'] })
  assertError(await full.delete(`${INVITATIONS}/${toOwner.id}`), 403, 'Forbidden')
  assertError(await narrow.delete(`${INVITATIONS}/${toAgent.id}`), 403, 'Forbidden')
  for (const { token } of [toOwner, toAgent]) assert.equal((await show(token)).status, 200)
  assert.equal((await full.delete(`${INVITATIONS}/${toAgent.id}`)).status, 200)
  assert.equal((await asOwner.delete(`${INVITATIONS}/${toOwner.id}`)).status, 200)
})

test('a team at its mail limit sends no invitation until the next day', async () => {
  const office = await newAgency(app)
  const { id } = await invited(office)
  const sent = (count: number, at: string) =>
    pool.query(`update one_time_links set sends = $2, sent_at = ${at} where id = $1`, [id, count])
  await sent(INVITATION_MAILS_PER_DAY, 'now()')
  const refused = await office.live.post(`${INVITATIONS}/${id}/resend`)
  assertError(refused, 422, 'Resource limit exceeded')
  assert.match(refused.body.message, /100 mails with invitations a day; go on tomorrow/)
  assertError(
    await office.live.post(INVITATIONS, { email: newAddress(), role: 'viewer' }),
    422,
    'Resource limit exceeded',
  )
  await sent(INVITATION_MAILS_PER_DAY - 1, 'now()')
  assert.equal((await office.live.post(`${INVITATIONS}/${id}/resend`)).status, 200, 'the last of the day')
  await sent(INVITATION_MAILS_PER_DAY, "now() - interval '25 hours'")
  assert.equal((await office.live.post(`${INVITATIONS}/${id}/resend`)).status, 200)
})

test('an invitation or person of another team is not found', async () => {
  const stranger = await newAgency(app)
  const { id, token } = await invited(agency)
  for (const response of [
    await stranger.live.post(`${INVITATIONS}/${id}/resend`),
    await stranger.live.delete(`${INVITATIONS}/${id}`),
    await stranger.live.delete(`${INVITATIONS}/ivt_nobody`),
  ])
    assertError(response, 404, 'Invitation not found')
  for (const outsiderId of [owner.id, 'usr_nobody', agency.id]) {
    const response = await stranger.live.patch(`${PEOPLE}/${outsiderId}`, { role: 'viewer' })
    assertError(response, 404, 'Person not found')
  }
  assert.deepEqual((await stranger.live.get(INVITATIONS)).body.data, [])
  assert.deepEqual((await stranger.live.get(PEOPLE)).body.data, [])
  assert.equal((await show(token)).status, 200)
})

const CHANGES: [method: string, path: string, body?: object][] = [
  ['POST', INVITATIONS, { email: 'a@x.example', role: 'viewer' }],
  ['POST', `${INVITATIONS}/ivt_nobody/resend`],
  ['DELETE', `${INVITATIONS}/ivt_nobody`],
  ['PATCH', `${PEOPLE}/usr_nobody`, { role: 'viewer' }],
  ['DELETE', `${PEOPLE}/usr_nobody`],
]

test('people belong to a team, not a mode: visible in both, changed in live mode only', async () => {
  const inTest = await signedIn(app, owner, { mode: 'test', team: agency.id })
  const json = { 'content-type': 'application/json' }
  for (const client of [inTest, agency.test])
    for (const [method, path, body] of CHANGES) {
      const response = await client.raw(method, path, body && JSON.stringify(body), body && json)
      assertError(response, 403, 'Forbidden')
      assert.match(response.body.message, /live/, `${method} ${path}`)
    }
  for (const path of [PEOPLE, INVITATIONS])
    assert.deepEqual((await inTest.get(path)).body.data, (await asOwner.get(path)).body.data)
})

test('people are in pages by name, ignoring case, and invitations newest first', async () => {
  const office = await newAgency(app)
  for (const name of ['bruna', 'Ágata', 'Caio', 'ana', 'Davi'])
    await newPerson(app, { [office.id]: 'viewer' }, { name })
  const page = async (path: string) => (await office.live.get(path)).body
  const all = (await page(`${PEOPLE}?limit=100`)).data.map(({ name }: { name: string }) => name)
  const inTurn = []
  for (const number of [1, 2, 3, 4]) {
    const { data, pagination } = await page(`${PEOPLE}?limit=2&page=${number}`)
    assert.deepEqual(pageNumbers(pagination), { page: number, limit: 2, total: 5, pages: 3 })
    inTurn.push(...data.map(({ name }: { name: string }) => name))
  }
  assert.deepEqual(inTurn, all)
  const plain = all.filter((name: string) => name !== 'Ágata')
  assert.deepEqual(plain, ['ana', 'bruna', 'Caio', 'Davi'])
  const made = []
  for (let count = 0; count < 3; count++) made.unshift((await invited(office)).id)
  const second = await page(`${INVITATIONS}?limit=2&page=2`)
  assert.deepEqual([second.data.map(({ id }: { id: string }) => id), second.pagination.total], [[made[2]], 3])
  for (const query of ['page=0', 'limit=0', 'limit=x', 'page=1.5'])
    for (const path of [PEOPLE, INVITATIONS]) {
      const response = await office.live.get(`${path}?${query}`)
      assertError(response, 400, 'Invalid request parameters', query.split('=')[0])
    }
})

test('removing a member ends their invitations and keeps the account, which can be invited again', async () => {
  const office = await newAgency(app)
  const boss = await newPerson(app, { [office.id]: 'owner' })
  const leaver = await newPerson(app, { [office.id]: 'owner' }, { name: 'Caio' })
  const client = await signedIn(app, leaver, { mode: 'live', team: office.id })
  const made = await client.post(INVITATIONS, { email: newAddress(), role: 'agent' })
  const token = await tokenOf(made.body.data.id)
  const left = await client.delete(`${TEAMS}/${office.id}`)
  assert.deepEqual([left.status, left.body.data.id, left.body.data.role], [200, leaver.id, 'owner'])
  assertError(await show(token), 404, 'Link not valid')
  assertError(await client.delete(`${TEAMS}/${office.id}`), 404, 'Team not found')
  assertError(await client.get('/api/v1/me'), 404, 'Team not found')
  const again = await invited(office, leaver.email, 'viewer')
  assert.equal((await client.post(TEAMS, { token: again.token })).body.data.role, 'viewer')
  assert.equal((await client.get('/api/v1/me')).status, 200)
  assert.deepEqual(await membersOf(office.id), [boss.email, leaver.email].toSorted())
  const entries = (await office.live.get('/api/v1/audit?topic=access&limit=100')).body.data
  const own = entries.filter(({ object_id }: { object_id: string }) => object_id === leaver.id)
  const recorded = own.map(
    ({ action, changes: [{ before, after }] }: AuditEntry & { changes: [Changed] }) => [
      action,
      before?.role,
      after?.role,
    ],
  )
  assert.deepEqual(recorded, [
    ['profile.joinTeam', undefined, 'viewer'],
    ['profile.leaveTeam', 'owner', undefined],
  ])
})

test('the token enters the mail when it is sent, and a mail with an ended link is not sent', async () => {
  const { id, token } = await invited(agency)
  const envelope = { id: 'mail_1', from: 'a@x.example', to: 'b@x.example', subject: '#oculto' }
  const sendable = { ...envelope, text: 'x#oculto', html: '"y#oculto"' }
  assert.equal(await withLink(world, sendable, null), sendable, 'a mail without a link is as it is')
  const linked = await withLink(world, sendable, id)
  assert.deepEqual([linked?.text, linked?.html, linked?.subject], [`x#${token}`, `"y#${token}"`, '#oculto'])
  assert.equal(sendable.text, 'x#oculto', 'what is stored stays without it')
  assert.equal(await withLink(world, sendable, 'ivt_nobody'), null)
  await expire(id)
  assert.equal(await withLink(world, sendable, id), null)
})

test('without a mail server the inviter gets the link once, to pass on', async () => {
  const email = newAddress()
  const made = await asOwner.post(INVITATIONS, { email, role: 'agent' })
  assert.equal(made.status, 201, made.text)
  const { id, link } = made.body.data
  assert.match(link, /\/painel\/convite#[\w-]{40,}$/)
  const again = (await asOwner.post(`${INVITATIONS}/${id}/resend`)).body.data
  assert.notEqual(again.link, link)
  assert.equal((await show(link.split('#')[1])).body.code, 'link_not_valid')
  const listed = (await asOwner.get(INVITATIONS)).body.data.find((one: { id: string }) => one.id === id)
  assert.ok(!('link' in listed), 'a list never shows it')
  const response = await accept({ token: again.link.split('#')[1], name: 'Bia Melo', password: GOOD })
  assert.equal(response.status, 201, response.text)
})
