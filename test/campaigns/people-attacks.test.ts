// Attacks on sign-in and sessions: accounts are not disclosed, attempts are limited, cookies cannot be planted,
// stolen or used from another site, and revoked access ends in every process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inPasswordTurn, PASSWORD_COST } from '../../server/features/people/passwords.ts'
import { beginSession } from '../../server/features/people/sessions.ts'
import { fixedClock, realClock } from '../../server/kernel/process/clock.ts'
import { assertError, newAgency } from '../support/agency.ts'
import { makeClient, type Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { cookieOf, newPerson, PASSWORD, type Person, signIn, withCookie } from '../support/people.ts'
import { startApp } from '../support/start-app.ts'

const settings = { TRUST_PROXY: '1' }
// With a hash of no cost, the missing computation would not be visible.
const app = await startApp({ settings, passwordCost: PASSWORD_COST })
const laterClock = fixedClock(realClock.now())
/** Another process on the same database. */
const other = await startApp({ settings, databaseUrl: app.databaseUrl, wall: laterClock })
const agency = await newAgency(app)
const after = (hours: number) => new Date(realClock.now().getTime() + hours * 3_600_000)

let addresses = 0
const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`
const from = (address: string, email: string, password = PASSWORD, { url } = app) =>
  signIn(url, email, password, { 'x-forwarded-for': address })
const wrongFrom = (address: string, email: string, service = app) =>
  from(address, email, 'wrong password', service)
const unknownEmail = () => `nobody-${++addresses}@agencia.example`

async function visitor(role: 'owner' | 'agent' = 'agent'): Promise<{ person: Person; cookie: string }> {
  const person = await newPerson(app, { [agency.id]: role })
  return { person, cookie: cookieOf(await from(newAddress(), person.email)) }
}

const me = (service: typeof app, cookie: string) => withCookie(service.url, cookie).get('/api/v1/me')

test('the text of a refusal does not disclose whether an account exists', async () => {
  const known = await newPerson(app, {})
  const keyless = await newPerson(app, {})
  await app.asOwner(`update people set password_hash = null where id = '${keyless.id}'`)
  const comparable = ({ status, headers, body: { request_id, ...body } }: Reply) => {
    assert.ok(request_id)
    return { status, body, headers: Object.keys(headers).toSorted() }
  }
  const [wrong, absent, without] = await Promise.all(
    [known.email, unknownEmail(), keyless.email].map((email) => wrongFrom(newAddress(), email)),
  )
  assertError(wrong ?? assert.fail(), 401, 'Sign-in failed')
  for (const response of [absent, without])
    assert.deepEqual(comparable(response ?? assert.fail()), comparable(wrong!))
})

test('nor does its time: median times differ by less than a third', async () => {
  const known = await newPerson(app, {})
  const times = { known: [] as number[], absent: [] as number[] }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
  const isAlike = () => {
    const ratio = median(times.known) / median(times.absent)
    return ratio > 0.67 && ratio < 1.5
  }
  // A busy machine may favour one of them for a while. A hash that is left out is seen in any number of rounds.
  while (times.known.length < 12 || (!isAlike() && times.known.length < 48)) {
    for (const [kind, email] of [['known', known.email] as const, ['absent', unknownEmail()] as const]) {
      const begun = performance.now()
      await wrongFrom(newAddress(), email)
      times[kind].push(performance.now() - begun)
    }
  }
  assert.ok(isAlike(), `${median(times.known)} and ${median(times.absent)} ms`)
})

test('five guesses per account and address, across processes; then only these wait', async () => {
  const { email } = await newPerson(app, {})
  const address = newAddress()
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, n) => wrongFrom(address, email, n % 2 ? app : other)),
  )
  const examined = responses.filter(({ status }) => status === 401).length
  assert.ok(examined >= 4 && examined <= 7, `${examined} were examined`)
  const refused = await from(address, email)
  assertError(refused, 429, 'Too many attempts')
  const seconds = Number(refused.headers['retry-after'])
  assert.ok(seconds > 0 && seconds <= 720, `${seconds} s`)
  assert.equal((await from(newAddress(), email)).status, 201, 'the owner, elsewhere')
  // The database keeps the time of the buckets.
  await app.asOwner(
    `update limit_buckets set at = at - interval '15 minutes' where name like 'attempt ${address}%'`,
  )
  await eventually(
    'the right password is accepted again',
    async () => (await from(address, email)).status === 201,
  )
})

test('credential stuffing: an address that tries many accounts is limited', async () => {
  const address = newAddress()
  const responses = await Promise.all(Array.from({ length: 40 }, () => wrongFrom(address, unknownEmail())))
  const statuses = responses.map(({ status }) => status)
  assert.ok(statuses.includes(429), String(statuses))
  assert.ok(statuses.filter((status) => status === 401).length <= 34, String(statuses))
})

test('attempts from everywhere do not lock an owner out of known networks', async () => {
  const { email } = await newPerson(app, {})
  const usual = newAddress()
  assert.equal((await from(usual, email)).status, 201)
  await Promise.all(Array.from({ length: 34 }, () => wrongFrom(newAddress(), email)))
  assertError(await from(newAddress(), email), 429, 'Too many attempts')
  assert.equal((await from(usual, email)).status, 201)
})

test('a flood of password checks delays no address, device or link known to the account', async () => {
  const { email } = await newPerson(app, {})
  const usual = newAddress()
  const first = await from(usual, email)
  const device = String([first.headers['set-cookie']].flat()[1]).split(';', 1)[0] ?? ''
  assert.match(device, /^embarque-device=/)
  const held = Promise.withResolvers<void>()
  const flood = Array.from({ length: 200 }, () => inPasswordTurn(newAddress(), () => held.promise))
  assert.equal((await from(usual, email)).status, 201)
  const roaming = { 'x-forwarded-for': newAddress(), cookie: device }
  assert.equal((await signIn(app.url, email, PASSWORD, roaming)).status, 201)
  let isServed = false
  const stranger = from(newAddress(), email).finally(() => {
    isServed = true
  })
  assert.equal((await from(usual, email)).status, 201)
  assert.equal(isServed, false)
  held.resolve()
  await Promise.all(flood)
  assert.equal((await stranger).status, 201)
})

test('a device cookie is valid for its person only, and its attempts are limited', async () => {
  const [ana, bia] = [await newPerson(app, {}), await newPerson(app, {})]
  const deviceOf = async ({ email }: Person) => {
    const lines = [(await from(newAddress(), email)).headers['set-cookie']].flat()
    return String(lines[1]).split(';', 1)[0] ?? ''
  }
  const [anas, bias] = [await deviceOf(ana), await deviceOf(bia)]
  const at = (cookie: string, password = PASSWORD) =>
    signIn(app.url, ana.email, password, { cookie, 'x-forwarded-for': newAddress() })
  await Promise.all(Array.from({ length: 34 }, () => wrongFrom(newAddress(), ana.email)))
  assert.equal((await at(anas)).status, 201, 'served although strangers used up the attempts')
  for (const strange of [bias, `${anas.slice(0, -4)}AAAA`])
    assertError(await at(strange), 429, 'Too many attempts')
  for (let n = 0; n < 6; n++) await at(anas, 'wrong password')
  assertError(await at(anas), 429, 'Too many attempts')
})

test('a known browser signs in from an address whose attempts are used up', async () => {
  const { email } = await newPerson(app, {})
  const address = newAddress()
  const lines = [(await from(newAddress(), email)).headers['set-cookie']].flat()
  const cookie = String(lines[1]).split(';', 1)[0] ?? ''
  await Promise.all(Array.from({ length: 34 }, () => wrongFrom(address, unknownEmail())))
  assertError(await from(address, email), 429, 'Too many attempts')
  const known = await signIn(app.url, email, PASSWORD, { cookie, 'x-forwarded-for': address })
  assert.equal(known.status, 201)
})

test("a planted cookie is not adopted, and signing in ends the browser's former session", async () => {
  const planted = `embarque=${'a'.repeat(52)}`
  const { person, cookie } = await visitor()
  for (const former of [planted, cookie]) {
    const response = await signIn(app.url, person.email, PASSWORD, {
      cookie: former,
      'x-forwarded-for': newAddress(),
    })
    assert.equal(response.status, 201)
    assert.notEqual(cookieOf(response), former)
    assertError(await me(app, former), 401, 'Unauthorized')
  }
})

test('a session ends in every process: signed out here, on another device, everywhere', async () => {
  const { person, cookie } = await visitor()
  const [laptop, phone] = await Promise.all(
    Array.from({ length: 2 }, async () => cookieOf(await from(newAddress(), person.email))),
  )
  const gone = async (stolen = '') => {
    assertError(await me(app, stolen), 401, 'Unauthorized')
    await eventually(
      'the session has ended in the other process',
      async () => (await me(other, stolen)).status === 401,
    )
  }
  for (const known of [cookie, laptop, phone]) assert.equal((await me(other, known ?? '')).status, 200)
  const client = withCookie(app.url, cookie)
  const { data } = (await client.get('/api/v1/sessions')).body
  assert.deepEqual(
    [data.length, data.filter((one: { is_current: boolean }) => one.is_current).length],
    [3, 1],
  )
  const stranger = withCookie(app.url, (await visitor()).cookie)
  const phones = (await withCookie(app.url, phone ?? '').get('/api/v1/profile')).body.data.session.id
  assertError(await stranger.delete(`/api/v1/sessions/${phones}`), 404, 'Session not found')
  assert.equal((await client.delete(`/api/v1/sessions/${phones}`)).status, 200)
  await gone(phone)
  const out = await client.delete('/api/v1/sessions/current')
  assert.match(String(out.headers['set-cookie']), /^embarque=; Max-Age=0;/)
  await gone(cookie)
  assert.equal((await withCookie(app.url, laptop ?? '').delete('/api/v1/sessions')).status, 200)
  await gone(laptop)
})

test('a sign-in with the old password during its change does not stay signed in', async () => {
  const { person, cookie } = await visitor()
  const change = { password: 'outro cavalo bateria grampo', current_password: PASSWORD }
  const stolen = await Promise.all(
    Array.from({ length: 2 }, async () => cookieOf(await from(newAddress(), person.email))),
  )
  const place = () => ({ 'x-forwarded-for': newAddress() })
  const late = stolen.map((one) => {
    const password = `um cavalo roubado ${one.length}`
    return withCookie(app.url, one).patch('/api/v1/profile', { ...change, password }, place())
  })
  const entering = Array.from({ length: 8 }, () => from(newAddress(), person.email))
  const changed = await withCookie(app.url, cookie).patch('/api/v1/profile', change, place())
  const all = [changed, ...(await Promise.all(late))]
  assert.equal(all.filter(({ status }) => status === 200).length, 1, all.map(({ text }) => text).join())
  for (const response of await Promise.all(entering))
    if (response.status === 201) assertError(await me(app, cookieOf(response)), 401, 'Unauthorized')
    else assertError(response, 401, 'Sign-in failed')
})

test('sessions end after inactivity, and after their maximum age', async () => {
  const { person, cookie } = await visitor()
  assert.equal((await me(other, cookie)).status, 200)
  laterClock.set(after(13))
  assertError(await me(other, cookie), 401, 'Unauthorized')
  await app.asOwner(
    `update sessions set last_used_at = now() + interval '13 hours' where person_id = '${person.id}'`,
  )
  assert.equal((await me(other, cookie)).status, 200, 'used in another process meanwhile')
  laterClock.set(after(15 * 24))
  await app.asOwner(
    `update sessions set last_used_at = now() + interval '15 days' where person_id = '${person.id}'`,
  )
  assertError(await me(other, cookie), 401, 'Unauthorized')
  laterClock.set(realClock.now())
})

test('a change by cookie requires a same-origin request from a script', async () => {
  const { person, cookie } = await visitor('owner')
  const own = new URL(app.url).origin
  const input = JSON.stringify({ client_type: 'individual', full_name: 'Ana', email: 'ana@example.com' })
  const json = { 'content-type': 'application/json', cookie, 'embarque-mode': 'test' }
  const post = (headers: Record<string, string>) => app.anybody.raw('POST', '/api/v1/clients', input, headers)
  const strange: Record<string, string>[] = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${own}.evil.example` },
    { 'sec-fetch-site': 'cross-site', origin: own },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    { origin: 'https://evil.example', 'content-type': 'text/plain' },
  ]
  for (const headers of strange) assertError(await post({ ...json, ...headers }), 403, 'Cross-site request')
  assert.equal((await post({ ...json, origin: own })).status, 201)
  assert.equal((await post({ ...json, 'sec-fetch-site': 'same-origin' })).status, 201)
  const outside = {
    'sec-fetch-site': 'cross-site',
    origin: 'https://evil.example',
    'x-forwarded-for': newAddress(),
  }
  assertError(await signIn(app.url, person.email, PASSWORD, outside), 403, 'Cross-site request')
  const away = makeClient(app.url, undefined, { cookie, ...outside })
  assertError(await away.delete('/api/v1/sessions/current'), 403, 'Cross-site request')
  assert.equal((await away.get('/api/v1/me')).status, 200, 'links lead here')
})

