// How many mails go out within an hour: of one team and mode, of one team to one address, and of all teams to one
// address, which is more, so that no team alone uses up the mails of another. What is over a limit waits for its next
// tries; after the last of them it is given up, with a mark.
import { type Scope, transaction } from '../outbox/transaction.ts'
import type { World } from '../world.ts'
import { countHanded, lockLimits, setMailHanded } from './mail-limit-store.ts'
import type { MailRow } from './mail-store.ts'

const HOUR_MS = 3_600_000

/**
 * Why a mail must not go out now; null where it may, and is counted. It stays counted if the mail server does not take
 * it: nobody knows what became of it. A team's own address has the limit of its team alone.
 */
export async function reasonToWait(
  world: World,
  scope: Scope,
  mail: MailRow,
  ownAddress: string,
): Promise<string | null> {
  const { mailLimitPerHour, mailLimitPerReceiver, mailLimitAllTeams } = world.config
  const now = world.wall.now()
  const isOwn = mail.to_address.toLowerCase() === ownAddress.toLowerCase()
  return transaction(world, scope, async (tx) => {
    await lockLimits(tx, mail)
    const handed = await countHanded(tx, mail, new Date(now.getTime() - HOUR_MS))
    if (mailLimitPerHour > 0 && handed.of_team >= mailLimitPerHour)
      return `withheld: the team has sent ${handed.of_team} mails within the hour`
    if (!isOwn && mailLimitPerReceiver > 0 && handed.of_team_to_receiver >= mailLimitPerReceiver)
      return `withheld: the team has sent this address ${handed.of_team_to_receiver} mails within the hour`
    if (!isOwn && mailLimitAllTeams > 0 && handed.to_receiver >= mailLimitAllTeams)
      return `withheld: this address got ${handed.to_receiver} mails within the hour`
    await setMailHanded(tx, mail.id, now)
    return null
  })
}
