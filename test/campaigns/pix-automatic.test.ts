// A live agency whose recurring invoices are debited by Pix Automático, at a bank with Banco Central's API: what payers do
// in their banks, with lost responses, repeated and reordered callbacks, and without any callback.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { newAgency } from '../support/agency.ts'
import type { Client } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { connectedBank, PROVIDERS, providerBody } from '../support/fakes/connected-bank.ts'
import type { FakeMandate } from '../support/fakes/fake-mandate-books.ts'
import { type FakePsp, startFakePsp } from '../support/fakes/fake-psp.ts'
import { INVOICES, newClient, read } from '../support/invoicing.ts'
import { debitedRecurring, liveMandate, MANDATES, MARIA } from '../support/mandates.ts'

const DAY_MS = 86_400_000
const ACCOUNT = { receiving_account: '12345678', receiving_branch: '0001' }
// 09:00 in São Paulo.
const wall = fixedClock(new Date('2026-11-16T12:00:00.000Z'))
const settings = { PUBLIC_URL: 'https://embarque.example.test' }
const { app } = await connectedBank({ wall, settings, bankTimeoutMs: 2_000 })
const { world } = app.service

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

interface Desk {
  client: Client
  psp: FakePsp
  /** Where the bank calls. */
  url: string
  methods: string[]
}

/** Each with a bank of its own. */
async function desk(t: { after(end: () => Promise<void>): void }, account: object = ACCOUNT): Promise<Desk> {
  const psp = await startFakePsp({ clock: wall, pixKey: crypto.randomUUID() })
  t.after(() => psp.close())
  const { live: client } = await newAgency(app)
  const answer = await client.post(PROVIDERS, providerBody(psp, account))
  assert.equal(answer.status, 201, answer.text)
  const { callback_url, methods } = answer.body.data
  await app.service.worker!.idle()
  return { client, psp, methods, url: `${app.url}${new URL(callback_url).pathname}` }
}

/** Day by day: what is due on one is done before the next begins. */
async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day++) {
    wall.advance(DAY_MS)
    world.jobsAdded()
    await app.service.worker!.idle()
  }
}

async function passed(ms: number): Promise<void> {
  wall.advance(ms)
  world.jobsAdded()
  await app.service.worker!.idle()
}

const today = () => Temporal.PlainDate.from(wall.now().toISOString().slice(0, 10))

interface Offered {
  mandate: Data
  /** As the bank has it. */
  rec: FakeMandate
}

/** Offered with an invoice that is due in four days. */
async function offered({ client, psp }: Desk, fields: object = {}): Promise<Offered> {
  const due = today().add({ days: 4 })
  const { id } = await debitedRecurring(client, {
    start_date: due.toString(),
    billing_day: due.day,
    ...fields,
  })
  const mandate = await liveMandate(client, id)
  return { mandate, rec: psp.books.mandates.only() }
}

const becomes = (client: Client, id: string, status: string) =>
  eventually(`${id} is ${status}`, async () => {
    const mandate = await read(client, `${MANDATES}/${id}`)
    return mandate.status === status ? mandate : false
  })

async function accepted(at: Desk, fields: object = {}): Promise<Offered> {
  const made = await offered(at, fields)
  at.psp.books.mandates.accept(made.rec.idRec)
  await at.psp.callBackMandate(at.url, made.rec.idRec)
  return { ...made, mandate: await becomes(at.client, made.mandate.id, 'active') }
}

/** The newest invoice, and its charge at the bank. */
async function debited({ client, psp }: Desk, { mandate }: Offered) {
  return eventually('a debit is scheduled', async () => {
    const { charges } = await read(client, `${MANDATES}/${mandate.id}`)
    const charge = [...psp.books.mandates.charges.values()].at(-1)
    return charge?.status === 'ATIVA' && charges[0]?.status === 'scheduled'
      ? { txid: charge.txid, invoiceId: String(charges[0].invoice_id) }
      : false
  })
}

