// Every event of the catalogue really happens, each by what a caller or time does, and carries what the catalogue says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { EVENT_OBJECTS, type EventObjectName } from '../../../contract/event-operations.ts'
import { EVENTS, type EventType } from '../../../contract/events.ts'
import { type Agency, newAgency, type StoredEvent, untilSettled } from '../../../test/support/agency.ts'
import { BOOKINGS, booked, confirm, holdBody, instantBody, zzOffer } from '../../../test/support/bookings.ts'
import { PROVIDERS } from '../../../test/support/fakes/connected-bank.ts'
import {
  allEvents,
  INVOICES,
  newInvoice,
  newQuote,
  newRecurring,
  RECURRING,
} from '../../../test/support/invoicing.ts'
import { offeredMandate } from '../../../test/support/mandates.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { newTrip, newTripItem, TRIPS } from '../../../test/support/trips.ts'
import { fill, move, newRecharge, payCharge } from '../../../test/support/wallet.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import { applyVerdictToInvoice } from '../invoices/payments.ts'
import { findCharge } from '../payments/charge-store.ts'
import { scopeOf } from '../world.ts'
import { emit } from './emit.ts'

const wall = fixedClock(new Date('2026-11-15T12:00:00.000Z'))
const app = await startApp({ wall })
const ajv = new Ajv({ strict: false })
const validators = new Map(
  Object.entries(EVENT_OBJECTS).map(([name, schema]) => [
    name,
    ajv.compile({ ...schema, additionalProperties: false }),
  ]),
)

/** As a bank reports it of a charge. */
async function refuseAttempt({ charges }: { charges: { id: string }[] }): Promise<void> {
  const { world } = app.service
  const charge = (await findCharge(world.pool, charges[0]?.id ?? '')) ?? assert.fail()
  const refusals = [{ at: wall.now(), reason: 'insufficient funds' }]
  const scope = await scopeOf(world, ownerOfRow(charge))
  await applyVerdictToInvoice(world, scope, charge, { status: 'open', payments: [], refusals })
}

/** The steps by which each type of object emits all its events. */
const STORIES: Record<EventObjectName, (agency: Agency) => Promise<unknown>> = {
  async booking({ test: sandbox, advance }) {
    const offer = await zzOffer(sandbox)
    const { id } = await booked(sandbox, holdBody(offer))
    await confirm(sandbox, id, offer)
    await booked(sandbox, instantBody(await zzOffer(sandbox, { family: 'tickets fail' })))
    const dropped = await booked(sandbox, holdBody(offer))
    await sandbox.delete(`${BOOKINGS}/${dropped.id}`)
    await booked(sandbox, holdBody(offer))
    await advance('P2D')
  },
  async transaction({ id }) {
    const { world } = app.service
    await move(world, 'credit', id, 600_00n)
    await move(world, 'debit', id, 200_00n)
  },
  async recharge({ test: sandbox, advance }) {
    await fill(sandbox, '500.00')
    await newRecharge(sandbox)
    await advance('P1D')
  },
  async payment_return({ test: sandbox }) {
    const { id } = await fill(sandbox, '500.00')
    await sandbox.post(`/api/v1/test/charges/${id}/return`)
  },
  async trip({ test: sandbox }) {
    const { id } = await newTrip(sandbox)
    await newTripItem(sandbox, id)
    await sandbox.delete(`${TRIPS}/${id}`)
  },
  async refund({ test: sandbox }) {
    const { id } = await newInvoice(sandbox, { status: 'sent' })
    await sandbox.post(`/api/v1/test/charges/${id}/pay`)
    for (const amount of [0.13, 50]) await sandbox.post(`${INVOICES}/${id}/refunds`, { amount })
  },
  async credit_note({ test: sandbox }) {
    const { id } = await newInvoice(sandbox, { status: 'sent' })
    await sandbox.post('/api/v1/credit-notes', { invoice_id: id, reason: 'Cancelado', amount: 50 })
  },
  async client_credit_entry({ test: sandbox, advance }) {
    const paid = await newInvoice(sandbox, { status: 'sent' })
    await sandbox.post(`${INVOICES}/${paid.id}/payments`, { amount: paid.total })
    const credit = { excess: 'credit', credit_expires_on: '2026-11-20' }
    await sandbox.post('/api/v1/credit-notes', { invoice_id: paid.id, reason: 'Cancelado', ...credit })
    const other = await newInvoice(sandbox, { status: 'sent', client_id: paid.client_id })
    await sandbox.post(`${INVOICES}/${other.id}/credit`, { amount: 50 })
    const charged = await newInvoice(sandbox, { status: 'sent', payment_methods: ['card'] })
    const card = `/api/v1/test/charges/${charged.id}/card`
    await sandbox.post(card, { action: 'approve' })
    await sandbox.post('/api/v1/credit-notes', { invoice_id: charged.id, reason: 'Cancelado', ...credit })
    await sandbox.post(card, { action: 'dispute' })
    await advance('P7D')
  },
  async dispute({ test: sandbox }) {
    for (const end of ['win', 'lose']) {
      const { id } = await newInvoice(sandbox, { status: 'sent', payment_methods: ['card'] })
      for (const action of ['approve', 'dispute', end])
        await sandbox.post(`/api/v1/test/charges/${id}/card`, { action })
    }
  },
  async held_payment({ test: sandbox }) {
    const { id } = await newRecharge(sandbox, '100.00')
    await payCharge(sandbox, id, { amount: '5000.00' })
  },
  async integration({ test: sandbox }) {
    const { body } = await sandbox.post(PROVIDERS, { provider: 'simulated' })
    await sandbox.delete(`${PROVIDERS}/${body.data.id}`)
  },
  async api_key({ test: sandbox }) {
    const { body } = await sandbox.post('/api/v1/api-keys', { name: 'Website' })
    await sandbox.delete(`/api/v1/api-keys/${body.data.id}`)
  },
  async invoice({ test: sandbox, advance }) {
    const paid = await newInvoice(sandbox, { status: 'sent' })
    await sandbox.post(`${INVOICES}/${paid.id}/payments`, { amount: paid.total })
    const cancelled = await newInvoice(sandbox, { status: 'sent' })
    await sandbox.patch(`${INVOICES}/${cancelled.id}`, { status: 'cancelled' })
    const returned = await newInvoice(sandbox, { status: 'sent' })
    await sandbox.post(`/api/v1/test/charges/${returned.id}/pay`)
    await sandbox.post(`/api/v1/test/charges/${returned.id}/return`)
    const recorded = await newInvoice(sandbox, { status: 'sent' })
    const { payments } = (await sandbox.post(`${INVOICES}/${recorded.id}/payments`, { amount: 10 })).body.data
    await sandbox.delete(`${INVOICES}/${recorded.id}/payments/${payments[0].id}`)
    await refuseAttempt(await newInvoice(sandbox, { status: 'sent' }))
    await advance('P7D')
  },
  async quote({ test: sandbox }) {
    for (const status of ['sent', 'accepted', 'declined']) await newQuote(sandbox, { status })
  },
  async mandate(agency) {
    const { test: sandbox, advance } = agency
    const play = (id: string, what: string) => sandbox.post(`/api/v1/test/mandates/${id}/${what}`)
    for (const what of ['refuse', 'expire', 'cancel']) {
      const { id } = await offeredMandate(agency, '2026-11-20')
      if (what === 'refuse') await play(id, what)
      if (what !== 'cancel') continue
      await play(id, 'accept')
      await advance('P30D')
      await play(id, 'cancel')
    }
    await advance('P10D')
  },
  async recurring_invoice({ test: sandbox, advance }) {
    await newRecurring(sandbox, { start_date: '2026-11-20', end_date: '2026-12-20' })
    const { id } = await newRecurring(sandbox)
    await sandbox.delete(`${RECURRING}/${id}`)
    await advance('P40D')
  },
}

