// Members of a team: invitations, changes and removals; a team keeps an owner, members give at most
// their own permissions, and changes apply at once in every process. Operators look after the installation.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { INVITATIONS_MAX } from '../../contract/limits.ts'
import type { Role } from '../../contract/roles.ts'
import { deleteExpired } from '../../server/app/worker/maintenance.ts'
import { type Agency, assertError, newAgency } from '../support/agency.ts'
import { type Client, makeClient, type Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { startSmtpReceiver } from '../support/fakes/smtp-receiver.ts'
import { cookieOf, newPerson, PASSWORD, SAME_SITE, signedIn, withCookie } from '../support/people.ts'
import { startApp } from '../support/start-app.ts'
import { newRecharge, payCharge } from '../support/wallet.ts'

const PEOPLE = '/api/v1/people'
const INVITATIONS = '/api/v1/invitations'
const smtp = await startSmtpReceiver()
after(() => smtp.stop())
const app = await startApp({
  settings: { SMTP_URL: smtp.url, MAIL_FROM: 'Embarque <avisos@embarque.example>' },
})
const second = await startApp({ databaseUrl: app.databaseUrl, settings: { ROLE: 'api' } })
const { pool } = app.service.world
let addresses = 0
const address = () => `pessoa${++addresses}@agencia.example`

interface Office extends Agency {
  owner: { id: string; email: string }
  asOwner: Client
}

async function newOffice(): Promise<Office> {
  const agency = await newAgency(app)
  const owner = await newPerson(app, { [agency.id]: 'owner' }, { name: 'Rosa Prado' })
  return { ...agency, owner, asOwner: await signedIn(app, owner, { mode: 'live', team: agency.id }) }
}

async function join(office: Office, role: Role) {
  const person = await newPerson(app, { [office.id]: role })
  return { ...person, client: await signedIn(app, person, { mode: 'live', team: office.id }) }
}

async function invite(client: Client, email: string, role: Role = 'agent', language = 'pt-BR') {
  const answer = await client.post(INVITATIONS, { email, role, language })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

/** As its receiver finds it in the newest mail. */
async function tokenFor(email: string, mails = 1): Promise<string> {
  const found = () => smtp.mails.filter(({ envelope }) => envelope.to.includes(email))
  await eventually('the mail came', async () => found().length === mails)
  const { text, html } = found().at(-1) ?? assert.fail()
  const [, token = ''] = /\/painel\/convite#(\w{52})\n/.exec(text) ?? []
  assert.ok(html.includes(`#${token}"`), text)
  return token
}

const accept = (body: object) => makeClient(app.url).post(`${INVITATIONS}/accept`, body, SAME_SITE)
const show = (token: string) => app.anybody.post(`${INVITATIONS}/show`, { token })
const rolesIn = async ({ asOwner }: Office): Promise<string[]> =>
  (await asOwner.get(PEOPLE)).body.data.map(({ role }: { role: string }) => role)

test('an invitation creates the account of a new person, once, and signs them in', async () => {
  const office = await newOffice()
  const email = address()
  const invitation = await invite(office.asOwner, email.toUpperCase(), 'finance')
  assert.deepEqual([invitation.email, invitation.invited_by], [email, office.owner.id])
  const token = await tokenFor(email)
  const mail = smtp.mails.at(-1)
  assert.match(String(mail?.text), /Rosa Prado convidou você .* Agência Sol[\s\S]*Função: Financeiro/)
  const { rows } = await pool.query('select text, html from mails where to_address = $1', [email])
  assert.match(rows[0].text, /convite#oculto\n/, 'the stored mail does not contain the token')
  assert.ok(!JSON.stringify(rows).includes(token))

  const shown = (await show(token)).body.data
  assert.deepEqual([shown.team, shown.role, shown.has_account], ['Agência Sol', 'finance', false])
  assertError(
    await accept({ token, password: 'uma senha comprida' }),
    400,
    'Invalid request parameters',
    'name',
  )
  const answer = await accept({ token, name: ' Bia Melo ', password: 'uma senha comprida' })
  assert.equal(answer.status, 201, answer.text)
  const me = withCookie(app.url, cookieOf(answer), { mode: 'live' })
  assert.equal((await me.get('/api/v1/me')).body.data.person.role, 'finance')
  for (const again of [await accept({ token, name: 'x', password: 'uma senha comprida' }), await show(token)])
    assertError(again, 404, 'Link not valid')
  assert.deepEqual((await office.asOwner.get(INVITATIONS)).body.data, [])
  const people = (await office.asOwner.get(PEOPLE)).body.data
  assert.deepEqual(
    people.map(({ name, role }: { name: string; role: string }) => `${name} ${role}`),
    ['Bia Melo finance', 'Rosa Prado owner'],
  )
  const { data: entries } = (await office.asOwner.get('/api/v1/audit?topic=access&limit=3')).body
  assert.deepEqual(
    entries.map(({ action, actor }: { action: string; actor: { type: string; id: string } }) => [
      action,
      actor.type,
      actor.id === office.owner.id,
    ]),
    [
      ['invitations.accept', 'person', false],
      ['invitations.create', 'person', true],
      ['service', 'system', false],
    ],
  )
  assert.ok(!JSON.stringify(entries).includes(email), 'no address stays in the log')
})

test('an invitation to an existing account discloses nothing to the inviter, and changes nothing', async () => {
  const [office, other] = [await newOffice(), await newOffice()]
  const known = await join(other, 'viewer')
  const before = await pool.query('select name, password_hash from people where id = $1', [known.id])
  const toKnown = await invite(office.asOwner, known.email)
  const toNew = await invite(office.asOwner, address(), 'agent', 'en')
  assert.deepEqual(Object.keys(toKnown), Object.keys(toNew))
  const token = await tokenFor(known.email)
  await tokenFor(toNew.email)
  const english = smtp.mails.find(({ envelope }) => envelope.to.includes(toNew.email))
  assert.match(String(english?.text), /Rosa Prado invites you .* Agência Sol[\s\S]*Your role: Agent/)
  assert.equal((await show(token)).body.data.has_account, true)
  const stolen = await accept({ token, name: 'Eva', password: 'uma senha inventada' })
  assertError(stolen, 401, 'Sign-in failed')
  assert.equal(stolen.headers['set-cookie'], undefined)
  const stranger = await join(other, 'owner')
  assertError(
    await stranger.client.post('/api/v1/profile/teams', { token }),
    403,
    'Invitation for another person',
  )
  assert.deepEqual(await rolesIn(office), ['owner'])
  const joined = await accept({ token, name: 'Eva', password: PASSWORD })
  assert.equal(joined.status, 201, joined.text)
  assert.equal(joined.headers['set-cookie'], undefined, 'a password need not be all that signing in asks for')
  const now = await pool.query('select name, password_hash from people where id = $1', [known.id])
  assert.deepEqual(now.rows, before.rows)
  assert.deepEqual((await rolesIn(office)).toSorted(), ['agent', 'owner'])
  const twice = await office.asOwner.post(INVITATIONS, { email: known.email, role: 'viewer' })
  assertError(twice, 409, 'Already a member')
})

test('a signed-in person joins by the link alone', async () => {
  const [office, other] = [await newOffice(), await newOffice()]
  const person = await join(other, 'agent')
  await invite(office.asOwner, person.email, 'viewer')
  const joined = await person.client.post('/api/v1/profile/teams', { token: await tokenFor(person.email) })
  assert.equal(joined.status, 201, joined.text)
  const teams = (await person.client.get('/api/v1/profile')).body.data.teams
  assert.deepEqual(teams.map(({ role }: { role: string }) => role).toSorted(), ['agent', 'viewer'])
})

test('a link ends when it is resent, withdrawn, or when its creator loses the permission', async () => {
  const office = await newOffice()
  const [email, boss] = [address(), await join(office, 'owner')]
  const { id } = await invite(boss.client, email)
  assertError(await office.asOwner.post(INVITATIONS, { email, role: 'viewer' }), 409, 'Already invited')
  const first = await tokenFor(email)
  assert.equal((await office.asOwner.post(`${INVITATIONS}/${id}/resend`)).status, 200)
  const next = await tokenFor(email, 2)
  assertError(await show(first), 404, 'Link not valid')
  assert.equal((await show(next)).status, 200)
  assert.equal((await office.asOwner.patch(`${PEOPLE}/${boss.id}`, { role: 'agent' })).status, 200)
  assertError(await show(next), 404, 'Link not valid')
  const another = await invite(office.asOwner, email)
  const third = await tokenFor(email, 3)
  assert.equal((await office.asOwner.delete(`${INVITATIONS}/${another.id}`)).status, 200)
  assertError(await show(third), 404, 'Link not valid')
  assertError(await office.asOwner.delete(`${INVITATIONS}/${another.id}`), 404, 'Invitation not found')

  const made = (await office.live.post('/api/v1/api-keys', { name: 'x' })).body.data
  const byKey = address()
  await invite(makeClient(app.url, made.secret), byKey)
  const token = await tokenFor(byKey)
  assert.equal((await show(token)).status, 200)
  const expire = (at: string) => app.asOwner(`update api_keys set expires_at = ${at} where id = '${made.id}'`)
  await expire('now()')
  assertError(await show(token), 404, 'Link not valid')
  await expire('null')
  assert.equal((await show(token)).status, 200)
  await office.live.delete(`/api/v1/api-keys/${made.id}`)
  assertError(await show(token), 404, 'Link not valid')
})

test('a team keeps an owner, even if two leave at once', async () => {
  const office = await newOffice()
  const self = `${PEOPLE}/${office.owner.id}`
  for (const refused of [
    await office.asOwner.patch(self, { role: 'agent' }),
    await office.asOwner.delete(self),
    await office.asOwner.delete(`/api/v1/profile/teams/${office.id}`),
  ])
    assertError(refused, 409, 'Last owner')
  const other = await join(office, 'owner')
  const gone = await Promise.all([
    office.asOwner.delete(`/api/v1/profile/teams/${office.id}`),
    other.client.patch(`${PEOPLE}/${other.id}`, { role: 'viewer' }),
    office.asOwner.delete(`${PEOPLE}/${other.id}`),
  ])
  const { rows } = await pool.query("select from memberships where team_id = $1 and role = 'owner'", [
    office.id,
  ])
  assert.equal(rows.length, 1, gone.map(({ text }) => text).join('\n'))
  const stranger = await newOffice()
  assertError(await stranger.asOwner.delete(`${PEOPLE}/${other.id}`), 404, 'Person not found')
  assertError(await stranger.asOwner.patch(self, { role: 'viewer' }), 404, 'Person not found')
  assertError(await stranger.asOwner.delete(`/api/v1/profile/teams/${office.id}`), 404, 'Team not found')
})

test('a downgrade and a removal apply at once in open sessions, in every process', async () => {
  const office = await newOffice()
  const person = await newPerson(app, { [office.id]: 'agent' })
  const here = await signedIn(app, person, { mode: 'live', team: office.id })
  const there = await signedIn(second, person, { mode: 'live', team: office.id })
  const write = (client: Client): Promise<Reply> => client.post('/api/v1/clients', {})
  for (const client of [here, there])
    assertError(await write(client), 400, 'Invalid request parameters', 'client_type')
  await office.asOwner.patch(`${PEOPLE}/${person.id}`, { role: 'viewer' })
  assertError(await write(here), 403, 'Forbidden')
  await eventually('the other process has the change', async () => (await write(there)).status === 403)
  assert.equal((await here.get('/api/v1/bookings')).status, 200)
  assert.equal((await office.asOwner.delete(`${PEOPLE}/${person.id}`)).body.data.id, person.id)
  assertError(await here.get('/api/v1/bookings'), 404, 'Team not found')
  await eventually('the other process too', async () => (await there.get('/api/v1/bookings')).status === 404)
  assert.deepEqual((await here.get('/api/v1/profile')).body.data.teams, [], 'the account itself is theirs')
})

test('a member gives at most their own permissions, and only owners appoint or remove owners', async () => {
  const office = await newOffice()
  const keyOf = async (body: object) =>
    makeClient(app.url, (await office.live.post('/api/v1/api-keys', { name: 'x', ...body })).body.data.secret)
  const viewing = (await office.live.get('/api/v1/roles')).body.data.roles.find(
    ({ name }: { name: string }) => name === 'viewer',
  )
  const narrow = await keyOf({ permissions: [...viewing.permissions, 'people.manage'] })
  const refused = await narrow.post(INVITATIONS, { email: address(), role: 'agent' })
  assertError(refused, 403, 'Forbidden')
  assert.match(refused.body.message, /the role agent may do what you may not.*bookings\.write/)
  await invite(narrow, address(), 'viewer')
  const full = await keyOf({})
  for (const answer of [
    await full.post(INVITATIONS, { email: address(), role: 'owner' }),
    await full.delete(`${PEOPLE}/${office.owner.id}`),
    await full.patch(`${PEOPLE}/${office.owner.id}`, { role: 'agent' }),
    await office.test.post(INVITATIONS, { email: address(), role: 'viewer' }),
  ])
    assertError(answer, 403, 'Forbidden')
  const agent = await join(office, 'agent')
  assertError(await agent.client.post(INVITATIONS, { email: address(), role: 'viewer' }), 403, 'Forbidden')
  await invite(office.asOwner, address(), 'owner')
})

test("a team's open invitations are limited", async () => {
  const office = await newOffice()
  await pool.query(
    `insert into one_time_links (id, token_hash, purpose, team_id, email, role, created_at, expires_at, language,
       sends, sent_at) select 'ivt_' || n || $1, sha256((n || $1)::bytea), 'invitation', $1, n || '@x.example',
       'viewer', now(), now() + interval '1 day', 'pt-BR', 1, now() from generate_series(1, $2::int) n`,
    [office.id, INVITATIONS_MAX],
  )
  const body = { email: address(), role: 'viewer' }
  assertError(await office.asOwner.post(INVITATIONS, body), 422, 'Resource limit exceeded')
  await pool.query('update one_time_links set withdrawn_at = now(), sends = 2 where team_id = $1', [
    office.id,
  ])
  const tooMany = await office.asOwner.post(INVITATIONS, body)
  assertError(tooMany, 422, 'Resource limit exceeded')
  assert.match(tooMany.body.message, /100 mails with invitations a day/)
  const longAgo = "update one_time_links set withdrawn_at = now() - interval '31 days' where team_id = $1"
  await pool.query(longAgo, [office.id])
  await deleteExpired(app.service.world)
  assert.equal((await office.asOwner.post(INVITATIONS, body)).status, 201, 'long ended ones are forgotten')
})

test('operators see teams and health, retry dead jobs, and decide about held payments', async () => {
  const office = await newOffice()
  const operator = await newPerson(app, {}, { isOperator: true })
  const client = await signedIn(app, operator)
  const { pagination } = (await client.get('/api/v1/installation/teams?limit=1')).body
  const teams = await client.get(
    `/api/v1/installation/teams?limit=100&page=${Math.ceil(pagination.total / 100)}`,
  )
  const seen = teams.body.data.find(({ id }: { id: string }) => id === office.id)
  assert.deepEqual([seen.name, seen.people], ['Agência Sol', 1])
  const findings = (await client.get('/api/v1/installation/health')).body.data
  type Finding = { check: string; state: string }
  const states = Object.fromEntries(findings.map(({ check, state }: Finding) => [check, state]))
  assert.deepEqual([states['dead work'], states['held payments']], ['ok', 'ok'])

  const dead = `
    insert into jobs (type, key, payload, clock, team_id, mode, queue, state, run_at, attempts, last_error,
      created_at)
    select type, 'x', payload, clock, team_id, mode, queue, 'dead', run_at + interval '9 days', 9, 'broken', created_at
    from jobs where state = 'waiting' limit 1 returning id`
  const [job] = (await pool.query(dead)).rows
  const work = (await client.get('/api/v1/installation/work?dead=true')).body
  assert.deepEqual(
    [work.pagination.total, work.data[0].state, work.data[0].last_error],
    [1, 'dead', 'broken'],
  )
  assertError(await client.post('/api/v1/installation/work/0/retry'), 404, 'Work not found')
  const retried = await client.post(`/api/v1/installation/work/${job.id}/retry`)
  assert.deepEqual(retried.body.data, { revived: 1 })

  const held = '/api/v1/installation/held-payments'
  // A day brings two of these: the third is held.
  const recharges: string[] = []
  for (let index = 0; index < 3; index++) {
    const { id } = await newRecharge(office.live, '50000.00')
    await office.live.delete(`/api/v1/wallet/recharge/${id}`)
    recharges.push(id)
  }
  for (const id of recharges) await payCharge(office.live, id)
  const [payment, ...others] = (await client.get(held)).body.data
  assert.deepEqual([payment.team_id, payment.status, others.length], [office.id, 'held', 0])
  const refused = await client.post(`${held}/${payment.id}/refuse`)
  assert.equal(refused.body.data.status, 'refused', refused.text)
  assert.equal((await client.post(`${held}/${payment.id}/refuse`)).status, 200, 'the same again')
  assertError(await client.post(`${held}/${payment.id}/accept`), 409, 'Held payment already decided')
  assert.deepEqual((await client.get(held)).body.data, [])
  const [entry] = (await office.asOwner.get('/api/v1/audit?topic=money&limit=1')).body.data
  assert.deepEqual([entry.action, entry.actor.id], ['installation.refusePayment', operator.id])
  assertError(await client.post(`${held}/hpm_nobody/accept`), 404, 'Held payment not found')
})
