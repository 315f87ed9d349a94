// The contract's recharges: endpoints, errors in their order, states, events and limits, row by row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client, Reply } from '../../../test/support/client.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { boleto, fill, newRecharge, payCharge, pix, RECHARGE } from '../../../test/support/wallet.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

// A Tuesday; Friday the 20th is a bank holiday.
const wall = fixedClock(new Date('2026-11-17T15:00:00.000Z'))
const app = await startApp({ wall })

function assertError(response: Reply, status: number, error: string, field?: string): void {
  assert.deepEqual([response.status, response.body.error], [status, error], response.text)
  if (field !== undefined) assert.equal(response.body.details[0].field, field)
}

const read = async (id: string, client = app.live) => (await client.get(`${RECHARGE}/${id}`)).body.data
const balance = async (client = app.live) => (await client.get('/api/v1/wallet/balance')).body.data.balance

async function lastSequence(client: Client): Promise<number> {
  return (await client.get('/api/v1/events?limit=1')).body.data[0]?.sequence ?? 0
}
async function eventsSince(client: Client, sequence: number) {
  return (await client.get(`/api/v1/events?after_sequence=${sequence}`)).body.data
}
const typesOf = (events: { type: string }[]) => events.map((event) => event.type)

test('POST creates a recharge by Pix: pending, with payment instructions, valid for 30 minutes', async () => {
  const before = await lastSequence(app.live)
  const { status, body } = await app.live.post(RECHARGE, pix('250.00'))
  assert.equal(status, 201)
  assert.equal(body.success, true)
  const { id, payment, ...rest } = body.data
  assert.match(id, /^rch_[0-9a-z]{26}$/)
  assert.deepEqual(rest, {
    amount: '250.00',
    currency: 'BRL',
    status: 'pending',
    payment_method: 'pix',
    simulated: true,
    created_at: '2026-11-17T15:00:00.000Z',
    updated_at: '2026-11-17T15:00:00.000Z',
    metadata: {},
    external_reference: null,
  })
  assert.deepEqual(Object.keys(payment).sort(), ['expires_at', 'pix_copy_paste', 'pix_qrcode_url'])
  assert.equal(payment.expires_at, '2026-11-17T15:30:00.000Z')
  assert.match(payment.pix_copy_paste, /^000201.*br\.gov\.bcb\.pix.*5406250\.00.*6304[0-9A-F]{4}$/)
  assert.ok(payment.pix_qrcode_url.startsWith(`${app.url}/pay/`))
  const events = await eventsSince(app.live, before)
  assert.deepEqual(typesOf(events), ['wallet.recharge.pending'])
  assert.deepEqual(events[0].data.object, body.data)
  assert.equal(await balance(), '0.00', 'asking is not paying')
})

test('POST creates a recharge by boleto: barcode, page and PDF, valid for three business days', async () => {
  const { status, body } = await app.live.post(RECHARGE, boleto('300.00'))
  assert.equal(status, 201)
  const { payment } = body.data
  assert.deepEqual(Object.keys(payment).sort(), [
    'boleto_barcode',
    'boleto_digitable_line',
    'boleto_pdf_url',
    'boleto_url',
    'expires_at',
  ])
  // Wednesday 18, Thursday 19, (Friday is a holiday) Monday 23: the last millisecond of it in São Paulo.
  assert.equal(payment.expires_at, '2026-11-24T02:59:59.999Z')
  assert.match(payment.boleto_barcode, /^9999\d{40}$/)
  assert.match(payment.boleto_digitable_line, /^9999\d{43}$/)
  assert.equal(payment.boleto_barcode.slice(9, 19), '0000030000')
  assert.equal(body.data.payment_method, 'boleto')
})

