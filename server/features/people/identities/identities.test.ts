// Signing in through a provider of identities, a real one on loopback: only who has an account or an
// invitation, only in the browser that began it, and only once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, newAgency } from '../../../../test/support/agency.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { CLIENT, signInThere, startIssuer } from '../../../../test/support/fakes/identity-provider.ts'
import {
  newPerson,
  PASSWORD,
  type Person,
  SAME_SITE,
  signedIn,
  signIn,
  withCookie,
} from '../../../../test/support/people.ts'
import { startApp } from '../../../../test/support/start-app.ts'
import { readConfig } from '../../../app/boot/config.ts'
import { isId } from '../../../kernel/values/ids.ts'
import { scopeOf } from '../../world.ts'
import { invitePerson } from '../invitations.ts'
import { AT_COMMAND_LINE } from '../members.ts'

const issuer = await startIssuer()
const named = (value: string) => `casa=${value}, longe=${value}`
const app = await startApp({
  settings: {
    OIDC_PROVIDERS: `casa=${issuer.url}, longe=http://127.0.0.1:9`,
    OIDC_CLIENT_IDS: named(CLIENT.client_id),
    OIDC_CLIENT_SECRETS: named(CLIENT.client_secret),
  },
})
const PATH = '/api/v1/sign-in/oidc/casa'
issuer.serve([`${app.url}${PATH}/callback`])
const agency = await newAgency(app)

const cookiesOf = ({ headers }: Reply) =>
  [headers['set-cookie'] ?? []].flat().map((line) => line.split(';', 1)[0] ?? '')
const from = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }

/** As a browser that was sent to the provider: its cookie, and where it was sent. */
async function begin(path = PATH): Promise<{ cookie: string; to: string }> {
  const response = await app.anybody.get(path, { 'sec-fetch-site': 'same-origin' })
  assert.equal(response.status, 303, response.text)
  return { cookie: cookiesOf(response)[0] ?? '', to: String(response.headers.location) }
}

const comeBack = (url: URL, cookie: string) =>
  app.anybody.get(`${url.pathname}${url.search}`, { ...from, cookie })

/** The whole flow; returns the response to the callback. */
async function signInAs(account: string): Promise<Reply> {
  const { cookie, to } = await begin()
  return comeBack(await signInThere(to, account), cookie)
}

function assertLedTo(response: Reply, page: string): void {
  assert.deepEqual([response.status, response.headers.location], [303, page], response.text)
}

function assertRefused(response: Reply, code: string): void {
  assertLedTo(response, `/painel/entrar?erro=${code}`)
  assert.ok(!cookiesOf(response).some((cookie) => /^embarque=./.test(cookie)), 'no session begins')
}

const accountOf = ({ email }: Pick<Person, 'email'>, subject = email) => `${subject} ${email} verified`
const IDENTITIES = '/api/v1/profile/identities'

async function mailsTo({ email }: Person, subject: string): Promise<number> {
  const found = `select from mails where to_address = '${email}' and subject = '${subject}'`
  return (await app.asOwner(found)).length
}

const newcomer = () => newPerson(app, { [agency.id]: 'agent' })

test('the configured providers are listed; any other is 404', async () => {
  const { data } = (await app.anybody.get('/api/v1/sign-in')).body
  assert.deepEqual([data.password, data.passkey, data.providers.length], [true, true, 2])
  assert.deepEqual(data.providers[0], { name: 'casa', path: PATH })
  for (const path of ['/api/v1/sign-in/oidc/other', '/api/v1/sign-in/oidc/other/callback'])
    assertError(
      await app.anybody.get(path, { accept: 'application/json' }),
      404,
      'Identity provider not found',
    )
  assertRefused(await app.anybody.get('/api/v1/sign-in/oidc/longe'), 'identity_provider_away')
})

