// What agencies and their clients get by mail about quotes and invoices, as an independent parser reads it: each thing
// once, what comes together in one mail, in their language, by their choices, reminders on the days that were chosen.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import PostalMime from 'postal-mime'
import { agencyNewsJob } from '../../server/features/news/jobs.ts'
import { sendNews } from '../../server/features/news/news.ts'
import { scopeOf } from '../../server/features/world.ts'
import { claimJobsOfClock } from '../../server/kernel/jobs/jobs.ts'
import { releaseDead } from '../../server/kernel/jobs/processes.ts'
import { fixedClock, realClock } from '../../server/kernel/process/clock.ts'
import { type Agency, newAgency, untilSettled } from '../support/agency.ts'
import { embarque } from '../support/command-line.ts'
import { serviceUrl } from '../support/database.ts'
import { deliveryReport } from '../support/delivery-report.ts'
import { startSmtpReceiver } from '../support/fakes/smtp-receiver.ts'
import { INVOICES, newClient, newInvoice, newQuote, newRecurring, QUOTES } from '../support/invoicing.ts'
import { samplePng } from '../support/samples/sample-picture.ts'
import { SECRET_KEY, startApp } from '../support/start-app.ts'

const MINUTE = 60_000
const receiver = await startSmtpReceiver()
after(() => receiver.stop())
const wall = fixedClock(new Date('2026-11-16T14:15:00.000Z'))
const app = await startApp({
  wall,
  settings: {
    SMTP_URL: receiver.url,
    MAIL_LIMIT_PER_RECEIVER: '0',
    MAIL_FROM: 'Avisos <avisos@service.example>',
  },
})
const { world } = app.service
const worker = app.service.worker!

/** Mails since the last call, read by an independent parser. */
async function arrived() {
  await worker.idle()
  const mails = receiver.mails.splice(0)
  return Promise.all(mails.map(({ source }) => PostalMime.parse(Buffer.from(source, 'latin1'))))
}

/** After the minute in which news are gathered. */
async function gathered() {
  await worker.idle()
  wall.advance(MINUTE)
  return arrived()
}

const pay = (agency: Agency, id: string, amount?: number) =>
  agency.live.post(`/api/v1/test/charges/${id}/pay`, amount === undefined ? {} : { amount })
const update = async (agency: Agency, change: object) => {
  const { status, text } = await agency.live.patch('/api/v1/team', change)
  assert.equal(status, 200, text)
}