const DAYS_TO_NEXT = 28

test('accepted with the first invoice, debited, refused and retried, cancelled by the client on the page', async (t) => {
  const at = await desk(t)
  const { client, psp, url } = at
  assert.deepEqual(at.methods, ['pix', 'pix_automatic'])
  const { mandate, rec } = await offered(at)
  const first = await read(client, `${INVOICES}/${mandate.first_invoice_id}`)
  const page = `${app.url}${new URL(first.payment_url).pathname}`
  const shown = await (await fetch(page)).text()
  assert.match(shown, /autoriza o débito das próximas faturas na sua conta: R\$\s150,00 por mês/)
  const payment = psp.books.mandates.accept(rec.idRec)
  // The mandate first, then its payment, each twice.
  for (let times = 0; times < 2; times++) {
    await psp.callBackMandate(url, rec.idRec)
    await psp.callBack(url, [rec.txid], { times: 2 })
  }
  await becomes(client, mandate.id, 'active')
  const paid = await eventually('paid', async () => {
    const invoice = await read(client, `${INVOICES}/${first.id}`)
    return invoice.payment_status === 'paid' ? invoice : false
  })
  assert.deepEqual(
    paid.payments.map(({ reference, method }: Data) => [reference, method]),
    [[payment.endToEndId, 'pix_automatic']],
  )

  await days(DAYS_TO_NEXT)
  const second = await debited(at, { mandate, rec })
  assert.match(await pageOf(client, second.invoiceId), /será debitada da sua conta em/)
  psp.books.mandates.debit(second.txid)
  assert.equal(await psp.callBackDebit(url, second.txid), 200)
  await becomesPaid(client, second.invoiceId)

  await days(30)
  const third = await debited(at, { mandate, rec })
  await days(6)
  psp.books.mandates.refuseDebit(third.txid)
  await psp.callBackDebit(url, third.txid)
  await psp.callBackDebit(url, third.txid)
  await eventually(
    'another attempt',
    () => psp.books.mandates.charges.get(third.txid)?.tentativas.length === 2,
  )
  await eventually('the page names the mandate', async () =>
    /nova tentativa em/.test(await pageOf(client, third.invoiceId)),
  )
  // A callback that brings nothing new leaves the debit as it is.
  const debitRow = async () => {
    await app.service.worker!.idle()
    const sql = 'select * from mandate_charges where invoice_id = $1'
    return (await world.pool.query(sql, [third.invoiceId])).rows
  }
  const stored = await debitRow()
  wall.advance(1_000)
  assert.equal(await psp.callBackDebit(url, third.txid), 200)
  assert.deepEqual(await debitRow(), stored)
  // The bank sends no callback about the second attempt.
  await days(3)
  psp.books.mandates.debit(third.txid)
  await days(2)
  await becomesPaid(client, third.invoiceId)
  const { charges } = await read(client, `${MANDATES}/${mandate.id}`)
  assert.deepEqual(
    charges.map(({ status }: Data) => status),
    ['paid', 'paid'],
  )

  const cancelled = await fetch(`${page}/mandate/cancel`, { method: 'POST', redirect: 'manual' })
  assert.equal(cancelled.status, 303)
  assert.match(await (await fetch(page)).text(), /Pix Automático encerrado/)
  await eventually(
    'cancelled at the bank',
    () => psp.books.mandates.mandates.get(rec.idRec)?.status === 'CANCELADA',
  )
  assert.equal((await read(client, `${MANDATES}/${mandate.id}`)).ended_by, 'client')
})

