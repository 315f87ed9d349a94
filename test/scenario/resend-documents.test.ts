// An agency sends an itinerary, a quote, an invoice and a receipt once more, and sees what was sent when.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyOffer, BOOKINGS, booked, holdBody, instantBody } from '../support/bookings.ts'
import { eventually } from '../support/eventually.ts'
import { INVOICES, newClient, newInvoice, newQuote, QUOTES } from '../support/invoicing.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()
const api = app.test
const client = await newClient(api, {
  full_name: 'Rita Prado',
  email: 'rita@cliente.example',
  phone: '+5511987654321',
})

const mailsAbout = async (query: string) => (await api.get(`/api/v1/mails?${query}`)).body.data
const settled = (query: string, count: number) =>
  eventually(`${count} mails of ${query}`, async () => {
    const mails = await mailsAbout(query)
    return mails.length === count && mails
  })

test('an invoice is sent again by mail and message; if paid, as its receipt', async () => {
  const invoice = await newInvoice(api, { client_id: client.id, status: 'sent' })
  await settled(`invoice_id=${invoice.id}`, 1)
  const { status, body } = await api.post(`${INVOICES}/${invoice.id}/send`)
  assert.deepEqual([status, body.data.channel, body.data.to], [200, 'email', 'rita@cliente.example'])
  const [again] = await settled(`invoice_id=${invoice.id}`, 2)
  assert.deepEqual(
    [again.id, again.has_document, again.meant_for],
    [body.data.mail_id, true, 'rita@cliente.example'],
  )
  const phone = (await api.post(`${INVOICES}/${invoice.id}/send`, { channel: 'whatsapp' })).body.data
  assert.deepEqual([phone.channel, phone.to, phone.mail_id], ['whatsapp', '5511987654321', null])
  const byPhone = (await api.get(`/api/v1/messages?invoice_id=${invoice.id}`)).body.data
  assert.deepEqual(
    byPhone.slice(0, 2).map((one: { channel: string; kind: string }) => [one.channel, one.kind]),
    [
      ['whatsapp', 'sent'],
      ['email', 'sent'],
    ],
  )
  await api.post(`${INVOICES}/${invoice.id}/payments`, { amount: 150 })
  await api.post(`${INVOICES}/${invoice.id}/send`)
  const [receipt] = await mailsAbout(`invoice_id=${invoice.id}`)
  assert.match(receipt.subject, /pag/i)
})

test('a repeated Idempotency-Key sends once', async () => {
  const invoice = await newInvoice(api, { client_id: client.id, status: 'sent' })
  await settled(`invoice_id=${invoice.id}`, 1)
  const key = { 'idempotency-key': 'send-once' }
  const answers = [
    await api.post(`${INVOICES}/${invoice.id}/send`, {}, key),
    await api.post(`${INVOICES}/${invoice.id}/send`, {}, key),
  ]
  assert.equal(answers[0]!.body.data.mail_id, answers[1]!.body.data.mail_id)
  assert.equal((await mailsAbout(`invoice_id=${invoice.id}`)).length, 2)
})

test('a draft cannot be sent, nor anything to a client without an address', async () => {
  const draft = await newInvoice(api, { client_id: client.id })
  assert.equal((await api.post(`${INVOICES}/${draft.id}/send`)).body.code, 'invalid_status_transition')
  const quote = await newQuote(api, { client_id: client.id })
  assert.equal((await api.post(`${QUOTES}/${quote.id}/send`)).body.code, 'invalid_status_transition')
  const noPhone = await newInvoice(api, { status: 'sent' })
  const refused = await api.post(`${INVOICES}/${noPhone.id}/send`, { channel: 'whatsapp' })
  assert.deepEqual([refused.status, refused.body.details[0].field], [400, 'channel'])
})

test('a pending quote is sent again with its PDF', async () => {
  const quote = await newQuote(api, { client_id: client.id, status: 'sent' })
  await settled(`quote_id=${quote.id}`, 1)
  const { mail_id } = (await api.post(`${QUOTES}/${quote.id}/send`, { channel: 'email' })).body.data
  const [again] = await settled(`quote_id=${quote.id}`, 2)
  assert.deepEqual([again.id, again.has_document], [mail_id, true])
})

test('the itinerary of a hold and of issued tickets is sent again, with the receipt if there is one', async () => {
  const held = await booked(api, holdBody(await anyOffer(api), { client_id: client.id }))
  const sent = (await api.post(`${BOOKINGS}/${held.id}/send`)).body.data
  const all = await settled(`booking_id=${held.id}`, 3)
  const hold = all.find((one: { id: string }) => one.id === sent.mail_id)
  assert.deepEqual([hold.meant_for, hold.has_receipt], ['rita@cliente.example', false])
  const issued = await booked(api, instantBody(await anyOffer(api), { client_id: client.id }))
  await eventually(
    'it is issued',
    async () => (await api.get(`${BOOKINGS}/${issued.id}`)).body.status === 'ticketed',
  )
  const { mail_id } = (await api.post(`${BOOKINGS}/${issued.id}/send`)).body.data
  const mail = (await api.get(`/api/v1/mails/${mail_id}`)).body.data
  assert.equal(mail.has_receipt, true)
  await api.delete(`${BOOKINGS}/${held.id}`)
  assert.equal((await api.post(`${BOOKINGS}/${held.id}/send`)).body.code, 'booking_already_cancelled')
})
