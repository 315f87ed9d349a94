// What goes wrong with second factors and passkeys, each error by itself: fields out of bounds, challenges of another
// ceremony or session, keys that are known, two of a thing at once, and what a host without passkeys still does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, untilSettled } from '../../../../test/support/agency.ts'
import { scan } from '../../../../test/support/authenticator-app.ts'
import { newOwner, openBrowser, type TestBrowser } from '../../../../test/support/browsing.ts'
import { makeClient, type Reply } from '../../../../test/support/client.ts'
import { newPerson, PASSWORD, type Person } from '../../../../test/support/people.ts'
import { makeAuthenticator } from '../../../../test/support/software-authenticator.ts'
import { startApp } from '../../../../test/support/start-app.ts'
import { fixedClock } from '../../../kernel/process/clock.ts'
import { createTeam } from '../../teams/teams.ts'
import { beginSession } from '../sessions.ts'

const MINUTE_MS = 60_000
const wall = fixedClock(new Date('2026-11-16T12:00:00Z'))
const app = await startApp({ wall })
const origin = app.url.replace('127.0.0.1', 'localhost')
const { world } = app.service

type Device = ReturnType<typeof makeAuthenticator>

/** Without the time that a password takes. */
async function browserOf({ id }: Person, awaitsFactor = false): Promise<TestBrowser> {
  const place = { address: '127.0.0.1', userAgent: null, requestId: 'x', token: undefined }
  const browser = { ...place, keep() {}, forget() {} }
  const { token } = await beginSession(world, world.pool, {
    personId: id,
    browser,
    factors: { awaitsFactor },
  })
  return Object.assign(openBrowser(app), { cookie: `embarque=${token}` })
}

async function signedIn() {
  const ana = await newOwner(app)
  return { ana, browser: await browserOf(ana), half: () => browserOf(ana, true) }
}

const optionsOf = async (browser: TestBrowser, path: string) =>
  (await browser.post(`${path}/options`)).body.data

async function addPasskey(browser: TestBrowser, device: Device, name = 'Notebook'): Promise<Reply> {
  const passkey = device.create(await optionsOf(browser, '/profile/passkeys'))
  return browser.post('/profile/passkeys', { name, passkey })
}

async function startApps(browser: TestBrowser) {
  return scan((await browser.post('/profile/totp')).body.data.uri, wall)
}

async function addApp(browser: TestBrowser) {
  const code = await startApps(browser)
  const { status, body, text } = await browser.post('/profile/totp/confirm', { code: code() })
  assert.equal(status, 200, text)
  return { code, codes: body.data.recovery_codes }
}

/** Adds copies of a person's first passkey, as if they were others. */
const copyPasskeys = ({ id }: Person, count: number) =>
  app.asOwner(`insert into passkeys
    select id || n, person_id, credential_id || n, public_key, 0, transports, false, 'Mais', created_at, null
    from passkeys, generate_series(1, ${count}) as n where person_id = '${id}'`)

const statuses = (replies: Reply[]) => replies.map(({ status }) => status).toSorted()
const passkeyRefused = (reply: Reply) => assertError(reply, 401, 'Passkey refused')
const factorRefused = (reply: Reply) => assertError(reply, 401, 'Second factor refused')