test('a payment completes it: credit, transaction and two events, all at once', async () => {
  const { id } = await newRecharge(app.live, '400.00')
  const before = await lastSequence(app.live)
  wall.advance(60_000)
  const paid = await payCharge(app.live, id)
  assert.equal(paid.status, 200)
  const recharge = await read(id)
  assert.deepEqual(paid.body.data, recharge)
  const { transaction_id, ...rest } = recharge
  assert.deepEqual(rest, {
    id,
    amount: '400.00',
    currency: 'BRL',
    status: 'completed',
    payment_method: 'pix',
    paid_at: '2026-11-17T15:01:00.000Z',
    paid_amount: '400.00',
    created_at: '2026-11-17T15:00:00.000Z',
    updated_at: '2026-11-17T15:01:00.000Z',
    metadata: {},
    external_reference: null,
  })
  assert.equal(await balance(), '400.00')
  const [line] = (await app.live.get('/api/v1/wallet/transactions')).body.data.transactions
  assert.deepEqual(
    [line.id, line.type, line.amount, line.reference_type, line.reference_id, line.payment_method],
    [transaction_id, 'credit', '400.00', 'recharge', id, 'pix'],
  )
  const events = await eventsSince(app.live, before)
  assert.deepEqual(typesOf(events), ['wallet.recharge.completed', 'wallet.credit'])
  assert.deepEqual(events[0].data.object, recharge)
  const { display_description, ...stored } = line
  assert.equal(display_description, 'Recarga da carteira por Pix')
  assert.deepEqual(events[1].data.object, { ...stored, balance: '400.00' })
})

test('a boleto is credited too, with its own description', async () => {
  const { id } = await newRecharge(app.live, '150.00', 'boleto')
  const { transaction_id } = (await payCharge(app.live, id)).body.data
  const [line] = (await app.live.get('/api/v1/wallet/transactions')).body.data.transactions
  assert.deepEqual(
    [line.id, line.payment_method, line.description],
    [transaction_id, 'boleto', 'Wallet recharge by boleto'],
  )
})

test('a paid recharge is paid once: 409 Recharge not pending, no second credit', async () => {
  const { id } = await fill(app.live, '100.00')
  const before = await balance()
  assertError(await payCharge(app.live, id), 409, 'Recharge not pending')
  assert.equal(await balance(), before)
})

test('the amount paid is credited, even if it differs from the amount requested', async () => {
  const { id } = await newRecharge(app.live, '200.00')
  const before = Number(await balance())
  const { data } = (await payCharge(app.live, id, { amount: '199.99' })).body
  assert.deepEqual([data.amount, data.paid_amount, data.status], ['200.00', '199.99', 'completed'])
  assert.equal(Number(await balance()), Math.round((before + 199.99) * 100) / 100)
  for (const amount of ['0', '0.00', '-1', 'x', '1.234'])
    assertError(await payCharge(app.live, id, { amount }), 400, 'Invalid request parameters', 'amount')
})

