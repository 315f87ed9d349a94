// How far the database's clock is from ours, and how long it takes to answer.
import { onlyRow, type Queryable } from '../base/database/db.ts'
import type { Clock } from '../base/process/clock.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const ROUND_TRIPS = 5

interface Timing {
  roundTripMs: number
  /** How far the database's clock is ahead of this machine's, give or take half the round trip. */
  aheadMs: number
}

/** The fastest of several: slower ones are due to the load on this machine. */
export async function timeDatabase(client: Queryable, wall: Clock): Promise<Timing> {
  const text = 'select extract(epoch from clock_timestamp())::float8 * 1000 as ms'
  const timings: Timing[] = []
  for (let trip = 0; trip < ROUND_TRIPS; trip++) {
    const start = performance.now()
    const startedAt = wall.now().getTime()
    const { ms } = onlyRow((await client.query({ text })).rows as { ms: number }[])
    const roundTripMs = performance.now() - start
    timings.push({ roundTripMs, aheadMs: ms - (startedAt + roundTripMs / 2) })
  }
  return timings.reduce((best, next) => (next.roundTripMs < best.roundTripMs ? next : best))
}

const CLOCK_WARNING_MS = 1_000
const CLOCK_PROBLEM_MS = 5_000

export async function checkClock({ client, wall }: { client: Queryable; wall: Clock }): Promise<Finding> {
  const { roundTripMs, aheadMs } = await timeDatabase(client, wall)
  // A difference within the round trip is not reported.
  const sureMs = Math.max(0, Math.abs(aheadMs) - roundTripMs / 2)
  if (sureMs <= CLOCK_WARNING_MS) return ok('this machine and the database agree on the time')
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1)
  const text = `the database is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`
  const advice = 'Set both clocks by a time server (NTP): due work and expiries go by this machine.'
  return sureMs > CLOCK_PROBLEM_MS ? problem(text, advice) : warning(text, advice)
}
