// Keeps a process at the database's time, so that all processes sign, expire and store by one clock. A
// machine that is far off is refused, because logs and certificates use its own clock.
import { Gauge } from 'prom-client'
import {
  clockOfDatabase,
  judgeClock,
  offsetText,
  sureMs,
  type Timing,
  timeDatabase,
} from '../../features/readiness/readiness.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { type Clock, realClock } from '../../kernel/process/clock.ts'
import type { Log } from '../../kernel/process/log.ts'
import { registry } from '../../kernel/process/metrics.ts'

export interface FollowedTime {
  readonly wall: Clock
  /** How far this machine is ahead of the database, at least. */
  offsetMs(): number
  stop(): void
}

const LOOK_EVERY_MS = 60_000

const offset = new Gauge({
  name: 'embarque_clock_offset_seconds',
  help: "Seconds by which this machine's clock is ahead of the database's",
  registers: [registry],
})

export interface Following {
  readonly log: Log
  readonly offsetMaxSeconds: number
  readonly machine?: Clock
  readonly lookEveryMs?: number
}

export async function followDatabaseTime(
  db: Queryable,
  { log, offsetMaxSeconds, machine = realClock, lookEveryMs = LOOK_EVERY_MS }: Following,
): Promise<FollowedTime> {
  const { clock, timing } = await clockOfDatabase(db, machine)
  if (sureMs(timing) > offsetMaxSeconds * 1_000)
    throw new Error(
      `${offsetText('this machine', timing.offsetMs)}; set its clock by a time server (NTP), or ` +
        'CLOCK_OFFSET_MAX_SECONDS to more',
    )
  let offsetMs = 0
  let isWarned = false
  note(timing)

  function note(measured: Timing): void {
    offsetMs = Math.sign(measured.offsetMs) * sureMs(measured)
    offset.set(offsetMs / 1_000)
    const isFar = judgeClock(Math.abs(offsetMs)) !== 'ok'
    if (isFar && !isWarned)
      log.warn({ offset_ms: Math.round(offsetMs) }, "this machine's clock differs from the database's")
    isWarned = isFar
  }

  async function look(): Promise<void> {
    const measured = await timeDatabase(db, machine)
    note(measured)
    const errorMs = machine.now().getTime() - measured.offsetMs - clock.now().getTime()
    // A difference within the round trip's uncertainty changes nothing.
    if (Math.abs(errorMs) > measured.roundTripMs / 2) clock.correct(errorMs)
  }

  // Other parts report an unavailable database.
  const timer = setInterval(() => void look().catch(() => {}), lookEveryMs)
  return { wall: clock, offsetMs: () => offsetMs, stop: () => clearInterval(timer) }
}
