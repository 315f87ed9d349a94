// The transaction in which a person changes something of their own: with its entry in the audit log and a mail to them.
// Both belong to the team they have belonged to for longest, as all their mails do; of who has none the installation
// keeps the entry.

import type { Queryable } from '../../kernel/db/db.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Actor, recordWish } from '../../kernel/outbox/audit.ts'
import { installationTransaction } from '../../kernel/outbox/installation-transaction.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { lockSession, lockWaysIn } from './factors/store.ts'
import { type PersonNotice, personMailJob } from './jobs.ts'
import { firstTeamOf } from './person-store.ts'
import type { SignedIn } from './sessions.ts'

/** Who asks, and as whom the audit log names them. */
export interface Asking {
  readonly person: SignedIn
  readonly by: Actor
}

export interface PersonTx extends Queryable {
  readonly now: Date
  /** By mail, and in the audit log; what somebody has named as they like stands in the mail alone. */
  tellOf(notice: PersonNotice, named?: string): void
}

export async function changePerson<T>(
  world: World,
  { person: { person, session }, by }: Asking,
  work: (tx: PersonTx) => Promise<T>,
): Promise<T> {
  const teamId = await firstTeamOf(world.pool, person.id)
  const change = { topic: 'access', object: 'person', objectId: person.id, before: null } as const
  const inTurn = async (tx: PersonTx) => {
    await lockWaysIn(tx, person.id)
    // The request was let in before the session ended.
    if (!(await lockSession(tx, session.id))) fail('unauthorized')
    return work(tx)
  }
  if (teamId === undefined)
    return installationTransaction({ ...world, by }, (tx) =>
      inTurn({ ...tx, tellOf: (notice) => recordWish(tx, { ...change, after: { notice } }) }),
    )
  return transaction(world, { owner: { teamId, mode: 'live' }, clock: world.wall, by }, (tx) => {
    const tellOf = (notice: PersonNotice, named?: string) => {
      recordWish(tx, { ...change, after: { notice } })
      // Not the id of the request, which is what the caller says: a second mail of one key is never sent.
      const key = `${person.id} ${notice} ${tx.newId('request')}`
      const payload = { personId: person.id, notice, ...(named !== undefined && { named }) }
      schedule(tx, personMailJob, { at: tx.now, key, payload })
    }
    return inTurn({ query: tx.query, now: tx.now, tellOf })
  })
}
