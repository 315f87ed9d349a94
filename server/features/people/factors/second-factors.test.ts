// Second factors: authenticator app, recovery codes, the second step of a sign-in, and what must be proved before
// any of it changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, untilSettled } from '../../../../test/support/agency.ts'
import { scan } from '../../../../test/support/authenticator-app.ts'
import { afterPassword, newOwner, openBrowser, type TestBrowser } from '../../../../test/support/browsing.ts'
import { newPerson, PASSWORD } from '../../../../test/support/people.ts'
import { startApp } from '../../../../test/support/start-app.ts'
import { fixedClock } from '../../../kernel/process/clock.ts'

const MINUTE_MS = 60_000
const wall = fixedClock(new Date('2026-11-16T12:00:00Z'))
const app = await startApp({ wall })

async function withApp(browser: TestBrowser) {
  const { body } = await browser.post('/profile/totp')
  const code = scan(body.data.uri, wall)
  const confirmed = await browser.post('/profile/totp/confirm', { code: code() })
  assert.equal(confirmed.status, 200, confirmed.text)
  return { code, codes: confirmed.body.data.recovery_codes }
}

const later = (ms: number) => wall.advance(ms)
const refused = (reply: Awaited<ReturnType<TestBrowser['get']>>) =>
  assertError(reply, 401, 'Second factor refused')

test('an app is shown, confirmed, and then required; each code counts once', async () => {
  const ana = await newOwner(app)
  const browser = await afterPassword(app, ana)
  assertError(await browser.post('/profile/totp/confirm', { code: '000000' }), 409, 'TOTP not started')
  const { data } = (await browser.post('/profile/totp')).body
  assert.match(data.qr_svg, /^<svg [^>]+><title>QR Code<\/title>/)
  const code = scan(data.uri, wall)
  refused(await browser.post('/profile/totp/confirm', { code: code() === '000000' ? '000001' : '000000' }))
  assert.deepEqual(
    (await openBrowser(app).post('/sessions', { email: ana.email, password: PASSWORD })).body.data
      .second_factor,
    [],
  )
  const confirmed = await browser.post('/profile/totp/confirm', { code: code() })
  assert.equal(confirmed.body.data.recovery_codes.length, 10)
  assert.equal(confirmed.body.data.totp_confirmed_at, '2026-11-16T12:00:00.000Z')

  const other = await afterPassword(app, ana)
  const waiting = await other.get('/profile')
  assertError(waiting, 401, 'Unauthorized')
  assert.match(waiting.body.message, /: finish signing in with POST \/api\/v1\/sessions\/second-factor$/)
  refused(await other.post('/sessions/second-factor', { totp: code() }))
  later(30_000)
  const before = other.cookie
  const [one, two] = await Promise.all(
    [1, 2].map(() => other.post('/sessions/second-factor', { totp: code() })),
  )
  assert.deepEqual([one?.status, two?.status].toSorted(), [200, 401], 'of two at once one is taken')
  const whole = one?.status === 200 ? one : two
  assert.equal(whole?.body.data.session.is_current, true)
  assert.notEqual(other.cookie, before, 'under another token')
  assert.equal((await other.get('/profile')).body.data.id, ana.id)
  const third = await afterPassword(app, ana)
  refused(await third.post('/sessions/second-factor', { totp: code() }))
})

test('a recovery code works once, in any spelling, and new codes replace the old', async () => {
  const ana = await newOwner(app)
  const browser = await afterPassword(app, ana)
  assertError(await browser.post('/profile/recovery-codes'), 409, 'No second factor')
  const { codes } = await withApp(browser)
  const use = async (recovery_code: string) => {
    const other = await afterPassword(app, ana)
    return other.post('/sessions/second-factor', { recovery_code })
  }
  assert.equal((await use(codes[0].toUpperCase().replaceAll('-', ' '))).status, 200)
  refused(await use(codes[0]))
  assert.equal((await browser.get('/profile/factors')).body.data.recovery_codes_left, 9)
  const { recovery_codes: fresh } = (await browser.post('/profile/recovery-codes')).body.data
  refused(await use(codes[1]))
  assert.equal((await use(fresh[1])).status, 200)
  const { data } = (await browser.delete('/profile/totp')).body
  assert.deepEqual([data.totp_confirmed_at, data.recovery_codes_left], [null, 0])
  assert.deepEqual(
    (await openBrowser(app).post('/sessions', { email: ana.email, password: PASSWORD })).body.data
      .second_factor,
    [],
  )
})

