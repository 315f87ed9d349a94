// Changes by airlines through Duffel: flights before and after, accepted once even if the response is lost,
// and only signed webhooks are trusted.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { orderIn, startCustomer, stored } from '../../../../test/support/fakes/duffel-customer.ts'
import { errorResponse, FAKE_NOW } from '../../../../test/support/fakes/fake-duffel.ts'
import {
  acceptChange,
  cancelByAirline,
  changeSchedule,
} from '../../../../test/support/fakes/fake-duffel-changes.ts'
import type { SupplierOrder } from '../port.ts'
import { orderDataOf } from './account.ts'
import { makeHear } from './changes.ts'

const customer = await startCustomer()
after(() => customer.close())

const { fake, duffel } = customer
const atDuffel = (order: SupplierOrder) =>
  fake.desk.orders.get(orderDataOf(order).id) ?? assert.fail('no such order')

async function readAgain(order: SupplierOrder): Promise<SupplierOrder> {
  const found = await duffel.read(customer.call(), stored(order))
  return found.outcome === 'none' ? assert.fail('no order') : orderIn(found)
}

const accept = (order: SupplierOrder, key: string) => duffel.acceptChange(customer.call(), stored(order), key)

test('a change has its flights before and after, and the action awaited by the airline', async () => {
  const order = await customer.ordered('instant')
  assert.deepEqual(order.changes, [])
  const key = changeSchedule(atDuffel(order), 95, {
    at: FAKE_NOW,
    actions: ['update', 'cancel', 'accept', 'change'],
  })
  const { changes, slices } = await readAgain(order)
  const flight = (departing_at: string, arriving_at: string) => ({
    origin: { iata_code: 'GRU', name: 'Guarulhos International Airport', terminal: '3' },
    destination: { iata_code: 'LIS', name: 'Humberto Delgado Airport', terminal: 'B' },
    departing_at,
    arriving_at,
    marketing_carrier: { iata_code: 'ZZ', name: 'Duffel Airways' },
    marketing_carrier_flight_number: '0815',
  })
  assert.deepEqual(changes, [
    {
      key,
      at: FAKE_NOW,
      before: [flight('2027-03-10T10:15:00', '2027-03-10T16:55:00')],
      after: [flight('2027-03-10T11:50:00', '2027-03-10T18:30:00')],
      actions: ['accept', 'cancel'],
      response: null,
      respondedAt: null,
    },
  ])
  assert.equal(slices[0].segments[0].departing_at, '2027-03-10T11:50:00')
})

test('an unreadable change is omitted, and the order is still read', async () => {
  const order = await customer.ordered('instant')
  const made = atDuffel(order)
  changeSchedule(made, 30, { at: FAKE_NOW })
  changeSchedule(made, 30, { at: FAKE_NOW })
  Object.assign(made.airline_initiated_changes[0] ?? {}, { id: null })
  Object.assign(made.airline_initiated_changes[1] ?? {}, { added: null, action_taken: 'something new' })
  const [change, ...others] = (await readAgain(order)).changes
  assert.deepEqual([change?.after, change?.before.length, change?.response, others], [[], 1, null, []])
})

test('accepted once: a repetition, also after a lost response, is confirmed', async () => {
  const order = await customer.ordered('instant')
  const key = changeSchedule(atDuffel(order), 95, { at: FAKE_NOW, actions: ['accept', 'cancel'] })
  fake.upset('accept', { does: 'work', answers: 'reset' })
  assert.equal((await accept(order, key)).outcome, 'unknown')
  for (let count = 0; count < 2; count++) assert.deepEqual(await accept(order, key), { outcome: 'confirmed' })
  const [change] = (await readAgain(order)).changes
  assert.deepEqual([change?.response, change?.respondedAt, change?.actions], ['accepted', FAKE_NOW, []])
})