test('every field is validated', async () => {
  const { browser } = await signedIn()
  const passkey = makeAuthenticator(origin).create(await optionsOf(browser, '/profile/passkeys'))
  const { response } = passkey
  const made = (some: object) => ({ name: 'x', passkey: { ...passkey, ...some } })
  const rows: [string, object, string][] = [
    ['/profile/totp/confirm', {}, 'code'],
    ['/profile/totp/confirm', { code: 492039 }, 'code'],
    ['/profile/totp/confirm', { code: '49203' }, 'code'],
    ['/profile/totp/confirm', { code: '4'.repeat(17) }, 'code'],
    ['/sessions/proof', { password: '' }, 'password'],
    ['/sessions/proof', { password: 'x'.repeat(1_025) }, 'password'],
    ['/sessions/proof', { recovery_code: '' }, 'recovery_code'],
    ['/sessions/proof', { recovery_code: 'x'.repeat(65) }, 'recovery_code'],
    ['/sessions/proof', { totp: null }, 'totp'],
    ['/sessions/proof', { passkey: 'psk_1' }, 'passkey'],
    ['/sessions/passkey', {}, 'passkey'],
    ['/sessions/passkey', { passkey }, 'passkey.response.authenticatorData'],
    ['/profile/passkeys', { passkey }, 'name'],
    ['/profile/passkeys', { name: '\t', passkey }, 'name'],
    ['/profile/passkeys', { name: 'x'.repeat(81), passkey }, 'name'],
    ['/profile/passkeys', made({ id: 'a+b' }), 'passkey.id'],
    ['/profile/passkeys', made({ rawId: 'a'.repeat(1_401) }), 'passkey.rawId'],
    ['/profile/passkeys', made({ type: 'password' }), 'passkey.type'],
    [
      '/profile/passkeys',
      made({ response: { ...response, attestationObject: 'a'.repeat(16_385) } }),
      'passkey.response.attestationObject',
    ],
    [
      '/profile/passkeys',
      made({ response: { ...response, transports: Array.from({ length: 11 }, () => 'usb') } }),
      'passkey.response.transports',
    ],
  ]
  for (const [path, body, field] of rows)
    assertError(await browser.post(path, body), 400, 'Invalid request parameters', field)
  const longest = await browser.post('/profile/passkeys', { name: 'é'.repeat(80), passkey })
  assert.deepEqual([longest.status, longest.body.data?.name], [201, 'é'.repeat(80)], longest.text)
})

test('the password of the sign-in is not accepted as second factor', async () => {
  const { browser, half } = await signedIn()
  const { code } = await addApp(browser)
  const waiting = await half()
  const step = (body: object) => waiting.post('/sessions/second-factor', body)
  assertError(await step({ password: PASSWORD }), 400, 'Invalid request parameters', 'totp')
  factorRefused(await step({ password: PASSWORD, totp: '000000' }))
  assertError(await waiting.get('/profile'), 401, 'Unauthorized')
  wall.advance(30_000)
  assert.equal((await step({ password: 'whatever', totp: code() })).status, 200)
})

test('a credential is registered once, for one person', async () => {
  const [ana, bia] = [await signedIn(), await signedIn()]
  const created = makeAuthenticator(origin).create(await optionsOf(ana.browser, '/profile/passkeys'))
  assert.equal((await ana.browser.post('/profile/passkeys', { name: 'A', passkey: created })).status, 201)
  for (const { browser } of [ana, bia]) {
    // Attestation "none" signs nothing: the same key can be sent for another challenge.
    const { challenge } = await optionsOf(browser, '/profile/passkeys')
    const clientData = { type: 'webauthn.create', challenge, origin, crossOrigin: false }
    const clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url')
    const passkey = { ...created, response: { ...created.response, clientDataJSON } }
    const again = await browser.post('/profile/passkeys', { name: 'B', passkey })
    assertError(again, 409, 'Passkey already registered')
  }
  const { data } = (await bia.browser.get('/profile/factors')).body
  assert.deepEqual([data.passkeys, data.recovery_codes_left], [[], 0], 'nothing came of it')
})

test('simultaneous passkeys stop at 20; the first two factors share their recovery codes', async () => {
  const { ana, browser } = await signedIn()
  const [one, two] = await Promise.all([
    addPasskey(browser, makeAuthenticator(origin)),
    addPasskey(browser, makeAuthenticator(origin)),
  ])
  assert.deepEqual(statuses([one, two]), [201, 201])
  const given = [one, two].flatMap(({ body }) => body.data.recovery_codes ?? [])
  assert.equal(given.length, 10, 'codes come once')
  await app.asOwner(`delete from passkeys where id = '${two.body.data.id}'`)
  await copyPasskeys(ana, 18)
  const racers = [makeAuthenticator(origin), makeAuthenticator(origin), makeAuthenticator(origin)]
  const options = await Promise.all(racers.map(() => optionsOf(browser, '/profile/passkeys')))
  const replies = await Promise.all(
    racers.map((device, index) =>
      browser.post('/profile/passkeys', { name: 'Última', passkey: device.create(options[index]) }),
    ),
  )
  assert.deepEqual(statuses(replies), [201, 422, 422])
  const over = replies.find(({ status }) => status === 422)
  assert.match(over?.body.message, /you may have 20 passkeys; delete one first/)
  assert.equal((await browser.get('/profile/passkeys')).body.data.length, 20)
})

