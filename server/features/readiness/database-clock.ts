// How far this machine's clock is from the database's, and how long that one takes to answer.
import { onlyRow, type Queryable } from '../../kernel/db/db.ts'
import { type Clock, realClock, type SteadyClock, steadyClock } from '../../kernel/process/clock.ts'
import { type Finding, ok } from './finding.ts'

const ROUND_TRIPS = 5

export interface Timing {
  roundTripMs: number
  /** By how much this machine's clock is ahead of the database's, give or take half the round trip. */
  offsetMs: number
}

/** The fastest of several: slower ones are due to the load on this machine. */
export async function timeDatabase(client: Queryable, machine: Clock): Promise<Timing> {
  const text = 'select extract(epoch from clock_timestamp())::float8 * 1000 as ms'
  const timings: Timing[] = []
  for (let trip = 0; trip < ROUND_TRIPS; trip++) {
    const start = performance.now()
    const startedAt = machine.now().getTime()
    const { ms } = onlyRow((await client.query({ text })).rows as { ms: number }[])
    const roundTripMs = performance.now() - start
    timings.push({ roundTripMs, offsetMs: startedAt + roundTripMs / 2 - ms })
  }
  return timings.reduce((best, next) => (next.roundTripMs < best.roundTripMs ? next : best))
}

/** A clock at the database's time, and how far the machine's is from it. */
export async function clockOfDatabase(
  client: Queryable,
  machine: Clock = realClock,
): Promise<{ clock: SteadyClock; timing: Timing }> {
  const timing = await timeDatabase(client, machine)
  return { clock: steadyClock(machine.now().getTime() - timing.offsetMs), timing }
}

/** A difference within the round trip may be none. */
export function sureMs({ roundTripMs, offsetMs }: Timing): number {
  return Math.max(0, Math.abs(offsetMs) - roundTripMs / 2)
}

export function offsetText(machine: string, offsetMs: number): string {
  const seconds = (Math.abs(offsetMs) / 1_000).toFixed(1)
  return `${machine} is ${seconds} s ${offsetMs > 0 ? 'ahead of' : 'behind'} the database`
}

const CLOCK_WARNING_MS = 1_000
const CLOCK_PROBLEM_MS = 5_000
export const CLOCK_ADVICE =
  'Set the clocks of all machines by a time server (NTP). Everything goes by the time of the database; a service ' +
  'whose machine is further from it than CLOCK_OFFSET_MAX_SECONDS does not start.'

/** How bad a difference is. */
export function judgeClock(differenceMs: number): 'ok' | 'warning' | 'problem' {
  if (differenceMs <= CLOCK_WARNING_MS) return 'ok'
  return differenceMs > CLOCK_PROBLEM_MS ? 'problem' : 'warning'
}

interface Timed {
  readonly client: Queryable
  /** The real one, but for tests. */
  readonly machine?: Clock
}

export async function checkClock({ client, machine = realClock }: Timed): Promise<Finding> {
  const timing = await timeDatabase(client, machine)
  const state = judgeClock(sureMs(timing))
  if (state === 'ok') return ok('this machine and the database agree on the time')
  return { state, text: offsetText('this machine', timing.offsetMs), advice: CLOCK_ADVICE }
}