for (const [name, story] of Object.entries(STORIES)) {
  test(`every event about an object: ${name}`, async () => {
    const agency = await newAgency(app)
    await story(agency)
    const events = [...(await eventsOf(agency, 'test')), ...(await eventsOf(agency, 'live'))]
    const types = new Set<string>(events.map(({ type }) => type))
    const missing = Object.entries(EVENTS).filter(([type, { object }]) => object === name && !types.has(type))
    assert.deepEqual(missing, [])
    for (const { type, data } of events) {
      const holds = validators.get(EVENTS[type as EventType].object)
      assert.ok(holds?.(data.object), `${type}: ${ajv.errorsText(holds?.errors)}`)
    }
  })
}

test('the types refuse any other event', () => {
  const refused = (tx: Tx) => {
    // @ts-expect-error: the catalogue has no such type
    emit(tx, 'booking.lost', {})
    // @ts-expect-error: this one carries a booking
    emit(tx, 'booking.created', { id: 'key_1' })
  }
  assert.equal(refused.length, 1)
})

async function eventsOf(agency: Agency, mode: 'live' | 'test'): Promise<StoredEvent[]> {
  await untilSettled(app, agency.id, mode)
  // Each by itself: the list leaves travellers out.
  const whole = async ({ id }: StoredEvent) => (await agency[mode].get(`/api/v1/events/${id}`)).body.data
  return Promise.all((await allEvents(agency[mode])).map(whole))
}

test('an event is never earlier than the one before it, in every place that shows its time', async () => {
  const agency = await newAgency(app)
  const [soon, now] = [new Date('2026-11-15T12:00:02.500Z'), wall.now()]
  wall.set(soon)
  await newRecharge(agency.live)
  wall.set(now)
  await newRecharge(agency.live)
  const events = (await eventsOf(agency, 'live')).filter(({ type }) => type === 'wallet.recharge.pending')
  assert.deepEqual(
    events.map(({ created_at }) => created_at),
    [soon.toISOString(), soon.toISOString()],
  )
  assert.deepEqual(
    events.map(({ data }) => data.object.created_at),
    [soon.toISOString(), now.toISOString()],
    'what it is about is as old as it is',
  )
  const stored = `select from events where team_id = '${agency.id}' and created_at = '${soon.toISOString()}'`
  assert.equal((await app.asOwner(stored)).length, 2)
})