/** A person with a passkey, and every browser that could request or send a response. */
async function ceremonies() {
  const { ana, browser, half } = await signedIn()
  const device = makeAuthenticator(origin)
  await addPasskey(browser, device)
  const asked: Record<string, [TestBrowser, string]> = {
    proof: [browser, '/sessions/proof'],
    step: [await half(), '/sessions/second-factor'],
    'sign-in': [openBrowser(app), '/sessions/passkey'],
    'proof elsewhere': [await browserOf(ana), '/sessions/proof'],
    creation: [browser, '/profile/passkeys'],
  }
  return { device, browser, half, asked }
}

test('a challenge is valid only for its ceremony and session', async () => {
  for (const name of ['proof', 'step', 'sign-in', 'proof elsewhere', 'creation']) {
    // One of their own for each: what is refused counts as a guess.
    const { device, asked } = await ceremonies()
    const [asker, path] = asked[name] ?? [openBrowser(app), '']
    for (const [own, [responder, target]] of Object.entries(asked).slice(0, 3)) {
      if (own === name) continue
      const options = { ...(await optionsOf(asker, path)), rpId: 'localhost', allowCredentials: [] }
      const reply = await responder.post(target, { passkey: device.get(options) })
      assert.deepEqual([reply.status, reply.body.code], [401, 'passkey_refused'], `${name} for ${own}`)
    }
  }
})

test('a response is valid only for the sign-in that requested it, and expired challenges are deleted', async () => {
  const { device, browser, half } = await ceremonies()
  const [waiting, another] = [await half(), await half()]
  const answer = device.get(await optionsOf(waiting, '/sessions/second-factor'))
  passkeyRefused(await another.post('/sessions/second-factor', { passkey: answer }))
  assert.equal((await waiting.post('/sessions/second-factor', { passkey: answer })).status, 200)
  const old = wall.now()
  wall.advance(5 * MINUTE_MS + 1)
  await optionsOf(browser, '/sessions/proof')
  const over = `select from passkey_challenges where expires_at <= '${old.toISOString()}'::timestamptz + '5 min'`
  assert.equal((await app.asOwner(over)).length, 0, 'those that are over are forgotten')
})

test('on an address where browsers have no passkeys, everything else works', async () => {
  const { browser, half } = await signedIn()
  const { code } = await addApp(browser)
  const device = makeAuthenticator(origin)
  await addPasskey(browser, device)
  const waiting = await half()
  const passkey = device.get(await optionsOf(browser, '/sessions/proof'))
  const created = device.create(await optionsOf(browser, '/profile/passkeys'))
  const { address } = world
  const own = address.url
  try {
    address.url = 'http://painel.agencia.example'
    const demands: [TestBrowser, string, object?][] = [
      [browser, '/profile/passkeys/options'],
      [browser, '/profile/passkeys', { name: 'x', passkey: created }],
      [browser, '/sessions/proof/options'],
      [browser, '/sessions/proof', { passkey }],
      [waiting, '/sessions/second-factor/options'],
      [waiting, '/sessions/second-factor', { passkey }],
      [openBrowser(app), '/sessions/passkey/options'],
      [openBrowser(app), '/sessions/passkey', { passkey }],
    ]
    for (const [who, path, body] of demands)
      assertError(await who.post(path, body), 422, 'Passkeys unavailable')
    wall.advance(30_000)
    assert.equal((await waiting.post('/sessions/second-factor', { totp: code() })).status, 200)
    assert.equal((await browser.get('/profile/passkeys')).body.data.length, 1)
  } finally {
    address.url = own
  }
  const proof = await browser.post('/sessions/proof', { passkey })
  assert.equal(proof.status, 200, 'its challenge was not used up')
})