test('a lowered or removed role applies to open sessions at once', async () => {
  const { person, cookie } = await visitor('owner')
  const keys = (service: typeof app) => withCookie(service.url, cookie).get('/api/v1/api-keys')
  assert.deepEqual([(await keys(app)).status, (await keys(other)).status], [200, 200])
  await app.asOwner(`update memberships set role = 'agent' where person_id = '${person.id}'`)
  for (const service of [app, other])
    await eventually('the role is lower', async () => (await keys(service)).status === 403)
  await app.asOwner(`delete from memberships where person_id = '${person.id}'`)
  for (const service of [app, other])
    await eventually('the team is gone', async () =>
      /belong to no team/.test((await me(service, cookie)).text),
    )
})

test('before the second factor a session can do nothing', async () => {
  const person = await newPerson(app, { [agency.id]: 'owner' })
  const browser = { address: newAddress(), userAgent: null, requestId: 'x', token: undefined }
  const [keep, forget] = [() => {}, () => {}]
  const { world } = app.service
  const made = await beginSession(world, world.pool, {
    personId: person.id,
    browser: { ...browser, keep, forget },
    factors: { awaitsFactor: true },
  })
  const client = withCookie(app.url, `embarque=${made.token}`, { mode: 'test' })
  for (const path of ['me', 'profile', 'sessions', 'wallet/balance'])
    assertError(await client.get(`/api/v1/${path}`), 401, 'Unauthorized')
})
