// What people at an agency's desk work with: mails as they were sent, notes, tags, and the check before going live.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Mail, MailListItem } from '../../../contract/mails.ts'
import type { Note } from '../../../contract/notes.ts'
import type { Readiness } from '../../../contract/readiness.ts'
import { type Agency, assertError, newAgency, untilSettled } from '../../../test/support/agency.ts'
import { BOOKINGS, booked, holdBody, instantBody, zzOffer } from '../../../test/support/bookings.ts'
import { type Client, makeClient } from '../../../test/support/client.ts'
import { startSmtpReceiver } from '../../../test/support/fakes/smtp-receiver.ts'
import { newClient, newInvoice, read } from '../../../test/support/invoicing.ts'
import { assertRefused, assertTotals } from '../../../test/support/list-queries.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { fixedClock, realClock } from '../../kernel/process/clock.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { missingThings, READINESS_CHECKS, readReadiness } from '../readiness/readiness.ts'
import { noteBackup } from '../readiness/store.ts'
import { scopeOf } from '../world.ts'

const smtp = await startSmtpReceiver()
after(() => smtp.stop())
const app = await startApp({ settings: { SMTP_URL: smtp.url, MAIL_FROM: 'avisos@embarque.example' } })
const { world } = app.service
const MAILS = '/api/v1/mails'
const CLIENTS = '/api/v1/clients'

async function keyWith(client: Client, permissions: string[]): Promise<Client> {
  const { data } = (await client.post('/api/v1/api-keys', { name: 'balcão', permissions })).body
  return makeClient(app.url, data.secret)
}
const settled = (agency: Agency, mode: 'live' | 'test' = 'test') => untilSettled(app, agency.id, mode)
const newBooking = async (client: Client) => booked(client, holdBody(await zzOffer(client)))

test('mails are listed without their content, and read with their HTML and text as sent', async () => {
  const agency = await newAgency(app)
  const booking = await booked(agency.test, instantBody(await zzOffer(agency.test)))
  await settled(agency)
  const mails: MailListItem[] = await read(agency.test, `${MAILS}?booking_id=${booking.id}`)
  const [newest] = mails
  assert.deepEqual(
    mails.map(({ has_receipt }) => has_receipt),
    [true, true],
  )
  assert.ok(newest !== undefined)
  assert.equal(Object.hasOwn(newest, 'html'), false)
  const whole: Mail = await read(agency.test, `${MAILS}/${newest.id}`)
  const { html, text, ...rest } = whole
  assert.deepEqual(rest, newest)
  const arrived = smtp.mails.find(({ headers }) => headers['message-id']?.includes(newest.id))
  assert.deepEqual([html, text, newest.subject], [arrived?.html, arrived?.text, arrived?.headers.subject])
  assert.deepEqual(
    [newest.status, newest.attempts, newest.given_up, newest.error, newest.booking_id, newest.invoice_id],
    ['sent', 1, false, null, booking.id, null],
  )
  const toClient = mails.filter(({ meant_for }) => meant_for !== null)
  assert.deepEqual(
    new Set(toClient.map(({ to, meant_for }) => `${to} ${meant_for}`)),
    new Set(['sol@agencia.example ana@example.com']),
  )
})

