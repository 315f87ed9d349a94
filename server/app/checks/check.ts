// What a check of the installation is given and what it finds: `doctor` makes all of them, operators see some.
import type pg from 'pg'
import type { CodedFinding, Finding } from '../../features/readiness/readiness.ts'
import type { World } from '../../features/world.ts'
import type { Clock } from '../../kernel/process/clock.ts'

export interface Patient {
  config: World['config']
  /** Of the doctor, a session that cannot write. */
  client: Pick<pg.Client, 'query'>
  /** No service can be running on this database. */
  alone: boolean
  wall: Clock
  /** Of this machine itself: the real one, but for tests. */
  machine?: Clock
}

export interface Check<Given extends Patient = Patient> {
  name: string
  /** Null where there is nothing to check. */
  run: (patient: Given) => Promise<Finding | null>
}

/** One that operators see, in their own words. */
export interface QuickCheck extends Check {
  run: (patient: Patient) => Promise<CodedFinding | null>
}
