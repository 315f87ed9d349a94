// The transaction in which a person changes their own account, with an audit entry and a mail. Both belong to their
// oldest team; without a team, the installation keeps the entry.

import type { Queryable } from '../../kernel/db/db.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Actor, recordRequest } from '../../kernel/outbox/audit.ts'
import { installationTransaction } from '../../kernel/outbox/installation-transaction.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { lockSession, lockWaysIn } from './factors/proofs.ts'
import { type PersonNotice, personMailJob } from './jobs.ts'
import { firstTeamOf } from './person-store.ts'
import type { SignedIn } from './sessions.ts'

/** The signed-in person, and the same person as actor of the audit log. */
export interface Asking {
  readonly person: SignedIn
  readonly by: Actor
}

export interface PersonTx extends Queryable {
  readonly now: Date
  /** Notifies by mail and in the audit log. `named` is a name the person chose; only the mail has it. */
  notify(notice: PersonNotice, named?: string): void
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
    // The session may have ended since the request was authenticated.
    if (!(await lockSession(tx, session.id))) fail('unauthorized')
    return work(tx)
  }
  if (teamId === undefined)
    return installationTransaction({ ...world, by }, (tx) =>
      inTurn({ ...tx, notify: (notice) => recordRequest(tx, { ...change, after: { notice } }) }),
    )
  return transaction(world, { owner: { teamId, mode: 'live' }, clock: world.wall, by }, (tx) => {
    const notify = (notice: PersonNotice, named?: string) => {
      recordRequest(tx, { ...change, after: { notice } })
      // A fresh id, because the caller chooses the request id, and a repeated key would suppress the mail.
      const key = `${person.id} ${notice} ${tx.newId('request')}`
      const payload = { personId: person.id, notice, ...(named !== undefined && { named }) }
      schedule(tx, personMailJob, { at: tx.now, key, payload })
    }
    return inTurn({ query: tx.query, now: tx.now, notify })
  })
}