test('mails are found by booking, invoice, client, address and status, in their own team and mode', async () => {
  const agency = await newAgency(app)
  const client = await newClient(agency.live, { email: 'Rita@Cliente.example' })
  smtp.upcoming.push(550)
  const invoice = await newInvoice(agency.live, { client_id: client.id, status: 'sent' })
  await settled(agency, 'live')
  const [failed] = await read(agency.live, `${MAILS}?status=failed`)
  assert.match(failed.error, /550/)
  assert.deepEqual([failed.invoice_id, failed.attempts, failed.to], [invoice.id, 1, client.email])
  const { total } = (await agency.live.get(MAILS)).body.pagination
  await assertTotals(agency.live, MAILS, {
    [`invoice_id=${invoice.id}`]: total,
    [`invoice_id=${client.id}`]: 0,
    'booking_id=nobody': 0,
    [`client_id=${client.id}`]: total,
    'client_id=nobody': 0,
    'to=rita@CLIENTE.example': total,
    [`to=rita@cliente.example&invoice_id=${invoice.id}&status=failed`]: 1,
    'to=': 0,
  })
  await assertRefused(agency.live, MAILS, 'status', ['lost'])
  const [message] = await read(agency.live, `/api/v1/messages?invoice_id=${invoice.id}`)
  assert.equal((await read(agency.live, `${MAILS}/${message.mail_id}`)).invoice_id, invoice.id)
  for (const stranger of [agency.test, (await newAgency(app)).live]) {
    assertError(await stranger.get(`${MAILS}/${failed.id}`), 404, 'Mail not found')
    assert.deepEqual(await read(stranger, MAILS), [])
  }
  const blind = await keyWith(agency.live, ['bookings.read'])
  assert.match((await blind.get(`${MAILS}/${failed.id}`)).body.message, /needs the permission mails\.read/)
})

test('a secret mail hides its content from the team', async () => {
  const agency = await newAgency(app)
  const secret = { to: 'nova@agencia.example', subject: 'Convite', text: 'abra já', html: '<p>abra já</p>' }
  await transaction(world, await scopeOf(world, { teamId: agency.id, mode: 'live' }), (tx) =>
    queueMail(tx, { key: 'invitation', ...secret, isSecret: true }),
  )
  await settled(agency, 'live')
  const [{ id, status }] = await read(agency.live, MAILS)
  const { subject, html, text } = await read(agency.live, `${MAILS}/${id}`)
  assert.deepEqual([status, subject, html, text], ['sent', 'Convite', null, null])
  assert.ok(smtp.mails.some((mail) => mail.text === secret.text))
})

test('a mail that follows another is never listed as the older one', async () => {
  const agency = await newAgency(app)
  const scope = await scopeOf(world, { teamId: agency.id, mode: 'live' })
  const at = scope.clock.now()
  const queue = (subject: string, now: Date, follows?: string) =>
    transaction(world, { ...scope, clock: fixedClock(now) }, (tx) =>
      queueMail(tx, { key: subject, after: follows, to: 'ana@example.com', subject, text: 'x', html: 'x' }),
    )
  await queue('made', at)
  await queue('tickets', new Date(at.getTime() - 5), 'made')
  await settled(agency, 'live')
  const mails: MailListItem[] = await read(agency.live, MAILS)
  assert.deepEqual(
    mails.map(({ subject, created_at }) => [subject, created_at]),
    ['tickets', 'made'].map((subject) => [subject, at.toISOString()]),
  )
})

test('the writer of a note on a booking or client can change it; others need team.manage', async () => {
  const agency = await newAgency(app)
  const booking = await newBooking(agency.test)
  const client = await newClient(agency.test)
  const writer = await keyWith(agency.test, ['bookings.read', 'clients.read', 'notes.write'])
  for (const path of [`${BOOKINGS}/${booking.id}`, `${CLIENTS}/${client.id}`]) {
    const notes = `${path}/notes`
    const first: Note = (await writer.post(notes, { text: 'Prefere janela.' })).body.data
    const { status, body } = await agency.test.post(notes, { text: 'Pagou em espécie' })
    const second: Note = body.data
    assert.deepEqual([status, first.author.name, first.author.type], [201, 'balcão', 'key'])
    assert.deepEqual(await read(writer, notes), [second, first])
    const changed = (await writer.patch(`${notes}/${first.id}`, { text: 'Corredor' })).body.data
    assert.deepEqual([changed.text, changed.id, changed.author], ['Corredor', first.id, first.author])
    for (const refused of [
      await writer.patch(`${notes}/${second.id}`, { text: 'x' }),
      await writer.delete(`${notes}/${second.id}`),
    ])
      assert.match(refused.body.message, /needs the permission team\.manage/)
    assert.deepEqual((await agency.test.delete(`${notes}/${first.id}`)).body.data, {
      id: first.id,
      deleted: true,
    })
    assertError(await agency.test.delete(`${notes}/${first.id}`), 404, 'Note not found')
    for (const text of ['', '  ', 'x'.repeat(5_001)])
      assertError(await writer.post(notes, { text }), 400, 'Invalid request parameters', 'text')
    const other = await keyWith(agency.live, ['bookings.read', 'clients.read', 'notes.write'])
    assert.equal((await other.get(notes)).status, 404)
    assert.equal((await other.post(notes, { text: 'x' })).status, 404)
  }
  const encrypted = await app.asOwner(`select text::text as t from notes where team_id = '${agency.id}'`)
  assert.ok(!JSON.stringify(encrypted).includes(Buffer.from('Pagou').toString('hex')), 'encrypted at rest')
  const timeline = await read(agency.test, `${BOOKINGS}/${booking.id}/timeline`)
  assert.deepEqual(timeline.filter(({ kind }: { kind: string }) => kind === 'note').length, 1)
  assert.deepEqual(
    (await agency.test.delete(`${CLIENTS}/${client.id}`)).body.data.deleted,
    true,
    'with its notes',
  )
})

