// Every writing route takes an Idempotency-Key: done once, answered twice with the same bytes.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { BOOKINGS, booked, holdBody, instantBody, paymentOf, zzOffer } from '../support/bookings.ts'
import { eventually } from '../support/eventually.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import {
  INVOICES,
  ITEM,
  invoiceBody,
  newClient,
  newInvoice,
  newQuote,
  newRecurring,
  QUOTES,
  RECURRING,
} from '../support/invoicing.ts'
import { daysAfter, oneWay, SEARCH } from '../support/searches.ts'
import { startApp } from '../support/start-app.ts'
import { newRecharge, pix, RECHARGE } from '../support/wallet.ts'

const app = await startApp()
const receiver = await startReceiver()
after(() => receiver.close())

const HOOKS = '/api/v1/webhooks'
let paths = 0
const newWebhook = async () => {
  const body = { url: `${receiver.url}/${++paths}`, events: ['wallet.credit'] }
  return (await app.test.post(HOOKS, body)).body.data.id as string
}

const CLIENT = { client_type: 'individual', full_name: 'Ana', email: 'ana@example.com' }

const newOffer = () => zzOffer(app.test, { date: daysAfter(app.service.world.wall.now(), 30) })

interface Call {
  method: string
  path: string
  body?: unknown
}

