// The transaction in which a person changes something of their own: with its entry in the audit log and a mail to them.
// Both belong to the first of their teams, as mails do; of who has none the installation keeps the entry.
import type { Queryable } from '../base/database/db.ts'
import { type Actor, recordWish } from '../outbox/audit.ts'
import { installationTransaction } from '../outbox/installation-transaction.ts'
import { schedule } from '../outbox/schedule.ts'
import { transaction } from '../outbox/transaction.ts'
import type { World } from '../world.ts'
import type { SignedIn } from './signed-in.ts'
import { type PersonNotice, personMail } from './work.ts'

interface PersonTx extends Queryable {
  /** By mail, and in the audit log. */
  tellOf(notice: PersonNotice): void
}

export async function changePerson<T>(
  world: World,
  { person: { person, teams }, by }: { readonly person: SignedIn; readonly by: Actor },
  work: (tx: PersonTx) => Promise<T>,
): Promise<T> {
  const [home] = teams
  const change = { topic: 'access', object: 'person', objectId: person.id, before: null } as const
  if (home === undefined)
    return installationTransaction({ ...world, by }, (tx) =>
      work({ query: tx.query, tellOf: (notice) => recordWish(tx, { ...change, after: { notice } }) }),
    )
  return transaction(world, { owner: home.callers.live.owner, clock: world.wall, by }, (tx) => {
    const tellOf = (notice: PersonNotice) => {
      recordWish(tx, { ...change, after: { notice } })
      const key = `${person.id} ${notice} ${tx.now.toISOString()}`
      schedule(tx, personMail, { at: tx.now, key, payload: { personId: person.id, notice } })
    }
    return work({ query: tx.query, tellOf })
  })
}
