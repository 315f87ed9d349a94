// Names the teams that have stored almost as much as they may in a day: one that fills the disk is seen before it is
// full.

import { type CodedFinding, coded, numberOf, ok, warning } from '../../features/readiness/readiness.ts'
import { lowBuckets } from '../../features/teams/buckets.ts'
import { STORAGE_BUCKETS } from '../../features/teams/buckets.ts'
import type { Patient, QuickCheck } from './check.ts'

export const STORAGE_CHECK: QuickCheck = { name: 'storage', run: checkStorage }

const NAMED_MAX = 5
/** Of what a team may store in a day. */
const LEFT_LOW = 0.2

async function checkStorage({ client, config, wall }: Patient): Promise<CodedFinding | null> {
  if (config.storedMbPerDay === 0) return null
  const low = await lowBuckets(client, STORAGE_BUCKETS, LEFT_LOW, wall.now())
  const each = `${config.storedMbPerDay} MB a day`
  const values = { count: low.length, megabytes: config.storedMbPerDay }
  if (low.length === 0) return coded('storage_free', ok(`no team is near its ${each}`), values)
  const named = low.slice(0, NAMED_MAX).map((name) => name.slice(STORAGE_BUCKETS.length))
  const full = warning(
    `${numberOf(low.length, 'team')} stored most of ${each} (${named.join(', ')})`,
    'Look at what they send. STORED_MB_PER_DAY says how much each team may store, in each mode.',
  )
  return coded('storage_low', full, { ...values, names: named.join(', ') })
}
