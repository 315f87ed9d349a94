// Abuse of mails: from a sandbox to strangers, thousands to one address, and with text of an attacker.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Mode } from '../../contract/teams.ts'
import { eraseMailsTo } from '../../server/features/notifications/mail-store.ts'
import { queueMail } from '../../server/features/notifications/queue-mail.ts'
import { scopeOf } from '../../server/features/world.ts'
import { transaction } from '../../server/kernel/outbox/transaction.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { type Agency, newAgency } from '../support/agency.ts'
import { booked, instantBody, zzOffer } from '../support/bookings.ts'
import { CREDIT_NOTES, credited, sentInvoice } from '../support/credit.ts'
import { startSmtpReceiver } from '../support/fakes/smtp-receiver.ts'
import { INVOICES, newClient } from '../support/invoicing.ts'
import { newPerson } from '../support/people.ts'
import { daysAfter } from '../support/searches.ts'
import { startApp } from '../support/start-app.ts'

const wall = fixedClock(new Date('2026-11-15T12:00:00.000Z'))
const receiver = await startSmtpReceiver()
after(() => receiver.stop())
const app = await startApp({
  wall,
  settings: {
    SMTP_URL: receiver.url,
    MAIL_LIMIT_PER_RECEIVER: '5',
    MAIL_LIMIT_ALL_TEAMS: '8',
    MAIL_LIMIT_PER_HOUR: '12',
  },
})
const { world } = app.service
const MINUTE_MS = 60_000

/** An hour later, when what was withheld before has come: it is none of what comes next. */
async function anHourLater(): Promise<void> {
  wall.advance(60 * MINUTE_MS)
  await app.service.worker!.idle()
  arrived()
}

const arrived = () => receiver.mails.splice(0)
const receiversOf = () => arrived().flatMap(({ envelope }) => envelope.to)

async function queue(
  teamId: string,
  to: string,
  keys: string[],
  mode: Mode = 'live',
  { service: { world, worker } } = app,
): Promise<void> {
  const scope = await scopeOf(world, { teamId, mode })
  const content = { to, subject: 'Aviso', text: 'Aviso', html: '<p>Aviso</p>' }
  await transaction(world, scope, async (tx) => {
    for (const key of keys) await queueMail(tx, { key, ...content })
  })
  await worker!.idle()
}

async function rowsOf(teamId: string) {
  const sql = 'select key, status, error, to_address, meant_for from mails where team_id = $1 order by id'
  return (await world.pool.query(sql, [teamId])).rows
}

const keys = (count: number, name = 'n') => Array.from({ length: count }, (_, index) => `${name} ${index}`)

test('a sandbox sends only to its own team, and the mail names its intended receiver', async () => {
  const agency = await newAgency(app)
  const offer = await zzOffer(agency.test, { date: daysAfter(wall.now(), 30) })
  const body = instantBody(offer)
  const { email } = body.passengers[0]!
  await booked(agency.test, body)
  await app.service.worker!.idle()
  const mails = arrived()
  assert.ok(mails.length > 0)
  assert.deepEqual([...new Set(mails.flatMap(({ envelope }) => envelope.to))], ['sol@agencia.example'])
  const rows = await rowsOf(agency.id)
  const ofClient = rows.filter(({ key }) => key.endsWith(' client'))
  assert.ok(ofClient.length > 0)
  for (const row of ofClient)
    assert.deepEqual([row.to_address, row.meant_for], ['sol@agencia.example', email], row.key)
  for (const row of rows.filter(({ key }) => key.endsWith(' agency'))) assert.equal(row.meant_for, null)
  assert.ok(mails.some(({ text }) => text.includes(`este iria para ${email}`)))
})

test('sandbox mails intended for an erased person keep no address', async () => {
  const { id: teamId } = await newAgency(app)
  await queue(teamId, 'Ana@example.com', ['for ana'], 'test')
  await queue(teamId, 'rui@example.com', ['for rui'], 'test')
  arrived()
  const scope = await scopeOf(world, { teamId, mode: 'test' })
  const erased = await transaction(world, scope, (tx) => eraseMailsTo(tx, ['ana@example.com']))
  assert.equal(erased.length, 1)
  assert.deepEqual(
    (await rowsOf(teamId)).map(({ key, meant_for, to_address }) => [key, meant_for, to_address]),
    [
      ['for ana', null, ''],
      ['for rui', 'rui@example.com', 'sol@agencia.example'],
    ],
  )
})

