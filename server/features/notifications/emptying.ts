// How the notices to an erased person are emptied: mails and messages do it by a statement each, in one way.
import { statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { ERASED } from '../../kernel/values/erase-person.ts'

/** At once; where so many were emptied there may be more. */
export const EMPTIED_MAX = 500

/** The ids of what was about these things, or went to these addresses, and is empty now. */
type Emptying = (tx: Tx, which: readonly string[]) => Promise<string[]>

/** A statement that takes team, mode, which notices it is about, the text that stays, and how many at once. */
export function emptying(text: string): Emptying {
  const empty = statement<{ id: string }>(text)
  return async (tx, which) => {
    const { teamId, mode } = tx.owner
    return (await empty(tx, teamId, mode, which, ERASED, EMPTIED_MAX)).map(({ id }) => id)
  }
}
