// Mails are stored with their cause, sent once, retried for hours, and recognisable if sent twice.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Mode } from '../../contract/teams.ts'
import { sendMailJob as sendMailWork } from '../../server/features/notifications/jobs.ts'
import { queueMail } from '../../server/features/notifications/queue-mail.ts'
import { sendMail } from '../../server/features/notifications/send-mail.ts'
import { scopeOf } from '../../server/features/world.ts'
import { claimJobsOfClock } from '../../server/kernel/jobs/jobs.ts'
import { releaseDead } from '../../server/kernel/jobs/processes.ts'
import { JobLost } from '../../server/kernel/outbox/flush.ts'
import { transaction } from '../../server/kernel/outbox/transaction.ts'
import { fixedClock, frozenClock } from '../../server/kernel/process/clock.ts'
import { makeLog } from '../../server/kernel/process/log.ts'
import { layoutMail } from '../../server/render/mail/mail.ts'
import { startSmtpReceiver } from '../support/fakes/smtp-receiver.ts'
import { startApp, type TestApp } from '../support/start-app.ts'

const MINUTE = 60_000
const WAITS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE)
const FROM = 'Viagens São João <avisos@agencia.example>'

const wall = fixedClock(new Date('2026-11-15T12:00:00.000Z'))
const lines: string[] = []
const log = makeLog({ level: 'debug', destination: { write: (line) => lines.push(line) } })
let receiver = await startSmtpReceiver()
const { port } = receiver
after(() => receiver.stop())

const app = await startApp({
  wall,
  log,
  settings: { SMTP_URL: receiver.url, MAIL_FROM: FROM, MAIL_LIMIT_PER_RECEIVER: '0' },
})
const { world } = app.service
const worker = app.service.worker!
const teamId = (await app.live.patch('/api/v1/team', { email: 'demo@agencia.example' })).body.data.id
/** The Message-IDs of what arrived since the last look. */
const idsTaken = () => receiver.mails.splice(0).map((mail) => mail.headers['message-id'])
const later = (ms: number) => new Date(wall.now().getTime() + ms)

const CONTENT = {
  to: 'conceicao@cliente.example',
  subject: 'Seu webhook foi desativado ✈️',
  ...layoutMail({
    language: 'pt-BR',
    title: 'Olá, Conceição! 🎉',
    paragraphs: ['Seis entregas seguidas falharam.', '.', 'Ação: verifique o endereço.'],
  }),
}

async function queue(key: string, mode: Mode = 'live', after?: string): Promise<void> {
  const scope = await scopeOf(world, { teamId, mode })
  await transaction(world, scope, (tx) => queueMail(tx, { key, after, ...CONTENT }))
}

async function mailRow(key: string, mode: Mode = 'live', { service }: TestApp = app) {
  const sql = `select id, to_address, status, error, sent_at, created_at from mails where key = $1 and mode = $2`
  const { rows } = await service.world.pool.query(sql, [key, mode])
  assert.equal(rows.length, 1)
  return rows[0]
}

async function workOf(mailId: string) {
  const sql = `select state, attempts, run_at, last_error, queue from jobs where type = 'send-mail' and key = $1`
  return (await world.pool.query(sql, [mailId])).rows[0]
}

test('a mail arrives once, as written, and its job is done', async () => {
  await queue('first')
  await worker.idle()
  const row = await mailRow('first')
  const [mail, ...others] = receiver.mails.splice(0)
  assert.deepEqual(others, [])
  assert.deepEqual(mail!.envelope, { from: 'avisos@agencia.example', to: [CONTENT.to] })
  assert.deepEqual(
    [mail!.headers.from, mail!.headers['reply-to'], mail!.headers.to, mail!.headers.subject],
    ['Demo Agency <avisos@agencia.example>', 'demo@agencia.example', CONTENT.to, CONTENT.subject],
  )
  assert.deepEqual([mail!.text, mail!.html], [CONTENT.text, CONTENT.html])
  assert.equal(mail!.headers['message-id'], `<${row.id}@agencia.example>`)
  assert.match(row.id, /^mail_/)
  assert.deepEqual([row.status, row.error, row.sent_at], ['sent', null, wall.now()])
  assert.equal(await workOf(row.id), undefined)
})

