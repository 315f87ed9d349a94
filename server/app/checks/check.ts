// The input and result of a check of the installation: `doctor` runs all checks, operators see the quick
// ones.

import type { CodedFinding, Finding } from '../../features/readiness/readiness.ts'
import type { World } from '../../features/world.ts'
import type { Pool } from '../../kernel/db/db.ts'
import type { Clock } from '../../kernel/process/clock.ts'

export interface CheckContext {
  config: World['config']
  /** `doctor` uses a read-only session. */
  client: Pick<Pool, 'query'>
  /** No service can be running on this database. */
  alone: boolean
  wall: Clock
  /** The machine's clock; replaced in tests. */
  machine?: Clock
}

export interface Check<Given extends CheckContext = CheckContext> {
  name: string
  /** Returns null if there is nothing to check. */
  run: (context: Given) => Promise<Finding | null>
}

/** A check that operators see, with texts for them. */
export interface QuickCheck extends Check {
  run: (context: CheckContext) => Promise<CodedFinding | null>
}
