// Money under simultaneous hands: nothing is lost, nothing is doubled, no line is missing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReceivedPayment } from '../../server/adapters/banks/port.ts'
import { proveHeads, proveLines, provePayments } from '../../server/features/wallet/ledger-proof.ts'
import { recordPaymentOfRecharge, reviewHeldPayment } from '../../server/features/wallet/recharge-payments.ts'
import { scopeOf } from '../../server/features/world.ts'
import { type Scope, transaction } from '../../server/kernel/outbox/transaction.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { newAgency } from '../support/agency.ts'
import { eventually } from '../support/eventually.ts'
import { fullRuns } from '../support/full-runs.ts'
import { sendingAgain } from '../support/send-again.ts'
import { AT_ONCE, startApp } from '../support/start-app.ts'
import { fill, move, newRecharge, payCharge, RECHARGE } from '../support/wallet.ts'

const wall = fixedClock(new Date('2026-11-17T15:00:00.000Z'))
// All payers sit behind one address here.
const app = await startApp({ wall, settings: { ...AT_ONCE, CONNECTIONS_PER_ADDRESS: '0' } })
const { world } = app.service
const DEBITS = fullRuns ? 400 : 100
const PAYMENTS = fullRuns ? 256 : 32
const RACES = fullRuns ? 200 : 20
const teamId = app.service.demo!.team.id
const hands = sendingAgain(app.live)
const balance = async () => (await app.live.get('/api/v1/wallet/balance')).body.data.balance

async function assertLedgerIsRight(): Promise<void> {
  assert.deepEqual(await proveHeads(world.pool), [])
  assert.deepEqual(await proveLines(world.pool), [])
  assert.deepEqual(await provePayments(world.pool), [])
}

const takeIn = (scope: Scope, chargeId: string, payment: ReceivedPayment) =>
  transaction(world, scope, (tx) => recordPaymentOfRecharge(world, tx, chargeId, payment))

async function countEvents(type: string): Promise<number> {
  return (await app.live.get(`/api/v1/events?type=${type}&limit=1`)).body.pagination.total
}

test(`32 clients race debits of R$ 5.00 on R$ ${5 * DEBITS}.00: ${DEBITS} succeed, and 0 is left`, async () => {
  await fill(app.live, `${5 * DEBITS}.00`)
  const outcomes = { done: 0, refused: 0 }
  async function client(): Promise<void> {
    for (let index = 0; index < DEBITS / 25; index++) {
      try {
        await move(world, 'debit', teamId, 5_00n)
        outcomes.done++
      } catch (error) {
        assert.equal((error as { code: string }).code, 'insufficient_balance')
        outcomes.refused++
      }
    }
  }
  await Promise.all(Array.from({ length: 32 }, client))
  assert.deepEqual(outcomes, { done: DEBITS, refused: (DEBITS / 25) * 32 - DEBITS })
  assert.equal(await balance(), '0.00')
  const { rows } = await world.pool.query(
    `select count(*)::int as lines, max(seq)::int as last, count(distinct balance_after_cents)::int as balances
     from wallet_lines join wallets on wallets.id = wallet_id where mode = 'live'`,
  )
  assert.deepEqual(rows, [{ lines: DEBITS + 1, last: DEBITS + 1, balances: DEBITS + 1 }])
  assert.equal(await countEvents('wallet.low_balance'), 1)
  await assertLedgerIsRight()
})

test(`${PAYMENTS} simultaneous reports of one payment: one credit`, async () => {
  const { id } = await newRecharge(app.live, '640.00')
  const answers = await Promise.all(Array.from({ length: PAYMENTS }, () => payCharge(hands, id)))
  assert.equal(answers.filter((answer) => answer.status === 200).length, 1)
  const refusals = answers.filter((answer) => answer.status !== 200)
  assert.ok(refusals.every(({ status, body }) => status === 409 && body.error === 'Recharge not pending'))
  assert.equal(await balance(), '640.00')
  await assertLedgerIsRight()
})

test('one charge paid several times at once: one is credited, each other held once', async () => {
  const before = Number(await balance())
  const { id } = await newRecharge(app.live, '100.00')
  const { rows } = await world.pool.query('select id, txid from charges where reference_id = $1', [id])
  const scope = await scopeOf(world, { teamId, mode: 'live' })
  const payments = Array.from({ length: 60 }, (_, index) => ({
    id: `E${index % 3}`,
    txid: rows[0].txid,
    amountCents: 100_00n,
    paidAt: wall.now(),
  }))
  await Promise.all(payments.map((payment) => takeIn(scope, rows[0].id, payment)))
  assert.equal(Number(await balance()), before + 100)
  assert.equal(await countEvents('wallet.payment.held'), 2)
  const { data } = (await app.live.get(`/api/v1/events?type=wallet.recharge.completed&limit=100`)).body
  const completed = data.filter((event: { data: { object: { id: string } } }) => event.data.object.id === id)
  assert.equal(completed.length, 1)
  await assertLedgerIsRight()
})