test("erasing a client ends the debits: the bank is notified, whatever the recurring invoice's state", async (t) => {
  const at = await desk(t)
  const { client, psp } = at
  const { mandate, rec } = await accepted(at)
  const erase = () => client.delete(`/api/v1/clients/${mandate.client_id}?erase=true`)
  const refused = await erase()
  assert.deepEqual([refused.status, refused.body.code], [409, 'client_has_open_business'])
  // A recurring invoice that ends by itself leaves the mandate, while its last invoice awaits the debit.
  const end_date = mandate.starts_on
  const recurring = `/api/v1/recurring-invoices/${mandate.recurring_invoice_id}`
  assert.equal((await client.patch(recurring, { end_date })).status, 200)
  await days(today().until(end_date, { largestUnit: 'day' }).days + 2)
  assert.equal((await read(client, recurring)).status, 'expired')
  assert.equal((await read(client, `${MANDATES}/${mandate.id}`)).status, 'active')
  const done = await erase()
  assert.equal(done.status, 200, done.text)
  const ended = await becomes(client, mandate.id, 'cancelled')
  assert.equal(ended.ended_by, 'agency')
  await eventually(
    'cancelled at the bank',
    () => psp.books.mandates.mandates.get(rec.idRec)?.status === 'CANCELADA',
  )
})

test('a recurring invoice that ends by itself ends its mandate at the bank, after pending debits', async (t) => {
  const at = await desk(t)
  const { client, psp } = at
  const { mandate, rec } = await accepted(at)
  const end_date = today().add({ days: 5 }).toString()
  const recurring = `/api/v1/recurring-invoices/${mandate.recurring_invoice_id}`
  assert.equal((await client.patch(recurring, { end_date })).status, 200)
  await days(7)
  const ended = await becomes(client, mandate.id, 'expired')
  assert.deepEqual([ended.ended_by, ended.ends_on], [null, null])
  await eventually(
    'cancelled at the bank',
    () => psp.books.mandates.mandates.get(rec.idRec)?.status === 'CANCELADA',
  )
})

async function pageOf(client: Client, invoiceId: string): Promise<string> {
  const { payment_url } = await read(client, `${INVOICES}/${invoiceId}`)
  return (await fetch(`${app.url}${new URL(payment_url).pathname}`)).text()
}

const becomesPaid = (client: Client, id: string) =>
  eventually('paid', async () => (await read(client, `${INVOICES}/${id}`)).payment_status === 'paid')

test('after any lost response there is one mandate and one charge', async (t) => {
  for (const lost of ['PUT /cob/', 'POST /locrec', 'POST /rec', 'GET /rec/']) {
    const at = await desk(t)
    at.psp.trouble(lost, 'reset', 'reset', 'half')
    const due = today().add({ days: 4 }).toString()
    const { id } = await debitedRecurring(at.client, { start_date: due, billing_day: Number(due.slice(8)) })
    await eventually(`offered after ${lost}`, async () => {
      await passed(60_000)
      const [mandate] = await read(at.client, `${MANDATES}?recurring_invoice_id=${id}`)
      if (mandate === undefined) return false
      const { charges } = await read(at.client, `${INVOICES}/${mandate.first_invoice_id}`)
      return charges.some(
        ({ method, instructions }: Data) => method === 'pix_automatic' && instructions !== null,
      )
    })
    assert.equal(at.psp.books.mandates.mandates.size, 1, lost)
  }
  const at = await desk(t)
  const made = await accepted(at)
  at.psp.trouble('PUT /cobr/', 'reset', 'hang', 'garbage', 503)
  await days(DAYS_TO_NEXT)
  // The bank is asked again after seconds, then minutes.
  for (let minute = 0; minute < 10; minute++) await passed(60_000)
  const { txid } = await debited(at, made)
  assert.deepEqual([...at.psp.books.mandates.charges.keys()], [txid])
})