test('tags are limited, short and case-insensitive; lists filter by one', async () => {
  const agency = await newAgency(app)
  const [one, two] = [await newBooking(agency.test), await newBooking(agency.test)]
  const client = await newClient(agency.test)
  const set = (path: string, tags: unknown) => agency.test.put(`${path}/tags`, { tags })
  const requested = ['  Lua de   Mel ', 'VIP', 'vip']
  for (const path of [`${BOOKINGS}/${one.id}`, `${CLIENTS}/${client.id}`]) {
    assert.deepEqual((await set(path, requested)).body.data, { tags: ['lua de mel', 'vip'] })
    const { body } = await agency.test.get(path)
    assert.deepEqual((body.data ?? body).tags, ['lua de mel', 'vip'])
    assertError(await set(path, ['ok', ' ']), 400, 'Invalid request parameters', 'tags.1')
    assertError(await set(path, ['x'.repeat(41)]), 400, 'Invalid request parameters', 'tags.0')
    const many = Array.from({ length: 21 }, (_, index) => `t${index}`)
    assertError(await set(path, many), 400, 'Invalid request parameters', 'tags')
    assert.deepEqual((await set(path, many.slice(1))).body.data.tags.length, 20)
    await set(path, requested)
  }
  await set(`${BOOKINGS}/${two.id}`, ['vip'])
  await assertTotals(agency.test, BOOKINGS, {
    'tag=vip': 2,
    'tag=Lua%20de%20mel': 1,
    'tag=vi': 0,
    'tag=vip&status=pending': 2,
    'tag=vip&status=ticketed': 0,
  })
  await assertTotals(agency.test, CLIENTS, { 'tag=VIP': 1, 'tag=vip&client_type=company': 0, 'tag=': 0 })
  await set(`${BOOKINGS}/${two.id}`, [])
  await assertTotals(agency.test, BOOKINGS, { 'tag=vip': 1 })
  assert.deepEqual((await (await newAgency(app)).test.get(`${BOOKINGS}?tag=vip`)).body.data, [])
})

