// Agencies that send writes during database failures: they retry, and check afterwards that each acknowledged write exists
// once.
import assert from 'node:assert/strict'
import { proveHeads, proveLines, provePayments } from '../../../server/features/wallet/ledger-proof.ts'
import { type Agency, newAgency, untilSettled } from '../agency.ts'
import { BOOKINGS, holdBody, paymentOf, zzOffer } from '../bookings.ts'
import type { Client, Reply } from '../client.ts'
import { eventually } from '../eventually.ts'
import type { TestApp } from '../start-app.ts'
import { newRecharge, pix, RECHARGE } from '../wallet.ts'

export interface Load {
  /** Resolves once each agency has finished a round. */
  warm(): Promise<void>
  /** Resolves once a change that is sent from now on is acknowledged; returns when. */
  next(): Promise<number>
  /** The durations of acknowledged changes, retries included. */
  readonly tookMs: readonly number[]
  /** Ends the load, and checks that everything acknowledged exists. */
  stop(): Promise<void>
}

interface Count {
  /** The number of clients, and of unpaid recharges. */
  people: number
  paid: number
  tickets: number
}

/** Only in some rounds, because flight searches are slow. */
const FLIGHT_EVERY = 4
/** Recharges of 100.00, created before and paid under load. */
const OPEN = 20

export async function startLoad(app: TestApp, agencies: number): Promise<Load> {
  const tookMs: number[] = []
  const newest = { sentAt: 0, acknowledgedAt: 0 }
  const faults: string[] = []
  let isOver = false

  /** Retries a request until it has a final response; jobs settle a request that was interrupted. */
  function persist(client: Client, send: () => Promise<Reply>): Promise<Reply> {
    return eventually('a final response', async () => {
      const reply = await send()
      const isRunning = reply.body?.code === 'request_in_progress'
      if (isRunning) await client.post('/api/v1/test/clock/advance', { by: 'PT2M' })
      else if (reply.status >= 500 && reply.status !== 503) faults.push(reply.text)
      return !isRunning && reply.status < 500 && reply
    })
  }

  async function change(client: Client, expected: number, send: () => Promise<Reply>): Promise<Reply> {
    const sentAt = performance.now()
    const reply = await persist(client, send)
    const acknowledgedAt = performance.now()
    if (reply.status !== expected) faults.push(reply.text)
    Object.assign(newest, { sentAt, acknowledgedAt })
    tookMs.push(acknowledgedAt - sentAt)
    return reply
  }

  async function runAgency({ live: client, test }: Agency, open: string[], count: Count): Promise<void> {
    for (let day = 1; !isOver; day++) {
      const key = (what: string) => ({ 'idempotency-key': `${what}-${count.people}` })
      const charge = open.pop()
      if (charge !== undefined) {
        await change(test, 200, () => client.post(`/api/v1/test/charges/${charge}/pay`, {}, key('pay')))
        count.paid++
      }
      await persist(test, () => client.get('/api/v1/wallet/transactions'))
      await change(test, 201, () => test.post(RECHARGE, pix('100.00'), key('recharge')))
      if (day % FLIGHT_EVERY === 1) {
        await bookFlight(test, key)
        count.tickets++
      }
      const person = { client_type: 'individual', full_name: `Ana ${count.people}`, email: 'ana@example.com' }
      await change(test, 201, () => client.post('/api/v1/clients', person, key('person')))
      count.people++
    }
  }

  async function bookFlight(client: Client, key: (what: string) => Record<string, string>): Promise<void> {
    const { offer, held } = await eventually('a hold', async () => {
      const offer = await zzOffer(client).catch(() => undefined)
      if (offer === undefined) return undefined
      const held = await persist(client, () => client.post(BOOKINGS, holdBody(offer), key(offer.id)))
      // Searches do not wait for a disk or a standby, so an offer found right before a fail-over may be unknown after it.
      return held.body.code === 'offer_not_found' ? undefined : { offer, held }
    })
    if (held.status !== 201) faults.push(held.text)
    const confirm = `${BOOKINGS}/${held.body.id}/confirm`
    await change(client, 200, () => client.put(confirm, { payment: paymentOf(offer) }, key('confirm')))
  }

  const runs = await Promise.all(
    Array.from({ length: agencies }, async () => {
      const agency = await newAgency(app)
      const open: string[] = []
      for (let index = 0; index < OPEN; index++) open.push((await newRecharge(agency.live, '100.00')).id)
      const count: Count = { people: 0, paid: 0, tickets: 0 }
      return { agency, count, ended: runAgency(agency, open, count) }
    }),
  )

  return {
    tookMs,
    warm: () =>
      eventually('each agency has begun', () => runs.every(({ count }) => count.people > 0)).then(() => {}),
    async next() {
      const from = performance.now()
      await eventually('a change is acknowledged', () => newest.sentAt > from)
      return newest.acknowledgedAt
    },
    async stop() {
      isOver = true
      await Promise.all(runs.map(({ ended }) => ended))
      assert.deepEqual(faults, [])
      for (const { agency, count } of runs) await assertExistsOnce(app, agency, count)
      for (const prove of [proveHeads, proveLines, provePayments])
        assert.deepEqual(await prove(app.service.world.pool), [])
    },
  }
}

async function assertExistsOnce(app: TestApp, { id, advance }: Agency, count: Count): Promise<void> {
  // Jobs without a database are retried soon, and abandoned ones after a minute.
  await advance('PT2M')
  for (const mode of ['live', 'test'] as const) await untilSettled(app, id, mode)
  const { rows } = await app.service.world.pool.query(
    `select
       (select count(*)::int from clients where team_id = $1 and mode = 'live') as people,
       (select count(distinct full_name)::int from clients where team_id = $1 and mode = 'live') as names,
       (select count(*)::int from recharges where team_id = $1 and mode = 'test') as recharges,
       (select count(*)::int from recharges where team_id = $1 and status = 'completed') as completed,
       (select count(*)::int from wallet_lines where wallet_id = w.id and type = 'credit') as credits,
       balance_cents::int as balance,
       (select count(*)::int from bookings where team_id = $1 and status = 'ticketed') as tickets,
       (select count(*)::int from bookings where team_id = $1 and status <> 'ticketed') as others,
       (select count(*)::int from carrier_orders o join bookings b on b.id = o.reference where team_id = $1) as orders,
       (select count(*)::int from wallet_lines l join wallets t on t.id = wallet_id
        where team_id = $1 and type = 'debit') as debits,
       (select sum(gap)::int from (
         select max(sequence) - count(*) as gap from events where team_id = $1 group by mode) g) as gaps,
       (select count(*)::int from jobs where team_id = $1 and state = 'failed') as failed
     from wallets w where team_id = $1 and mode = 'live'`,
    [id],
  )
  const { people, paid, tickets } = count
  assert.deepEqual(rows, [
    {
      ...{ people, names: people, recharges: people, completed: paid, credits: paid, balance: paid * 10_000 },
      ...{ tickets, others: 0, orders: tickets, debits: tickets, gaps: 0, failed: 0 },
    },
  ])
}