/** How each route is called so that it does its work. */
const CALLS: Record<string, () => Promise<Call>> = {
  'post /api/v1/api-keys': async () => ({ method: 'POST', path: '/api/v1/api-keys', body: { name: 'x' } }),
  'delete /api/v1/api-keys/{id}': async () => {
    const { id } = (await app.test.post('/api/v1/api-keys', { name: 'x' })).body.data
    return { method: 'DELETE', path: `/api/v1/api-keys/${id}` }
  },
  'post /api/v1/webhooks': async () => ({
    method: 'POST',
    path: HOOKS,
    body: { url: `${receiver.url}/${++paths}`, events: ['*'] },
  }),
  'put /api/v1/webhooks/{id}': async () => ({
    method: 'PUT',
    path: `${HOOKS}/${await newWebhook()}`,
    body: { active: false },
  }),
  'delete /api/v1/webhooks/{id}': async () => ({ method: 'DELETE', path: `${HOOKS}/${await newWebhook()}` }),
  'post /api/v1/webhooks/{id}/test': async () => ({
    method: 'POST',
    path: `${HOOKS}/${await newWebhook()}/test`,
  }),
  'post /api/v1/webhooks/{id}/rotate-secret': async () => ({
    method: 'POST',
    path: `${HOOKS}/${await newWebhook()}/rotate-secret`,
  }),
  'post /api/v1/webhooks/{id}/replay': async () => ({
    method: 'POST',
    path: `${HOOKS}/${await newWebhook()}/replay`,
    body: { from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' },
  }),
  'post /api/v1/webhooks/{id}/deliveries/{delivery_id}/replay': async () => {
    const id = await newWebhook()
    await app.test.post('/api/v1/test/events', { type: 'wallet.credit' })
    const [delivery] = await eventually('there is a delivery', async () => {
      const { data } = (await app.test.get(`${HOOKS}/${id}/deliveries?status=delivered`)).body
      return data.length > 0 && data
    })
    return { method: 'POST', path: `${HOOKS}/${id}/deliveries/${delivery.id}/replay` }
  },
  'post /api/v1/flights/search': async () => ({
    method: 'POST',
    path: SEARCH,
    body: oneWay('GRU', 'SDU', daysAfter(app.service.world.wall.now(), 20), { limit: 3 }),
  }),
  'post /api/v1/clients': async () => ({ method: 'POST', path: '/api/v1/clients', body: CLIENT }),
  'patch /api/v1/clients/{id}': async () => ({
    method: 'PATCH',
    path: `/api/v1/clients/${(await newClient(app.test)).id}`,
    body: { notes: 'x' },
  }),
  'delete /api/v1/clients/{id}': async () => ({
    method: 'DELETE',
    path: `/api/v1/clients/${(await newClient(app.test)).id}`,
  }),
  'post /api/v1/wallet/recharge': async () => ({ method: 'POST', path: RECHARGE, body: pix('100.00') }),
  'delete /api/v1/wallet/recharge/{id}': async () => ({
    method: 'DELETE',
    path: `${RECHARGE}/${(await newRecharge(app.test)).id}`,
  }),
  'post /api/v1/test/charges/{id}/pay': async () => ({
    method: 'POST',
    path: `/api/v1/test/charges/${(await newRecharge(app.test)).id}/pay`,
  }),
  'post /api/v1/payment-providers': async () => ({
    method: 'POST',
    path: '/api/v1/payment-providers',
    body: { provider: 'simulated' },
  }),
  'delete /api/v1/payment-providers/{id}': async () => {
    const { id } = (await app.test.post('/api/v1/payment-providers', { provider: 'simulated' })).body.data
    return { method: 'DELETE', path: `/api/v1/payment-providers/${id}` }
  },
  'post /api/v1/invoices': async () => ({
    method: 'POST',
    path: INVOICES,
    body: await invoiceBody(app.test, { status: 'sent' }),
  }),
  'patch /api/v1/invoices/{id}': async () => ({
    method: 'PATCH',
    path: `${INVOICES}/${(await newInvoice(app.test)).id}`,
    body: { status: 'sent', amount_paid: 10 },
  }),
  'delete /api/v1/invoices/{id}': async () => ({
    method: 'DELETE',
    path: `${INVOICES}/${(await newInvoice(app.test)).id}`,
  }),
  'post /api/v1/invoices/{id}/payments': async () => ({
    method: 'POST',
    path: `${INVOICES}/${(await newInvoice(app.test)).id}/payments`,
    body: { amount: 10 },
  }),
  'post /api/v1/quotes': async () => ({
    method: 'POST',
    path: QUOTES,
    body: { client_id: (await newClient(app.test)).id, issue_date: '2026-11-10', items: [ITEM] },
  }),
  'patch /api/v1/quotes/{id}': async () => ({
    method: 'PATCH',
    path: `${QUOTES}/${(await newQuote(app.test)).id}`,
    body: { status: 'accepted' },
  }),
  'delete /api/v1/quotes/{id}': async () => ({
    method: 'DELETE',
    path: `${QUOTES}/${(await newQuote(app.test)).id}`,
  }),
  'post /api/v1/quotes/{id}/invoice': async () => ({
    method: 'POST',
    path: `${QUOTES}/${(await newQuote(app.test, { status: 'accepted' })).id}/invoice`,
  }),
  'post /api/v1/recurring-invoices': async () => ({
    method: 'POST',
    path: RECURRING,
    body: {
      client_id: (await newClient(app.test)).id,
      name: 'x',
      frequency: 'monthly',
      billing_day: 10,
      start_date: '2026-01-01',
      items: [ITEM],
    },
  }),
  'patch /api/v1/recurring-invoices/{id}': async () => ({
    method: 'PATCH',
    path: `${RECURRING}/${(await newRecurring(app.test)).id}`,
    body: { status: 'paused' },
  }),
  'delete /api/v1/recurring-invoices/{id}': async () => ({
    method: 'DELETE',
    path: `${RECURRING}/${(await newRecurring(app.test)).id}`,
  }),
  'post /api/v1/bookings': async () => ({
    method: 'POST',
    path: BOOKINGS,
    body: instantBody(await newOffer()),
  }),
  'put /api/v1/bookings/{id}/confirm': async () => {
    const offer = await newOffer()
    const { id } = await booked(app.test, holdBody(offer))
    return { method: 'PUT', path: `${BOOKINGS}/${id}/confirm`, body: { payment: paymentOf(offer) } }
  },
  'delete /api/v1/bookings/{id}': async () => {
    const { id } = await booked(app.test, instantBody(await newOffer()))
    return { method: 'DELETE', path: `${BOOKINGS}/${id}` }
  },
  'post /api/v1/test/events': async () => ({
    method: 'POST',
    path: '/api/v1/test/events',
    body: { type: 'wallet.debit' },
  }),
  'post /api/v1/test/clock/advance': async () => ({
    method: 'POST',
    path: '/api/v1/test/clock/advance',
    body: { by: 'PT1S' },
  }),
}

test('the table above has every writing route', async () => {
  const { paths: described } = (await app.anybody.get('/openapi.json')).body
  const writing = Object.entries<object>(described).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'get')
      .map((method) => `${method} ${path}`),
  )
  assert.deepEqual(writing.sort(), Object.keys(CALLS).sort())
})

for (const [route, makeCall] of Object.entries(CALLS)) {
  test(`${route}: the same request with the same key is answered with the same bytes`, async () => {
    const { method, path, body } = await makeCall()
    const headers = { 'idempotency-key': route.replaceAll(' ', '-'), 'content-type': 'application/json' }
    const send = () =>
      app.test.raw(method, path, body === undefined ? undefined : JSON.stringify(body), headers)
    const first = await send()
    assert.ok(first.status === 200 || first.status === 201, first.text)
    assert.equal(first.headers['idempotent-replayed'], undefined)
    const second = await send()
    assert.deepEqual([second.status, second.text], [first.status, first.text])
    assert.equal(second.headers['idempotent-replayed'], 'true')
  })
}