test('ten cancelled recharges of 50,000.00 paid at once: two are credited, eight are held', async () => {
  const { live, id } = await newAgency(app)
  const recharges: string[] = []
  for (let index = 0; index < 10; index++) {
    const recharge = await newRecharge(live, '50000.00')
    await live.delete(`${RECHARGE}/${recharge.id}`)
    recharges.push(recharge.id)
  }
  const answers = await Promise.all(recharges.map((rechargeId) => payCharge(live, rechargeId)))
  const statuses = answers.map(({ body }) => body.data.status).toSorted()
  assert.deepEqual(statuses, [...Array(8).fill('cancelled'), 'completed', 'completed'])
  assert.equal((await live.get('/api/v1/wallet/balance')).body.data.balance, '100000.00')
  const { rows } = await world.pool.query('select id from held_payments where team_id = $1', [id])
  const decisions = rows.flatMap((held) =>
    (['accept', 'refuse', 'accept'] as const).map((one) => [held.id, one] as const),
  )
  const decided = await Promise.all(decisions.map(([heldId, one]) => reviewHeldPayment(world, heldId, one)))
  assert.equal(decided.filter(({ changed }) => changed).length, 8, 'each once')
  const accepted = new Set(
    decided.filter(({ held }) => held.status === 'accepted').map(({ held }) => held.id),
  )
  const { balance: after } = (await live.get('/api/v1/wallet/balance')).body.data
  assert.equal(Number(after), 100_000 + 50_000 * accepted.size)
  await assertLedgerIsRight()
})

test("a payment reported for another owner's charge moves nothing", async () => {
  const { id } = await newRecharge(app.live, '100.00')
  const { rows } = await world.pool.query('select id, txid from charges where reference_id = $1', [id])
  const scope = await scopeOf(world, { teamId, mode: 'test' })
  const payment = { id: 'E-other', txid: rows[0].txid, amountCents: 100_00n, paidAt: wall.now() }
  assert.equal(await takeIn(scope, rows[0].id, payment), undefined)
  assert.equal((await app.live.get(`${RECHARGE}/${id}`)).body.data.status, 'pending')
  await app.live.delete(`${RECHARGE}/${id}`)
})

test(`${RACES} payments race expiry and cancellation: every cent is credited, once`, async () => {
  const before = Number(await balance())
  const recharges: { id: string }[] = []
  for (let index = 0; index < RACES; index += 20) {
    recharges.push(...(await Promise.all(Array.from({ length: 20 }, () => newRecharge(hands, '100.00')))))
  }
  // The worker begins to expire them; at the same time they are paid and cancelled, now this first, now that.
  wall.advance(30 * 60_000)
  world.jobsAdded()
  const answers = await Promise.all(
    recharges.map(async ({ id }, index) => {
      const pay = () => payCharge(hands, id)
      const cancel = () => hands.delete(`${RECHARGE}/${id}`)
      const [first, second] = index % 2 === 0 ? [pay, cancel] : [cancel, pay]
      const [one, other] = await Promise.all([first(), second()])
      return index % 2 === 0 ? { paid: one, cancelled: other } : { paid: other, cancelled: one }
    }),
  )
  for (const { paid } of answers)
    assert.deepEqual([paid.status, paid.body.data?.status], [200, 'completed'], paid.text)
  assert.ok(answers.every(({ cancelled }) => cancelled.status === 200 || cancelled.status === 409))
  await eventually('the worker has checked all of them', async () => {
    const { rows } = await world.pool.query(`select from jobs where type = 'expire-recharge' limit 1`)
    return rows.length === 0
  })
  assert.equal(Number(await balance()), before + RACES * 100)
  const sql = 'select status, count(*)::int from recharges where team_id = $1 group by status'
  const { rows } = await world.pool.query(sql, [teamId])
  assert.deepEqual(
    rows.toSorted((a, b) => b.count - a.count),
    [
      { status: 'completed', count: RACES + 3 },
      { status: 'cancelled', count: 1 },
    ],
  )
  assert.equal(await countEvents('wallet.recharge.completed'), RACES + 3)
  const expired = await countEvents('wallet.recharge.expired')
  const cancelled = answers.filter((answer) => answer.cancelled.status === 200).length
  assert.ok(
    expired + cancelled <= RACES,
    `${expired} expired and ${cancelled} cancelled before they were paid`,
  )
  await assertLedgerIsRight()
})
