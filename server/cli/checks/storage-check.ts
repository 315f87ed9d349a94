// Names the teams that have stored almost as much as they may in a day: one that fills the disk is seen before it is
// full.

import { type Finding, numberOf, ok, warning } from '../../readiness/finding.ts'
import { lowBuckets } from '../../teams/bucket-store.ts'
import { STORAGE_BUCKETS } from '../../teams/storage-quota.ts'
import type { Check, Patient } from './check.ts'

export const STORAGE_CHECK: Check = { name: 'storage', run: checkStorage }

const NAMED_MAX = 5
/** Of what a team may store in a day. */
const LEFT_LOW = 0.2

async function checkStorage({ client, config }: Patient): Promise<Finding | null> {
  if (config.storedMbPerDay === 0) return null
  const low = await lowBuckets(client, STORAGE_BUCKETS, LEFT_LOW)
  const each = `${config.storedMbPerDay} MB a day`
  if (low.length === 0) return ok(`no team is near its ${each}`)
  const named = low.slice(0, NAMED_MAX).map((name) => name.slice(STORAGE_BUCKETS.length))
  return warning(
    `${numberOf(low.length, 'team')} stored most of ${each} (${named.join(', ')})`,
    'Look at what they send. STORED_MB_PER_DAY says how much each team may store, in each mode.',
  )
}