test('factors change only after a proof within the last ten minutes', async () => {
  const ana = await newOwner(app)
  const browser = await afterPassword(app, ana)
  const { code, codes } = await withApp(browser)
  const demands = [
    () => browser.post('/profile/totp'),
    () => browser.post('/profile/totp/confirm', { code: code() }),
    () => browser.delete('/profile/totp'),
    () => browser.post('/profile/recovery-codes'),
    () => browser.post('/profile/passkeys/options'),
    () => browser.delete('/profile/passkeys/psk_nobody'),
  ]
  later(10 * MINUTE_MS)
  assert.equal((await browser.get('/profile/factors')).body.data.proven_until, null)
  for (const demand of demands) assertError(await demand(), 403, 'Proof required')
  assertError(await browser.post('/sessions/proof', {}), 400, 'Invalid request parameters', 'totp')
  for (const password of ['falsa', PASSWORD])
    assertError(await browser.post('/sessions/proof', { password }), 403, 'Proof required')
  const proofs = [() => ({ totp: code() }), () => ({ recovery_code: codes[3] })]
  for (const proof of proofs) {
    later(10 * MINUTE_MS)
    const given = await browser.post('/sessions/proof', proof())
    const until = new Date(wall.now().getTime() + 10 * MINUTE_MS).toISOString()
    assert.equal(given.body.data?.proven_until, until, given.text)
    assert.equal((await browser.post('/profile/totp')).status, 200)
  }
  refused(await browser.post('/sessions/proof', { recovery_code: codes[3] }))
})

test('a new phone: the old app stays valid until the new one is confirmed, within an hour', async () => {
  const ana = await newOwner(app)
  const browser = await afterPassword(app, ana)
  const { code: old } = await withApp(browser)
  const fresh = scan((await browser.post('/profile/totp')).body.data.uri, wall)
  later(31 * MINUTE_MS)
  const proven = await browser.post('/sessions/proof', { totp: old() })
  assert.equal(proven.status, 200, proven.text)
  const confirmed = await browser.post('/profile/totp/confirm', { code: fresh() })
  assert.deepEqual([confirmed.status, confirmed.body.data.recovery_codes], [200, null])
  later(30_000)
  refused(await browser.post('/sessions/proof', { totp: old() }))
  const late = scan((await browser.post('/profile/totp')).body.data.uri, wall)
  later(61 * MINUTE_MS)
  await browser.post('/sessions/proof', { totp: fresh() })
  assertError(await browser.post('/profile/totp/confirm', { code: late() }), 409, 'TOTP not started')
})

test('attempts at codes are limited', async () => {
  const ana = await newOwner(app)
  await withApp(await afterPassword(app, ana))
  const guesser = await afterPassword(app, ana)
  const responses = []
  for (let guess = 0; guess < 7; guess++)
    responses.push((await guesser.post('/sessions/second-factor', { totp: `00000${guess}` })).body.code)
  assert.deepEqual(responses.slice(-2), ['too_many_attempts', 'too_many_attempts'], responses.join())
})

test("each change is mailed in the person's language and audited without secrets", async () => {
  const ana = await newOwner(app)
  await app.asOwner(`update people set language = 'en' where id = '${ana.id}'`)
  const browser = await afterPassword(app, ana)
  const { code, codes } = await withApp(browser)
  const other = await afterPassword(app, ana)
  await other.post('/sessions/second-factor', { recovery_code: codes[0] })
  await browser.post('/profile/recovery-codes')
  await browser.delete('/profile/totp')
  await untilSettled(app, ana.teamId, 'live')
  const { pool } = app.service.world
  const mails = await pool.query(
    'select to_address, subject, text from mails where team_id = $1 order by id',
    [ana.teamId],
  )
  assert.deepEqual(
    mails.rows.map(({ subject }) => subject),
    ['Authenticator app turned on', 'Recovery code used', 'New recovery codes', 'Authenticator app removed'],
  )
  assert.ok(mails.rows.every(({ to_address }) => to_address === ana.email))
  const { body, text } = await browser.get('/audit?topic=access&limit=100')
  const entries = body.data.map(({ action, actor }: { action: string; actor: { id: string } }) => [
    action,
    actor.id,
  ])
  for (const action of ['totp.confirm', 'sessions.secondFactor', 'recoveryCodes.replace', 'totp.remove'])
    assert.ok(
      entries.some(([name, id]: string[]) => name === action && id === ana.id),
      `${action} in ${text}`,
    )
  const stored = JSON.stringify(await app.asOwner(`select * from totp_secrets, recovery_codes`))
  for (const secret of [...codes, code()]) assert.ok(!text.includes(secret) && !stored.includes(secret))
})

test('a person without a team keeps their factors; the installation has the audit entries', async () => {
  const ana = await newPerson(app, {})
  const browser = await afterPassword(app, ana)
  const { code, codes } = await withApp(browser)
  later(30_000)
  const other = await afterPassword(app, ana)
  assert.equal((await other.post('/sessions/second-factor', { totp: code() })).status, 200)
  assert.equal((await browser.post('/sessions/proof', { recovery_code: codes[9] })).status, 200)
  const entries = await app.asOwner(
    `select action from audit_entries where actor_id = '${ana.id}' order by seq`,
  )
  assert.ok(JSON.stringify(entries).includes('totp.confirm'), JSON.stringify(entries))
})