test('errors come in order: shape, method, currency, minimum, maximum, daily limit', async () => {
  const wrong: [object, number, string, string?][] = [
    [{}, 400, 'Invalid request parameters', 'amount'],
    [{ amount: '500.00' }, 400, 'Invalid request parameters', 'currency'],
    [{ amount: '500.00', currency: 'BRL' }, 400, 'Invalid request parameters', 'payment_method'],
    [{ ...pix('500.00'), amount: 500 }, 400, 'Invalid request parameters', 'amount'],
    [{ ...pix('x'), payment_method: 'card' }, 400, 'Invalid request parameters', 'amount'],
    [{ ...pix('+500.00') }, 400, 'Invalid request parameters', 'amount'],
    [{ ...pix('--500.00') }, 400, 'Invalid request parameters', 'amount'],
    [{ ...pix(''), payment_method: 'card' }, 400, 'Invalid request parameters', 'amount'],
    [{ ...pix('500.001') }, 400, 'Invalid request parameters', 'amount'],
    [{ ...pix('1e3') }, 400, 'Invalid request parameters', 'amount'],
    [{ ...pix('500,00') }, 400, 'Invalid request parameters', 'amount'],
    [
      { amount: '1', currency: 'USD', payment_method: 'card' },
      400,
      'Invalid payment method',
      'payment_method',
    ],
    [{ ...pix('500.00'), payment_method: '' }, 400, 'Invalid payment method', 'payment_method'],
    [{ ...pix('500.00'), payment_method: 'PIX' }, 400, 'Invalid payment method', 'payment_method'],
    [{ amount: '1', currency: 'USD', payment_method: 'pix' }, 400, 'Invalid request parameters', 'currency'],
    [{ ...pix('500.00'), currency: 'brl' }, 400, 'Invalid request parameters', 'currency'],
    [pix('99.99'), 400, 'Minimum amount is R$ 100.00', 'amount'],
    ...['0', '-0', '-0.00', '-0.01', '-500.00', '-50000.01', '-9999999999999999.99'].map(
      (amount): [object, number, string, string] => [
        pix(amount),
        400,
        'Minimum amount is R$ 100.00',
        'amount',
      ],
    ),
    [{ ...pix('-500.00'), payment_method: 'card' }, 400, 'Invalid payment method', 'payment_method'],
    [{ ...pix('-500.00'), currency: 'USD' }, 400, 'Invalid request parameters', 'currency'],
    [pix('50000.01'), 400, 'Maximum amount is R$ 50000.00', 'amount'],
    [pix('99999999999999999.99'), 400, 'Maximum amount is R$ 50000.00', 'amount'],
  ]
  for (const [body, status, error, field] of wrong)
    assertError(await app.live.post(RECHARGE, body), status, error, field)
})

test('the limits themselves are allowed: 100.00 and 50000.00, with or without decimals', async () => {
  wall.set(new Date('2026-11-25T15:00:00.000Z'))
  assert.equal((await newRecharge(app.live, '100')).amount, '100.00')
  assert.equal((await newRecharge(app.live, '50000')).amount, '50000.00')
})

test('recharges of a day are limited to 100000.00: pending and completed count, others do not', async () => {
  wall.set(new Date('2026-11-26T15:00:00.000Z'))
  const first = await newRecharge(app.live, '50000.00')
  await fill(app.live, '49900.00')
  await newRecharge(app.live, '100.00')
  assertError(await app.live.post(RECHARGE, pix('100.00')), 422, 'Daily limit exceeded')
  await app.live.delete(`${RECHARGE}/${first.id}`)
  await newRecharge(app.live, '50000.00')
  assertError(await app.live.post(RECHARGE, boleto('100.00')), 422, 'Daily limit exceeded')
})

test("the day of the limit is in the team's time zone", async () => {
  wall.set(new Date('2026-12-01T02:59:59.000Z'))
  await newRecharge(app.live, '50000.00')
  await newRecharge(app.live, '50000.00')
  assertError(await app.live.post(RECHARGE, pix('100.00')), 422, 'Daily limit exceeded')
  wall.set(new Date('2026-12-01T03:00:00.000Z'))
  await newRecharge(app.live, '100.00')
})

test('simultaneous recharges cannot exceed the daily limit', async () => {
  wall.set(new Date('2026-12-03T15:00:00.000Z'))
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => app.live.post(RECHARGE, pix('30000.00'))),
  )
  assert.deepEqual(responses.map((response) => response.status).sort(), [
    201,
    201,
    201,
    ...Array(9).fill(422),
  ])
})

