// The input and result of a check of the installation: `doctor` runs all checks, operators see the quick
// ones.

import type { CodedFinding, Finding } from '../../features/readiness/readiness.ts'
import type { World } from '../../features/world.ts'
import type { Pool } from '../../kernel/db/db.ts'
import type { Clock } from '../../kernel/process/clock.ts'

export interface Patient {
  config: World['config']
  /** `doctor` uses a read-only session. */
  client: Pick<Pool, 'query'>
  /** No service can be running on this database. */
  alone: boolean
  wall: Clock
  /** The machine's clock; replaced in tests. */
  machine?: Clock
}

export interface Check<Given extends Patient = Patient> {
  name: string
  /** Returns null if there is nothing to check. */
  run: (patient: Given) => Promise<Finding | null>
}

/** A check that operators see, with texts for them. */
export interface QuickCheck extends Check {
  run: (patient: Patient) => Promise<CodedFinding | null>
}
