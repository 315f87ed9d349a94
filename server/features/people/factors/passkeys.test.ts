// Passkeys with a software authenticator: created, used alone and as second factor; a response that is foreign, old
// or incomplete is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, untilSettled } from '../../../../test/support/agency.ts'
import { afterPassword, newOwner, openBrowser, type TestBrowser } from '../../../../test/support/browsing.ts'
import type { Reply } from '../../../../test/support/client.ts'
import type { Person } from '../../../../test/support/people.ts'
import { makeAuthenticator, type Spoilt } from '../../../../test/support/software-authenticator.ts'
import { startApp } from '../../../../test/support/start-app.ts'
import { fixedClock } from '../../../kernel/process/clock.ts'
import { makeLog } from '../../../kernel/process/log.ts'

const wall = fixedClock(new Date('2026-11-16T12:00:00Z'))
const lines: string[] = []
const log = makeLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
const app = await startApp({ wall, log })
const origin = app.url.replace('127.0.0.1', 'localhost')

type Device = ReturnType<typeof makeAuthenticator>

async function addPasskey(browser: TestBrowser, device: Device, spoilt: Spoilt = {}): Promise<Reply> {
  const { data } = (await browser.post('/profile/passkeys/options')).body
  return browser.post('/profile/passkeys', { name: 'Notebook', passkey: device.create(data, spoilt) })
}

/** A person with a passkey, and the browser that created it. */
async function withPasskey(options = {}) {
  const ana = await newOwner(app)
  const [browser, device] = [await afterPassword(app, ana), makeAuthenticator(origin, options)]
  const added = await addPasskey(browser, device)
  assert.equal(added.status, 201, added.text)
  return { ana, browser, device, passkey: added.body.data }
}

async function responseTo(browser: TestBrowser, path: string, device: Device, spoilt: Spoilt = {}) {
  return { passkey: device.get((await browser.post(`${path}/options`)).body.data, spoilt) }
}

const refused = (reply: Reply) => assertError(reply, 401, 'Passkey refused')
const forgetPassword = ({ id }: Person) =>
  app.asOwner(`update people set password_hash = null where id = '${id}'`)

test('a passkey alone signs in, once per response, and identifies its person', async () => {
  const { ana, browser, device, passkey } = await withPasskey()
  assert.equal(passkey.recovery_codes.length, 10, 'with the first factor')
  const anywhere = openBrowser(app)
  const options = (await anywhere.post('/sessions/passkey/options')).body.data
  assert.deepEqual([options.rpId, options.allowCredentials], ['localhost', []], 'no person has to be named')
  const response = { passkey: device.get(options) }
  const signedIn = await anywhere.post('/sessions/passkey', response)
  assert.deepEqual([signedIn.status, signedIn.body.data.second_factor], [201, []], signedIn.text)
  assert.equal((await anywhere.get('/profile')).body.data.id, ana.id)
  refused(await openBrowser(app).post('/sessions/passkey', response))
  const [listed] = (await browser.get('/profile/passkeys')).body.data
  assert.deepEqual(
    [listed.id, listed.name, listed.last_used_at],
    [passkey.id, 'Notebook', wall.now().toISOString()],
  )
})

test('a passkey is the second factor after a password, for its own person only', async () => {
  const { ana, device } = await withPasskey()
  const half = openBrowser(app)
  const { email } = ana
  const first = await half.post('/sessions', { email, password: 'correto cavalo bateria' })
  assert.deepEqual(first.body.data, { session: null, second_factor: ['passkey', 'recovery_code'] })
  const other = await withPasskey()
  refused(
    await half.post(
      '/sessions/second-factor',
      await responseTo(openBrowser(app), '/sessions/passkey', device),
    ),
  )
  const asked = (await half.post('/sessions/second-factor/options')).body.data
  const theirs = other.device.get({ ...asked, allowCredentials: [] })
  refused(await half.post('/sessions/second-factor', { passkey: theirs }))
  const response = await responseTo(half, '/sessions/second-factor', device)
  const again = await afterPassword(app, ana)
  refused(await again.post('/sessions/second-factor', response))
  const whole = await half.post(
    '/sessions/second-factor',
    await responseTo(half, '/sessions/second-factor', device),
  )
  assert.deepEqual([whole.status, whole.body.data?.second_factor], [200, []], whole.text)
  assert.equal((await half.get('/profile')).body.data.id, ana.id)
})

test('an invalid authenticator response is refused, and uses the challenge up', async () => {
  const { browser, device } = await withPasskey()
  const ways: Spoilt[] = [
    { origin: 'https://localhost.evil.example' },
    { origin: app.url },
    { rpId: 'evil.example' },
    { isUnverified: true },
    { type: 'webauthn.create' },
    { challenge: 'bm9ib2R5IGFza2VkIGZvciB0aGlz' },
    { isForged: true },
    { userHandle: Buffer.from('usr_somebody').toString('base64url') },
  ]
  for (const way of ways) {
    refused(
      await openBrowser(app).post(
        '/sessions/passkey',
        await responseTo(browser, '/sessions/passkey', device, way),
      ),
    )
    if (way.isForged || way.userHandle) continue
    refused(
      await addPasskey(browser, makeAuthenticator(origin), {
        ...way,
        ...(way.type && { type: 'webauthn.get' }),
      }),
    )
  }
  const options = (await browser.post('/sessions/passkey/options')).body.data
  refused(await browser.post('/sessions/passkey', { passkey: device.get(options, { isForged: true }) }))
  refused(await browser.post('/sessions/passkey', { passkey: device.get(options) }))
  const late = await responseTo(browser, '/sessions/passkey', device)
  wall.advance(5 * 60_000)
  refused(await browser.post('/sessions/passkey', late))
})