test('an invoice by mail: from the agency, with its logo, the PDF and a code that can be copied', async () => {
  const agency = await newAgency(app, { name: 'Sol & Mar' })
  await update(agency, { reply_to: 'vendas@sol.example', brand_colour: '#0a6e5c' })
  await agency.live.raw('PUT', '/api/v1/team/logo', samplePng(60, 30), { 'content-type': 'image/png' })
  const { id, pix, payment_url } = await newInvoice(agency.live, { status: 'sent' })
  const [mail, ...others] = await arrived()
  assert.deepEqual([mail?.from, others.length], [{ name: 'Sol & Mar', address: 'avisos@service.example' }, 0])
  assert.deepEqual(mail?.replyTo, [{ name: '', address: 'vendas@sol.example' }])
  assert.equal(mail?.subject, '[SIMULAÇÃO] Sua fatura 2026-000001 de Sol & Mar')
  const { html = '', text = '', attachments = [] } = mail ?? {}
  assert.ok(text.split('\n').includes(pix.copy_paste), 'the code has a line of its own')
  assert.ok(html.includes(`>${pix.copy_paste.replaceAll('&', '&amp;')}</td>`), 'and a box of its own')
  assert.ok(text.includes(payment_url) && /R\$ 150,00/.test(text) && /20\/11\/2026/.test(text))
  assert.doesNotMatch(html, /(?:src|background)="?https?:|url\(/i, 'nothing is fetched from elsewhere')
  assert.match(html, /<div style="display:none[^>]*>Sol &amp; Mar enviou a fatura/)
  assert.match(html, /color-scheme/)
  const [logo, paper] = attachments
  assert.deepEqual([logo?.mimeType, logo?.disposition], ['image/png', 'inline'])
  assert.ok(html.includes(`src="cid:${logo?.contentId?.replace(/[<>]/g, '')}"`))
  assert.deepEqual([paper?.mimeType, paper?.filename], ['application/pdf', 'fatura-2026-000001.pdf'])
  assert.equal(
    Buffer.from(paper?.content as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  )

  await pay(agency, id)
  const [receipt] = await arrived()
  assert.equal(receipt?.subject, '[SIMULAÇÃO] Pagamento recebido: fatura 2026-000001')
  assert.deepEqual([receipt?.attachments.length, receipt?.text?.includes('Pix copia e cola')], [2, false])
  const [summary] = await gathered()
  assert.equal(summary?.subject, '[SIMULAÇÃO] Fatura 2026-000001 paga: Ana Souza, R$ 150,00')
})

test('ten notices within a minute are one mail to the agency, in its language and time zone', async () => {
  const agency = await newAgency(app)
  await update(agency, { language: 'en' })
  const client_id = (await newClient(agency.live, { email: 'bo@cliente.example' })).id
  const invoices: { id: string }[] = []
  for (let index = 0; index < 8; index++)
    invoices.push(await newInvoice(agency.live, { client_id, status: 'sent' }))
  const quote = await newQuote(agency.live, { client_id, status: 'sent' })
  await arrived()
  for (const { id } of invoices.slice(1)) await pay(agency, id)
  await pay(agency, invoices[0]?.id ?? '', 50)
  await agency.live.patch(`${QUOTES}/${quote.id}`, { status: 'accepted' })
  wall.advance(MINUTE - 1)
  const early = (await arrived()).filter(({ to }) => to?.[0]?.address === 'sol@agencia.example')
  assert.deepEqual(early, [], 'it is gathered')
  wall.advance(1)
  const [news, ...others] = await arrived()
  assert.deepEqual([others.length, news?.to?.[0]?.address], [0, 'sol@agencia.example'])
  assert.equal(news?.subject, '7 invoices paid, 1 invoice paid in part and 1 quote accepted')
  assert.match(
    news?.text ?? '',
    /Invoice 2026-000001 paid in part: Ana Souza\n.*BRL 50\.00 · BRL 100\.00 to go/,
  )
  assert.match(news?.text ?? '', / · 16 Nov, \d\d:\d\d · simulation/)
  assert.doesNotMatch(news?.text ?? '', /\dT\d\d:|Fatura/)
  const unsubscribe = news?.headers.find(({ key }) => key === 'list-unsubscribe')
  assert.match(unsubscribe?.value ?? '', /<http.*\/painel\/configuracoes\/agencia>/)
  wall.advance(60 * MINUTE)
  assert.deepEqual(await arrived(), [], 'and nothing of it again')
})

test("an agency without a notice's mail gets the others", async () => {
  const agency = await newAgency(app)
  await update(agency, { notifications: { invoice_paid: false, quote_declined: false } })
  const { id } = await newInvoice(agency.live, { status: 'sent' })
  const quote = await newQuote(agency.live, { status: 'sent' })
  await pay(agency, id)
  await agency.live.patch(`${QUOTES}/${quote.id}`, { status: 'declined' })
  await arrived()
  assert.deepEqual(await gathered(), [])
  const late = await newInvoice(agency.live, {
    status: 'sent',
    issue_date: '2026-11-01',
    due_date: '2026-11-02',
  })
  const subjects = (await gathered()).map(({ subject }) => subject)
  const overdue = `Fatura ${late.number} vencida: Ana Souza, R$ 150,00`
  assert.ok(
    subjects.some((subject) => subject?.replaceAll('\u00a0', ' ').includes(overdue)),
    subjects.join('\n'),
  )
})

test('each notice is sent once, under simultaneous jobs and after a crash', async () => {
  const agency = await newAgency(app)
  const ids = await Promise.all(
    Array.from({ length: 4 }, async () => (await newInvoice(agency.live, { status: 'sent' })).id),
  )
  for (const id of ids) await pay(agency, id)
  await arrived()
  const live = await scopeOf(world, { teamId: agency.id, mode: 'live' })
  const due = new Date(wall.now().getTime() + MINUTE)
  const jobs = await claimJobsOfClock(world.pool, {
    clock: '',
    until: due,
    processId: 'a ghost',
    types: ['agency-news'],
    limit: 2,
  })
  assert.equal(jobs.length, 2)
  // Neither completes its job: as if both had crashed right after their commit.
  await Promise.all(jobs.map((job) => sendNews(world, { ...agencyNewsJob.taskOf(job, live), last: live })))
  await releaseDead(world.pool, world.processId, false)
  const news = await gathered()
  assert.deepEqual(
    news.map(({ subject }) => subject),
    ['[SIMULAÇÃO] 4 faturas pagas'],
  )
  const { rows } = await world.pool.query('select count(*)::int as left from jobs where type = $1', [
    'agency-news',
  ])
  assert.equal(rows[0].left, 0)
})

test("a quote is mailed with its PDF when it is sent; the agency gets the client's response", async () => {
  const agency = await newAgency(app)
  const quote = await newQuote(agency.live, { valid_until: '2026-11-30' })
  assert.deepEqual(await arrived(), [])
  await agency.live.patch(`${QUOTES}/${quote.id}`, { status: 'sent' })
  const [mail] = await arrived()
  assert.deepEqual(
    [mail?.subject, mail?.to?.[0]?.address],
    ['[SIMULAÇÃO] Seu orçamento de Agência Sol', 'ana@cliente.example'],
  )
  assert.ok(mail?.text?.includes(quote.public_url) && mail.text.includes('30/11/2026'))
  assert.deepEqual(
    mail?.attachments.map(({ mimeType }) => mimeType),
    ['application/pdf'],
  )
  await agency.live.patch(`${QUOTES}/${quote.id}`, { status: 'declined' })
  const [notice] = await gathered()
  assert.match(notice?.subject ?? '', /^Orçamento.* recusado: Ana Souza, R\$ 150,00$/)
  assert.match(notice?.text ?? '', / · 16\/11, \d\d:\d\d/)
  await agency.live.delete(`/api/v1/clients/${quote.client_id}?erase=true`)
  await worker.idle()
  const naming = `select from mails where team_id = $1 and (subject || text || html) ~ 'Ana Souza'`
  assert.equal(
    (await world.pool.query(naming, [agency.id])).rowCount,
    0,
    'who is erased is in no mail any more',
  )
})

test('a client is notified again only of a change, or after a response or withdrawal', async () => {
  const agency = await newAgency(app)
  const { id } = await newQuote(agency.live, { status: 'sent' })
  const mailsAfter = async (...changes: object[]) => {
    for (const change of changes) {
      const { status, text } = await agency.live.patch(`${QUOTES}/${id}`, change)
      assert.equal(status, 200, text)
      await worker.idle()
    }
    return (await arrived()).filter(({ to }) => to?.[0]?.address === 'ana@cliente.example').length
  }
  assert.equal((await arrived()).length, 1)
  const [draft, sent] = [{ status: 'draft' }, { status: 'sent' }]
  assert.equal(await mailsAfter(draft, sent), 0, 'taken back and sent as it was')
  assert.equal(await mailsAfter(draft, { notes: 'Com café' }, sent), 1)
  assert.equal(await mailsAfter({ ...draft, notes: 'Sem café' }, { ...sent, notes: 'Com café' }), 0)
  assert.equal(await mailsAfter(draft, { notes: null }, sent), 1, 'back to the notice before the last')
  for (const status of ['declined', 'cancelled'])
    assert.equal(await mailsAfter({ status }, draft, sent), 1, `asked again after it was ${status}`)
  await agency.live.patch(`${QUOTES}/${id}`, draft)
  await Promise.all([1, 2].map(() => agency.live.patch(`${QUOTES}/${id}`, { ...sent, notes: 'Novo' })))
  assert.equal(await mailsAfter(), 1)
})

test('an address unknown to its server is given up at once, and marked', async () => {
  const agency = await newAgency(app)
  receiver.unknown.add('ninguem@cliente.example')
  const { id: client_id } = await newClient(agency.live, { email: 'ninguem@cliente.example' })
  const { id } = await newInvoice(agency.live, { client_id, status: 'sent' })
  assert.deepEqual(await arrived(), [])
  const [mail] = (await agency.live.get(`/api/v1/mails?invoice_id=${id}`)).body.data
  assert.deepEqual([mail.status, mail.given_up, mail.attempts, mail.has_document], ['failed', true, 1, true])
  assert.match(mail.error, /no such user ninguem@cliente\.example/)
  const page = await agency.live.get(`/api/v1/mails/${mail.id}.html`)
  assert.match(
    String(page.headers['content-security-policy']),
    /default-src 'none';.*; sandbox allow-same-origin$/,
  )
  assert.match(page.text, /^<!doctype html>/)
  assert.equal((await app.live.get(`/api/v1/mails/${mail.id}.html`)).status, 404)
})

const piped = (report: string) => ({ input: Readable.from([report]) })

test('a bounced mail is marked, and its agency notified once, however often reported', async () => {
  const agency = await newAgency(app)
  const { id } = await newInvoice(agency.live, { status: 'sent' })
  await pay(agency, id)
  await gathered()
  const mails = async () => (await agency.live.get('/api/v1/mails')).body.data
  const [news, , sent] = await mails()
  const settings = { DATABASE_URL: serviceUrl(app.databaseUrl), SECRET_KEY }
  const report = (mailId: string) => embarque(['mails', 'bounce'], settings, piped(deliveryReport(mailId)))
  const said = (await Promise.all([report(sent.id), report(sent.id)])).map(
    ({ code, out }) => `${code} ${out}`,
  )
  assert.deepEqual(said.sort(), [
    '0 The mail is marked as not delivered.\n',
    '0 The mail was marked before.\n',
  ])
  // The command line uses real time, and the jobs it schedules are due then.
  const moment = wall.now()
  wall.set(new Date(Math.max(moment.getTime(), realClock.now().getTime())))
  const [notice, ...others] = await arrived()
  assert.deepEqual([notice?.subject, others.length], ['E-mail não entregue: ana@cliente.example', 0])
  assert.match(notice?.text ?? '', /"\[SIMULAÇÃO\] Sua fatura 2026-000001 de .*550 5\.1\.1 .*User unknown/s)
  const shown = (await mails()).find((mail: { id: string }) => mail.id === sent.id)
  assert.deepEqual([shown.status, shown.given_up, shown.sent_at], ['failed', true, sent.sent_at])
  assert.match(shown.error, /^550 5\.1\.1 ana cliente\. example Recipient address rejected/)
  assert.ok(shown.bounced_at >= shown.sent_at && sent.bounced_at === null)
  const [message] = (await agency.live.get(`/api/v1/messages?invoice_id=${id}`)).body.data.slice(-1)
  assert.deepEqual([message.mail_id, message.status], [sent.id, 'failed'])
  assert.match((await report(news.id)).out, /is marked/)
  assert.deepEqual(await arrived(), [], 'a bounce from the agency itself is not reported')
  assert.match((await report('mail_01k0000000000000000000000a')).out, /no such mail/)
  assert.match((await embarque(['mails', 'bounce'], settings, piped('Subject: oi\n\noi'))).out, /no report/)
  const late = deliveryReport(sent.id).replace('Your message', 'x'.repeat(64 * 1024))
  assert.match(
    (await embarque(['mails', 'bounce'], settings, piped(late))).out,
    /no report/,
    'it is too far down',
  )
  const away = { ...settings, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const { code, err } = await embarque(['mails', 'bounce'], away, piped(deliveryReport(sent.id)))
  assert.deepEqual([code, err.length > 5], [75, true], 'to be tried again')
  await agency.live.delete(
    `/api/v1/clients/${(await agency.live.get(`${INVOICES}/${id}`)).body.data.client_id}?erase=true`,
  )
  await worker.idle()
  const erased = (await mails()).find((mail: { id: string }) => mail.id === sent.id)
  assert.deepEqual([erased.to, erased.error, erased.bounced_at], ['', null, null])
  wall.set(moment)
})

/** The messages that clients of the sandbox would have got, with the day. */
async function reminders(agency: Agency): Promise<string[]> {
  await untilSettled(app, agency.id, 'test')
  const { rows } = await world.pool.query(
    `select kind || ' ' || (created_at at time zone 'America/Sao_Paulo')::text as line from messages
     where team_id = $1 and kind in ('reminder', 'overdue') order by id`,
    [agency.id],
  )
  return rows.map(({ line }) => line.slice(0, -3))
}

test('reminders on the selected days, across a leap day; none for paid invoices, none twice', async () => {
  const agency = await newAgency(app)
  await update(agency, { payment_reminders: { days_before: [3], days_after: [15, 7, 3, 3] } })
  const { days_after } = (await agency.live.get('/api/v1/team')).body.data.payment_reminders
  assert.deepEqual(days_after, [3, 7, 15])
  await agency.advance('P464D')
  const dates = { issue_date: '2028-02-20', due_date: '2028-02-29' }
  const { id: client_id } = await newClient(agency.test)
  await newInvoice(agency.test, { client_id, status: 'sent', ...dates })
  const paid = await newInvoice(agency.test, { client_id, status: 'sent', ...dates })
  await newInvoice(agency.test, { client_id, ...dates })
  const cancelled = await newInvoice(agency.test, { client_id, status: 'sent', ...dates })
  await agency.test.patch(`${INVOICES}/${cancelled.id}`, { status: 'cancelled' })
  await agency.advance('P5D')
  assert.deepEqual(await reminders(agency), ['reminder 2028-02-26 09:00', 'reminder 2028-02-26 09:00'])
  await agency.test.post(`/api/v1/test/charges/${paid.id}/pay`)
  await agency.advance('P60D')
  assert.deepEqual((await reminders(agency)).slice(2), [
    'overdue 2028-03-03 09:00',
    'overdue 2028-03-07 09:00',
    'overdue 2028-03-15 09:00',
  ])
  const { rows } = await world.pool.query(`select from jobs where type = 'remind-clients' and mode = 'test'`)
  assert.ok(rows.length <= 1)
})

test('of many open invoices none is skipped and none reminded twice, batch by batch', async () => {
  const agency = await newAgency(app)
  await update(agency, { payment_reminders: { days_before: [7], days_after: [3] } })
  const sentFor = async (due_date: string) =>
    newInvoice(agency.test, { status: 'sent', issue_date: '2026-11-01', due_date })
  const { id } = await sentFor('2026-11-14')
  await sentFor('2026-11-24')
  await world.pool.query(
    `insert into invoices
     select another.* from invoices as invoice, generate_series(1, 450) as n, jsonb_populate_record(invoice,
       jsonb_build_object('id', gen_random_uuid(), 'link_token', 'of many ' || n, 'number_sequence', 1000 + n,
         'due_date', '2026-11-20', 'charge_id', null)) as another
     where invoice.id = $1`,
    [id],
  )
  await agency.advance('P1D')
  assert.deepEqual(await reminders(agency), ['overdue 2026-11-17 09:00', 'reminder 2026-11-17 09:00'])
  await world.pool.query(
    `update invoices set status = 'cancelled', cancelled_at = now() where team_id = $1 and link_token like 'of many %'`,
    [agency.id],
  )
})

test('a recurring invoice that reminds by itself sends no second reminder before its due date', async () => {
  const agency = await newAgency(app)
  await update(agency, { payment_reminders: { days_before: [2], days_after: [1] } })
  const usual = { start_date: '2026-11-16', billing_day: 25, auto_send: true }
  await newRecurring(agency.test, { ...usual, notify_client_before_due: true, reminder_days_before_due: [2] })
  await agency.advance('P11D')
  assert.deepEqual(await reminders(agency), ['reminder 2026-11-23 09:00', 'overdue 2026-11-26 09:00'])
})
