// New passwords and e-mail addresses by mailed links: they work once, for an hour, for the owner of the mailbox,
// and do not disclose whether an account exists.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, newAgency, untilSettled } from '../../../test/support/agency.ts'
import type { Reply } from '../../../test/support/client.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { newPerson, type Person, SAME_SITE, signedIn, signIn } from '../../../test/support/people.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { whileHeld } from '../../../test/support/while-held.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { decryptToken } from './account-links.ts'
import { encryptedTokenOf } from './invitation-store.ts'
import { findPerson, insertPerson } from './person-store.ts'
import { hashToken } from './sessions.ts'

const app = await startApp({ settings: { TRUST_PROXY: '1' } })
const agency = await newAgency(app)
const NEW = 'outro cavalo bateria grampo'
const THIRD = 'um terceiro cavalo azul'

let addresses = 0
const fresh = () => ({ ...SAME_SITE, 'x-forwarded-for': `203.0.113.${++addresses}` })
const ask = (email: string, headers = fresh()) =>
  app.anybody.post('/api/v1/password-resets', { email }, headers)
const complete = (token: string, password = NEW) =>
  app.anybody.post('/api/v1/password-resets/complete', { token, password }, fresh())
const confirm = (token: string) => app.anybody.post('/api/v1/profile/email/confirm', { token }, fresh())

interface StoredMail {
  subject: string
  text: string
  link_id: string | null
}

/** So many mails to this address, the oldest first. */
async function mailsTo(email: string, count: number): Promise<StoredMail[]> {
  const read = async () =>
    (await app.asOwner(
      `select subject, text, link_id from mails where to_address = '${email}' order by created_at, id`,
    )) as StoredMail[]
  await eventually(`${count} mails to ${email}`, async () => (await read()).length >= count)
  const mails = await read()
  assert.equal(mails.length, count, JSON.stringify(mails.map(({ subject }) => subject)))
  return mails
}

/** The token that is put into the mail when it is sent; as it is stored, there is none. */
async function tokenIn(mail: StoredMail | undefined, page: string): Promise<string> {
  const { link_id: linkId, text = '' } = mail ?? {}
  assert.match(text, new RegExp(`http://[^\\s/]+/painel/${page}#oculto\\s`))
  const { pool, secretBox, wall } = app.service.world
  const encrypted = await encryptedTokenOf(pool, linkId ?? '', wall.now())
  return decryptToken(secretBox, linkId ?? '', encrypted ?? assert.fail('the link has ended'))
}

const newcomer = () => newPerson(app, { [agency.id]: 'agent' })

/** The token of the newest link, after so many mails; the one before is older than it was. */
async function resetToken({ id, email }: Person, mails = 1): Promise<string> {
  const older = `created_at = created_at - interval '5 minutes'`
  await app.asOwner(`update one_time_links set ${older} where purpose = 'reset' and person_id = '${id}'`)
  assert.equal((await ask(email.toUpperCase())).status, 200)
  return tokenIn((await mailsTo(email, mails)).at(-1), 'nova-senha')
}

test('a reset link sets a password once, ends all sessions, signs no session in and is notified', async () => {
  const person = await newcomer()
  const client = await signedIn(app, person)
  const token = await resetToken(person)
  const identity = `'idn_1', 'https://id.example', '${person.id}', '${person.id}', now(), now()`
  await app.asOwner(
    `insert into identities (id, issuer, subject, person_id, created_at, last_used_at) values (${identity})`,
  )
  const responses = await Promise.all([complete(token), complete(token, THIRD)])
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 404])
  const done = responses.find(({ status }) => status === 200)
  assert.deepEqual([done?.body, done?.headers['set-cookie']], [{ success: true }, undefined])
  assert.deepEqual(await app.asOwner(`select from identities where person_id = '${person.id}'`), [])
  assertError(await complete(token), 404, 'Link not valid')
  assertError(await client.get('/api/v1/profile'), 401, 'Unauthorized')
  assertError(await signIn(app.url, person.email), 401, 'Sign-in failed')
  const [, notice] = await mailsTo(person.email, 2)
  assert.equal(notice?.subject, 'Sua senha foi alterada')
  const key = `'psk_${person.id}', '${person.id}', '${person.id}', '', 0, '{}', false, 'Notebook', now()`
  const columns = 'id, person_id, credential_id, public_key, counter, transports, backed_up, name, created_at'
  await app.asOwner(`insert into passkeys (${columns}) values (${key})`)
  const first = await signIn(app.url, person.email, responses[0] === done ? NEW : THIRD)
  assert.deepEqual([first.body.data.session, first.body.data.second_factor], [null, ['passkey']])
  const { body } = await agency.live.get(`/api/v1/audit?object_id=${person.id}`)
  const [changed, sent] = body.data
  assert.deepEqual([changed.action, changed.actor.id], ['passwordResets.complete', person.id])
  assert.deepEqual(
    [changed.changes[0].after, sent.changes[0].after],
    [{ notice: 'password_reset' }, { notice: 'reset_link_sent' }],
  )
})