test("readiness lists what is missing and what to do, of the team's own checks", async () => {
  const agency = await newAgency(app)
  const { ready, checks, connections }: Readiness = await read(agency.live, '/api/v1/readiness')
  assert.deepEqual(connections, { flights: 'simulated', wallet_bank: 'simulated', invoice_bank: 'simulated' })
  const results = Object.fromEntries(
    checks.map(({ name, status, action }) => [name, [status, action !== null]]),
  )
  assert.equal(ready, false)
  assert.deepEqual(results, {
    production: ['missing', true],
    'public address': ['missing', true],
    https: ['missing', true],
    mail: ['ok', false],
    whatsapp: ['warning', true],
    'wallet bank': ['missing', true],
    carrier: ['missing', true],
    'invoice bank': ['missing', true],
  })
  const all = await readReadiness(
    world,
    { teamId: agency.id, mode: 'live' },
    { isOperator: true, language: 'pt-BR' },
  )
  const more = all.checks.filter(({ name }) => !(name in results)).map(({ name, status }) => [name, status])
  assert.deepEqual(more, [
    ['key copy', 'ok'],
    ['backups', 'warning'],
    ['clock', 'ok'],
    ['versions', 'ok'],
  ])
  for (const { name, message, action, user_message: said, user_action: advised } of all.checks) {
    assert.match(said, /^[A-ZÀ-Ú].*[.]?$/u, name)
    assert.doesNotMatch(`${said} ${advised}`, /\b(?:the|and|your|with|Set|Run)\b/, name)
    assert.deepEqual([said === message, advised === null], [false, action === null], name)
  }
  const english = await agency.live.get('/api/v1/readiness', { 'accept-language': 'en' })
  const bank = english.body.data.checks.find(({ name }: { name: string }) => name === 'wallet bank')
  assert.equal(bank.user_message, 'No bank of the operator is connected, so no live wallet can be recharged.')
  assert.equal(bank.user_action, bank.action)
})

test('each check has its state: production settings, an old backup, a key of its own', async () => {
  const { config, pool: client } = world
  const at = new Date('2026-11-15T12:00:00.000Z')
  const statesOf = async (change: object, wall = fixedClock(at)) => {
    const names = ['production', 'public address', 'https', 'mail', 'carrier', 'key copy', 'backups']
    const checks = READINESS_CHECKS.filter(({ name }) => names.includes(name))
    const found = await Promise.all(
      checks.map(({ run }) => run({ config: { ...config, ...change }, client, wall })),
    )
    return found.map(({ state }) => state).join(' ')
  }
  const bare = { publicUrl: null, smtpUrl: null, secretKey: null, databaseUrl: null }
  assert.equal(await statesOf(bare), 'missing missing missing missing missing missing missing')
  const real = {
    environment: 'production',
    publicUrl: 'https://viagens.example',
    suppliers: ['simulated', 'duffel'],
    duffelToken: 'duffel_live_x',
  }
  assert.equal(await statesOf(real), 'ok ok ok ok ok ok warning')
  assert.equal(
    await statesOf({ ...real, duffelToken: null, publicUrl: 'http://viagens.example' }),
    'ok ok missing ok missing ok warning',
  )
  assert.equal(
    await statesOf({ ...real, mailFrom: 'Embarque <embarque@localhost>' }),
    'ok ok ok warning ok ok warning',
  )
  await noteBackup(client, at)
  assert.equal(await statesOf({ ...real, secretKey: null }), 'ok ok ok ok ok ok ok')
  assert.equal(
    await statesOf(real, fixedClock(new Date('2026-11-23T12:00:00.000Z'))),
    'ok ok ok ok ok ok warning',
  )
  const lacking = await missingThings({ config: { ...config, ...bare }, client, wall: realClock })
  assert.deepEqual(
    lacking.slice(0, 2).map(({ name }) => name),
    ['production', 'public address'],
  )
})

test('a test mail goes to the team, one per minute, and its result can be read', async () => {
  const agency = await newAgency(app, { email: 'dona@agencia.example' })
  const { status, body } = await agency.live.post('/api/v1/readiness/mail')
  assert.deepEqual([status, body.data.to, body.data.status], [201, 'dona@agencia.example', 'waiting'])
  const again = await agency.live.post('/api/v1/readiness/mail')
  // Where the minute has just passed, it is another one's.
  if (again.status !== 201) {
    assertError(again, 429, 'Rate limit exceeded')
    assert.match(String(again.headers['retry-after']), /^\d{1,2}$/)
  }
  await settled(agency, 'live')
  assert.equal((await read(agency.live, `${MAILS}/${body.data.id}`)).status, 'sent')
  assert.ok(smtp.mails.some(({ headers }) => headers.subject?.startsWith('E-mail de teste')))
})
