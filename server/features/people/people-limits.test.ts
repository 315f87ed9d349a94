// What people may send and how often: every field's limits, the attempts that docs/internals/sign-in.md promises, and links,
// places and sessions at their ends.
import assert from 'node:assert/strict'
import { argon2Sync, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import type { Client } from '../../../test/support/client.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { listen } from '../../../test/support/listen.ts'
import {
  newPerson,
  PASSWORD,
  type Person,
  SAME_SITE,
  signIn,
  withCookie,
} from '../../../test/support/people.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock, realClock } from '../../kernel/process/clock.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { forgetOldLinks, insertLink, type LinkRow, useLink } from './account-links.ts'
import { PASSWORD_COST } from './passwords.ts'
import { findPersonByEmail, setPasswordHash } from './person-store.ts'
import { forgetManySessions, forgetOldSessions, isKnownPlace } from './session-store.ts'
import { beginSession, hashToken } from './sessions.ts'
import { readSetupLink, renewSetupLink } from './setup.ts'
import { takeAttempt } from './sign-in.ts'

const wall = fixedClock(realClock.now())
const app = await startApp({ wall, settings: { TRUST_PROXY: '1' }, passwordCost: PASSWORD_COST })
const { world } = app.service
const link = (await readSetupLink(world)) ?? assert.fail('there is no link')
const agency = await newAgency(app)
const INVALID = 'Invalid request parameters'
const DAY_MS = 86_400_000
const fromNow = (days: number) => new Date(wall.now().getTime() + days * DAY_MS)

/** A session without the work of a password. */
async function sessionOf({ id }: Person, address = '203.0.113.9', awaitsFactor = false) {
  const silent = { userAgent: 'Firefox', requestId: 'x', token: undefined, keep() {}, forget() {} }
  const made = await beginSession(world, world.pool, {
    personId: id,
    browser: { address, ...silent },
    factors: { awaitsFactor },
  })
  return { id: made.row.id, cookie: `embarque=${made.token}` }
}

async function pageOf(person: Person): Promise<Client> {
  return withCookie(app.url, (await sessionOf(person)).cookie)
}

const ana = await newPerson(app, { [agency.id]: 'viewer' })
const anas = await pageOf(ana)

const long = (length: number) => 'á'.repeat(length)

const SETUP: [what: string, body: object, field: string][] = [
  ['no token', { token: undefined }, 'token'],
  ['an empty token', { token: '' }, 'token'],
  ['a long token', { token: long(201) }, 'token'],
  ['no name', { name: undefined }, 'name'],
  ['a blank name', { name: '   ' }, 'name'],
  ['a long name', { name: long(101) }, 'name'],
  ['a number as a name', { name: 7 }, 'name'],
  ['no address', { email: undefined }, 'email'],
  ['an address with a space', { email: 'rita prado@sol.example' }, 'email'],
  ['a long address', { email: `${'x'.repeat(243)}@sol.example` }, 'email'],
  ['no password', { password: undefined }, 'password'],
  ['nine characters', { password: 'kX9#vT2!q' }, 'password'],
  ['a long password', { password: long(201) }, 'password'],
  ['a language that mails are not in', { language: 'es' }, 'language'],
  ['a blank team', { team_name: '  ' }, 'team_name'],
  ['a long team', { team_name: long(201) }, 'team_name'],
]

const setUp = (body: object) => {
  const whole = { name: 'Rita Prado', email: 'rita@sol.example', password: PASSWORD, ...body }
  return app.anybody.post('/api/v1/setup', { token: link.split('#')[1], ...whole }, SAME_SITE)
}

for (const [what, body, field] of SETUP)
  test(`the first account with ${what}: ${field} is refused`, async () =>
    assertError(await setUp(body), 400, INVALID, field))

test('once an account exists, the setup link is invalid, and no new one is created', async () => {
  const before = await app.asOwner('select count(*)::int as people from people')
  assertError(await setUp({}), 404, 'Link not valid')
  assert.deepEqual(await app.asOwner('select count(*)::int as people from people'), before)
  assert.deepEqual((await app.anybody.get('/api/v1/setup')).body.data, { needed: false, team_name: null })
  assert.equal(await renewSetupLink(world), null)
})

const PROFILES: [what: string, body: object, field: string][] = [
  ['an empty name', { name: '' }, 'name'],
  ['a blank name', { name: ' \t ' }, 'name'],
  ['a long name', { name: long(101) }, 'name'],
  ['no name at all', { name: null }, 'name'],
  ['another language', { language: 'pt' }, 'language'],
  ['a short password', { password: 'kX9#vT2!q', current_password: PASSWORD }, 'password'],
  ['a long password', { password: long(201), current_password: PASSWORD }, 'password'],
  ['a long current password', { password: PASSWORD, current_password: long(201) }, 'current_password'],
  ['a password alone', { password: 'três tristes tigres' }, 'current_password'],
]

for (const [what, body, field] of PROFILES)
  test(`a profile with ${what}: ${field} is refused, and nothing changes`, async () => {
    const before = (await anas.get('/api/v1/profile')).body.data
    assertError(await anas.patch('/api/v1/profile', body), 400, INVALID, field)
    assert.deepEqual((await anas.get('/api/v1/profile')).body.data, before)
  })

const SIGN_INS: [what: string, body: object, field: string][] = [
  ['no address', { password: PASSWORD }, 'email'],
  ['no password', { email: ana.email }, 'password'],
  ['a long address', { email: long(255), password: PASSWORD }, 'email'],
  ['a long password', { email: ana.email, password: long(201) }, 'password'],
  ['an address of another kind', { email: [ana.email], password: PASSWORD }, 'email'],
]

for (const [what, body, field] of SIGN_INS)
  test(`signing in with ${what}: ${field} is refused`, async () =>
    assertError(await app.anybody.post('/api/v1/sessions', body, SAME_SITE), 400, INVALID, field))

test('a change of the profile keeps fields that are not sent', async () => {
  const page = await pageOf(await newPerson(app, { [agency.id]: 'agent' }))
  const change = async (body: object) => {
    const { status, body: response } = await page.patch('/api/v1/profile', body)
    return [status, response.data?.name, response.data?.language]
  }
  assert.deepEqual(await change({}), [200, 'Ana Lima', 'pt-BR'])
  assert.deepEqual(await change({ language: 'en' }), [200, 'Ana Lima', 'en'])
  assert.deepEqual(await change({ name: 'Ana “Nina” Lima 安娜' }), [200, 'Ana “Nina” Lima 安娜', 'en'])
  assert.deepEqual(await change({ name: long(100) }), [200, long(100), 'en'])
})

test('guesses at the current password count with those at signing in', async () => {
  const person = await newPerson(app, { [agency.id]: 'owner' })
  const page = await pageOf(person)
  const at = { 'x-forwarded-for': '198.51.100.77' }
  const guess = (current_password: string) =>
    page.patch('/api/v1/profile', { password: 'três tristes tigres', current_password }, at)
  for (let n = 0; n < 3; n++) assertError(await guess(`wrong ${n}`), 401, 'Sign-in failed')
  for (let n = 0; n < 2; n++)
    assertError(await signIn(app.url, person.email, `wrong ${n}`, at), 401, 'Sign-in failed')
  for (const refused of [await guess(PASSWORD), await signIn(app.url, person.email, PASSWORD, at)]) {
    assertError(refused, 429, 'Too many attempts')
    assert.ok(Number(refused.headers['retry-after']) > 0)
  }
  assert.equal((await page.get('/api/v1/profile')).status, 200, 'the session goes on')
})

test('a hash of lower cost is replaced after the right password, not after a wrong one', async () => {
  const person = await newPerson(app, {})
  const made = { nonce: Buffer.alloc(16, 3), tagLength: 32, memory: 8_192, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { message: PASSWORD, ...made })
  const [salt, sum] = [made.nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  await setPasswordHash(world.pool, person.id, `$argon2id$v=19$m=8192,t=1,p=1$${salt}$${sum}`)
  const stored = async () => (await findPersonByEmail(world.pool, person.email))?.password_hash ?? ''
  const at = { 'x-forwarded-for': '198.51.100.78' }
  assertError(await signIn(app.url, person.email, 'wrong', at), 401, 'Sign-in failed')
  assert.match(await stored(), /m=8192,t=1/)
  assert.equal((await signIn(app.url, person.email, PASSWORD, at)).status, 201)
  assert.match(await stored(), /m=19456,t=2/)
  assert.equal((await signIn(app.url, person.email, PASSWORD, at)).status, 201)
})

const newAddress = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`
const newAccount = () => `${randomUUID()}@sol.example`

const MINUTE = 60

/** Attempts, the seconds over which they are counted, and whose attempts they are. */
const LIMITS: [name: string, most: number, seconds: number, crowd: () => () => [string, string]][] = [
  [
    'one address at one account',
    5,
    15 * MINUTE,
    () => {
      const pair: [string, string] = [newAccount(), newAddress()]
      return () => pair
    },
  ],
  [
    'one address at any account',
    30,
    15 * MINUTE,
    () => {
      const address = newAddress()
      return () => [newAccount(), address]
    },
  ],
  [
    'one account from any address',
    30,
    60 * MINUTE,
    () => {
      const account = newAccount()
      return () => [account, newAddress()]
    },
  ],
]

const waitOf = async (account: string, address: string) => {
  const refused = await takeAttempt(world, account, address).catch((error) => error)
  assert.ok(refused instanceof Fail && refused.code === 'too_many_attempts', String(refused))
  return refused.options.retryAfterSeconds ?? 0
}

for (const [name, most, seconds, crowd] of LIMITS)
  test(`${most} attempts of ${name} within ${seconds} s; a right password is not counted`, async () => {
    const next = crowd()
    const waitSeconds = seconds / most
    for (let n = 0; n < most; n++) {
      const right = await takeAttempt(world, ...next())
      await right.giveBack()
      await takeAttempt(world, ...next())
    }
    const wait = await waitOf(...next())
    assert.ok(wait > 0 && wait <= waitSeconds, `${wait} s`)
  })

test('an IPv6 address counts by its network; an IPv4 address in any form', async () => {
  const account = newAccount()
  for (let n = 0; n < 5; n++) await takeAttempt(world, account, `2001:db8:7:7::${n + 1}`)
  await waitOf(account, '2001:db8:7:7:ffff::9')
  await takeAttempt(world, account, '2001:db8:7:8::1')
  const other = newAccount()
  for (let n = 0; n < 5; n++) await takeAttempt(world, other, n % 2 ? '192.0.2.7' : '::ffff:192.0.2.7')
  await waitOf(other, '192.0.2.7')
})

test('refusals at one account do not use up the attempts of its address', async () => {
  const [account, address] = [newAccount(), newAddress()]
  for (let n = 0; n < 5; n++) await takeAttempt(world, account, address)
  for (let n = 0; n < 30; n++) await waitOf(account, address)
  for (let n = 0; n < 25; n++) await takeAttempt(world, newAccount(), address)
  await waitOf(newAccount(), address)
})

test('a network is known after a complete sign-in from it that is not too old', async () => {
  const person = await newPerson(app, {})
  await sessionOf(person, '2001:db8:5:5::1')
  await sessionOf(person, '192.0.2.55', true)
  const known = (network: string, days = -90, email = person.email) =>
    isKnownPlace(world.pool, email, network, fromNow(days))
  assert.equal(await known('2001:db8:5:5::/64'), true)
  assert.equal(await known('2001:db8:5:6::/64'), false, 'another network')
  assert.equal(await known('192.0.2.55'), false, 'the second factor was never given')
  assert.equal(await known('2001:db8:5:5::/64', 1), false, 'too long ago')
  assert.equal(await known('2001:db8:5:5::/64', -90, ana.email), false, 'another person')
})

function newLink(purpose: LinkRow['purpose'], expires_at: Date | null) {
  const now = wall.now()
  const about = { person_id: ana.id, team_id: null, email: null, role: null, created_by: null }
  const row: LinkRow = {
    id: makeId('invitation', now),
    purpose,
    created_at: now,
    expires_at,
    used_at: null,
    ...about,
  }
  return { row, hash: hashToken(row.id) }
}

test('a link works once, for its purpose, until it expires, under concurrency too', async () => {
  const { row, hash } = newLink('reset', fromNow(1))
  await insertLink(world.pool, row, hash, Buffer.from('sealed'))
  assert.equal(await useLink(world.pool, hash, 'email', wall.now()), undefined)
  assert.equal(await useLink(world.pool, hashToken('another'), 'reset', wall.now()), undefined)
  assert.equal(await useLink(world.pool, hash, 'reset', fromNow(1)), undefined, 'in its last moment')
  const uses = await Promise.all(
    Array.from({ length: 8 }, () => useLink(world.pool, hash, 'reset', wall.now())),
  )
  assert.deepEqual(
    uses.filter((used) => used !== undefined),
    [{ ...row, used_at: wall.now() }],
  )
  const [kept] = await app.asOwner(`select encrypted_token from one_time_links where id = '${row.id}'`)
  assert.deepEqual(kept, { encrypted_token: null })
})

test('links are deleted some time after they end, never while valid', async () => {
  const rows = [newLink('reset', fromNow(-40)), newLink('reset', fromNow(2)), newLink('email', null)]
  for (const { row, hash } of rows) await insertLink(world.pool, row, hash, null)
  while (await forgetOldLinks(world.pool, fromNow(-30)));
  const left = await app.asOwner(
    `select id from one_time_links where id in (${rows.map(({ row }) => `'${row.id}'`)}) order by id`,
  )
  assert.deepEqual(
    left,
    rows.slice(1).map(({ row: { id } }) => ({ id })),
  )
})

test('sessions are listed by last use, without those that await a second factor', async () => {
  const person = await newPerson(app, { [agency.id]: 'agent' })
  const [idle, over, ended, owing] = await Promise.all(
    [0, 1, 2, 3].map((n) => sessionOf(person, '203.0.113.9', n === 3)),
  )
  const [older, current] = [await sessionOf(person, '192.0.2.1'), await sessionOf(person, '192.0.2.2')]
  const set = (what: string, { id } = over ?? assert.fail()) =>
    world.pool.query(`update sessions set ${what} where id = $1`, [id])
  const ago = (hours: number) => `'${fromNow(-hours / 24).toISOString()}'::timestamptz`
  await set(`last_used_at = ${ago(12.1)}`, idle)
  await set(`expires_at = ${ago(0.1)}`, over)
  await set(`ended_at = ${ago(0.1)}`, ended)
  await set(`last_used_at = ${ago(11.9)}`, older)
  const client = withCookie(app.url, current.cookie)
  const { data } = (await client.get('/api/v1/sessions')).body
  assert.deepEqual(
    data.map((one: Record<string, unknown>) => [one.id, one.address, one.user_agent, one.is_current]),
    [
      [current.id, '192.0.2.2', 'Firefox', true],
      [older.id, '192.0.2.1', 'Firefox', false],
    ],
  )
  for (const gone of [idle, over, ended, owing]) {
    const response = await withCookie(app.url, gone?.cookie ?? '').get('/api/v1/profile')
    assertError(response, 401, 'Unauthorized')
  }
  assertError(await client.delete(`/api/v1/sessions/${ended?.id}`), 404, 'Session not found')
  assertError(await client.delete('/api/v1/sessions/ses_1'), 404, 'Session not found')
  assert.equal((await client.delete(`/api/v1/sessions/${older.id}`)).status, 200)
  assertError(await client.delete(`/api/v1/sessions/${older.id}`), 404, 'Session not found')
  assert.equal((await client.delete(`/api/v1/sessions/${current.id}`)).status, 200, 'the one that asks')
  assertError(await client.get('/api/v1/profile'), 401, 'Unauthorized')
})

test('of many sessions the newest 200 stay; half sign-ins count separately', async () => {
  const person = await newPerson(app, {})
  const [oldest] = [await sessionOf(person), await sessionOf(person, '203.0.113.9', true)]
  await app.asOwner(`
    insert into sessions (id, token_hash, person_id, created_at, last_used_at, expires_at, awaits_factor)
    select s.id || n, sha256((s.id || n)::bytea), person_id, created_at + n * interval '1 second', last_used_at,
      expires_at, awaits_factor
    from sessions s, generate_series(1, 203) n where person_id = '${person.id}'`)
  const left = () => app.asOwner(`select id, awaits_factor from sessions where person_id = '${person.id}'`)
  while (await forgetManySessions(world.pool));
  const rows = await left()
  assert.equal(rows.length, 400)
  assert.equal(rows.filter((row) => Object(row).awaits_factor).length, 200)
  assert.ok(!rows.some((row) => Object(row).id === oldest?.id))
})

test('a stream of a removed member ends, and delivers no later event', async () => {
  const person = await newPerson(app, { [agency.id]: 'viewer' })
  const { cookie } = await sessionOf(person)
  const ear = await listen(app.url, null, { cookie, 'embarque-mode': 'test' })
  await agency.test.post('/api/v1/test/events', { type: 'wallet.credit' })
  await ear.heard(1)
  assert.equal((await agency.live.delete(`/api/v1/people/${person.id}`)).status, 200)
  await eventually('the stream has ended', () => ear.isOver())
  await agency.test.post('/api/v1/test/events', { type: 'wallet.credit' })
  assert.equal(ear.events().length, 1)
})

test('a stream ends with its session, signed out or expired, and delivers no later event', async () => {
  const person = await newPerson(app, { [agency.id]: 'agent' })
  const [first, second] = [await sessionOf(person), await sessionOf(person)]
  const hear = ({ cookie }: { cookie: string }) => listen(app.url, null, { cookie, 'embarque-mode': 'test' })
  const ears = [await hear(first), await hear(second)]
  const emit = () => agency.test.post('/api/v1/test/events', { type: 'wallet.credit' })
  await emit()
  for (const ear of ears) await ear.heard(1)
  assert.equal((await withCookie(app.url, first.cookie).delete('/api/v1/sessions/current')).status, 200)
  await eventually('signed out', () => ears[0]?.isOver())
  await emit()
  await ears[1]?.heard(2)
  wall.set(fromNow(15))
  await emit()
  await eventually('expired', () => ears[1]?.isOver())
  assert.deepEqual(
    ears.map((ear) => ear.events().length),
    [1, 2],
  )
  while (await forgetOldSessions(world.pool, wall.now()));
  assert.deepEqual(await app.asOwner(`select id from sessions where person_id = '${person.id}'`), [])
})