test('expired, replaced and guessed links have the same error; a weak password does not use a link up', async () => {
  const person = await newcomer()
  const older = await resetToken(person)
  const token = await resetToken(person, 2)
  const hex = hashToken(token).toString('hex')
  const moveEnd = (by: string) =>
    app.asOwner(`update one_time_links set expires_at = expires_at ${by} where token_hash = '\\x${hex}'`)
  const life = 'extract(epoch from expires_at - created_at)::int as seconds'
  const lived = await app.asOwner(`select ${life} from one_time_links where token_hash = '\\x${hex}'`)
  assert.deepEqual(lived, [{ seconds: 3_600 }])
  await moveEnd("- interval '61 minutes'")
  for (const wrong of [older, token, 'a'.repeat(52), `${token}x`])
    assertError(await complete(wrong), 404, 'Link not valid')
  await moveEnd("+ interval '61 minutes'")
  assertError(await confirm(token), 404, 'Link not valid')
  assertError(await complete(token, 'aaaaaaaaaaaa'), 400, 'Invalid request parameters', 'password')
  const client = await signedIn(app, person)
  const changed = { password: NEW, current_password: 'correto cavalo bateria' }
  assert.equal((await client.patch('/api/v1/profile', changed)).status, 200)
  assertError(await complete(token), 404, 'Link not valid')
  assert.equal((await signIn(app.url, person.email, NEW)).status, 201)
})

test('an unknown address gets the same response and no mail; repeated requests are limited equally', async () => {
  const [known, unknown] = [await newcomer(), { email: 'ninguem@agencia.example' }]
  const comparable = ({ status, headers, body }: Reply) => ({
    status,
    body,
    headers: Object.keys(headers).toSorted(),
  })
  const statuses: number[][] = []
  for (const { email } of [known, unknown]) {
    const place = fresh()
    const responses = [await ask(email, place)]
    if (email === unknown.email)
      assert.deepEqual(comparable(responses[0]!), comparable(await ask(known.email)))
    for (let n = 0; n < 5; n++) responses.push(await ask(email, place))
    statuses.push(responses.map(({ status }) => status))
    assertError(responses.at(-1) ?? assert.fail(), 429, 'Too many attempts')
  }
  assert.deepEqual(statuses[0], statuses[1])
  await mailsTo(known.email, 1)
  const left = `select from jobs where type = 'account-mail'`
  await eventually('the mail is settled', async () => (await app.asOwner(left)).length === 0)
  await mailsTo(unknown.email, 0)
  assert.equal((await signIn(app.url, known.email)).status, 201, 'signing in is counted by itself')
  assertError(
    await ask(known.email, { ...fresh(), 'sec-fetch-site': 'cross-site' }),
    403,
    'Cross-site request',
  )
})

test('repeated requests by strangers neither end a link nor fill the mailbox', async () => {
  const person = await newcomer()
  const token = await resetToken(person)
  await Promise.all(Array.from({ length: 25 }, () => ask(person.email)))
  await untilSettled(app, agency.id, 'live')
  await mailsTo(person.email, 1)
  assert.equal((await complete(token)).status, 200)
})

