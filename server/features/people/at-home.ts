// The team in whose name somebody is written to and whose audit log tells of their account: the one they have belonged
// to for longest, or the installation's first for who belongs to none.
import type { Actor } from '../../kernel/outbox/audit.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { oldestTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import type { Browser } from './begin-session.ts'
import { firstTeamOf } from './membership-store.ts'
import type { PersonRow } from './person-store.ts'

/** Asks the same of the database whether there is such a person or not. */
export async function atHome<T>(
  world: World,
  personId: string | undefined,
  by: Actor | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { pool, wall: clock } = world
  const [own, first] = [await firstTeamOf(pool, personId ?? ''), await oldestTeam(pool)]
  const teamId = own ?? first?.id
  if (teamId === undefined) throw new Error('there are people, but no team')
  return transaction(world, { owner: { teamId, mode: 'live' }, clock, by }, work)
}

/** Somebody who is not signed in, but has proved by a link or an identity who they are. */
export function actorAt(
  { id, name }: Pick<PersonRow, 'id' | 'name'>,
  { address, requestId }: Browser,
  action: string,
): Actor {
  return { type: 'person', id, name, address, requestId, action }
}

/** What the audit log tells of an account: no addresses, as it stays forever. */
export function accountChange(personId: string, notice: string) {
  return { topic: 'access', object: 'person', objectId: personId, before: null, after: { notice } } as const
}