test('an unpaid recharge expires at its deadline, with its event; a later payment is still credited', async () => {
  const { id, payment } = await newRecharge(app.test, '120.00')
  const before = await lastSequence(app.test)
  await app.advance('PT29M59S')
  assert.equal((await read(id, app.test)).status, 'pending')
  await app.advance('PT1S')
  const expired = await read(id, app.test)
  assert.equal(expired.status, 'expired')
  assert.equal('payment' in expired, false, 'there is nothing to pay any more')
  const [event] = await eventsSince(app.test, before)
  assert.equal(event.type, 'wallet.recharge.expired')
  assert.deepEqual(event.data.object, expired)
  assert.equal(event.created_at, payment.expires_at, 'at its own moment')
  const late = await payCharge(app.test, id)
  assert.deepEqual([late.status, late.body.data.status], [200, 'completed'])
  assert.deepEqual(typesOf(await eventsSince(app.test, event.sequence)), [
    'wallet.recharge.completed',
    'wallet.credit',
  ])
})

test('an unattended live recharge expires in real time', async () => {
  wall.set(new Date('2026-12-04T15:00:00.000Z'))
  const { id } = await newRecharge(app.live, '100.00')
  wall.advance(30 * 60_000)
  await eventually('the recharge expires', async () => (await read(id)).status === 'expired')
})

test('a boleto expires at the end of its last day', async () => {
  const { id, payment } = await newRecharge(app.test, '120.00', 'boleto')
  const { now } = (await app.test.get('/api/v1/test/clock')).body.data
  const seconds = Math.floor((Date.parse(payment.expires_at) - Date.parse(now)) / 1000)
  await app.advance(`PT${seconds - 60}S`)
  assert.equal((await read(id, app.test)).status, 'pending')
  await app.advance('PT2M')
  assert.equal((await read(id, app.test)).status, 'expired')
})

test('DELETE cancels only a pending one; a payment on its way is still credited', async () => {
  const { id } = await newRecharge(app.live, '130.00')
  const cancelled = await app.live.delete(`${RECHARGE}/${id}`)
  assert.equal(cancelled.status, 200)
  assert.deepEqual([cancelled.body.data.id, cancelled.body.data.status], [id, 'cancelled'])
  assertError(await app.live.delete(`${RECHARGE}/${id}`), 409, 'Recharge not pending')
  const before = Number(await balance())
  assert.equal((await payCharge(app.live, id)).body.data.status, 'completed')
  assert.equal(Number(await balance()), before + 130)
  assertError(await app.live.delete(`${RECHARGE}/${id}`), 409, 'Recharge not pending')
})

test('a read of a pending recharge has its payment instructions', async () => {
  const made = await newRecharge(app.live, '140.00')
  assert.deepEqual(await read(made.id), made)
  assert.deepEqual((await app.live.get('/api/v1/wallet/recharges?limit=1')).body.data, [made])
  // No app can pay it: in test mode everybody knows, and with a live key it is said.
  assert.equal(made.simulated, true)
  assert.equal('simulated' in (await newRecharge(app.test, '140.00')), false)
})

test('an unknown recharge, or one of another team or mode: 404 Recharge not found', async () => {
  const { id } = await newRecharge(app.live, '100.00')
  for (const wrong of ['rch_x', `rch_${'0'.repeat(26)}`, id.replace('rch', 'ord')]) {
    assertError(await app.live.get(`${RECHARGE}/${wrong}`), 404, 'Recharge not found')
    assertError(await app.live.delete(`${RECHARGE}/${wrong}`), 404, 'Recharge not found')
    assertError(await payCharge(app.live, wrong), 404, 'Charge not found')
  }
  assertError(await app.test.get(`${RECHARGE}/${id}`), 404, 'Recharge not found')
  assertError(await app.test.delete(`${RECHARGE}/${id}`), 404, 'Recharge not found')
  assertError(await payCharge(app.test, id), 404, 'Charge not found')
})

test('the list is newest first, by status, in pages', async () => {
  const { data, pagination } = (await app.live.get('/api/v1/wallet/recharges?limit=3')).body
  assert.equal(data.length, 3)
  assert.ok(pagination.total > 10)
  assert.ok(data[0].id > data[1].id && data[1].id > data[2].id)
  const cancelled = (await app.live.get('/api/v1/wallet/recharges?status=cancelled')).body
  assert.ok(cancelled.data.length > 0)
  assert.ok(cancelled.data.every((recharge: { status: string }) => recharge.status === 'cancelled'))
  assert.equal(cancelled.pagination.total, cancelled.data.length)
  assertError(
    await app.live.get('/api/v1/wallet/recharges?status=unpaid'),
    400,
    'Invalid request parameters',
    'status',
  )
})

