// Stores a letter that a thief would rather not have sent: to the agency, to the addresses that it had of late and to
// its owners, so that whoever changes one of them is seen at the others. A sandbox has nothing that is worth it.
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { ownerEmails } from '../people/member-store.ts'
import { toldEmails } from '../teams/former-emails.ts'
import type { Team } from '../teams/team-store.ts'
import { queueLetter } from './queue-letter.ts'
import type { Letter } from './words/shapes.ts'

interface Alarm {
  readonly key: string
  readonly letter: Letter
  /** Who else hears of it. */
  readonly also?: readonly string[]
  /** Who does not. */
  readonly but?: string
}

export async function queueAlarm(tx: Tx, team: Team, { key, letter, also = [], but }: Alarm): Promise<void> {
  const others =
    tx.owner.mode === 'live'
      ? [...also, ...toldEmails(team.former_emails, tx.now), ...(await ownerEmails(tx, team.id))]
      : []
  const addresses = new Map([team.email, ...others].map((address) => [address.toLowerCase(), address]))
  if (but !== undefined) addresses.delete(but.toLowerCase())
  for (const [n, to] of [...addresses.values()].entries())
    await queueLetter(tx, team, { key: n === 0 ? key : `${key} ${n + 1}`, letter, to })
}