test('a new password cancels pending changes of the address, mailed or not', async () => {
  const person = await newcomer()
  const stolen = await signedIn(app, person)
  const owner = await signedIn(app, person)
  const asking = Array.from({ length: 12 }, (_, n) =>
    stolen.post('/api/v1/profile/email', { email: `${n}.${person.email}` }, fresh()),
  )
  const known = 'correto cavalo bateria'
  const changing = owner.patch('/api/v1/profile', { password: NEW, current_password: known }, fresh())
  assert.equal((await changing).status, 200)
  await Promise.all(asking)
  await untilSettled(app, agency.id, 'live')
  const left = `select from one_time_links where person_id = '${person.id}' and purpose = 'email'`
  assert.deepEqual(await app.asOwner(left), [])
  const place = fresh()
  const ask = (n: number) => owner.post('/api/v1/profile/email', { email: `${n}.${person.email}` }, place)
  for (let n = 0; n < 5; n++) assert.equal((await ask(n)).status, 200)
  assertError(await ask(5), 429, 'Too many attempts')
})

test('a new address is confirmed by its mailbox, the old one is notified, and its links end', async () => {
  const person = await newcomer()
  const client = await signedIn(app, person)
  const email = `nova-${person.email}`
  const change = (body: object) => client.post('/api/v1/profile/email', body)
  assertError(await change({ email: person.email }), 400, 'Invalid request parameters', 'email')
  const wrong = await change({ email, current_password: 'wrong password' })
  assertError(wrong, 401, 'Sign-in failed')
  assert.deepEqual((await change({ email: email.toUpperCase() })).body, { success: true })
  const [asked] = await mailsTo(person.email, 1)
  assert.equal(asked?.subject, 'Pedido de troca de e-mail')
  const token = await tokenIn((await mailsTo(email, 1))[0], 'confirmar-email')
  const reset = await resetToken(person, 2)
  assert.equal((await client.get('/api/v1/profile')).body.data.email, person.email, 'nothing changes before')
  assertError(await complete(token), 404, 'Link not valid')
  const responses = await Promise.all([confirm(token), confirm(token)])
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 404])
  assert.equal((await client.get('/api/v1/profile')).body.data.email, email)
  assert.equal((await mailsTo(person.email, 3))[2]?.subject, 'O e-mail da sua conta foi alterado')
  assertError(await complete(reset), 404, 'Link not valid')
  assertError(await signIn(app.url, person.email), 401, 'Sign-in failed')
  assert.equal((await signIn(app.url, email)).status, 201)
  const { body } = await agency.live.get(`/api/v1/audit?object_id=${person.id}`)
  assert.deepEqual(
    body.data
      .map(({ action }: { action: string }) => action)
      .filter((one: string) => one.startsWith('profile.')),
    ['profile.confirmEmail', 'profile.askEmail'],
  )
})

test('an address taken by another account at the same moment is 409', async () => {
  const [rita, email] = [await newcomer(), 'disputado@agencia.example']
  const client = await signedIn(app, rita)
  assert.equal((await client.post('/api/v1/profile/email', { email })).status, 200)
  const token = await tokenIn((await mailsTo(email, 1)).at(-1), 'confirmar-email')
  const { pool, wall } = app.service.world
  const known = (await findPerson(pool, rita.id)) ?? assert.fail()
  const rival = { ...known, id: makeId('person', wall.now()), email }
  const response = await whileHeld(
    app,
    (tx) => insertPerson(tx, rival),
    () => confirm(token),
  )
  assertError(response, 409, 'Email already registered')
  assert.equal((await signIn(app.url, rita.email)).status, 201)
})

test('a taken address is disclosed only in its own mailbox, not to the person who requests it', async () => {
  const [rita, other] = [await newcomer(), await newcomer()]
  const client = await signedIn(app, rita)
  await app.asOwner(
    `update sessions set created_at = created_at - interval '11 minutes' where person_id = '${rita.id}'`,
  )
  const change = (body: object) => client.post('/api/v1/profile/email', { email: other.email, ...body })
  assertError(await change({}), 403, 'Proof required')
  const response = await change({ current_password: 'correto cavalo bateria' })
  assert.deepEqual(response.body, { success: true })
  const token = await tokenIn((await mailsTo(other.email, 1)).at(-1), 'confirmar-email')
  assertError(await confirm(token), 409, 'Email already registered')
  assert.equal((await signIn(app.url, other.email)).status, 201)
})
