// Events, deliveries and their attempts stand in a table for each month of their ids, which is dropped as a whole once
// it is past its time. Functions of the owner make and drop them (migration 0059), as services may not.
import { setTimeout as wait } from 'node:timers/promises'
import { type Queryable, statement } from '../base/database/db.ts'
import { wasTooSlow } from '../base/database/is-database-away.ts'
import type { Clock } from '../base/process/clock.ts'
import type { Log } from '../base/process/log.ts'

interface Host {
  readonly log: Log
  readonly wall: Clock
}

/** Not named: it is asked once an hour, and by sessions that live no longer. */
const MAKE = 'select make_months($1)'

/** This month and the next two. Without them rows are stored aside, and moved once their month is made. */
export async function makeMonths(db: Queryable, { log, wall }: Host): Promise<void> {
  try {
    await db.query({ text: MAKE, values: [wall.now()] })
  } catch (error) {
    log.warn({ err: error }, 'months of events were not made; housekeeping tries again')
  }
}

export interface Month {
  readonly month: string
  /** The ids in it: from the first on, and below the other. */
  readonly first: string
  readonly beyond: string
}

const selectEnded = statement<Month>(
  'select month, first, beyond from months_of($1) where ends <= $2 order by ends',
)

const TRIES = 5
const TRY_EVERY_MS = 1_000

interface Dropping {
  readonly table: 'events' | 'deliveries'
  /** By the ids in it, a month is over before this. */
  readonly before: Date
  readonly log: Log
  /** False where too many of it are to stay. */
  drop(month: Month): Promise<boolean>
  readonly tryEveryMs?: number
}

/**
 * Drops all months that are over, the oldest first. Others are never kept waiting: where they use the tables all the
 * time it is tried some times more, and then false says to try it later.
 */
export async function dropMonths(
  db: Queryable,
  { table, before, log, drop, tryEveryMs = TRY_EVERY_MS }: Dropping,
): Promise<boolean> {
  for (const month of await selectEnded(db, table, before)) {
    let dropped: boolean | undefined
    for (let tried = 1; dropped === undefined; tried++) {
      try {
        dropped = await drop(month)
      } catch (error) {
        if (!wasTooSlow(error)) throw error
        if (tried === TRIES) {
          log.warn({ month: month.month }, 'a month past its time is in use; it is dropped later')
          return false
        }
        await wait(tryEveryMs)
      }
    }
    // Its rows are deleted one by one; those after it wait for their turn, so that none is missing in between.
    if (!dropped) break
    log.info({ month: month.month }, 'a month past its time was dropped')
  }
  return true
}