test('a mail to an example address is stored, and listed as not sent', async () => {
  const scope = await scopeOf(world, { teamId, mode: 'live' })
  for (const to of ['ana@example.com', 'ana@sub.Example.org'])
    await transaction(world, scope, (tx) => queueMail(tx, { ...CONTENT, key: `kept ${to}`, to }))
  await worker.idle()
  assert.deepEqual(receiver.mails.splice(0), [])
  const kept = (await app.live.get('/api/v1/mails?status=stored')).body.data
  assert.deepEqual(
    kept.map(({ to, attempts }: { to: string; attempts: number }) => [to, attempts]),
    [
      ['ana@sub.Example.org', 0],
      ['ana@example.com', 0],
      ['demo@example.com', 0],
    ],
    'newest first; the last notifies the former address',
  )
})

test('the same key is the same mail, in one transaction, in the next and after sending', async () => {
  const live = await scopeOf(world, { teamId, mode: 'live' })
  await transaction(world, live, async (tx) => {
    await queueMail(tx, { key: 'once', ...CONTENT })
    await queueMail(tx, { key: 'once', ...CONTENT, subject: 'another' })
  })
  await worker.idle()
  await Promise.all([queue('once'), queue('once')])
  await worker.idle()
  assert.deepEqual(
    receiver.mails.splice(0).map((mail) => mail.headers.subject),
    [CONTENT.subject],
  )
})

test('simultaneous mails: one for each pair with the same key', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, index) => queue(`race ${index % 20}`)))
  await worker.idle()
  const ids = idsTaken()
  assert.equal(ids.length, 20)
  assert.equal(new Set(ids).size, 20)
})

test('a mail of a transaction that rolls back does not exist', async () => {
  const live = await scopeOf(world, { teamId, mode: 'live' })
  const undone = transaction(world, live, async (tx) => {
    await queueMail(tx, { key: 'never', ...CONTENT })
    throw new Error('no')
  })
  await assert.rejects(undone, /no/)
  await worker.idle()
  assert.deepEqual(idsTaken(), [])
})

test('live and test mode are separate: the same key is a mail in each', async () => {
  await queue('both', 'live')
  await queue('both', 'test')
  await worker.idle()
  const ids = idsTaken()
  assert.equal(new Set(ids).size, 2)
  for (const mode of ['live', 'test'] as const) assert.equal((await mailRow('both', mode)).status, 'sent')
})

test('a refusal waits exactly as documented, and the mail arrives under the same id', async () => {
  receiver.upcoming.push(451, 451)
  await queue('refused')
  await worker.idle()
  const { id, status, error } = await mailRow('refused')
  assert.equal(status, 'failed')
  assert.match(error, /451 not now for conceicao@cliente\.example/)
  const { state, attempts, run_at, last_error, queue: ownQueue } = await workOf(id)
  assert.deepEqual([state, attempts, run_at], ['waiting', 1, later(MINUTE)])
  assert.equal(last_error, 'the mail server did not take the mail (EMESSAGE 451)')
  assert.ok(ownQueue.startsWith(`send-mail:${teamId}/`), 'one team does not keep another waiting')
  wall.advance(MINUTE)
  await worker.idle()
  wall.advance(5 * MINUTE - 1)
  await worker.idle()
  assert.deepEqual(idsTaken(), [])
  wall.advance(1)
  await worker.idle()
  assert.deepEqual(idsTaken(), [`<${id}@agencia.example>`])
  const sent = await mailRow('refused')
  assert.deepEqual([sent.status, sent.error, sent.sent_at], ['sent', null, wall.now()])
})

test('a mail goes out after the one it follows, and has no job until then', async () => {
  receiver.upcoming.push(451)
  await queue('made')
  await queue('issued', 'live', 'made')
  await worker.idle()
  const [made, issued] = [await mailRow('made'), await mailRow('issued')]
  assert.deepEqual([made.status, issued.status, await workOf(issued.id)], ['failed', 'waiting', undefined])
  wall.advance(MINUTE)
  await worker.idle()
  assert.deepEqual(idsTaken(), [`<${made.id}@agencia.example>`, `<${issued.id}@agencia.example>`])
  await queue('afterwards', 'live', 'made')
  await worker.idle()
  assert.equal(idsTaken().length, 1, 'a sent mail delays none')
})

test('a mail that never goes out releases its followers after the last try', async () => {
  receiver.upcoming.push(...Array<number>(6).fill(451))
  await queue('never')
  await queue('behind it', 'live', 'never')
  await worker.idle()
  for (const wait of WAITS) {
    assert.deepEqual(idsTaken(), [])
    wall.advance(wait)
    await worker.idle()
  }
  const behind = await mailRow('behind it')
  await queue('later still', 'live', 'never')
  await worker.idle()
  const ids = idsTaken()
  assert.deepEqual([ids.length, ids[0]], [2, `<${behind.id}@agencia.example>`])
  await world.pool.query(`delete from jobs where state = 'dead'`)
})

