// The database has no connections left for a while, in the middle of bookings and of the work that follows them. A
// minute after the end of it everything is finished: nothing in doubt, no order at the carrier without its booking, and
// whoever was told to send a request again gets its answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../contract/flights.ts'
import { examine } from '../../server/app/checks/checks.ts'
import { fixedClock, realClock } from '../../server/kernel/process/clock.ts'
import { type Agency, newAgency } from '../support/agency.ts'
import { BOOKINGS, booked, holdBody, instantBody, paymentOf, zzOffer } from '../support/bookings.ts'
import type { Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { AT_ONCE, startApp } from '../support/start-app.ts'

const wall = fixedClock(realClock.now())
const app = await startApp({ wall, settings: AT_ONCE })
const { world } = app.service
const AGENCIES = 12
/** Those for signals and the heartbeat too. */
const CONNECTIONS_LEFT = 4
/** When what a request left undone is taken over, and then the first waits after a failure. */
const STEPS_MS = [61_000, 2_000, 6_000, 31_000, 31_000]
const LOAD_MS = 4_000

type Send = () => Promise<Reply>

/** A hold, an instant booking and the confirmation of an earlier hold, each to be sent again until it is answered. */
async function requestsOf({ test: client }: Agency): Promise<Send[]> {
  const offer = await zzOffer(client)
  const held = await booked(client, holdBody(offer))
  const keyed = (key: string) => ({ 'idempotency-key': key })
  const another = (): Promise<Offer> => zzOffer(client, { date: '2026-12-21' })
  const [toHold, toBuy] = [holdBody(await another()), instantBody(await another())]
  return [
    () => client.post(BOOKINGS, toHold, keyed('hold')),
    () => client.post(BOOKINGS, toBuy, keyed('instant')),
    () => client.put(`${BOOKINGS}/${held.id}/confirm`, { payment: paymentOf(offer) }, keyed('confirm')),
  ]
}

async function allow(connections: number): Promise<void> {
  await app.asOwner(`do $$ begin
    execute format('alter database %I connection limit ${connections}', current_database()); end $$`)
}

/** What there are is busy: callers read all the time. */
async function load(agencies: Agency[], ms: number): Promise<void> {
  const until = performance.now() + ms
  const readOn = async ({ test: client }: Agency) => {
    while (performance.now() < until) await client.get(BOOKINGS)
  }
  await Promise.all([...agencies, ...agencies].map(readOn))
}

const isAnswered = ({ status }: Reply) => status === 200 || status === 201

test('connections that are used up for a while leave nothing undone a minute later', async (t) => {
  const agencies = await Promise.all(Array.from({ length: AGENCIES }, () => newAgency(app)))
  const sends = (await Promise.all(agencies.map(requestsOf))).flat()
  await allow(CONNECTIONS_LEFT)
  await app.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  const loaded = load(agencies, LOAD_MS)
  const answers = await Promise.all(sends.map((send) => send()))
  await loaded
  for (const stepMs of STEPS_MS) {
    wall.advance(stepMs)
    await load(agencies, LOAD_MS)
  }
  t.diagnostic(`${answers.filter(isAnswered).length} of ${answers.length} were answered meanwhile`)
  for (const { status, text } of answers) assert.ok([200, 201, 409, 503].includes(status), text)
  await allow(-1)
  wall.advance(60_000)
  await eventually('nothing is in doubt', async () => {
    const findings = await examine(world).catch(() => [])
    const states = findings.map(({ check, code }) => `${check}: ${code}`)
    return ['bookings in doubt: none_in_doubt', 'overdue work: none_overdue', 'dead work: none_dead'].every(
      (wanted) => states.includes(wanted),
    )
  })
  for (const send of sends) {
    const answer = await send()
    assert.ok(isAnswered(answer), answer.text)
  }
  await eventually('what was sent again is finished too', async () => {
    const open = await app.asOwner(
      `select from bookings where status in ('requested', 'confirmed') or cancelling`,
    )
    return open.length === 0
  })
  const stray = `select o.reference, o.status from carrier_orders o left join bookings b on b.id = o.reference
    where o.status in ('held', 'ticketing', 'ticketed')
      and b.status is distinct from case when o.status = 'held' then 'pending' else 'ticketed' end`
  assert.deepEqual(await app.asOwner(stray), [], 'each order is that of a booking')
  const found = await app.asOwner('select status, count(*)::int as count from bookings group by 1 order by 1')
  assert.deepEqual(found, [
    { status: 'pending', count: AGENCIES },
    { status: 'ticketed', count: 2 * AGENCIES },
  ])
})
