// How many mails go out within an hour: of one team and mode, of one team to one address, and of all teams to one
// address, which is more, so that no team alone uses up the mails of another. Warnings are counted apart from all else,
// each kind for itself. What is over a limit waits for its next tries; after the last of them it is given up, with a
// mark.
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { isMember } from '../people/member-store.ts'
import { toldEmails } from '../teams/former-emails.ts'
import type { Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { countHanded, lockLimits, setMailHanded } from './mail-limit-store.ts'
import type { MailRow } from './mail-store.ts'

const HOUR_MS = 3_600_000
/** An agency gets more mails than a client; but any address can be called its own. */
const OWN_TIMES = 10

/**
 * Why a mail must not go out now; null where it may, and is counted. It stays counted if the mail server does not take
 * it: nobody knows what became of it.
 */
export async function reasonToWait(
  world: World,
  scope: Scope,
  mail: MailRow,
  team: Team,
): Promise<string | null> {
  const { mailLimitPerHour, mailLimitPerReceiver, mailLimitAllTeams } = world.config
  const now = world.wall.now()
  return transaction(world, scope, async (tx) => {
    await lockLimits(tx, mail)
    const times = await timesFor(tx, mail.to_address.toLowerCase(), team)
    const handed = await countHanded(tx, mail, new Date(now.getTime() - HOUR_MS))
    if (mailLimitPerHour > 0 && handed.of_team >= mailLimitPerHour)
      return `withheld: the team has sent ${handed.of_team} mails within the hour`
    if (mailLimitPerReceiver > 0 && handed.of_team_to_receiver >= mailLimitPerReceiver * times)
      return `withheld: the team has sent this address ${handed.of_team_to_receiver} mails within the hour`
    if (mailLimitAllTeams > 0 && handed.to_receiver >= mailLimitAllTeams * times)
      return `withheld: this address got ${handed.to_receiver} mails within the hour`
    await setMailHanded(tx, mail.id, now)
    return null
  })
}

/**
 * How many times the limits of an address it may be sent. One that the team is written to, and that one of its people
 * has proved theirs, has the limit of the team alone.
 */
async function timesFor(tx: Tx, address: string, { id, email, former_emails }: Team): Promise<number> {
  const isOwn = address === email.toLowerCase() || toldEmails(former_emails, tx.now).includes(address)
  if (!isOwn) return 1
  return (await isMember(tx, id, address)) ? Number.POSITIVE_INFINITY : OWN_TIMES
}