test('a page of another site cannot sign in by passkey', async () => {
  const { browser } = await signedIn()
  const device = makeAuthenticator(origin)
  await addPasskey(browser, device)
  const options = (await app.anybody.post('/api/v1/sessions/passkey/options')).body.data
  const passkey = device.get(options)
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    const reply = await makeClient(app.url).post('/api/v1/sessions/passkey', { passkey }, headers)
    assertError(reply, 403, 'Cross-site request')
    assert.equal(reply.headers['set-cookie'], undefined)
  }
  const own = await makeClient(app.url).post('/api/v1/sessions/passkey', { passkey })
  assert.equal(own.status, 201, 'its challenge was not used up')
})

test('codes and responses are accepted once under concurrency', async () => {
  const { browser, half } = await signedIn()
  const code = await startApps(browser)
  const confirmations = await Promise.all(
    [1, 2, 3].map(() => browser.post('/profile/totp/confirm', { code: code() })),
  )
  assert.deepEqual(statuses(confirmations), [200, 409, 409])
  const [recovery_code] = confirmations.flatMap(({ body }) => body.data?.recovery_codes ?? [])
  const steps = await Promise.all(
    [1, 2, 3].map(async () => (await half()).post('/sessions/second-factor', { recovery_code })),
  )
  assert.deepEqual(statuses(steps), [200, 401, 401])
  wall.advance(30_000)
  const [waiting, totp] = [await half(), code()]
  const uses = await Promise.all([
    waiting.post('/sessions/second-factor', { totp }),
    browser.post('/sessions/proof', { totp }),
  ])
  assert.deepEqual(statuses(uses), [200, 401])
})

test('codes of another person are refused', async () => {
  const [ana, bia] = [await signedIn(), await signedIn()]
  const hers = await addApp(ana.browser)
  await addApp(bia.browser)
  wall.advance(30_000)
  const waiting = await bia.half()
  factorRefused(await waiting.post('/sessions/second-factor', { totp: hers.code() }))
  factorRefused(await waiting.post('/sessions/second-factor', { recovery_code: hers.codes[0] }))
  const both = { totp: '000000', recovery_code: hers.codes[0] }
  factorRefused(await (await ana.half()).post('/sessions/second-factor', both))
  assert.equal((await ana.browser.get('/profile/factors')).body.data.recovery_codes_left, 10)
  assert.equal((await ana.browser.post('/sessions/proof', { totp: hers.code() })).status, 200)
})

test('a half sign-in is valid for ten minutes and one second factor', async () => {
  const { browser, half } = await signedIn()
  const { codes } = await addApp(browser)
  const [waiting, late] = [await half(), await half()]
  const copy = Object.assign(openBrowser(app), { cookie: waiting.cookie })
  const step = (who: TestBrowser, index: number) =>
    who.post('/sessions/second-factor', { recovery_code: codes[index] })
  assertError(await waiting.post('/sessions/proof', { recovery_code: codes[0] }), 401, 'Unauthorized')
  assertError(await browser.post('/sessions/second-factor', { recovery_code: codes[0] }), 401, 'Unauthorized')
  assert.equal((await step(waiting, 0)).status, 200)
  assertError(await step(copy, 1), 401, 'Unauthorized')
  const { proven_until } = (await waiting.get('/profile/factors')).body.data
  assert.equal(Date.parse(proven_until) - wall.now().getTime(), 10 * MINUTE_MS, 'it is a proof')
  wall.advance(10 * MINUTE_MS)
  assertError(await step(late, 1), 401, 'Unauthorized')
  assert.equal((await waiting.get('/profile/factors')).body.data.recovery_codes_left, 9)
})

test('attempts at a proof are limited, and wrong codes are not in the audit log', async () => {
  const { ana, browser } = await signedIn()
  const { code } = await addApp(browser)
  const responses: Reply[] = []
  for (let guess = 0; guess < 7; guess++)
    responses.push(await browser.post('/sessions/proof', { recovery_code: `k3m9-7qw2-x0ab-cd4${guess}` }))
  const last = responses.at(-1)
  assert.ok(last)
  assertError(last, 429, 'Too many attempts')
  assert.ok(Number(last.headers['retry-after']) > 0)
  wall.advance(30_000)
  assertError(await browser.post('/sessions/proof', { totp: code() }), 429, 'Too many attempts')
  const entries = await app.asOwner(`select * from audit_entries where actor_id = '${ana.id}'`)
  assert.doesNotMatch(JSON.stringify(entries), /sessions\.prove|k3m9/)
})

