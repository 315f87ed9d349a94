// Mails about changes of a person's account: in both languages, in the agency's time zone, and without content
// controlled by another person.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PersonLanguage } from '../../../contract/people.ts'
import { newAgency, untilSettled } from '../../../test/support/agency.ts'
import { newPerson, PASSWORD, type Person, signedIn } from '../../../test/support/people.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { type Asking, changePerson } from './change-person.ts'
import type { PersonNotice } from './jobs.ts'
import { insertMembership, setProfile } from './person-store.ts'
import type { SignedIn } from './sessions.ts'
import { beginSession } from './sessions.ts'

// Two in the morning in Lisbon is the evening before in São Paulo.
const wall = fixedClock(new Date('2026-11-17T01:05:00.000Z'))
const app = await startApp({ wall })
const { world } = app.service

let requests = 0

async function askingAs({ id }: Person): Promise<Asking> {
  const by = { address: '203.0.113.9', requestId: `req_${++requests}` }
  const browser = { ...by, userAgent: null, token: undefined, keep() {}, forget() {} }
  const { row } = await beginSession(world, world.pool, { personId: id, browser })
  const person = { person: { id }, session: { id: row.id } } as unknown as SignedIn
  return { person, by: { ...by, type: 'person', id, name: 'Ana Lima', action: 'profile.update' } }
}

interface Mail {
  to_address: string
  subject: string
  text: string
  html: string
  mode: string
}

/** One mail for each notice, each in its own transaction. */
async function mailOf(language: PersonLanguage, notice: PersonNotice, named?: string, timeZone?: string) {
  const agency = await newAgency(app, timeZone === undefined ? {} : { timeZone })
  const person = await newPerson(app, { [agency.id]: 'agent' })
  await setProfile(world.pool, { id: person.id, name: 'Ana Lima', language }, wall.now())
  await changePerson(world, await askingAs(person), async (tx) => tx.notify(notice, named))
  await untilSettled(app, agency.id, 'live')
  const mails = await world.pool.query<Mail>('select * from mails where team_id = $1', [agency.id])
  assert.equal(mails.rows.length, 1)
  const mail = mails.rows[0] ?? assert.fail()
  assert.deepEqual([mail.to_address, mail.mode], [person.email, 'live'])
  return mail
}

const PT_WHEN = /16 de novembro de 2026 às 22:05/
const EN_WHEN = /November 16, 2026 at 10:05\sPM/

const LETTERS: [notice: PersonNotice, portuguese: [string, RegExp], english: [string, RegExp]][] = [
  [
    'password_changed',
    ['Sua senha foi alterada', /Suas outras sessões foram encerradas\./],
    ['Your password was changed', /Your other sessions were ended\./],
  ],
  [
    'totp_confirmed',
    ['Aplicativo autenticador ativado', /Agora a senha pede também um código\./],
    ['Authenticator app turned on', /Your password now needs a code too\./],
  ],
  [
    'totp_removed',
    ['Aplicativo autenticador removido', /da sua conta foi removido em/],
    ['Authenticator app removed', /of your account was removed on/],
  ],
  [
    'passkey_added',
    ['Chave de acesso adicionada', /chave de acesso “Notebook da Ana” foi adicionada/],
    ['Passkey added', /passkey “Notebook da Ana” was added/],
  ],
  [
    'passkey_deleted',
    ['Chave de acesso removida', /chave de acesso “Notebook da Ana” da sua conta foi removida/],
    ['Passkey deleted', /passkey “Notebook da Ana” of your account was deleted/],
  ],
  [
    'recovery_codes_replaced',
    ['Novos códigos de recuperação', /Os anteriores não valem mais\./],
    ['New recovery codes', /The old ones are no longer valid\./],
  ],
  [
    'recovery_code_used',
    ['Código de recuperação usado', /Ele não vale mais\./],
    ['Recovery code used', /It is no longer valid\./],
  ],
]

for (const [notice, portuguese, english] of LETTERS)
  test(`${notice} is mailed in Portuguese and in English`, async () => {
    const [pt, en] = [
      await mailOf('pt-BR', notice, 'Notebook da Ana'),
      await mailOf('en', notice, 'Notebook da Ana'),
    ]
    assert.deepEqual([pt.subject, en.subject], [portuguese[0], english[0]])
    for (const body of [pt.text, pt.html]) {
      for (const part of [portuguese[1], PT_WHEN, /Se não foi você, redefina a senha agora mesmo/])
        assert.match(body, part)
    }
    for (const body of [en.text, en.html]) {
      for (const part of [english[1], EN_WHEN, /If it was not you, reset your password right away/])
        assert.match(body, part)
    }
    assert.match(pt.html, /<html[^>]* lang="pt-BR"/)
    assert.match(en.html, /<html[^>]* lang="en"/)
    for (const { text, subject } of [pt, en]) assert.doesNotMatch(`${subject} ${text}`, /[{}]|undefined|null/)
  })

