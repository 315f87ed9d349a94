// The database has no connections left for a while, in the middle of bookings and their jobs. A minute later everything is
// finished: no booking is in doubt, each order at the carrier has its booking, and repeated requests get their response.
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
/** Including those for signals and the heartbeat. */
const CONNECTIONS_LEFT = 4
/** The time after which jobs take over an unfinished request, and their first waits after failures. */
const STEPS_MS = [61_000, 2_000, 6_000, 31_000, 31_000]
const LOAD_MS = 4_000

type Send = () => Promise<Reply>

/** A hold, an instant booking and the confirmation of an earlier hold, each with an idempotency key. */
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

async function limitConnections(connections: number): Promise<void> {
  await app.asOwner(`do $$ begin
    execute format('alter database %I connection limit ${connections}', current_database()); end $$`)
}

/** Callers keep all connections busy. */
async function load(agencies: Agency[], ms: number): Promise<void> {
  const until = performance.now() + ms
  const readOn = async ({ test: client }: Agency) => {
    while (performance.now() < until) await client.get(BOOKINGS)
  }
  await Promise.all([...agencies, ...agencies].map(readOn))
}

const isSuccess = ({ status }: Reply) => status === 200 || status === 201

test('a minute after connections were exhausted, all bookings are finished', async (t) => {
  const agencies = await Promise.all(Array.from({ length: AGENCIES }, () => newAgency(app)))
  const sends = (await Promise.all(agencies.map(requestsOf))).flat()
  await limitConnections(CONNECTIONS_LEFT)
  await app.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  const loaded = load(agencies, LOAD_MS)
  const responses = await Promise.all(sends.map((send) => send()))
  await loaded
  for (const stepMs of STEPS_MS) {
    wall.advance(stepMs)
    await load(agencies, LOAD_MS)
  }
  t.diagnostic(`${responses.filter(isSuccess).length} of ${responses.length} succeeded meanwhile`)
  for (const { status, text } of responses) assert.ok([200, 201, 409, 503].includes(status), text)
  await limitConnections(-1)
  wall.advance(60_000)
  await eventually('no booking is in doubt', async () => {
    const findings = await examine(world).catch(() => [])
    const states = findings.map(({ check, code }) => `${check}: ${code}`)
    return ['bookings in doubt: none_in_doubt', 'overdue work: none_overdue', 'dead work: none_dead'].every(
      (wanted) => states.includes(wanted),
    )
  })
  for (const send of sends) {
    const response = await send()
    assert.ok(isSuccess(response), response.text)
  }
  await eventually('repeated requests are finished too', async () => {
    const open = await app.asOwner(
      `select from bookings where status in ('requested', 'confirmed') or cancelling`,
    )
    return open.length === 0
  })
  const stray = `select o.reference, o.status from carrier_orders o left join bookings b on b.id = o.reference
    where o.status in ('held', 'ticketing', 'ticketed')
      and b.status is distinct from case when o.status = 'held' then 'pending' else 'ticketed' end`
  assert.deepEqual(await app.asOwner(stray), [], 'each order has its booking')
  const found = await app.asOwner('select status, count(*)::int as count from bookings group by 1 order by 1')
  assert.deepEqual(found, [
    { status: 'pending', count: AGENCIES },
    { status: 'ticketed', count: 2 * AGENCIES },
  ])
})