test('sign-in matches the verified address first, then the subject; the person is notified by mail', async () => {
  const person = await newcomer()
  const { cookie, to } = await begin()
  const asked = new URL(to).searchParams
  for (const name of ['state', 'nonce', 'code_challenge']) assert.match(asked.get(name) ?? '', /^[\w-]{43}$/)
  assert.equal(asked.get('code_challenge_method'), 'S256')
  assert.match(cookie, /^embarque-oidc=[a-z0-9]{52}$/)
  const account = accountOf(person)
  const response = await comeBack(await signInThere(to, account), cookie)
  assertLedTo(response, '/painel')
  const [flow, session = ''] = cookiesOf(response)
  assert.equal(flow, 'embarque-oidc=')
  const me = (await withCookie(app.url, session).get('/api/v1/profile')).body.data
  assert.equal(me.id, person.id)
  const mails = () => mailsTo(person, 'Nova forma de login na sua conta')
  await eventually('the person is notified', async () => (await mails()) === 1)
  await app.asOwner(`update people set email = 'x' || email where id = '${person.id}'`)
  const stranger = await newcomer()
  await app.asOwner(`update people set email = '${person.email}' where id = '${stranger.id}'`)
  const again = cookiesOf(await signInAs(account))[1] ?? ''
  assert.equal((await withCookie(app.url, again).get('/api/v1/profile')).body.data.id, person.id)
  assert.equal(await mails(), 1)
  const { body } = await agency.live.get(`/api/v1/audit?object_id=${person.id}`)
  assert.deepEqual([body.data[0].action, body.data[0].actor.id], ['signIn.finish', person.id])
})

test('a new password ends sign-in through providers, as the mail about one advises', async () => {
  const person = await newcomer()
  const account = accountOf(person)
  const client = await signedIn(app, person)
  assertLedTo(await signInAs(account), '/painel')
  await app.asOwner(`update people set email = 'x' || email where id = '${person.id}'`)
  assertLedTo(await signInAs(account), '/painel')
  const change = { password: 'outro cavalo bateria grampo', current_password: PASSWORD }
  assert.equal((await client.patch('/api/v1/profile', change)).status, 200)
  assertRefused(await signInAs(account), 'no_account')
})

test('people list their identities and unlink one, except the last way to sign in', async () => {
  const [person, other] = [await newcomer(), await newcomer()]
  const sessionOf = async (whose: Person) =>
    withCookie(app.url, cookiesOf(await signInAs(accountOf(whose)))[1] ?? '')
  const byPassword = await signedIn(app, person)
  const [client, begun, stranger] = [await sessionOf(person), await sessionOf(person), await sessionOf(other)]
  const { body } = await client.get(IDENTITIES)
  const [{ id, created_at, last_used_at, ...rest }] = body.data
  assert.deepEqual([body.data.length, rest], [1, { provider: 'casa', issuer: issuer.url }])
  assert.ok(isId('identity', id) && created_at <= last_used_at)
  const unlink = (by = client) => by.delete(`${IDENTITIES}/${id}`)
  assertError(await unlink(stranger), 404, 'Identity not found')
  await app.asOwner(`update people set password_hash = null where id = '${person.id}'`)
  assertError(await unlink(), 409, 'Last way in')
  assert.equal((await client.get(IDENTITIES)).body.data.length, 1)
  await app.asOwner(`update people set password_hash = 'x' where id = '${person.id}'`)
  await app.asOwner(`update sessions set created_at = created_at - interval '1 day', proven_at = null
    where person_id = '${person.id}'`)
  assertError(await unlink(), 403, 'Proof required')
  await app.asOwner(`update sessions set proven_at = now() where person_id = '${person.id}'`)
  assert.deepEqual((await unlink()).body.data, { id, deleted: true })
  for (const ended of [client, begun]) assert.equal((await ended.get(IDENTITIES)).status, 401, 'begun by it')
  assert.equal((await stranger.get(IDENTITIES)).body.data.length, 1)
  assertError(await unlink(byPassword), 404, 'Identity not found')
  assert.deepEqual((await byPassword.get(IDENTITIES)).body.data, [], 'other sessions stay')
  const [entry] = (await agency.live.get(`/api/v1/audit?object_id=${person.id}`)).body.data
  assert.deepEqual(
    [entry.action, entry.changes[0].after],
    ['identities.unlink', { notice: 'identity_removed' }],
  )
  const subject = 'Uma forma de login da sua conta foi removida'
  await eventually('the person is notified', async () => (await mailsTo(person, subject)) === 1)
})

/** An invitation with its token, and the beginning of taking it up. */
async function invited(email: string) {
  const scope = await scopeOf(app.service.world, { teamId: agency.id, mode: 'live' })
  let token = ''
  const input = { email, role: 'finance' } as const
  await invitePerson(app.service.world, scope, input, {
    giver: AT_COMMAND_LINE,
    shows: (shown) => {
      token = shown
    },
  })
  const identify = (provider = 'casa', headers: Record<string, string> = SAME_SITE) =>
    app.anybody.post('/api/v1/invitations/identify', { token, provider }, headers)
  const acceptAs = async (account: string, response?: Reply): Promise<Reply> => {
    const begun = response ?? (await identify())
    assert.equal(begun.status, 200, begun.text)
    return comeBack(await signInThere(begun.body.data.to, account), cookiesOf(begun)[0] ?? '')
  }
  return { identify, acceptAs }
}

