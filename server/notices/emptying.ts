// How the notices to an erased person are emptied: mails and messages do it by a statement each, in one way.
import { statement } from '../base/database/db.ts'
import type { Tx } from '../outbox/transaction.ts'
import { ERASED } from '../rules/erase-person.ts'

/** The ids of what was about these things, or went to these addresses, and is empty now. */
type Emptying = (tx: Tx, about: readonly string[], addresses: readonly string[]) => Promise<string[]>

/** A statement that takes team, mode, what the notices are about, addresses, and the text that stays. */
export function emptying(text: string): Emptying {
  const empty = statement<{ id: string }>(text)
  return async (tx, about, addresses) => {
    const { teamId, mode } = tx.owner
    return (await empty(tx, teamId, mode, about, addresses, ERASED)).map(({ id }) => id)
  }
}