test("the time is in the agency's zone", async () => {
  const { text } = await mailOf('pt-BR', 'password_changed', undefined, 'America/Manaus')
  assert.match(text, /16 de novembro de 2026 às 21:05/)
})

const NAMES: [named: string, shown: string][] = [
  ['<b>Notebook</b>', '“b Notebook b”'],
  ['veja www.evil.example agora', '“veja evil. example agora”'],
  ['$1 {when}', '“1 when”'],
  ['linha\noutra', '“linha outra”'],
  ['🔑', '“—”'],
  ['ligue 11 99999-0000 já', '“ligue já”'],
]

for (const [named, shown] of NAMES)
  test(`a passkey named ${JSON.stringify(named)} is ${shown} in a mail`, async () => {
    const { text, html } = await mailOf('pt-BR', 'passkey_added', named)
    assert.ok(text.includes(shown), text)
    assert.ok(html.includes(shown), html)
    assert.match(text, PT_WHEN)
  })

test('a failed change sends no mail', async () => {
  const agency = await newAgency(app)
  const person = await newPerson(app, { [agency.id]: 'agent' })
  const broken = changePerson(world, await askingAs(person), async (tx) => {
    tx.notify('totp_removed')
    throw new Error('broken')
  })
  await assert.rejects(broken, /broken/)
  assert.deepEqual(await agency.diary('live').mails(), [])
})

test('every change is mailed, also under a repeated X-Request-Id', async () => {
  const agency = await newAgency(app)
  const person = await newPerson(app, { [agency.id]: 'agent' })
  const browser = await signedIn(app, person)
  const passwords = [PASSWORD, 'outra senha bem longa', 'ainda mais uma senha']
  for (const [n, password] of passwords.slice(1).entries()) {
    const change = { password, current_password: passwords[n] }
    const response = await browser.patch('/api/v1/profile', change, { 'x-request-id': 'a' })
    assert.deepEqual([response.status, response.headers['x-request-id']], [200, 'a'], response.text)
  }
  const notices = (await agency.diary('live').mails()).map((key) => key.split(' ')[2])
  assert.deepEqual(notices, ['password_changed', 'password_changed'])
})

test('the audit log names the change, and never a name given by the person', async () => {
  const agency = await newAgency(app)
  const person = await newPerson(app, { [agency.id]: 'agent' })
  const secret = 'Chave da casa de praia'
  await changePerson(world, await askingAs(person), async (tx) => tx.notify('passkey_added', secret))
  const { body, text } = await agency.live.get(`/api/v1/audit?actor_id=${person.id}`)
  const [entry] = body.data
  assert.deepEqual([entry.topic, entry.object_id], ['access', person.id])
  assert.match(JSON.stringify(entry.changes), /passkey_added/)
  assert.ok(!text.includes(secret))
})

test('mails and entries belong to the first team of the person, whatever names other teams have', async () => {
  const [own, other] = [await newAgency(app), await newAgency(app, { name: 'AAA' })]
  const person = await newPerson(app, { [own.id]: 'agent' })
  const created_at = new Date(wall.now().getTime() + 1_000)
  await insertMembership(world.pool, { person_id: person.id, team_id: other.id, role: 'owner', created_at })
  await changePerson(world, await askingAs(person), async (tx) => tx.notify('password_changed'))
  const counts = async ({ diary, live }: typeof own) => {
    const { data } = (await live.get(`/api/v1/audit?actor_id=${person.id}`)).body
    return [(await diary('live').mails()).length, data.length]
  }
  assert.deepEqual(
    [await counts(own), await counts(other)],
    [
      [1, 1],
      [0, 0],
    ],
  )
})

test('for a person without a team the installation keeps the audit entry, and no mail is sent', async () => {
  const person = await newPerson(app, {})
  await changePerson(world, await askingAs(person), async (tx) => tx.notify('password_changed'))
  const entries = await app.asOwner(
    `select actor_id, topic, changes from audit_entries join audit_chains c on c.id = chain_id
     where c.team_id is null and object_id = '${person.id}'`,
  )
  assert.equal(entries.length, 1)
  assert.match(JSON.stringify(entries), /password_changed/)
  assert.deepEqual(await app.asOwner(`select id from mails where to_address = '${person.email}'`), [])
})

test('a person deleted meanwhile gets no mail, and no job is left', async () => {
  const agency = await newAgency(app)
  const person = await newPerson(app, { [agency.id]: 'agent' })
  await changePerson(world, await askingAs(person), async (tx) => {
    tx.notify('password_changed')
    await tx.query({ text: 'delete from people where id = $1', values: [person.id] })
  })
  assert.deepEqual(await agency.diary('live').mails(), [])
})