const profileBy = async (response: Reply) =>
  (await withCookie(app.url, cookiesOf(response)[1] ?? '').get('/api/v1/profile')).body.data

test('an invitation is accepted with a new account, once, by the invited address', async () => {
  const email = 'Rui@Convidado.example'
  const { identify, acceptAs } = await invited(email)
  assertRefused(await acceptAs('rui outro@convidado.example verified'), 'invitation_for_another_person')
  assertRefused(await acceptAs(`rui ${email} unverified`), 'email_not_verified')
  const [late, response] = [await identify(), await acceptAs(`Rui ${email} verified`)]
  assertLedTo(response, '/painel')
  const { id, name, email: stored, teams } = await profileBy(response)
  assert.deepEqual([name, stored, teams[0].role], ['Rui', email.toLowerCase(), 'finance'])
  assertRefused(await acceptAs(`Rui ${email} verified`, late), 'link_not_valid')
  assertError(await identify(), 404, 'Link not valid')
  const browser = withCookie(app.url, cookiesOf(response)[1] ?? '')
  assert.equal((await browser.get('/api/v1/profile/factors')).body.data.has_password, false)
  // Any current password sent here is wrong, until the attempts are used up.
  for (let n = 0; n < 7; n++) {
    const change = { password: 'uma senha bem longa', ...(n > 0 && { current_password: PASSWORD }) }
    const refused = await browser.patch('/api/v1/profile', change)
    assert.deepEqual([refused.status, refused.body.details[0].field], [400, 'password'], refused.text)
    assert.match(refused.body.details[0].issue, /\/api\/v1\/password-resets/)
  }
  const [entry] = (await agency.live.get(`/api/v1/audit?object_id=${id}`)).body.data
  assert.deepEqual([entry.action, entry.actor.id], ['signIn.finish', id])
  assert.equal((await profileBy(await signInAs(`Rui ${email} verified`))).id, id)
})

test('an existing account accepts it; an identity of another account cannot', async () => {
  const [person, other] = [await newPerson(app, {}), await newcomer()]
  const { acceptAs } = await invited(person.email)
  assertLedTo(await signInAs(accountOf(other)), '/painel')
  const moved = accountOf(other)
  await app.asOwner(`update people set email = 'y' || email where id = '${other.id}'`)
  const stolen = await invited(other.email)
  assertRefused(await stolen.acceptAs(moved), 'invitation_for_another_person')
  const me = await profileBy(await acceptAs(accountOf(person)))
  assert.deepEqual([me.id, me.teams.length], [person.id, 1])
})

test('an invitation that cannot start sign-in fails at once', async () => {
  const { identify } = await invited('lia@convidado.example')
  assertError(await identify('other'), 404, 'Identity provider not found')
  assertError(await identify('longe'), 503, 'Identity provider away')
  assertError(await identify('casa', { 'sec-fetch-site': 'cross-site' }), 403, 'Cross-site request')
  const body = { token: 'x', provider: 'casa' }
  assertError(await app.anybody.post('/api/v1/invitations/identify', body, SAME_SITE), 404, 'Link not valid')
})

test('sign-in without an invitation creates no account, and an unverified address is ignored', async () => {
  const person = await newcomer()
  const people = () => app.asOwner('select from people')
  const before = (await people()).length
  assertRefused(await signInAs(accountOf({ email: 'ninguem@agencia.example' })), 'no_account')
  assertRefused(await signInAs(`evil ${person.email} unverified`), 'email_not_verified')
  assert.equal((await people()).length, before)
  assert.equal((await app.asOwner(`select from identities where person_id = '${person.id}'`)).length, 0)
})

test('a callback is valid for its browser and provider, once', async () => {
  const person = await newcomer()
  const [mine, other] = [await begin(), await begin()]
  const url = await signInThere(mine.to, accountOf(person))
  assertRefused(await comeBack(url, ''), 'sign_in_expired')
  assertRefused(await comeBack(url, other.cookie), 'sign_in_expired')
  assertRefused(await comeBack(url, `embarque-oidc=${'a'.repeat(52)}`), 'sign_in_expired')
  const elsewhere = new URL(url.href.replace('/casa/', '/longe/'))
  const without = new URL(url)
  without.searchParams.delete('state')
  assertRefused(await comeBack(without, mine.cookie), 'sign_in_expired')
  const responses = await Promise.all([comeBack(url, mine.cookie), comeBack(url, mine.cookie)])
  const pages = responses.map(({ headers }) => String(headers.location)).toSorted()
  assert.deepEqual(pages, ['/painel', '/painel/entrar?erro=sign_in_expired'])
  for (const late of [url, elsewhere]) assertRefused(await comeBack(late, mine.cookie), 'sign_in_expired')
})

