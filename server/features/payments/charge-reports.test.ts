// What a bank reports of a charge besides payments: the invoice shows it, and each change is an event.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAgency } from '../../../test/support/agency.ts'
import { eventsOf, INVOICES, newInvoice, read } from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'
import type { Verdict } from '../../adapters/banks/port.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { applyVerdictToInvoice } from '../invoices/payments.ts'
import { scopeOf } from '../world.ts'
import { findCharge } from './charge-store.ts'

const NOW = '2026-11-15T12:00:00.000Z'
const app = await startApp({ wall: fixedClock(new Date(NOW)) })
const { live } = app
const { world } = app.service

/** The invoice after the verdict on its first charge. */
async function reported(id: string, verdict: Partial<Verdict>, client = live) {
  const { charges } = await read(client, `${INVOICES}/${id}`)
  const charge = (await findCharge(world.pool, charges[0].id)) ?? assert.fail()
  const scope = await scopeOf(world, { teamId: charge.team_id, mode: charge.mode })
  await applyVerdictToInvoice(world, scope, charge, { status: 'open', payments: [], ...verdict })
  return read(client, `${INVOICES}/${id}`)
}

const paymentOf = (txid: string, amountCents: bigint) => ({
  id: `E${txid}`,
  txid,
  amountCents,
  paidAt: new Date(NOW),
})

test('a refused attempt is listed and leaves the charge open; repeating the report changes nothing', async () => {
  const { id, pix } = await newInvoice(live, { status: 'sent' })
  const refusals = [{ at: new Date(NOW), reason: 'insufficient_funds' }]
  const once = await reported(id, { refusals })
  assert.deepEqual(once.charges[0].refusals, [{ at: NOW, reason: 'insufficient_funds' }])
  assert.deepEqual([once.charges[0].status, once.pix.txid], ['open', pix.txid])
  assert.deepEqual(await reported(id, { refusals }), once)
  assert.deepEqual((await eventsOf(live, id)).slice(-1), ['invoice.updated'])
})

test('while a payment is authorised no code is shown; if it fails, the code is back', async () => {
  const { id, pix } = await newInvoice(live, { status: 'sent' })
  const waiting = await reported(id, { status: 'authorised' })
  assert.deepEqual([waiting.charges[0].status, waiting.charges[0].instructions], ['authorised', null])
  assert.deepEqual([waiting.pix, waiting.payment_problems], [null, []])
  const kept = await live.patch(`${INVOICES}/${id}`, { external_reference: 'erp-1' })
  assert.equal(kept.body.data.charges[0].id, waiting.charges[0].id, 'nothing takes its place')
  const back = await reported(id, { status: 'open' })
  assert.equal(back.pix.txid, pix.txid)
})

test("an authorised payment outlives its charge's expiry; if it fails then, a new charge follows", async () => {
  const agency = await newAgency(app)
  const { id, charges } = await newInvoice(agency.test, { status: 'sent' })
  const first = charges[0].id
  await reported(id, { status: 'authorised' }, agency.test)
  await agency.advance('P60D')
  const waiting = await read(agency.test, `${INVOICES}/${id}`)
  assert.deepEqual([waiting.charges[0].id, waiting.charges[0].status], [first, 'authorised'])
  await reported(id, { status: 'open' }, agency.test)
  await agency.advance('PT1M')
  const { charges: after } = await read(agency.test, `${INVOICES}/${id}`)
  assert.deepEqual([after.length, after[0].status, after[0].id === first], [1, 'open', false])
})

test('fee, net amount and payout days are stored, changed and settled', async () => {
  const { id, pix, total } = await newInvoice(live, { status: 'sent' })
  const cents = BigInt(total * 100)
  const half = cents / 2n
  const settlement = (settled: number) => ({
    feeCents: 4_00n,
    netCents: cents - 4_00n,
    instalments: [1, 2].map((number) => ({
      number,
      amountCents: half,
      netCents: half - 2_00n,
      settlesOn: Temporal.PlainDate.from(`2026-12-1${number}`),
      isSettled: number <= settled,
    })),
  })
  const verdict = { status: 'paid' as const, payments: [paymentOf(pix.txid, cents)] }
  const paid = await reported(id, { ...verdict, settlement: settlement(1) })
  const [charge] = paid.charges
  assert.deepEqual(
    [paid.payment_status, charge.status, charge.fee_amount, charge.net_amount],
    ['paid', 'paid', 4, total - 4],
  )
  assert.deepEqual(charge.instalments, [
    { number: 1, amount: total / 2, net_amount: total / 2 - 2, settles_on: '2026-12-11', settled_at: NOW },
    { number: 2, amount: total / 2, net_amount: total / 2 - 2, settles_on: '2026-12-12', settled_at: null },
  ])
  const settled = await reported(id, { ...verdict, settlement: settlement(2) })
  assert.equal(settled.charges[0].status, 'settled')
  const ofOne = { ...settlement(2), instalments: settlement(2).instalments.slice(0, 1) }
  const whole = await reported(id, { ...verdict, settlement: ofOne })
  assert.equal(whole.charges[0].instalments.length, 1)
})

test('a fully returned charge is refunded, and the debt gets another one', async () => {
  const { id, pix, total } = await newInvoice(live, { status: 'sent' })
  const payment = paymentOf(pix.txid, BigInt(total * 100))
  const back = (amountCents: bigint, of: string) =>
    ({ id: of, amountCents, status: 'done', at: new Date(NOW), reason: null }) as const
  const returns = [back(1_00n, 'one')]
  const part = await reported(id, { status: 'paid', payments: [{ ...payment, returns }] })
  assert.deepEqual(
    part.charges.map(({ status }: { status: string }) => status),
    ['paid', 'open'],
  )
  const all = [...returns, back(payment.amountCents - 1_00n, 'other')]
  const whole = await reported(id, { status: 'paid', payments: [{ ...payment, returns: all }] })
  assert.deepEqual(
    whole.charges.map(({ status }: { status: string }) => status),
    ['refunded', 'open'],
  )
  assert.deepEqual([whole.amount_paid, whole.pix.amount], [0, total])
})