test('a decreasing counter is refused and logged; a constant 0 is accepted', async () => {
  const { device, passkey } = await withPasskey()
  const signIn = async (one: Device, spoilt: Spoilt = {}) => {
    const browser = openBrowser(app)
    return browser.post('/sessions/passkey', await responseTo(browser, '/sessions/passkey', one, spoilt))
  }
  assert.equal((await signIn(device, { counter: 7 })).status, 201)
  for (const counter of [7, 6, 0]) refused(await signIn(device, { counter }))
  assert.equal(lines.filter((line) => line.includes(passkey.id) && line.includes('may be a copy')).length, 3)
  assert.equal((await signIn(device, { counter: 8 })).status, 201)
  const synchronised = await withPasskey({ counts: false })
  for (const _ of [1, 2]) assert.equal((await signIn(synchronised.device)).status, 201)
})

test('passkeys are renamed and deleted by their owner; without a password the last one stays', async () => {
  const { ana, browser, device, passkey } = await withPasskey()
  const stranger = await withPasskey()
  const path = `/profile/passkeys/${passkey.id}`
  assertError(await stranger.browser.patch(path, { name: 'Meu' }), 404, 'Passkey not found')
  assertError(await stranger.browser.delete(path), 404, 'Passkey not found')
  assert.equal((await browser.patch(path, { name: ' Celular ' })).body.data.name, 'Celular')
  assertError(await browser.patch(path, { name: ' ' }), 400, 'Invalid request parameters', 'name')
  const second = (await addPasskey(browser, device)).body.data
  assert.equal(second.recovery_codes, null, 'there are some already')
  await forgetPassword(ana)
  const deletions = await Promise.all(
    [passkey, second].map(({ id }) => browser.delete(`/profile/passkeys/${id}`)),
  )
  assert.deepEqual(deletions.map(({ status }) => status).toSorted(), [200, 409], 'both at once')
  const refusal = deletions.find(({ status }) => status === 409)
  assert.equal(refusal?.body.code, 'last_way_in')
  const { data } = (await browser.get('/profile/factors')).body
  assert.deepEqual([data.has_password, data.passkeys.length, data.recovery_codes_left], [false, 1, 10])
})

test('a passkey is a proof; an old session cannot add another without one', async () => {
  const { browser, device } = await withPasskey()
  const { data } = (await browser.post('/profile/passkeys/options')).body
  wall.advance(10 * 60_000)
  const passkey = makeAuthenticator(origin).create(data)
  assertError(await browser.post('/profile/passkeys', { name: 'Outro', passkey }), 403, 'Proof required')
  const proof = await browser.post('/sessions/proof', await responseTo(browser, '/sessions/proof', device))
  assert.equal(proof.status, 200, proof.text)
  const made = await addPasskey(browser, makeAuthenticator(origin))
  assert.equal(made.status, 201, made.text)
  const again = makeAuthenticator(origin)
  const options = (await browser.post('/profile/passkeys/options')).body.data
  assert.equal(options.excludeCredentials.length, 2)
  const response = { name: 'De novo', passkey: again.create(options) }
  assert.equal((await browser.post('/profile/passkeys', response)).status, 201)
  refused(await browser.post('/profile/passkeys', response))
})

test('mails name the passkey without injection, and 20 passkeys are the maximum', async () => {
  const { ana, browser } = await withPasskey()
  const { data } = (await browser.post('/profile/passkeys/options')).body
  const passkey = makeAuthenticator(origin).create(data)
  const made = await browser.post('/profile/passkeys', { name: 'Ganhe em www.evil.example $&', passkey })
  await browser.delete(`/profile/passkeys/${made.body.data.id}`)
  await untilSettled(app, ana.teamId, 'live')
  const mails = await app.asOwner(
    `select subject, text from mails where team_id = '${ana.teamId}' and subject like 'Chave%' order by id`,
  )
  assert.equal(mails.length, 3)
  assert.match(JSON.stringify(mails), /“Notebook” foi adicionada à sua conta em 16 de novembro de 2026/)
  assert.match(JSON.stringify(mails), /“Ganhe em evil. example &” da sua conta foi removida/)
  await app.asOwner(`insert into passkeys
    select 'psk_' || n, person_id, 'copy' || n || id, public_key, 0, transports, false, 'Mais', created_at, null
    from passkeys, generate_series(1, 19) as n where person_id = '${ana.id}'`)
  assertError(await browser.post('/profile/passkeys/options'), 422, 'Resource limit exceeded')
})