test('a failed acceptance: refused, unavailable, unreadable, or unknown', async () => {
  const order = await customer.ordered('instant')
  const key = changeSchedule(atDuffel(order), 95, { at: FAKE_NOW })
  const refused = await accept(order, key)
  assert.ok(refused.outcome === 'rejected')
  assert.match(refused.rejection.message, /airline initiated change not actionable/)
  assert.equal((await accept(order, 'aic_unknown')).outcome, 'rejected')
  const troubles = [
    { status: 200, body: '{' },
    { status: 500, body: 'oops' },
    errorResponse(429, 'rate_limit_error', 'rate_limit_exceeded'),
    errorResponse(502, 'airline_error', 'airline_unknown'),
  ]
  for (const answers of troubles) {
    fake.upset('accept', { answers })
    assert.equal((await accept(order, key)).outcome, 'unknown', JSON.stringify(answers))
  }
  fake.upset('readOrder', { answers: { status: 500 } })
  assert.equal((await accept(order, key)).outcome, 'unknown')
})

test('an action taken at Duffel has its time', async () => {
  const order = await customer.ordered('hold')
  const made = atDuffel(order)
  changeSchedule(made, 95, { at: FAKE_NOW, actions: ['accept'] })
  for (const change of made.airline_initiated_changes) acceptChange(change, FAKE_NOW)
  const { changes, status } = await readAgain(order)
  assert.deepEqual([status, changes[0]?.response, changes[0]?.respondedAt], ['held', 'accepted', FAKE_NOW])
})

test('a cancellation by a user has terms, one by the airline has none', async () => {
  const own = await customer.ordered('instant')
  cancelByAirline(atDuffel(own), FAKE_NOW)
  const { status, cancelTerms } = await readAgain(own)
  assert.deepEqual([status, cancelTerms], ['cancelled', null])

  const agreed = await customer.ordered('instant')
  await duffel.cancel(customer.call(), stored(agreed))
  const terms = { penaltyCents: 0n, currency: 'USD' }
  assert.deepEqual((await readAgain(agreed)).cancelTerms, terms)
})

const SECRET = 'a-secret-of-a-webhook'
const EVENT = {
  id: 'wev_1',
  type: 'order.airline_initiated_change_detected',
  data: { object: { id: 'ord_1' } },
}

/** As Duffel signs. */
function signed(body: unknown, { secret = SECRET, time = '1616202842' } = {}) {
  const raw = Buffer.from(JSON.stringify(body))
  const v1 = createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex')
  return { raw, signature: `t=${time},v1=${v1}` }
}

test('a message signed by Duffel names the orders to read', () => {
  const hear = makeHear(SECRET)
  const orderIdsOf = (object: unknown) => hear(signed({ ...EVENT, data: { object } }))?.orderIds
  assert.deepEqual(hear(signed(EVENT)), { id: 'wev_1', orderIds: ['ord_1'] })
  assert.deepEqual(orderIdsOf({ id: 'ord_1', aic_id: 'aic_1' }), ['ord_1'])
  assert.deepEqual(orderIdsOf({ id: 'ore_1', order_id: 'ord_2' }), ['ord_2'])
  assert.deepEqual(orderIdsOf({}), [])
  assert.deepEqual(hear(signed({ id: 'wev_2', type: 'ping.triggered' })), { id: 'wev_2', orderIds: [] })
  assert.deepEqual(hear(signed('no event')), { id: '', orderIds: [] })
  const two = signed(EVENT)
  assert.ok(
    hear({ ...two, signature: two.signature.replace(',', ` , v1=${'0'.repeat(64)}, `) }),
    'a new secret',
  )
})

test('a message without a valid signature is refused', () => {
  const hear = makeHear(SECRET)
  const right = signed(EVENT)
  const wrong = [
    { ...right, signature: undefined },
    { ...right, signature: '' },
    { ...right, signature: right.signature.replace('v1=', 'v0=') },
    { ...right, signature: right.signature.replace('t=1', 't=2') },
    { ...right, signature: `${right.signature}00` },
    { ...right, signature: 't=1616202842,v1=' },
    { ...right, raw: Buffer.from(`${right.raw} `) },
    signed(EVENT, { secret: 'another' }),
  ]
  for (const message of wrong) assert.equal(hear(message), null, String(message.signature))
})
