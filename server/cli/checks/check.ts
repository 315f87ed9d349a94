// What a check of `doctor` is given and what it finds.
import type pg from 'pg'
import type { Clock } from '../../base/process/clock.ts'
import type { Finding } from '../../readiness/finding.ts'
import type { Config } from '../../service/config.ts'

export interface Patient {
  config: Config
  /** A session that cannot write. */
  client: pg.Client
  /** No service can be running on this database. */
  alone: boolean
  wall: Clock
}

export interface Check {
  name: string
  /** Null where there is nothing to check. */
  run: (patient: Patient) => Promise<Finding | null>
}