test("a team's limit for an address does not reduce the mails of another team to it", async () => {
  await anHourLater()
  const [loud, quiet] = [await newAgency(app), await newAgency(app)]
  await queue(loud.id, 'comum@cliente.example', keys(9))
  assert.equal(arrived().length, 5)
  await queue(quiet.id, 'comum@cliente.example', keys(3))
  assert.equal(arrived().length, 3)
  const [held] = (await rowsOf(loud.id)).filter(({ status }) => status === 'failed')
  assert.equal(held.error, 'withheld: the team has sent this address 5 mails within the hour')
  await world.pool.query(
    `update mails set status = 'stored', error = null where team_id = $1 and status = 'failed'`,
    [loud.id],
  )
})

test('resending a document is limited like any other mail to the client', async () => {
  await anHourLater()
  const { live } = await newAgency(app)
  const { id: client_id } = await newClient(live, { email: 'ana.notas@cliente.example' })
  const invoice = await sentInvoice(live, 100, { client_id, paid: 100, notify_client: false })
  await app.service.worker!.idle()
  arrived()
  const note = await credited(live, invoice.id, { excess: 'credit', notify_client: false })
  for (const path of [`${CREDIT_NOTES}/${note.id}/send`, `${INVOICES}/${invoice.id}/send`])
    for (let count = 0; count < 4; count++) assert.equal((await live.post(path, {})).status, 200)
  await app.service.worker!.idle()
  const mails = receiversOf().filter((to) => to === 'ana.notas@cliente.example')
  assert.ok(mails.length > 0 && mails.length <= 5, `${mails.length}`)
})

test('an address gets eight mails an hour from all teams; others wait and are sent later', async () => {
  await anHourLater()
  const [one, two] = [await newAgency(app), await newAgency(app)]
  await queue(one.id, 'vitima@cliente.example', keys(5))
  await queue(two.id, 'vitima@cliente.example', keys(5))
  await queue(two.id, 'outra@cliente.example', keys(1, 'other'))
  assert.deepEqual(receiversOf().toSorted(), [
    'outra@cliente.example',
    ...Array(8).fill('vitima@cliente.example'),
  ])
  const waiting = (await rowsOf(two.id)).filter(({ status }) => status === 'failed')
  assert.equal(waiting.length, 2)
  assert.equal(waiting[0].error, 'withheld: this address got 8 mails within the hour')
  // Tries after one minute, five and thirty are in vain; the fourth comes two hours later.
  for (const minutes of [1, 5, 30, 120]) {
    wall.advance(minutes * MINUTE_MS)
    await app.service.worker!.idle()
  }
  assert.deepEqual(receiversOf(), Array(2).fill('vitima@cliente.example'))
})

test('an address in any spelling counts as one', async () => {
  await anHourLater()
  const [one, two] = [await newAgency(app), await newAgency(app)]
  await queue(one.id, 'Alvo@Cliente.example', keys(4))
  await queue(one.id, 'alvo@cliente.EXAMPLE', keys(4, 'again'))
  assert.equal(arrived().length, 5)
  await queue(two.id, 'ALVO@cliente.example', keys(5, 'other'))
  assert.equal(arrived().length, 3)
})

test("a stranger's address as the agency's own gets ten times as many mails, and no more", async () => {
  await anHourLater()
  const settings = { SMTP_URL: receiver.url, MAIL_LIMIT_PER_RECEIVER: '1', MAIL_LIMIT_ALL_TEAMS: '1' }
  const strict = await startApp({ wall, settings })
  // Sandbox mails to any receiver go to the agency.
  const written = async ({ id }: Agency, to: string) => {
    await queue(id, 'cliente@cliente.example', keys(14), 'test', strict)
    return receiversOf().filter((address) => address === to).length
  }
  const email = 'vitima@longe.example'
  const agency = await newAgency(strict)
  assert.equal((await agency.live.patch('/api/v1/team', { email })).status, 200)
  await strict.service.worker!.idle()
  arrived()
  assert.equal(await written(agency, email), 10)
  // A member of the team has proved that the address is theirs.
  const proved = await newAgency(strict)
  const { email: own } = await newPerson(strict, { [proved.id]: 'owner' })
  assert.equal((await proved.live.patch('/api/v1/team', { email: own })).status, 200)
  await strict.service.worker!.idle()
  arrived()
  assert.equal(await written(proved, own), 14)
})