test('a foreign or forged code, another issuer and a refusal at the provider fail', async () => {
  const [attacker, victim] = [await begin(), await begin()]
  const theirs = await signInThere(attacker.to, accountOf(await newcomer()))
  const state = new URL(victim.to).searchParams.get('state') ?? ''
  const changed = (base: URL, values: Record<string, string>) => {
    const url = new URL(base)
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
    return url
  }
  assertRefused(await comeBack(changed(theirs, { state }), victim.cookie), 'identity_refused')
  for (const values of [{ code: 'forged' }, { iss: 'https://evil.example' }]) {
    const { cookie, to } = await begin()
    const url = await signInThere(to, accountOf(await newcomer()))
    assertRefused(await comeBack(changed(url, values), cookie), 'identity_refused')
  }
  const { cookie, to } = await begin()
  const no = changed(new URL(`${app.url}${PATH}/callback`), {
    error: 'access_denied',
    state: new URL(to).searchParams.get('state') ?? '',
    iss: issuer.url,
  })
  assertRefused(await comeBack(no, cookie), 'sign_in_cancelled')
  await app.asOwner(`update oidc_flows set expires_at = now()`)
  assertRefused(await comeBack(theirs, attacker.cookie), 'sign_in_expired')
})

test('a planted session is not adopted, and a second factor is still required', async () => {
  const person = await newcomer()
  const client = await signedIn(app, person)
  const { body } = await client.get('/api/v1/profile')
  assert.equal(body.data.id, person.id)
  const { cookie, to } = await begin()
  const planted = `embarque=${'b'.repeat(52)}`
  const response = await comeBack(await signInThere(to, accountOf(person)), `${cookie}; ${planted}`)
  const [, session = ''] = cookiesOf(response)
  assert.ok(session.startsWith('embarque=') && session !== planted)
  const key = `'psk_${person.id}', '${person.id}', '${person.id}', '', 0, '{}', false, 'Notebook', now()`
  const columns = 'id, person_id, credential_id, public_key, counter, transports, backed_up, name, created_at'
  await app.asOwner(`insert into passkeys (${columns}) values (${key})`)
  const pending = await signInAs(accountOf(person))
  assertLedTo(pending, '/painel/entrar?fator=passkey')
  const half = withCookie(app.url, cookiesOf(pending)[1] ?? '')
  assertError(await half.get('/api/v1/profile'), 401, 'Unauthorized')
  assert.equal((await signIn(app.url, person.email)).status, 201)
  const [{ id }] = (await client.get(IDENTITIES)).body.data
  assert.equal((await client.delete(`${IDENTITIES}/${id}`)).status, 200)
  const waiting = (state: string) =>
    app.asOwner(`select from sessions where identity_id = '${id}' and awaits_factor and ended_at ${state}`)
  const [ended, open] = [await waiting('is not null'), await waiting('is null')]
  assert.deepEqual([ended.length, open.length], [1, 0], 'one that waits for a factor ends too')
})

test('settings name each provider completely, over https', () => {
  const whole = { OIDC_PROVIDERS: 'g=https://a.example', OIDC_CLIENT_IDS: 'g=id', OIDC_CLIENT_SECRETS: 'g=s' }
  assert.equal(readConfig(whole).oidcProviders?.get('g'), 'https://a.example')
  const wrong: [object, RegExp][] = [
    [{ OIDC_PROVIDERS: 'g=http://a.example' }, /OIDC_PROVIDERS must name issuers over https/],
    [{ OIDC_PROVIDERS: 'G o=https://a.example' }, /OIDC_PROVIDERS must look like/],
    [{ OIDC_CLIENT_IDS: 'h=id' }, /OIDC_CLIENT_IDS must be for the same names/],
    [{ OIDC_CLIENT_SECRETS: '' }, /OIDC_CLIENT_SECRETS must be for the same names/],
  ]
  for (const [part, message] of wrong) assert.throws(() => readConfig({ ...whole, ...part }), message)
})