test('_meta of a test recharge has the call that pays it, and that call pays it', async () => {
  const { body } = await app.test.post(RECHARGE, pix('100.00'))
  assert.equal(body._meta.test_mode, true)
  const path = /POST (\/api\/v1\/test\/charges\/rch_[0-9a-z]+\/pay)/.exec(body._meta.message)?.[1]
  assert.equal((await app.test.post(path!)).body.data.status, 'completed')
  const live = await app.live.post(RECHARGE, pix('100.00'))
  assert.equal('_meta' in live.body, false)
})

test('with an Idempotency-Key one recharge is created; the replay has the same bytes', async () => {
  const headers = { 'idempotency-key': 'recharge-1' }
  const first = await app.test.post(RECHARGE, pix('111.00'), headers)
  const again = await app.test.post(RECHARGE, pix('111.00'), headers)
  assert.equal(again.text, first.text)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.match(first.body._meta.message, /test\/charges\/rch_/)
  assertError(await app.test.post(RECHARGE, pix('112.00'), headers), 422, 'Idempotency key reused')
})

test('boleto validity: weekends and bank holidays do not count, days begin in São Paulo', async () => {
  const until = async (at: string) => {
    wall.set(new Date(at))
    return (await newRecharge(app.live, '100.00', 'boleto')).payment.expires_at
  }
  const cases: [string, string][] = [
    ['2026-11-13T15:00:00Z', '2026-11-19T02:59:59.999Z'], // Friday: Monday, Tuesday, Wednesday
    ['2026-11-14T15:00:00Z', '2026-11-19T02:59:59.999Z'], // Saturday: the same
    ['2026-11-18T02:00:00Z', '2026-11-24T02:59:59.999Z'], // still Tuesday the 17th in São Paulo
    ['2026-12-23T15:00:00Z', '2026-12-30T02:59:59.999Z'], // Christmas
    ['2027-02-05T15:00:00Z', '2027-02-13T02:59:59.999Z'], // Carnaval: Wednesday, Thursday, Friday
  ]
  for (const [at, expected] of cases) assert.equal(await until(at), expected, at)
})

test('the sandbox can fail a recharge; a later payment is still credited', async () => {
  const fails = (id: string, client = app.test) => client.post(`/api/v1/test/charges/${id}/fail`)
  const { id } = await newRecharge(app.test, '300.00')
  const failed = await fails(id)
  assert.deepEqual([failed.status, failed.body.data.status], [200, 'failed'], failed.text)
  assert.equal(failed.body.data.payment, undefined)
  assert.deepEqual(await read(id, app.test), failed.body.data)
  assertError(await fails(id), 409, 'Recharge not pending')
  assertError(await app.test.delete(`${RECHARGE}/${id}`), 409, 'Recharge not pending')
  assert.equal((await payCharge(app.test, id)).body.data.status, 'completed')
  const slip = await newRecharge(app.live, '300.00', 'boleto')
  assert.equal((await fails(slip.id, app.live)).body.data.status, 'failed')
  for (const other of [slip.id, 'rch_none', 'x']) assert.equal((await fails(other)).status, 404, other)
  const paid = await fill(app.test, '100.00')
  assertError(await fails(paid.id), 409, 'Recharge not pending')
})

test('simultaneous returns of one payment never exceed it', async () => {
  const { id } = await newRecharge(app.test, '1000.00')
  await payCharge(app.test, id)
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => app.test.post(`/api/v1/test/charges/${id}/return`, { amount: '400.00' })),
  )
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 200, 400, 400, 400, 400])
})