test('security warnings have a limit of their own per kind, besides other mails', async () => {
  await anHourLater()
  const settings = { SMTP_URL: receiver.url, MAIL_LIMIT_PER_RECEIVER: '5', MAIL_LIMIT_ALL_TEAMS: '8' }
  const strict = await startApp({ wall, settings })
  const [agency, stranger] = [await newAgency(strict), await newAgency(strict)]
  const { email } = await newPerson(strict, { [agency.id]: 'owner' })
  arrived()
  await queue(agency.id, email, keys(6), 'live', strict)
  await queue(stranger.id, email.toUpperCase(), keys(6), 'live', strict)
  assert.equal(arrived().length, 8, 'all that the address gets')
  for (let n = 0; n < 7; n++) {
    const thief = { email: `ladrao${n}@longe.example` }
    assert.equal((await agency.live.patch('/api/v1/team', thief)).status, 200)
    await strict.service.worker!.idle()
  }
  const toOwner = () => receiversOf().filter((address) => address === email).length
  assert.equal(toOwner(), 5, 'they have a limit too')
  const reset = await strict.anybody.post('/api/v1/password-resets', { email })
  assert.equal(reset.status, 200, reset.text)
  await strict.service.worker!.idle()
  assert.equal(toOwner(), 1, 'and use up none of another kind')
})

test("a team's own address has the team's limit, which covers all its mails", async () => {
  await anHourLater()
  const agency = await newAgency(app)
  await queue(agency.id, 'sol@agencia.example', keys(10))
  assert.equal(arrived().length, 10)
  for (const [index, key] of keys(4, 'client').entries())
    await queue(agency.id, `cliente${index}@cliente.example`, [key])
  assert.equal(arrived().length, 2)
  const [held] = (await rowsOf(agency.id)).filter(({ status }) => status === 'failed')
  assert.equal(held.error, 'withheld: the team has sent 12 mails within the hour')
})

test('a mail that never gets its turn is given up after the last try, marked, without a dead job', async () => {
  await anHourLater()
  const agency = await newAgency(app)
  await queue(agency.id, 'cheia@cliente.example', keys(5))
  await queue(agency.id, 'cheia@cliente.example', ['too much'])
  arrived()
  for (const minutes of [1, 5, 30, 120, 360]) {
    wall.advance(minutes * MINUTE_MS)
    // Another team keeps that address busy.
    await world.pool.query(
      `update mails set submitted_at = $1 where to_address = 'cheia@cliente.example' and key <> 'too much'`,
      [wall.now()],
    )
    await app.service.worker!.idle()
  }
  const row = (await rowsOf(agency.id)).find(({ key }) => key === 'too much')
  assert.deepEqual(
    [row.status, row.error],
    ['failed', 'withheld: the team has sent this address 5 mails within the hour'],
  )
  const { rows } = await world.pool.query('select from jobs where team_id = $1', [agency.id])
  assert.equal(rows.length, 0)
  assert.deepEqual(arrived(), [])
})

test("a passenger's name cannot become an advertisement", async () => {
  await anHourLater()
  const agency = await newAgency(app)
  const offer = await zzOffer(agency.test, { date: daysAfter(wall.now(), 30) })
  const body = instantBody(offer)
  const [first, ...others] = body.passengers
  const named = { ...first!, given_name: 'Ganhe em www.golpe.com.br', family_name: 'Clique.agora' }
  await booked(agency.test, { ...body, passengers: [named, ...others] })
  await app.service.worker!.idle()
  const mails = arrived()
  assert.ok(mails.length > 0)
  for (const { text, html, headers } of mails) {
    assert.doesNotMatch(`${text}${html}${headers.subject}`, /golpe\.com|www\.|Clique\.agora/i)
    assert.doesNotMatch(String(headers.subject), /[@/:<>]\S*golpe|[\r\n]/)
  }
})