test('cancelled by the payer between charge and due date: the invoice is paid like any other', async (t) => {
  const at = await desk(t)
  const { client, psp, url } = at
  const made = await accepted(at)
  await days(DAYS_TO_NEXT)
  const { invoiceId } = await debited(at, made)
  assert.equal((await read(client, `${INVOICES}/${invoiceId}`)).pix, null)
  psp.books.mandates.cancel(made.rec.idRec)
  await psp.callBackMandate(url, made.rec.idRec)
  const ended = await becomes(client, made.mandate.id, 'cancelled')
  assert.equal(ended.ended_by, 'payer')
  await eventually(
    'an ordinary code',
    async () => (await read(client, `${INVOICES}/${invoiceId}`)).pix !== null,
  )
  // The state that was reported before arrives again.
  await psp.callBackMandate(url, made.rec.idRec)
  await passed(60_000)
  const mails = await eventually('the agency is notified', async () => {
    const all = await read(client, '/api/v1/mails')
    return all.some(({ subject }: Data) => /Pix Automático encerrado|débito/i.test(subject)) ? all : false
  })
  assert.ok(mails.length > 0)
})

test('without callbacks the bank is read: acceptance, refusal, expiry, cancellation', async (t) => {
  const at = await desk(t)
  const { client, psp } = at
  const { mandate, rec } = await offered(at)
  psp.books.mandates.accept(rec.idRec)
  await passed(3_700_000)
  await becomes(client, mandate.id, 'active')
  psp.books.mandates.cancel(rec.idRec, 'PSP_PAGADOR', 'ACCL')
  await days(1)
  await passed(3_700_000)
  const ended = await becomes(client, mandate.id, 'cancelled')
  assert.equal(ended.ended_by, 'payer_bank')
  for (const [play, status] of [
    ['refuse', 'rejected'],
    ['expire', 'expired'],
  ] as const) {
    const other = await desk(t)
    const made = await offered(other)
    other.psp.books.mandates[play](made.rec.idRec)
    await passed(3_700_000)
    await becomes(other.client, made.mandate.id, status)
    const invoice = await read(other.client, `${INVOICES}/${made.mandate.first_invoice_id}`)
    assert.notEqual(invoice.pix, null)
    assert.deepEqual(
      invoice.charges.map(({ method }: Data) => method),
      ['pix'],
      'the code of the offer is withdrawn',
    )
  }
})

test('cancelled by the agency: the bank is asked until it confirms', async (t) => {
  const at = await desk(t)
  const { client, psp } = at
  const { mandate, rec } = await accepted(at)
  psp.trouble('PATCH /rec/', 503, 503)
  const { body } = await client.post(`${MANDATES}/${mandate.id}/cancel`, {})
  assert.deepEqual([body.data.status, body.data.ended_by], ['cancelled', 'agency'])
  await eventually('cancelled at the bank', async () => {
    await passed(60_000)
    return psp.books.mandates.mandates.get(rec.idRec)?.status === 'CANCELADA'
  })
})

test('an account without Pix Automático offers none', async (t) => {
  const at = await desk(t, {})
  assert.deepEqual(at.methods, ['pix'])
  const due = today().add({ days: 4 }).toString()
  const { id } = await debitedRecurring(at.client, { start_date: due, billing_day: Number(due.slice(8)) })
  await passed(60_000)
  assert.deepEqual(await read(at.client, `${MANDATES}?recurring_invoice_id=${id}`), [])
})

test('a bank reports mandates of its own team only', async (t) => {
  const [at, stranger] = [await desk(t), await desk(t)]
  const { mandate, rec } = await offered(at)
  stranger.psp.books.mandates.mandates.set(rec.idRec, { ...rec, status: 'CANCELADA' })
  assert.equal(await stranger.psp.callBackMandate(stranger.url, rec.idRec), 200)
  await passed(60_000)
  assert.equal((await read(at.client, `${MANDATES}/${mandate.id}`)).status, 'created')
  await newClient(at.client, MARIA)
})

test('disconnecting a bank ends its mandates', async (t) => {
  const at = await desk(t)
  const { mandate, rec } = await accepted(at)
  const [{ id }] = await read(at.client, PROVIDERS)
  await at.client.delete(`${PROVIDERS}/${id}`)
  await becomes(at.client, mandate.id, 'cancelled')
  await eventually(
    'cancelled at the bank',
    () => at.psp.books.mandates.mandates.get(rec.idRec)?.status === 'CANCELADA',
  )
})
