// How many streams may be open: of a team, of one of its keys or people, and of one address, which needs room among its
// connections for requests too.

import type { Caller } from '../../../features/teams/caller.ts'
import { ownerName } from '../../../kernel/outbox/owner.ts'
import { countedAddress } from '../../../kernel/values/counted-address.ts'
import { fail } from '../../../kernel/values/fail.ts'
import type { Share, Tally } from '../../../kernel/values/tally.ts'
import type { HttpConfig } from '../settings.ts'

/** Of all connections of a process, half. */
const STREAMS_MAX = 4_096

export function sharesOf(
  { streamsPerTeam, connectionsPerAddress }: HttpConfig,
  { owner, via }: Caller,
  address: string,
): Share[] {
  return [
    { name: 'process', most: STREAMS_MAX },
    { name: `team ${ownerName(owner)}`, most: streamsPerTeam },
    { name: `${via.kind} ${via.id}`, most: Math.ceil(streamsPerTeam / 4) },
    { name: `address ${countedAddress(address)}`, most: Math.ceil(connectionsPerAddress / 2) },
  ]
}

export function refuseMore(tally: Tally, shares: readonly Share[]): void {
  const full = tally.take(shares)
  if (full === undefined) return
  const [whose] = full.name.split(' ', 1)
  fail('rate_limit_exceeded', {
    retryAfterSeconds: 5,
    advice: `this ${whose} has ${full.most} streams open, and may have no more; close one first`,
  })
}