test('an unavailable server is retried for hours, then the job is dead and can be retried', async () => {
  await receiver.stop()
  await queue('down')
  await worker.idle()
  const { id } = await mailRow('down')
  for (const [index, wait] of WAITS.entries()) {
    const { state, attempts, run_at } = await workOf(id)
    assert.deepEqual([state, attempts, run_at], ['waiting', index + 1, later(wait)])
    wall.advance(wait)
    await worker.idle()
  }
  const { state, attempts, last_error } = await workOf(id)
  assert.deepEqual([state, attempts], ['dead', 6])
  assert.match(last_error, /ESOCKET/)
  const row = await mailRow('down')
  assert.equal(row.status, 'failed')
  assert.match(row.error, /ECONNREFUSED/)
  receiver = await startSmtpReceiver({ port })
  await world.pool.query(`update jobs set state = 'waiting', attempts = 0 where state = 'dead'`)
  await worker.idle()
  assert.equal(idsTaken().length, 1)
  assert.equal((await mailRow('down')).status, 'sent')
})

test('an advance of the test clock retries failed mails', async () => {
  receiver.upcoming.push(421)
  await queue('on a test clock', 'test')
  await worker.idle()
  assert.equal((await mailRow('on a test clock', 'test')).status, 'failed')
  await app.advance('PT1M')
  const { status, sent_at } = await mailRow('on a test clock', 'test')
  assert.deepEqual([status, sent_at], ['sent', later(MINUTE)])
  assert.equal(idsTaken().length, 1)
})

test('a lost response: accepted twice, one Message-ID', async () => {
  receiver.upcoming.push('cut')
  await queue('cut')
  await worker.idle()
  assert.equal((await mailRow('cut')).status, 'failed')
  wall.advance(MINUTE)
  await worker.idle()
  const ids = idsTaken()
  assert.equal(ids.length, 2)
  assert.equal(new Set(ids).size, 1)
})

test('a process lost between sending and storing: accepted twice, one Message-ID, stored once', async () => {
  const live = { ...(await scopeOf(world, { teamId, mode: 'live' })), clock: frozenClock(later(1_000)) }
  await transaction(world, live, (tx) => queueMail(tx, { key: 'lost', ...CONTENT }))
  const [job] = await claimJobsOfClock(world.pool, {
    clock: '',
    until: later(1_000),
    processId: 'a ghost',
    types: ['send-mail'],
    limit: 1,
  })
  assert.equal(await releaseDead(world.pool, world.processId, false), 1)
  await assert.rejects(sendMail(world, sendMailWork.taskOf(job!, live)), JobLost)
  assert.equal((await mailRow('lost')).status, 'waiting')
  wall.advance(1_000)
  await worker.idle()
  const ids = idsTaken()
  assert.equal(ids.length, 2)
  assert.equal(new Set(ids).size, 1)
  assert.equal((await mailRow('lost')).status, 'sent')
  await assert.doesNotReject(sendMail(world, sendMailWork.taskOf(job!, live)))
  assert.deepEqual(idsTaken(), [], 'what was sent is not sent again')
})

test('without a mail server the mail is stored and listed as such', async () => {
  const outbox = await startApp({ log })
  const { data } = (await outbox.live.get('/api/v1/me')).body
  const live = await scopeOf(outbox.service.world, { teamId: data.id, mode: 'live' })
  await transaction(outbox.service.world, live, (tx) => queueMail(tx, { key: 'kept', ...CONTENT }))
  await outbox.service.worker!.idle()
  const { id, status, error, sent_at, to_address } = await mailRow('kept', 'live', outbox)
  assert.deepEqual([status, error, sent_at, to_address], ['stored', null, null, CONTENT.to])
  const said = lines.map((line) => JSON.parse(line)).filter(({ mail }) => mail === id)
  assert.deepEqual(
    said.map(({ kind, level }) => [kind, level]),
    [['outbox', 'info']],
  )
})

test('the log contains no receiver and no subject', () => {
  const all = lines.join('')
  assert.match(all, /did not take the mail \(EMESSAGE 451\)/)
  assert.doesNotMatch(all, /conceicao@|webhook foi desativado|Conceição/)
})