test('recovery codes exist as long as a factor does', async () => {
  const { browser } = await signedIn()
  assert.equal((await browser.delete('/profile/totp')).status, 200, 'there is nothing to remove')
  await addApp(browser)
  const device = makeAuthenticator(origin)
  const added = (await addPasskey(browser, device)).body.data
  assert.equal(added.recovery_codes, null)
  const left = async () => (await browser.get('/profile/factors')).body.data.recovery_codes_left
  await browser.delete('/profile/totp')
  assert.equal(await left(), 10)
  const path = `/profile/passkeys/${added.id}`
  assert.deepEqual((await browser.delete(path)).body.data, { id: added.id, deleted: true })
  assert.equal(await left(), 0)
  assertError(await browser.delete(path), 404, 'Passkey not found')
  assertError(await browser.patch(path, { name: 'x' }), 404, 'Passkey not found')
  passkeyRefused(
    await openBrowser(app).post('/sessions/passkey', {
      passkey: device.get(await optionsOf(openBrowser(app), '/sessions/passkey')),
    }),
  )
})

/** What a person reads, in order, of one who has done everything. 09:30 is 13:30 in UTC. */
const TOLD = {
  'pt-BR': [
    'Um aplicativo autenticador foi ativado na sua conta em {when}. Agora a senha pede também um código.',
    'A chave de acesso “Celular da Ana” foi adicionada à sua conta em {when}.',
    'Novos códigos de recuperação foram gerados em {when}. Os anteriores não valem mais.',
    'Um código de recuperação da sua conta foi usado em {when}. Ele não vale mais.',
    'A chave de acesso “Celular da Ana” da sua conta foi removida em {when}.',
    'O aplicativo autenticador da sua conta foi removido em {when}.',
  ],
  en: [
    'An authenticator app was turned on for your account on {when}. Your password now needs a code too.',
    'The passkey “Celular da Ana” was added to your account on {when}.',
    'New recovery codes were made on {when}. The old ones are no longer valid.',
    'A recovery code of your account was used on {when}. It is no longer valid.',
    'The passkey “Celular da Ana” of your account was deleted on {when}.',
    'The authenticator app of your account was removed on {when}.',
  ],
}
const WHEN = { 'pt-BR': '16 de novembro de 2026 às 09:30', en: 'November 16, 2026 at 9:30 AM' }

for (const language of ['pt-BR', 'en'] as const) {
  test(`every notice in ${language}, in the team's time zone`, async () => {
    wall.set(new Date('2026-11-16T13:30:00Z'))
    const { team } = await createTeam(world, {
      name: 'Rio',
      email: 'a@b.example',
      timeZone: 'America/Manaus',
    })
    const ana = await newPerson(app, { [team.id]: 'viewer' })
    await app.asOwner(`update people set language = '${language}' where id = '${ana.id}'`)
    const browser = await browserOf(ana)
    await addApp(browser)
    const { id } = (await addPasskey(browser, makeAuthenticator(origin), 'Celular da Ana')).body.data
    const [recovery_code] = (await browser.post('/profile/recovery-codes')).body.data.recovery_codes
    await browser.post('/sessions/proof', { recovery_code })
    await browser.delete(`/profile/passkeys/${id}`)
    await browser.delete('/profile/totp')
    await untilSettled(app, team.id, 'live')
    const { rows } = await world.pool.query('select text, html from mails where team_id = $1 order by id', [
      team.id,
    ])
    const said = rows.map(({ text }) => String(text).replaceAll(/\s+/g, ' '))
    const expected = TOLD[language].map((line) => line.replace('{when}', WHEN[language]))
    assert.equal(said.length, expected.length, said.join('\n'))
    for (const line of expected)
      assert.equal(said.filter((text) => text.includes(line)).length, 1, `${line}\n${said.join('\n')}`)
    const alarm = language === 'en' ? /If it was not you, reset/ : /Se não foi você, redefina a senha/
    for (const { text, html } of rows) {
      assert.match(text, alarm)
      assert.match(html, new RegExp(`<html lang="${language}"`))
      assert.ok(!text.includes(recovery_code) && !html.includes(recovery_code))
    }
  })
}
